/**
 * Fetches objects of Git LFS: asks the remote's batch API for their links, and follows these.
 *
 * Links lead anywhere, so they go through the caller's client, as do redirects. The login of the remote is sent to its own
 * address alone.
 *
 * @see https://github.com/git-lfs/git-lfs/blob/main/docs/api/batch.md, …/basic-transfers.md, …/server-discovery.md
 */
import { mapLimited } from '../../system/parallel.js'
import type { LfsPointer } from '../lfs/pointer.js'
import { GitError } from '../program/git-error.js'
import {
  discard,
  exchange,
  login,
  MAX_REFS_MS,
  MAX_RESULT_MS,
  mayPass,
  RemoteError,
  remoteText,
  watched,
  type Remote,
  type RemoteResponse,
  type Watch,
} from './http.js'

interface LfsRequest {
  readonly branch: string
  readonly pointers: readonly LfsPointer[]
  /** Keeps an object, or throws a GitError if it is not what the pointer names. */
  readonly keep: (pointer: LfsPointer, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

/** Objects whose links are asked for at once, and those that are received at once. */
const ASKED_AT_ONCE = 50
const RECEIVED_AT_ONCE = 4
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const MAX_REDIRECTS = 3
const MAX_HEADERS = 50
const MAX_REASON = 200
const MEDIA_TYPE = 'application/vnd.git-lfs+json'

/**
 * Tries once to fetch objects.
 *
 * @returns why not, by SHA-256, for those that were not fetched
 * @throws RemoteError if the remote does not say where they are; GitError `aborted`
 */
export async function fetchObjects(
  remote: Remote,
  request: LfsRequest,
): Promise<Map<string, GitError>> {
  const failed = new Map<string, GitError>()
  const { pointers } = request
  for (let at = 0; at < pointers.length; at += ASKED_AT_ONCE) {
    const some = pointers.slice(at, at + ASKED_AT_ONCE)
    const links = await askForLinks(remote, { ...request, pointers: some })
    await mapLimited(some, RECEIVED_AT_ONCE, async (pointer) => {
      try {
        await receive(remote, request, { pointer, link: links.get(pointer.sha256) })
      } catch (error) {
        if (!(error instanceof GitError) || error.code === 'aborted') throw error
        failed.set(pointer.sha256, error)
      }
    })
  }
  return failed
}

/** Where an object is. */
interface Link {
  readonly href: string
  readonly headers: Readonly<Record<string, string>>
  /** True if the headers say who asks. */
  readonly isAuthenticated: boolean
  /** Milliseconds since the Unix epoch; null if unknown. */
  readonly expiresAt: number | null
}

type Links = ReadonlyMap<string, Link | RemoteError>

async function askForLinks(remote: Remote, { branch, pointers, now }: LfsRequest): Promise<Links> {
  const objects = pointers.map(({ sha256, size }) => ({ oid: sha256, size }))
  const asked = {
    operation: 'download',
    transfers: ['basic'],
    ref: { name: `refs/heads/${branch}` },
    objects,
    hash_algo: 'sha256',
  }
  return watched(remote, async (watch) => {
    const answer = await exchange(remote, watch, {
      path: `${isNamedGit(remote.url) ? '' : '.git'}/info/lfs/objects/batch`,
      accept: MEDIA_TYPE,
      nothing: 'it offers no objects of Git LFS',
      answerMs: MAX_REFS_MS,
      send: { type: MEDIA_TYPE, body: Buffer.from(JSON.stringify(asked)) },
    })
    return readLinks(remote, await readJson(answer), now())
  })
}

function isNamedGit(url: string): boolean {
  return /\.git\/*$/.test(new URL(url).pathname)
}

async function readJson(answer: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new RemoteError('too_large', 'the list of links is too long')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function readLinks(remote: Remote, answer: unknown, now: number): Links {
  const { objects, transfer = 'basic' } = fieldsOf(answer)
  if (!Array.isArray(objects)) throw odd('sends no list of objects')
  if (transfer !== 'basic') throw odd('sends them in a way that is not known here')
  return new Map(
    objects.map((object) => {
      const fields = fieldsOf(object)
      return [String(fields['oid']), readLink(remote, fields, now)]
    }),
  )
}

function odd(what: string): RemoteError {
  return new RemoteError('failed', `the server for Git LFS ${what}`)
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readLink(remote: Remote, object: Fields, now: number): Link | RemoteError {
  const { actions, authenticated, error } = object
  if (error !== undefined) return refusal(remote, fieldsOf(error))
  const download = fieldsOf(fieldsOf(actions)['download'])
  const { href, header, expires_in: seconds, expires_at: time } = download
  if (typeof href !== 'string') return notThere()
  const headers = Object.entries(fieldsOf(header))
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OURS.has(name))
    .slice(0, MAX_HEADERS)
  const isAuthenticated =
    authenticated === true || headers.some(([name]) => name === 'authorization')
  const until = typeof time === 'string' ? Date.parse(time) : Number.NaN
  // A remote that does not know how long sends 0, or the first year of its calendar.
  const isUntil = typeof seconds !== 'number' && until > 0
  const after = typeof seconds === 'number' && seconds > 0 ? now + seconds * 1000 : null
  return {
    href,
    headers: Object.fromEntries(headers),
    isAuthenticated,
    expiresAt: isUntil ? until : after,
  }
}

/** Headers that no link decides. */
const OURS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'upgrade',
])

function notThere(): RemoteError {
  return new RemoteError('refused', 'the server does not have it', { statusCode: 404 })
}

function refusal(remote: Remote, { code, message }: Fields): RemoteError {
  if (code === 404) return notThere()
  const status = typeof code === 'number' ? code : 0
  const said = typeof message === 'string' ? remoteText(remote, message).slice(0, MAX_REASON) : ''
  const words = [...(status === 0 ? [] : [String(status)]), ...(said === '' ? [] : [said])]
  const more = words.length === 0 ? '' : ` (${words.join(': ')})`
  const options = { statusCode: status, transient: mayPass(status) }
  return new RemoteError('refused', `the server does not send it${more}`, options)
}

interface Receiving {
  readonly pointer: LfsPointer
  readonly link: Link | RemoteError | undefined
}

async function receive(
  remote: Remote,
  { keep, now }: LfsRequest,
  { pointer, link = notThere() }: Receiving,
): Promise<void> {
  if (link instanceof RemoteError) throw link
  if (link.expiresAt !== null && link.expiresAt <= now()) {
    throw new RemoteError('failed', 'its link had expired', { transient: true })
  }
  await watched(remote, async (watch) => {
    const { body } = await follow(remote, watch, link)
    await keep(pointer, watch.each(body, MAX_RESULT_MS))
  })
}

async function follow(remote: Remote, watch: Watch, link: Link): Promise<RemoteResponse> {
  const isOwn = urlIn(link.href).origin === new URL(remote.url).origin
  const own = isOwn && !link.isAuthenticated ? login(remote) : {}
  let url = urlIn(link.href)
  let headers: Record<string, string> = { ...own, ...link.headers }
  for (let redirects = 0; ; redirects += 1) {
    const { signal } = watch
    const request = { method: 'GET' as const, url: url.href, headers, signal }
    const response = await watch.race(remote.http(request))
    if (response.status === 200) return response
    discard(response)
    const next = nextUrl(url, response)
    if (next === null) {
      const { status } = response
      const message = `the server answered ${status} in place of it`
      const options = { statusCode: status, transient: mayPass(status) }
      throw new RemoteError('failed', message, options)
    }
    if (redirects === MAX_REDIRECTS)
      throw new RemoteError('refused', 'its link redirects too often')
    if (next.origin !== url.origin) {
      const { authorization: _secret, cookie: _kept, ...others } = headers
      headers = others
    }
    url = next
  }
}

function urlIn(href: string): URL {
  if (URL.canParse(href)) return new URL(href)
  throw new RemoteError('failed', 'its link is not a URL')
}

/** Where an answer leads on; null if it does not. */
function nextUrl(url: URL, { status, headers }: RemoteResponse): URL | null {
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return null
  if (!URL.canParse(location, url.href)) return null
  const next = new URL(location, url)
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new RemoteError('refused', 'its link leads to an address that is not secure')
  }
  return next
}
