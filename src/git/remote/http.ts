/**
 * Speaks HTTP as git's protocol needs it, through a client that the caller passes in (which decides about allowed
 * addresses). Adds time limits, the login, and the meaning of status codes.
 *
 * The token is only ever sent in the `Authorization` header. Before text from the other side gets into an error,
 * control characters and anything that looks like the token are removed.
 *
 * @see gitprotocol-http(5)
 */
import { printable } from '../objects/check-tree.js'
import { GitError } from '../program/git-error.js'
import type { GitErrorCode } from '../program/git-error.js'

/** A request. The client must not follow redirects. */
export interface RemoteRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/** An answer with a streamed body. */
export interface RemoteResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends a request. Its errors may have `transient: boolean`; without that they count as transient. */
type RemoteHttp = (request: RemoteRequest) => Promise<RemoteResponse>

/** A remote repository, and how to connect to it. */
export interface Remote {
  /** http(s) URL without credentials. */
  readonly url: string
  readonly username: string
  readonly token: string
  readonly http: RemoteHttp
  /** Ends the work at once, even if the other side does not answer. */
  readonly signal: AbortSignal
  /** Milliseconds without data after which the connection is given up; 60,000 if left out. */
  readonly idleMs?: number
  /** Milliseconds that it may take for an answer without regard to its size; what is usual for the kind if left out. */
  readonly answerMs?: number
}

interface RemoteErrorOptions {
  readonly statusCode?: number
  readonly transient?: boolean
  readonly cause?: unknown
  readonly current?: string | null
}

/** An error of a remote; the message is a clause without secrets: "the access token was refused". */
export class RemoteError extends GitError {
  /** The HTTP status, if that was the reason. */
  readonly statusCode: number | undefined
  /** True if a retry may succeed. */
  readonly transient: boolean

  constructor(code: GitErrorCode, message: string, options: RemoteErrorOptions = {}) {
    super(code, message, options)
    this.statusCode = options.statusCode
    this.transient = options.transient ?? false
  }
}

const IDLE_MS = 60_000
/** Milliseconds that a host may take to send its refs, which it need not think about. */
export const MAX_REFS_MS = 180_000
/** And for the other answers: a host counts and packs objects before it sends them, and checks those that it got. */
export const MAX_RESULT_MS = 600_000
/** Bytes of an answer that give it one millisecond more. */
const BYTES_PER_MS = 8

/** Ends every wait when the caller aborts, or when the other side is silent for too long. */
export class Watch {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #idleMs: number
  readonly #abort = (): void => this.#end(new GitError('aborted', 'Aborted.'))
  #timer: NodeJS.Timeout | undefined
  #extraMs = 0

  constructor({ signal, idleMs }: Pick<Remote, 'signal' | 'idleMs'>) {
    this.#outer = signal
    this.#idleMs = idleMs ?? IDLE_MS
    if (signal.aborted) this.#abort()
    else signal.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Restarts the timeout. `extraMs` is time that the other side needs before it can be expected to answer. */
  touch(extraMs = 0): void {
    clearTimeout(this.#timer)
    this.#extraMs += extraMs
    if (this.signal.aborted) return
    const silent = () =>
      this.#end(new RemoteError('io', 'the server did not answer in time', { transient: true }))
    this.#timer = setTimeout(silent, this.#idleMs + extraMs)
  }

  /** Stops the timeout until the next `touch`, while the other side is not what we wait for. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  /** The result of the work, or the reason for giving up. */
  async race<T>(work: Promise<T>): Promise<T> {
    let stop = (): void => undefined
    this.touch()
    const ended = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.signal.reason)
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop, { once: true })
    })
    try {
      return await Promise.race([work, ended])
    } catch (error) {
      // The reason for the abort says more than the error that it caused.
      throw this.signal.aborted ? this.signal.reason : error
    } finally {
      work.catch(() => undefined)
      this.signal.removeEventListener('abort', stop)
      // What we do with an answer, such as to index a pack, may take longer than silence may.
      this.rest()
    }
  }

  /**
   * The pieces of a stream, with the timeout for each. All the waiting for them may take `answerMs`, and more for their
   * bytes: else a host that sends one byte now and then would be waited for without end.
   */
  async *each(stream: AsyncIterable<Uint8Array>, answerMs: number): AsyncGenerator<Uint8Array> {
    const iterator = stream[Symbol.asyncIterator]()
    let left = answerMs
    try {
      for (;;) {
        const began = performance.now()
        const next = await this.#within(left + this.#extraMs, iterator.next())
        if (next.done === true) return
        left += next.value.length / BYTES_PER_MS - (performance.now() - began)
        yield next.value
      }
    } finally {
      // A frozen stream would never end its iterator.
      iterator.return?.().catch(() => undefined)
    }
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const slow = 'the server answers too slowly: less than 8 kB a second, for minutes'
    const timer = setTimeout(() => this.#end(new RemoteError('io', slow)), Math.max(0, ms))
    try {
      return await this.race(work)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends everything that is running. */
  end(): void {
    this.#end(new GitError('aborted', 'Aborted.'))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#abort)
  }

  #end(reason: GitError): void {
    clearTimeout(this.#timer)
    this.#controller.abort(reason)
  }
}

/** Runs work with a `Watch`. Converts every error to a RemoteError. */
export async function watched<T>(remote: Remote, work: (watch: Watch) => Promise<T>): Promise<T> {
  const watch = new Watch(remote)
  try {
    return await work(watch)
  } catch (error) {
    // Programs that the watch has ended say only that they were ended.
    const { aborted, reason } = watch.signal
    // Also ends what still runs for a failed request, such as making a pack.
    watch.end()
    throw asRemoteError(remote, aborted ? reason : error)
  } finally {
    watch.close()
  }
}

function asRemoteError(remote: Remote, error: unknown): GitError {
  if (error instanceof GitError) return error
  const text = error instanceof Error ? error.message : String(error)
  return new RemoteError('io', remoteText(remote, text), {
    transient: isTransient(error),
    cause: error,
  })
}

/** Makes text from outside safe for an error: one line, without control characters and secrets. */
export function remoteText(remote: Pick<Remote, 'username' | 'token'>, text: string): string {
  const { username, token } = remote
  const login = Buffer.from(`${username}:${token}`).toString('base64')
  let safe = text
  for (const secret of [token, encodeURIComponent(token), login]) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, '********')
  }
  return printable(safe.trim().replace(/(?<!\s)\s*\n\s*/g, '; '))
}

/** Sends a request and checks the status of the answer; the timeout covers the body, too. @throws RemoteError */
export async function exchange(
  remote: Remote,
  watch: Watch,
  ask: Ask,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await answerTo(remote, watch, ask)
  const failure = refusal(response, ask)
  if (failure === null) return watch.each(response.body, remote.answerMs ?? ask.answerMs)
  discard(response)
  throw failure
}

/** Ends an answer that is not read. */
export function discard({ body }: Pick<RemoteResponse, 'body'>): void {
  void body[Symbol.asyncIterator]()
    .return?.()
    .catch(() => undefined)
}

interface Ask {
  /** Path after the URL of the repository. */
  readonly path: string
  /** Media type of the answer. */
  readonly accept: string
  /** What is said if nothing of that kind is at the path; that there is no git repository if left out. */
  readonly nothing?: string
  /** Milliseconds that the answer may take without regard to its size. */
  readonly answerMs: number
  readonly send?: { readonly type: string; readonly body: Uint8Array | AsyncIterable<Uint8Array> }
}

async function answerTo(remote: Remote, watch: Watch, ask: Ask): Promise<RemoteResponse> {
  const { send, accept } = ask
  const request = {
    method: send ? ('POST' as const) : ('GET' as const),
    url: `${baseUrl(remote.url)}${ask.path}`,
    headers: { ...login(remote), accept, ...(send && { 'content-type': send.type }) },
    signal: watch.signal,
    ...(send && { body: send.body }),
  }
  try {
    return await watch.race(remote.http(request))
  } catch (error) {
    // The server may just have closed a reused connection, so a request without effects is repeated.
    if (send || watch.signal.aborted || !isTransient(error)) throw error
    return watch.race(remote.http(request))
  }
}

function isTransient(error: unknown): boolean {
  const says = typeof error === 'object' && error !== null && 'transient' in error
  return says ? error.transient === true : true
}

/** Headers that tell who asks. */
export function login({ username, token }: Remote): Record<string, string> {
  const basic = Buffer.from(`${username}:${token}`).toString('base64')
  return {
    ...(token !== '' && { authorization: `Basic ${basic}` }),
    // Hosts answer like a git server only to clients that call themselves git.
    'user-agent': 'git/galley',
  }
}

function baseUrl(text: string): string {
  if (!URL.canParse(text)) throw new RemoteError('invalid', 'it is not a valid URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new RemoteError('invalid', 'only http and https URLs are supported')
  }
  if (url.username !== '' || url.password !== '') {
    throw new RemoteError('invalid', 'the URL must not contain credentials')
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

const MEANINGS = new Map([
  [401, 'the access token was refused'],
  [403, 'the access token does not allow this'],
  [404, 'there is no such repository'],
])

function refusal({ status, headers }: RemoteResponse, ask: Ask): RemoteError | null {
  if (status === 200) {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim()
    if (type === ask.accept) return null
    return new RemoteError('failed', ask.nothing ?? 'there is no git server')
  }
  if (status >= 300 && status < 400) {
    return new RemoteError('refused', 'the server redirects to another address; use that one', {
      statusCode: status,
    })
  }
  const isNothing = status === 404 && ask.nothing !== undefined
  const known = isNothing ? ask.nothing : MEANINGS.get(status)
  if (known !== undefined) return new RemoteError('refused', known, { statusCode: status })
  return new RemoteError('failed', `the server answered ${status}`, {
    statusCode: status,
    transient: mayPass(status),
  })
}

/** True for a status that the server may not answer the next time. */
export function mayPass(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}
