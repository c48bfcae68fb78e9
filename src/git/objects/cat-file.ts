/**
 * Reads objects through long-lived `git cat-file --batch-command` processes.
 *
 * Each repository has its own process. It starts when it is first needed, and ends when it is idle or when the pool
 * has more processes than its limit. Requests are pipelined; answers come in the same order.
 */
import { once } from 'node:events'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ending, Program } from '../program/git-process.js'
import { GitError, ioError } from '../program/git-error.js'
import { runGit } from '../program/run.js'
import { startGit } from '../program/start.js'
import { hasCode } from '../../system/errno.js'
import { looseObjectPath } from './object-store.js'
import { isObjectType, isOid } from './oid.js'
import type { ObjectType, Oid } from './oid.js'
import type { GitObject, ObjectInfo, ObjectReader } from './reader.js'

const IDLE = 30_000
/** A process in constant use is replaced before its CPU time is used up. */
const MAX_AGE_MS = 5 * 60_000
const NEWLINE = 10
const EMPTY = Buffer.alloc(0)

/** Processes shared by all repositories of a server. */
export interface CatFilePool {
  /** A reader of one bare repository. */
  reader(gitDir: string, options?: ReaderOptions): ObjectReader
  /** Ends all processes; pending reads fail with `aborted`. */
  close(): Promise<void>
}

interface ReaderOptions {
  /** Additional environment variables, for example for a quarantine. */
  readonly env?: Readonly<Record<string, string>>
}

/** Creates a pool with at most `max` processes, not counting those at work. */
export function catFilePool(max = 32): CatFilePool {
  const alive = new Map<object, BatchProcess>()
  const trim = (wanted: object): void => {
    for (const [key, process] of alive) {
      if (alive.size <= max) return
      if (key !== wanted && process.pending() === 0) {
        alive.delete(key)
        void process.end()
      }
    }
  }
  const use = (key: object, start: () => BatchProcess): BatchProcess => {
    const known = alive.get(key)
    const isFit = known && !known.ended() && !known.isOld()
    // Pending requests are still answered by the old process.
    if (known && !known.ended() && !isFit) void known.end()
    const process = isFit ? known : start()
    alive.delete(key)
    alive.set(key, process)
    trim(key)
    return process
  }
  const end = async (key: object): Promise<void> => {
    const process = alive.get(key)
    alive.delete(key)
    await process?.end()
  }
  return {
    reader(gitDir, options = {}) {
      const key = {}
      const env = options.env ?? {}
      const request = (question: Question): Promise<Answer> =>
        use(key, () => startBatch(gitDir, env)).request(question)
      return poolReader({ request, gitDir, env, close: () => end(key) })
    },
    async close() {
      await Promise.all([...alive.keys()].map(end))
    },
  }
}

interface Question {
  readonly verb: 'contents' | 'info'
  readonly oid: Oid
  /** Number of bytes of the content to return; all if left out. */
  readonly most?: number
}

interface Answer {
  readonly type: ObjectType
  readonly size: number
  readonly data: Buffer
}

interface PoolReader {
  readonly request: (question: Question) => Promise<Answer>
  readonly gitDir: string
  readonly env: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

function poolReader(pool: PoolReader): ObjectReader {
  const ask = async (question: Question): Promise<Answer> => {
    const { oid } = question
    if (!isOid(oid)) throw new GitError('invalid', `Not an object name: ${JSON.stringify(oid)}`)
    try {
      return await persist(() => pool.request(question))
    } catch (error) {
      if (error instanceof GitError && error.code === 'not_found') await confirmAbsent(pool, oid)
      throw error
    }
  }
  return {
    async read(oid): Promise<GitObject> {
      const { type, data } = await ask({ verb: 'contents', oid })
      return { type, data }
    },
    start: (oid, most) => ask({ verb: 'contents', oid, most }),
    async info(oid): Promise<ObjectInfo> {
      const { type, size } = await ask({ verb: 'info', oid })
      return { type, size }
    },
    close: pool.close,
  }
}

const ATTEMPTS = 4

/** Repeats a request if the process ended because of another request. */
async function persist(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await ask()
    } catch (error) {
      if (left <= 1 || !(error instanceof GitError) || error.code !== 'aborted') throw error
    }
  }
}

/**
 * Makes sure that an object is absent: git also answers "missing" if it failed to read an object. The error message
 * comes through another pipe, so only a new process shows whether there was one.
 */
async function confirmAbsent(pool: PoolReader, oid: Oid): Promise<void> {
  const command = { gitDir: pool.gitDir, env: pool.env, args: ['cat-file', '-t', oid] }
  const { status, stderr } = await runGit(command)
  const complaint = stderr.split('\n').find((line) => line.startsWith('error:'))
  if (complaint !== undefined) throw new GitError('corrupt', complaint)
  if (status === 0) throw new GitError('io', `${oid} could not be read.`)
  try {
    await lstat(looseObjectPath(join(pool.gitDir, 'objects'), oid))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw ioError(error, `Reading ${oid}`)
  }
  throw new GitError('corrupt', `${oid} is stored, but cannot be read.`)
}

interface Waiting extends Question {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

interface BatchProcess {
  request(question: Question): Promise<Answer>
  pending(): number
  ended(): boolean
  isOld(): boolean
  end(): Promise<void>
}

function startBatch(gitDir: string, env: Readonly<Record<string, string>>): BatchProcess {
  const waiting: Waiting[] = []
  const born = performance.now()
  let program: Program | null = null
  /** Requests from before the program has started. */
  let unsent = ''
  let over = false
  let idle: NodeJS.Timeout | undefined
  const fail = (error: GitError): void => {
    over = true
    // git exits at a damaged object: its request fails, the other requests go to a new process.
    waiting.shift()?.reject(error)
    for (const one of waiting.splice(0)) one.reject(new GitError('aborted', error.message))
  }
  const end = async (): Promise<void> => {
    over = true
    clearTimeout(idle)
    program?.hold(true)
    program?.input.end()
    await exited
  }
  const rest = (): void => {
    clearTimeout(idle)
    // An idle process must not keep the server from exiting.
    program?.hold(waiting.length > 0)
    if (waiting.length === 0) idle = setTimeout(() => void end(), IDLE).unref()
  }
  const answers = answerParser(waiting)
  const run = async (): Promise<Ending> => {
    program = await startGit({ gitDir, env, args: ['cat-file', '--batch-command'] })
    program.output.on('data', (chunk: Buffer) => {
      answers(chunk)
      rest()
    })
    program.input.write(unsent)
    if (over) program.input.end()
    return endOf(program)
  }
  const exited = run().then(
    ({ status, stderr }) => {
      const reason = stderr.trim() || `status ${status}`
      fail(new GitError('io', `git cat-file ended over an object: ${reason}`))
    },
    // Its end says nothing of the objects: the requests are repeated.
    (error: unknown) => fail(new GitError('aborted', 'git cat-file was lost.', { cause: error })),
  )
  return {
    request: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ ...question, resolve, reject })
        rest()
        const line = `${question.verb} ${question.oid}\n`
        if (program) program.input.write(line)
        else unsent += line
      }),
    pending: () => waiting.length,
    ended: () => over,
    isOld: () => performance.now() - born > MAX_AGE_MS,
    end,
  }
}

/** Resolves when a program and its output have ended. One whose output is lost is killed: it would wait for ever. */
async function endOf(program: Program): Promise<Ending> {
  try {
    const [ending] = await Promise.all([program.ended, once(program.output, 'close')])
    return ending
  } catch (error) {
    program.kill()
    throw error
  }
}

/** Larger answers are collected in one buffer of their size. */
const PIECED_MAX = 65_536

/** Parses the stream of answers: a header line each; for `contents` also the bytes and a newline. */
function answerParser(waiting: Waiting[]): (chunk: Buffer) => void {
  let rest: Buffer = EMPTY
  // A large answer is collected in a buffer of its own.
  let large: Buffer | null = null
  let filled = 0
  let unwanted = 0
  const parse = (received: Buffer): void => {
    let bytes = received
    let taken = takeAnswer(bytes, waiting)
    while (taken.used > 0) {
      unwanted = Math.max(0, taken.used - bytes.length)
      bytes = bytes.subarray(taken.used)
      taken = takeAnswer(bytes, waiting)
    }
    if (taken.needed <= PIECED_MAX) rest = bytes.length > 0 ? bytes : EMPTY
    else {
      large = Buffer.allocUnsafeSlow(taken.needed)
      filled = bytes.copy(large)
      rest = EMPTY
    }
  }
  const skipUnwanted = (bytes: Buffer): Buffer => {
    const passed = Math.min(unwanted, bytes.length)
    unwanted -= passed
    return bytes.subarray(passed)
  }
  return (arrived) => {
    let chunk = skipUnwanted(arrived)
    if (large) {
      const copied = chunk.copy(large, filled)
      filled += copied
      if (filled < large.length) return
      chunk = chunk.subarray(copied)
      const received = large
      large = null
      parse(received)
      chunk = skipUnwanted(chunk)
    }
    if (chunk.length > 0) parse(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk)
  }
}

/**
 * Resolves the first waiting request if its answer has arrived; else returns the number of bytes needed. `used` may
 * exceed the bytes that arrived: the rest is to be skipped.
 */
function takeAnswer(bytes: Buffer, waiting: Waiting[]): { used: number; needed: number } {
  const first = waiting[0]
  const lineEnd = bytes.indexOf(NEWLINE)
  if (!first || lineEnd < 0) return { used: 0, needed: 0 }
  const [oid = '', type = '', digits = ''] = bytes.toString('latin1', 0, lineEnd).split(' ')
  const start = lineEnd + 1
  if (!isObjectType(type)) {
    waiting.shift()
    first.reject(new GitError('not_found', `There is no object ${oid}.`))
    return { used: start, needed: 0 }
  }
  const size = Number(digits)
  if (first.verb === 'info') {
    waiting.shift()
    first.resolve({ type, size, data: EMPTY })
    return { used: start, needed: 0 }
  }
  const isCut = first.most !== undefined && first.most < size
  const end = start + (isCut ? (first.most ?? size) : size)
  const needed = isCut ? end : end + 1
  if (bytes.length < needed) return { used: 0, needed }
  waiting.shift()
  first.resolve({ type, size, data: ownBytes(bytes.subarray(start, end)) })
  return { used: start + size + 1, needed: 0 }
}

/** Copies a small object, which would otherwise keep the whole chunk in memory. */
function ownBytes(part: Buffer): Buffer {
  return part.length * 2 > part.buffer.byteLength ? part : Buffer.from(part)
}
