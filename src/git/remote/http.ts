/**
 * HTTP as git's protocol uses it, over a client that the caller brings (and that guards which
 * addresses may be reached). Here is the watch over every wait, the login, and what statuses mean.
 *
 * The token is only ever in the `Authorization` header. Text of the other side loses its control
 * characters and whatever looks like the token before it gets into an error.
 *
 * @see gitprotocol-http(5)
 */
import { printable } from '../objects/check-tree.js'
import { GitError } from '../program/git-error.js'
import type { GitErrorCode } from '../program/git-error.js'

/** A request; redirects must not be followed. */
export interface RemoteRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/** An answer whose body comes as it comes. */
interface RemoteResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array>
}

/** The way out. What it rejects with may say `transient: boolean`; without, it counts as transient. */
type RemoteHttp = (request: RemoteRequest) => Promise<RemoteResponse>

/** A repository elsewhere and how it is reached. */
export interface Remote {
  /** http(s) URL without credentials. */
  readonly url: string
  readonly username: string
  readonly token: string
  readonly http: RemoteHttp
  /** Ends the work at once, whatever the other side does. */
  readonly signal: AbortSignal
  /** Milliseconds of silence after which the other side is given up; 60,000 if left out. */
  readonly idleMs?: number
}

interface RemoteErrorOptions {
  readonly statusCode?: number
  readonly transient?: boolean
  readonly cause?: unknown
  readonly current?: string | null
}

/** What a remote did to us, as a clause: "the access token was refused". Holds no secret. */
export class RemoteError extends GitError {
  /** Of the HTTP answer, where that was the reason. */
  readonly statusCode: number | undefined
  /** Whether the same again may succeed. */
  readonly transient: boolean

  constructor(code: GitErrorCode, message: string, options: RemoteErrorOptions = {}) {
    super(code, message, options)
    this.statusCode = options.statusCode
    this.transient = options.transient ?? false
  }
}

const IDLE_MS = 60_000

/** Ends every wait when the caller aborts or the other side is silent for too long. */
export class Watch {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #idleMs: number
  readonly #abort = (): void => this.#end(new GitError('aborted', 'Aborted.'))
  #timer: NodeJS.Timeout | undefined

  constructor({ signal, idleMs }: Pick<Remote, 'signal' | 'idleMs'>) {
    this.#outer = signal
    this.#idleMs = idleMs ?? IDLE_MS
    if (signal.aborted) this.#abort()
    else signal.addEventListener('abort', this.#abort, { once: true })
    this.touch()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The other side is alive, or has that much to do before it can be expected to say so. */
  touch(extraMs = 0): void {
    clearTimeout(this.#timer)
    if (this.signal.aborted) return
    const silent = () =>
      this.#end(new RemoteError('io', 'the server did not answer in time', { transient: true }))
    this.#timer = setTimeout(silent, this.#idleMs + extraMs)
  }

  /** It is not the other side that is waited for, until the next `touch`. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  /** The result of the work, or the reason why it is not waited for. */
  async race<T>(work: Promise<T>): Promise<T> {
    let stop = (): void => undefined
    const ended = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.signal.reason)
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop, { once: true })
    })
    try {
      return await Promise.race([work, ended])
    } catch (error) {
      // What the abort made of the work is less than its reason.
      throw this.signal.aborted ? this.signal.reason : error
    } finally {
      work.catch(() => undefined)
      this.signal.removeEventListener('abort', stop)
      this.touch()
    }
  }

  /** The items of a stream, each waited for no longer than allowed. */
  async *each<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = stream[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await this.race(iterator.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      // A frozen stream would not end either.
      iterator.return?.().catch(() => undefined)
    }
  }

  /** Ends all that is under way. */
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

/** Runs work under a watch; whatever the way out threw becomes a RemoteError. */
export async function watched<T>(remote: Remote, work: (watch: Watch) => Promise<T>): Promise<T> {
  const watch = new Watch(remote)
  try {
    return await work(watch)
  } catch (error) {
    // What still runs for a request that failed, such as the making of a pack, ends too.
    watch.end()
    throw asRemoteError(remote, error)
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

/** Text from outside, fit for an error: one line, no control characters, none of our secrets. */
export function remoteText(remote: Pick<Remote, 'username' | 'token'>, text: string): string {
  const { username, token } = remote
  const login = Buffer.from(`${username}:${token}`).toString('base64')
  let safe = text
  for (const secret of [token, encodeURIComponent(token), login]) {
    if (secret.length >= 4) safe = safe.replaceAll(secret, '********')
  }
  return printable(safe.trim().replace(/(?<!\s)\s*\n\s*/g, '; '))
}

/** One request with its answer judged; the body is under the watch, too. @throws RemoteError */
export async function exchange(
  remote: Remote,
  watch: Watch,
  ask: Ask,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await answerTo(remote, watch, ask)
  const failure = refusal(response, ask.accept)
  if (failure === null) return watch.each(response.body)
  void response.body[Symbol.asyncIterator]()
    .return?.()
    .catch(() => undefined)
  throw failure
}

interface Ask {
  /** After the address of the repository. */
  readonly path: string
  /** Media type of the answer. */
  readonly accept: string
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
    // A kept connection may have been closed by the server just now: a question is asked again.
    if (send || watch.signal.aborted || !isTransient(error)) throw error
    return watch.race(remote.http(request))
  }
}

function isTransient(error: unknown): boolean {
  const says = typeof error === 'object' && error !== null && 'transient' in error
  return says ? error.transient === true : true
}

function login({ username, token }: Remote): Record<string, string> {
  const basic = Buffer.from(`${username}:${token}`).toString('base64')
  return {
    ...(token !== '' && { authorization: `Basic ${basic}` }),
    // Hosts give git's own answers only to what calls itself git.
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

function refusal({ status, headers }: RemoteResponse, accept: string): RemoteError | null {
  if (status === 200) {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim()
    return type === accept ? null : new RemoteError('failed', 'there is no git server')
  }
  if (status >= 300 && status < 400) {
    return new RemoteError('refused', 'the server redirects to another address; use that one', {
      statusCode: status,
    })
  }
  const known = MEANINGS.get(status)
  if (known !== undefined) return new RemoteError('refused', known, { statusCode: status })
  const transient = status >= 500 || status === 408 || status === 429
  return new RemoteError('failed', `the server answered ${status}`, {
    statusCode: status,
    transient,
  })
}
