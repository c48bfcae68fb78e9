/**
 * Serves git clients: runs `git upload-pack` and `git receive-pack` as child processes with limits. This is git's
 * smart HTTP protocol without the HTTP.
 *
 * The caller authenticates and passes bodies as streams. A push is received into git's quarantine and checked, first
 * by git (fsck, size), then by the caller. Only then git moves the refs, by compare-and-swap.
 *
 * @see gitprotocol-http(5)
 */
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createAdvertiser } from './advertisement.js'
import type { CatFilePool } from '../objects/cat-file.js'
import { catFilePool } from '../objects/cat-file.js'
import { printable } from '../objects/check-tree.js'
import { createLimit } from '../../system/parallel.js'
import type { Limit } from '../../system/parallel.js'
import { GitError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import type { Program } from '../program/git-process.js'
import { startGit } from '../program/start.js'
import { syncPush, tracesOf } from './push-durable.js'
import type { PushTraces } from './push-durable.js'
import { converse, requireHook } from './push-hook.js'
import type { PushQuestion, PushUpdate } from './push-hook.js'
import { quarantineReader } from '../objects/quarantine-reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { PUSH_MAX, protocolEnv, serviceConfig, strictness } from '../protocol/serve-config.js'
import type { GitService } from '../protocol/serve-config.js'

/** Checks a push. @returns the reason for a refusal, which the pusher sees in the terminal, or null */
export type PushCheck = (
  updates: readonly PushUpdate[],
  reader: ObjectReader,
  /** Name of the folder of the new objects below `objects/`; null if none were sent. */
  quarantine: string | null,
) => Promise<string | null>

/** A request of a git client. */
interface RpcRequest {
  readonly service: GitService
  readonly body: Readable
  /** True if the body is compressed (`Content-Encoding: gzip`). */
  readonly gzip?: boolean
  /** The `Git-Protocol` header. */
  readonly protocol?: string
  /** Ends the child processes, for example when the client disconnects. */
  readonly signal?: AbortSignal
  /** Limit of the unpacked body in bytes; if left out, 500 MB for a push and 16 MB for reading. */
  readonly maxBytes?: number
  /** Most refs of a push; no limit if left out. */
  readonly maxRefs?: number
  /** Called with a sentence if the body or the number of refs exceeds its limit. */
  readonly limitReached?: (limit: string) => void
  /** Called while the push is in quarantine. Without it, all that git takes is taken. */
  readonly check?: PushCheck
  /** What else the pusher is told of a push that is accepted; called after `check`. */
  readonly note?: () => string | null
  /** Reader of the repository; if left out, a process is started for each push. */
  readonly known?: ObjectReader
}

/** The response to a git client. */
interface RpcResponse {
  /** The caller must read it to the end. It is destroyed with an error if git fails half way. */
  readonly body: Readable
  /**
   * Resolves when git has ended and moved refs are durable. Also resolves for a refused push: compare the refs.
   * Rejects with GitError `io` if the push could not be made durable.
   */
  readonly done: Promise<void>
}

/** Serves repositories to git clients. */
export interface GitServer {
  /** Body of `GET info/refs?service=git-…`. @throws GitError `failed` */
  infoRefs(gitDir: string, service: GitService, protocol?: string): Promise<Buffer>
  /** Answers `POST git-upload-pack` or `POST git-receive-pack`. Waits for a free place. */
  rpc(gitDir: string, request: RpcRequest): Promise<RpcResponse>
  /** How many requests wait for a free place. */
  readonly waiting: () => number
  close(): Promise<void>
}

const MAIN = 'refs/heads/main'
const READ_MAX = 16 * 1024 * 1024
const METER_SLACK = 4 * 1024 * 1024
/** Time for git to remove what it has received of a push that was cut off. */
const CLEANING_MS = 5000

/** Options of the server. */
interface GitServerOptions {
  /** Absolute path of the folder for the hook that checks pushes; created, and recreated, when needed. */
  readonly hooks: string
  /** Git processes that run at the same time; 4 if left out. */
  readonly children?: number
}

/** Creates a server. Requests beyond `children` wait. */
export function createGitServer(options: GitServerOptions): GitServer {
  const { hooks, children = 4 } = options
  const pool = catFilePool(children)
  const limit = createLimit(children)
  const advertise = createAdvertiser(limit)
  const tools: Tools = { hooks, pool, limit }
  return {
    infoRefs: (gitDir, service, protocol) => advertise({ gitDir, service, protocol }),
    rpc: (gitDir, request) => serveRpc(tools, gitDir, request),
    waiting: limit.waiting,
    close: () => pool.close(),
  }
}

interface Tools {
  readonly hooks: string
  readonly pool: CatFilePool
  readonly limit: Limit
}

async function serveRpc(tools: Tools, gitDir: string, request: RpcRequest): Promise<RpcResponse> {
  const maxBytes = request.maxBytes ?? (request.service === 'upload-pack' ? READ_MAX : PUSH_MAX)
  return new Promise((resolve, reject) => {
    tools
      .limit(async () => {
        request.signal?.throwIfAborted()
        if (request.service === 'receive-pack') await requireHook(tools.hooks)
        const running = await serve(tools, gitDir, { ...request, maxBytes })
        resolve(running)
        // The place is occupied until git has ended, in whatever way.
        await running.done.catch(() => undefined)
      })
      .catch((error: unknown) => {
        const isOurs = error instanceof GitError
        reject(isOurs ? error : new GitError('aborted', 'Aborted.', { cause: error }))
      })
  })
}

type Limited = RpcRequest & { readonly maxBytes: number }

async function serve(tools: Tools, gitDir: string, request: Limited): Promise<RpcResponse> {
  const push = request.service === 'receive-pack'
  const settings = serviceConfig(request.service, request.maxBytes)
  const program = await startGit({
    gitDir,
    args: [request.service, '--stateless-rpc', ...strictness(request.service), gitDir],
    env: protocolEnv(request.protocol),
    config: push ? [...settings, `core.hooksPath=${tools.hooks}`] : settings,
    channel: push,
  })
  const { channel, output } = program
  let traces: PushTraces | null = null
  if (channel) {
    const answerHook = async (question: PushQuestion): Promise<string | null> => {
      const found = await tracesOf(gitDir, question)
      const reason = await checkPush(tools, gitDir, { request, question })
      if (reason === null) traces = found
      return reason
    }
    const { maxRefs = Number.POSITIVE_INFINITY } = request
    const noteOf = (updates: readonly PushUpdate[]) => {
      const notes = [noteOfOthers(updates), request.note?.() ?? null]
      const said = notes.flatMap((note) => (note === null ? [] : note.split('\n').map(printable)))
      return said.length === 0 ? null : said.join('\n')
    }
    void converse(channel, answerHook, { maxRefs, noteOf }).then(
      (limit) => limit !== null && request.limitReached?.(limit),
    )
  }
  const abort = (): void => stop(program, request)
  request.signal?.addEventListener('abort', abort, { once: true })
  if (request.signal?.aborted) abort()
  const run = async (): Promise<void> => {
    try {
      await Promise.all([ended(program, request), feed(program, request)])
    } finally {
      channel?.destroy()
      request.signal?.removeEventListener('abort', abort)
      // Even if git failed, refs that it has moved stay moved.
      if (traces) await syncPush(gitDir, traces)
    }
  }
  const done = run()
  // If git failed, its output is for the client. After any other error, the output must not look complete.
  done.catch((error: unknown) => {
    if (!(error instanceof GitError && error.code === 'failed')) output.destroy()
  })
  return { body: output, done }
}

/**
 * Ends git. The end of its input ends a push as well, and then git removes its quarantine, which it does not when it is
 * killed.
 */
function stop(program: Program, { service }: Limited): void {
  if (service !== 'receive-pack') return program.kill()
  program.input.destroy()
  program.channel?.destroy()
  const late = setTimeout(() => program.kill(), CLEANING_MS)
  const isOver = (): void => clearTimeout(late)
  program.ended.then(isOver, isOver)
}

async function ended(program: Program, { service }: Limited): Promise<void> {
  const { status, stderr } = await program.ended
  if (status === 0) return
  throw new GitError(status === null ? 'aborted' : 'failed', `git ${service}: ${stderr.trim()}`)
}

/** Passes the body to git, unpacked and counted. */
async function feed(program: Program, request: Limited): Promise<void> {
  const unpack = request.gzip ? [createGunzip()] : []
  const steps = [request.body, ...unpack, meter(request), program.input]
  try {
    await pipeline(steps)
  } catch (error) {
    // If git stops reading, it has reported the reason or is about to: let it end.
    if (hasCode(error, 'EPIPE', 'ECONNRESET') && program.input.destroyed) return
    stop(program, request)
    if (error instanceof GitError) throw error
  }
}

function meter({ maxBytes, service, limitReached }: Limited): Transform {
  let bytes = 0
  // git counts the pack of a push as well, and with a better message. It gets a little more, so that its message comes first.
  const most = maxBytes + METER_SLACK
  const tellBeyond = service === 'receive-pack' ? maxBytes : most
  let isTold = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > tellBeyond && !isTold) {
        isTold = true
        const what = service === 'receive-pack' ? 'A push' : 'The request of a fetch'
        limitReached?.(`${what} may have ${maxBytes.toLocaleString('en-US')} bytes.`)
      }
      const over = bytes > most
      done(over ? new GitError('too_large', 'The request is too large.') : null, chunk)
    },
  })
}

interface PushToCheck {
  readonly request: Limited
  readonly question: PushQuestion
}

async function checkPush(
  tools: Tools,
  gitDir: string,
  incoming: PushToCheck,
): Promise<string | null> {
  const { updates, quarantine } = incoming.question
  const { request } = incoming
  const known = request.known ?? tools.pool.reader(gitDir)
  const reader = quarantineReader({ gitDir, quarantine, known, pool: tools.pool })
  try {
    const reason = (await request.check?.(updates, reader, quarantine)) ?? null
    return reason === null ? null : reason.split('\n').map(printable).join('\n')
  } finally {
    await reader.close()
    if (!request.known) await known.close()
  }
}

/** Says which branch is live to who pushes only others. */
function noteOfOthers(updates: readonly PushUpdate[]): string | null {
  const pushed = updates.filter(({ ref, to }) => to !== null && ref.startsWith('refs/heads/'))
  const [first] = pushed
  if (first === undefined || pushed.some(({ ref }) => ref === MAIN)) return null
  const [name, main] = [first.ref, MAIN].map((ref) => printable(ref.slice('refs/heads/'.length)))
  return `${name} is kept, but the site is made from ${main}: to change it, push to ${main} (git push origin ${name}:${main}).`
}
