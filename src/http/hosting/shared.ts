/**
 * Answers for links to previews. The address that somebody gets has a secret, which goes into a cookie of the link's own host
 * at once: later addresses, which are easily passed on, do not have it. Nothing of this is cached or indexed.
 *
 * @see src/service/render/shares.ts
 */

import { readFile } from 'node:fs/promises'
import { GalleyError } from '../../errors.js'
import type { OpenedShare, Shares } from '../../service/render/shares.js'
import { contentTypeHeader } from '../../system/media-type.js'
import type { Bodies } from './encoding.js'
import { sendFile, sendHead, sendLent, sendText, type Exchange, type Headers } from './exchange.js'
import type { Facts } from './prepared.js'
import { findFile } from './site-path.js'
import type { Target } from './target.js'

export interface SharedPreviews {
  readonly shares: Pick<Shares, 'idOf' | 'open'>
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

interface SharedParts extends SharedPreviews {
  readonly bodies: Bodies
}

/** A request to the host of a link, and the id in its name. */
interface Asked {
  readonly exchange: Exchange
  readonly target: Target
  readonly id: string
}

const COOKIE = 'galley_share'
/** With TLS. A page of another host of the domain can't set this one, and so keep people from what was shared with them. */
const HOST_COOKIE = `__Host-${COOKIE}`
const PARAMETER = 'share'

const OWN: Headers = [
  'Cache-Control',
  'no-store',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Referrer-Policy',
  'same-origin',
]

/** Answers a request to the host of a link. */
export async function answerShared(parts: SharedParts, asked: Asked): Promise<void> {
  const { exchange, target, id } = asked
  const query = new URLSearchParams(target.search)
  const given = query.get(PARAMETER)
  try {
    const opened = await parts.shares.open(id, given ?? secretIn(exchange))
    if (!opened) return sendPage(exchange, 410, 'ended')
    if (given !== null) return enter(parts, asked, { opened, secret: given, query })
    if (opened.page === null) return await showSite(parts, asked, opened)
    return await showText(parts, asked, opened)
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    sendPage(exchange, error.code === 'validation_failed' ? 500 : 503, 'waiting')
  }
}

function secretIn({ request }: Exchange): string {
  const cookies = (request.headers.cookie ?? '').split(';').map((text) => text.trim().split('='))
  const [secret] = [HOST_COOKIE, COOKIE].flatMap((name) => cookies.filter(([own]) => own === name))
  return secret?.[1] ?? ''
}

interface Entering {
  readonly opened: OpenedShare
  readonly secret: string
  readonly query: URLSearchParams
}

/** Keeps the secret, and leads to the same page without it; the address of a text's link leads to its page. */
function enter(
  { now }: SharedParts,
  { exchange, target }: Asked,
  { opened, secret, query }: Entering,
): void {
  query.delete(PARAMETER)
  const rest = query.size === 0 ? '' : `?${query.toString()}`
  const seconds = Math.ceil((opened.share.expiresAt - now()) / 1000)
  const [name, secure] = opened.isSecure ? [HOST_COOKIE, '; Secure'] : [COOKIE, '']
  const cookie = `${name}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  const path = opened.page ? new URL(opened.page.path, 'http://localhost').pathname : target.path
  // One slash: two would name another host.
  const location = `${path.replace(/^[/\\]*/, '/')}${rest}`
  sendText(
    exchange,
    { status: 303, headers: ['Location', location, 'Set-Cookie', cookie, ...OWN] },
    '',
  )
}

/** The text's page, and what it is shown with: styles, scripts, pictures. No other page. */
function showText(
  { bodies }: SharedParts,
  { exchange, target }: Asked,
  opened: OpenedShare,
): Promise<void> | void {
  const { page, release, mayBeOfText } = opened
  if (page && (target.path === '/' || isSamePath(target.path, page.path))) {
    const type = contentTypeHeader(page.name ?? 'index.html')
    if (exchange.request.method === 'HEAD') return sendHead(exchange, headOf(type))
    const read = () => Promise.resolve(Buffer.from(conceal(page.text, opened)))
    const key = { sha256: `page ${opened.share.id} ${opened.version}`, size: page.text.length }
    return sendRead({ bodies, exchange, opened }, { type, key, read })
  }
  const found = findFile(target.path, (name) => release?.manifest.has(name) ?? false)
  const isPart = found.kind === 'file' && PART.test(contentTypeHeader(found.path))
  if (!isPart || mayBeOfText(found.path)) return sendPage(exchange, 404, 'missing')
  return sendOf({ bodies, exchange, opened }, found.path, 200)
}

function isSamePath(path: string, other: string): boolean {
  try {
    return decodeURI(path) === decodeURI(other)
  } catch {
    return false
  }
}

/** What a page is shown with. */
const PART = /^(text\/css|text\/javascript|application\/javascript|image\/|font\/|audio\/|video\/)/

function showSite(
  { bodies }: SharedParts,
  { exchange, target }: Asked,
  opened: OpenedShare,
): Promise<void> | void {
  const { release } = opened
  if (release === null) return sendPage(exchange, 503, 'waiting')
  const found = findFile(target.path, (name) => release.manifest.has(name))
  if (found.kind === 'malformed') return sendPage(exchange, 400, 'missing')
  if (found.kind === 'redirect') {
    const headers = ['Location', found.location + target.search, ...OWN]
    return sendText(exchange, { status: 301, headers }, '')
  }
  const sending = { bodies, exchange, opened }
  if (found.kind === 'file') return sendOf(sending, found.path, 200)
  if (release.manifest.has(ERROR_PAGE)) return sendOf(sending, ERROR_PAGE, 404)
  return sendPage(exchange, 404, 'missing')
}

const ERROR_PAGE = '404.html'

interface Sending {
  readonly bodies: Bodies
  readonly exchange: Exchange
  readonly opened: OpenedShare
}

/** Nobody has put an address of the preview into these. */
const AS_IT_IS = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(pdf|zip|gzip))/
/** Others are read whole. */
const MAX_READ_BYTES = 10 * 1024 * 1024

async function sendOf({ bodies, exchange, opened }: Sending, name: string, status: number) {
  const facts = opened.release?.manifest.get(name)
  const file = opened.release?.fileOf(name)
  if (!facts || file === undefined) return sendPage(exchange, 404, 'missing')
  const type = contentTypeHeader(name)
  const head = headOf(type, status)
  if (exchange.request.method === 'HEAD') return sendHead(exchange, head)
  if (AS_IT_IS.test(type) && facts.size > 0) {
    return sendFile(exchange, head, { file, start: 0, end: facts.size })
  }
  const key = { ...facts, sha256: `${facts.sha256} ${opened.share.id}` }
  // A byte for each character: what is no text stays as it is.
  const read = async () => Buffer.from(conceal(await readFile(file, 'latin1'), opened), 'latin1')
  return sendRead({ bodies, exchange, opened }, { type, key, read, status })
}

interface Reading {
  readonly type: string
  readonly key: Facts
  readonly read: () => Promise<Buffer>
  readonly status?: number
}

/** Sends what is read whole, within the memory for all bodies. */
async function sendRead({ bodies, exchange }: Sending, { type, key, read, status }: Reading) {
  if (key.size > MAX_READ_BYTES || !bodies.has(key, 'identity', MAX_READ_BYTES)) {
    return sendPage(exchange, 503, 'waiting')
  }
  sendLent(exchange, headOf(type, status), await bodies.lend(key, 'identity', read))
}

function headOf(type: string, status = 200) {
  return { status, headers: ['Content-Type', type, ...OWN] }
}

/** The preview's own address would show it for ever. */
function conceal(text: string, { concealed, host }: OpenedShare): string {
  return concealed.reduce((shown, one) => shown.replaceAll(one, host), text)
}

type Said = 'ended' | 'missing' | 'waiting'

const TEXTS: Readonly<Record<'en' | 'de', Readonly<Record<Said, readonly [string, string]>>>> = {
  en: {
    ended: [
      'This link has ended',
      'It has been revoked, its time is over, or a part of the address is missing. Ask the person who sent it to you for a new one.',
    ],
    missing: [
      'Nothing is shared here',
      'The link that you were given shows other pages than this one.',
    ],
    waiting: [
      'The preview is not ready',
      'It is being brought up to date, and this page loads again by itself. If it stays like this, tell the person who sent you the link.',
    ],
  },
  de: {
    ended: [
      'Dieser Link ist beendet',
      'Er wurde widerrufen, seine Zeit ist um, oder ein Teil der Adresse fehlt. Fragen Sie die Person, die ihn geschickt hat, nach einem neuen.',
    ],
    missing: [
      'Hier wird nichts geteilt',
      'Der Link, den Sie bekommen haben, zeigt andere Seiten als diese.',
    ],
    waiting: [
      'Die Vorschau ist noch nicht bereit',
      'Sie wird auf den neuesten Stand gebracht; diese Seite lädt von selbst neu. Bleibt es dabei, sagen Sie es der Person, die den Link geschickt hat.',
    ],
  },
}

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem}'

/** A page of the host's own. What is not ready is asked for again by itself. */
function sendPage({ request, response }: Exchange, status: number, said: Said): void {
  const language = /^\s*de\b/i.test(String(request.headers['accept-language'] ?? '')) ? 'de' : 'en'
  const [title, text] = TEXTS[language][said]
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p></main></html>`
  const body = Buffer.from(page)
  const again = said === 'waiting' ? ['Refresh', '3', 'Retry-After', '3'] : []
  response.writeHead(status, [
    'X-Content-Type-Options',
    'nosniff',
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    ...again,
    ...OWN,
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}
