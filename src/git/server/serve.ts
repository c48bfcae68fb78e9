/**
 * Smart HTTP, without HTTP: `git upload-pack` and `git receive-pack` as limited children.
 *
 * The transport above checks who asks, and hands over bodies as streams. A push lands in git's
 * quarantine, is checked by git (fsck, size) and by us (no lost history on `main`, no strange refs,
 * then the caller's own check), and only then moves refs, which git does by compare-and-swap.
 *
 * @see gitprotocol-http(5)
 */
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isAncestor } from '../refs/ancestry.js'
import { createAdvertiser } from './advertisement.js'
import type { CatFilePool } from '../objects/cat-file.js'
import { catFilePool } from '../objects/cat-file.js'
import { printable } from '../objects/check-tree.js'
import { createLimit } from '../../system/parallel.js'
import type { Limit } from '../../system/parallel.js'
import { GitError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { startHere } from './git-process.js'
import type { Program, StartProgram } from './git-process.js'
import { syncPush, tracesOf } from './push-durable.js'
import type { PushTraces } from './push-durable.js'
import { converse, requireHook } from './push-hook.js'
import type { PushQuestion, PushUpdate } from './push-hook.js'
import { quarantineReader } from '../objects/quarantine-reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { isRefName } from '../refs/refs.js'
import { PUSH_MAX, protocolEnv, serviceConfig, strictness } from '../protocol/serve-config.js'
import type { GitService } from '../protocol/serve-config.js'

/** Reason against a push, shown on the pusher's terminal, or null. */
export type PushCheck = (
  updates: readonly PushUpdate[],
  reader: ObjectReader,
  /** Name below `objects/` of the folder in which the new objects lie; null where nothing was sent. */
  quarantine: string | null,
) => Promise<string | null>

/** A request body on its way to git. */
interface RpcRequest {
  readonly service: GitService
  readonly body: Readable
  /** Whether the body is compressed (`Content-Encoding: gzip`). */
  readonly gzip?: boolean
  /** The `Git-Protocol` header. */
  readonly protocol?: string
  /** Ends the children when the client has gone. */
  readonly signal?: AbortSignal
  /** Most bytes of a body, unpacked; 500 MB if left out, 16 MB for reading. */
  readonly maxBytes?: number
  /** A push of more refs is refused; any number if left out. */
  readonly mostRefs?: number
  /** Asked before a push is taken, in the quarantine, after our own rules. */
  readonly check?: PushCheck
  /** Reads what the repository has; if left out, a program is started for a push that asks. */
  readonly known?: ObjectReader
  /** Ref that is never removed nor put back; `refs/heads/main` if left out. */
  readonly protectedRef?: string
}

/** A response on its way to the client. */
interface RpcResponse {
  /** To be read to its end; destroyed with an error if git fails half way. */
  readonly body: Readable
  /**
   * Resolves when git has ended, refs moved and durable; a push that was refused ends well too:
   * compare refs. Rejects with GitError `io` where what was pushed could not be made durable.
   */
  readonly done: Promise<void>
}

/** Serves repositories to git clients. */
export interface GitServer {
  /** Body of `GET info/refs?service=git-…`. @throws GitError `failed` */
  infoRefs(gitDir: string, service: GitService, protocol?: string): Promise<Buffer>
  /** Answers `POST git-upload-pack` or `POST git-receive-pack`; waits for its turn. */
  rpc(gitDir: string, request: RpcRequest): Promise<RpcResponse>
  close(): Promise<void>
}

const MAIN = 'refs/heads/main'
const READ_MAX = 16 * 1024 * 1024
const METER_SLACK = 4 * 1024 * 1024

/** What a server of repositories is given. */
interface GitServerOptions {
  /** Absolute path of a folder for the hook that checks pushes; made, and made anew, when needed. */
  readonly hooks: string
  /** Git programs that run at once; 4 if left out. */
  readonly children?: number
  /** How programs are started; as children of this process if left out. */
  readonly start?: StartProgram
}

/** Makes a server that runs so many git programs at once; the rest wait. */
export function createGitServer(options: GitServerOptions): GitServer {
  const { hooks, children = 4, start = startHere } = options
  const pool = catFilePool(children)
  const limit = createLimit(children)
  const advertise = createAdvertiser(limit)
  const tools: Tools = { hooks, pool, limit, start }
  return {
    infoRefs: (gitDir, service, protocol) => advertise({ gitDir, service, protocol }),
    rpc: (gitDir, request) => serveRpc(tools, gitDir, request),
    close: () => pool.close(),
  }
}

interface Tools {
  readonly hooks: string
  readonly pool: CatFilePool
  readonly limit: Limit
  readonly start: StartProgram
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
        // The place in the queue is held until git has ended, however it ended.
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
  const program = await tools.start({
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
    void converse(channel, answerHook, request.mostRefs)
  }
  const abort = (): void => program.kill()
  request.signal?.addEventListener('abort', abort, { once: true })
  if (request.signal?.aborted) abort()
  const run = async (): Promise<void> => {
    try {
      await Promise.all([ended(program, request), feed(program, request)])
    } finally {
      channel?.destroy()
      request.signal?.removeEventListener('abort', abort)
      // However git ended, what it has moved stands.
      if (traces) await syncPush(gitDir, traces)
    }
  }
  const done = run()
  // What git said before it failed is still for the client; anything else must not look complete.
  done.catch((error: unknown) => {
    if (!(error instanceof GitError && error.code === 'failed')) output.destroy()
  })
  return { body: output, done }
}

async function ended(program: Program, { service }: Limited): Promise<void> {
  const { status, stderr } = await program.ended
  if (status === 0) return
  throw new GitError(status === null ? 'aborted' : 'failed', `git ${service}: ${stderr.trim()}`)
}

/** Gives the body to git, unpacked and counted. */
async function feed(program: Program, request: Limited): Promise<void> {
  const unpack = request.gzip ? [createGunzip()] : []
  const steps = [request.body, ...unpack, meter(request.maxBytes), program.input]
  try {
    await pipeline(steps)
  } catch (error) {
    // git that reads no more has said why, or is about to: it is left to end.
    if (hasCode(error, 'EPIPE', 'ECONNRESET') && program.input.destroyed) return
    program.kill()
    if (error instanceof GitError) throw error
  }
}

function meter(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      // git counts too, and says so better: it comes first while the pipes between us run over.
      const over = bytes > maxBytes + METER_SLACK
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
    const reason =
      (await refuseUpdates(updates, reader, request.protectedRef ?? MAIN)) ??
      (await request.check?.(updates, reader, quarantine)) ??
      null
    return reason === null ? null : reason.split('\n').map(printable).join('\n')
  } finally {
    await reader.close()
    if (!request.known) await known.close()
  }
}

const NAMESPACES = /^refs\/(heads|tags|notes)\//

/** Our own rules: known kinds of refs only, branches are commits, the protected ref only grows. */
async function refuseUpdates(
  updates: readonly PushUpdate[],
  reader: ObjectReader,
  protectedRef: string,
): Promise<string | null> {
  for (const { ref, from, to } of updates) {
    if (!isRefName(ref) || !NAMESPACES.test(ref))
      return `${ref}: Only branches, tags and notes can be pushed.`
    if (ref === protectedRef && to === null) return `${ref}: This branch cannot be removed.`
    if (to === null || !ref.startsWith('refs/heads/')) continue
    if ((await reader.info(to)).type !== 'commit') return `${ref}: A branch must point to a commit.`
    if (ref !== protectedRef || from === null) continue
    if (!(await isAncestor(reader, from, to))) {
      return 'This branch has commits that your push lacks: run git pull --rebase, then push again.'
    }
  }
  return null
}
