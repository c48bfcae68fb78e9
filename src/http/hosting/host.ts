/**
 * The built-in host: serves releases on the sites port, which is another origin than the API.
 *
 * Each request reads once which release is live (a symbolic link), so page and status come from the same release.
 * Only files of the manifest are served.
 *
 * @see src/http/README.md (Running)
 */

import { readFile } from 'node:fs/promises'
import { GalleyError } from '../../errors.js'
import { contentTypeHeader } from '../../system/media-type.js'
import type { Listener } from '../answering.js'
import { parseRange } from '../file-reply.js'
import type { Logger } from '../../system/logger.js'
import { isUnchanged } from '../middleware/conditional.js'
import { hasHost } from '../middleware/request-target.js'
import { chooseEncoding, createBodies, type Bodies, type Encoding } from './encoding.js'
import {
  sendFile,
  sendHead,
  sendLent,
  sendText,
  type Exchange,
  type Head,
  type Headers,
  type Part,
} from './exchange.js'
import { findFile } from './site-path.js'
import { hasClearEnd, readTarget } from './target.js'

interface Facts {
  readonly sha256: string
  readonly size: number
}

/** A release that can be served. */
interface Served {
  /** Absolute path of a file of the manifest. */
  readonly fileOf: (name: string) => string
  readonly manifest: ReadonlyMap<string, Facts>
  readonly isPreview: boolean
}

interface HostParts {
  /** Finds the release for a host name (lower case, without port); null for none. */
  readonly find: (hostname: string) => Promise<Served | null>
  readonly logger: Pick<Logger, 'debug'>
  /** Memory for bodies of all sites, those that are being sent included. */
  readonly memoryBytes?: number
}

const MEMORY_BYTES = 64 * 1024 * 1024
const METHODS = new Set(['GET', 'HEAD'])

/** The address of a preview is a secret: other sites that it links to or loads from, and search engines, do not get it. */
const PREVIEW: Headers = ['X-Robots-Tag', 'noindex', 'Referrer-Policy', 'same-origin']

/** Creates the listener of the host. It is Node's own: what Koa does around each request cost more than the answer. */
export function createHost({ find, logger, memoryBytes = MEMORY_BYTES }: HostParts): Listener {
  const bodies = createBodies(memoryBytes)
  return async (request, response) => {
    const exchange = { request, response }
    try {
      await answer(exchange, find, bodies)
    } catch (error) {
      logger.debug({ error: String(error) }, 'serving a site broke off')
      if (response.headersSent) response.destroy()
      else sendText(exchange, { status: 500, headers: [] }, 'The page can’t be read.')
    }
  }
}

async function answer(exchange: Exchange, find: HostParts['find'], bodies: Bodies): Promise<void> {
  const { request } = exchange
  const { headers, method = '' } = request
  // Request bodies are not used here. If Node itself dropped one, it would be read without pauses.
  if ('content-length' in headers || 'transfer-encoding' in headers) request.resume()
  const refuse = (status: number, text: string, more: Headers = []) =>
    sendText(exchange, { status, headers: more }, text)
  if (!hasClearEnd(request)) {
    return refuse(400, 'The last transfer coding must be chunked.', ['Connection', 'close'])
  }
  if (!METHODS.has(method)) {
    return refuse(405, 'Only GET and HEAD are possible here.', ['Allow', 'GET, HEAD'])
  }
  const target = readTarget(request)
  if (!target) return refuse(400, 'The address is malformed.')
  if (!hasHost(request)) return refuse(400, 'The request must have one header Host.')
  const served = await find(target.hostname)
  if (!served) return refuse(421, 'No site is served under this name.')
  const own = served.isPreview ? PREVIEW : []
  const found = findFile(target.path, (name) => served.manifest.has(name))
  switch (found.kind) {
    case 'malformed':
      return refuse(400, 'The address is malformed.', own)
    case 'redirect':
      return refuse(301, '', ['Location', found.location + target.search, ...own])
    case 'missing':
      if (!served.manifest.has('404.html')) return refuse(404, 'There is no such page.', own)
      return send(exchange, { served, bodies, name: '404.html' })
    case 'file':
      return send(exchange, { served, bodies, name: found.path })
  }
}

interface Sending {
  readonly served: Served
  readonly bodies: Bodies
  readonly name: string
}

async function send(exchange: Exchange, sending: Sending): Promise<void> {
  const { served, name } = sending
  const facts = served.manifest.get(name)
  if (!facts) return
  const type = contentTypeHeader(name)
  const encoding = encodingOf(exchange, facts, { ...sending, type })
  const etag = encoding === 'identity' ? facts.sha256 : `${facts.sha256}-${encoding}`
  const headers = headersOf(served, etag)
  const isError = name === '404.html'
  if (!isError && isUnchanged(asked(exchange, 'if-none-match'), etag)) {
    return sendHead(exchange, { status: 304, headers })
  }
  headers.push('Content-Type', type)
  const head = { status: isError ? 404 : 200, headers }
  const content = { ...sending, facts }
  if (encoding === 'identity') return sendPlain(exchange, head, content)
  headers.push('Content-Encoding', encoding)
  sendLent(exchange, head, await lend(content, encoding))
}

function headersOf({ isPreview }: Served, etag: string): string[] {
  const cache = isPreview ? 'private, no-cache' : 'public, no-cache'
  const own = isPreview ? PREVIEW : []
  return ['ETag', `"${etag}"`, 'Vary', 'Accept-Encoding', 'Cache-Control', cache, ...own]
}

/** A header of which Node gives one text; empty for none. */
function asked(
  { request }: Exchange,
  name: 'accept-encoding' | 'if-none-match' | 'if-range' | 'range',
): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Chooses the encoding; none if compressing would have to wait long, or take too much memory. */
function encodingOf(
  exchange: Exchange,
  facts: Facts,
  { bodies, type }: Sending & { readonly type: string },
): Encoding {
  const encoding = chooseEncoding(asked(exchange, 'accept-encoding'), type, facts.size)
  const etag = `${facts.sha256}-${encoding}`
  if (encoding === 'identity' || isUnchanged(asked(exchange, 'if-none-match'), etag))
    return encoding
  return bodies.has(facts, encoding) ? encoding : 'identity'
}

interface Content extends Sending {
  readonly facts: Facts
}

function lend({ served, bodies, name, facts }: Content, encoding: Encoding) {
  return bodies.lend(facts, encoding, () => readWhole(served.fileOf(name), facts.size))
}

/** @throws Error if the file has not the size that the manifest says */
async function readWhole(file: string, size: number): Promise<Buffer> {
  const bytes = await readFile(file)
  if (bytes.length === size) return bytes
  throw new Error(`${file} has ${bytes.length} bytes, not ${size}`)
}

/** Sends a file as it is, or the part of it that is asked for. */
async function sendPlain(exchange: Exchange, head: Head, content: Content): Promise<void> {
  const { facts, bodies, served, name } = content
  const headers = [...head.headers, 'Accept-Ranges', 'bytes']
  const range = head.status === 200 ? rangeOf(exchange, facts) : null
  if (range === 'outside') {
    const outside = ['Content-Range', `bytes */${facts.size}`]
    // A text of the host's own, not the file.
    const shared = headersOf(served, facts.sha256)
    const refused = { status: 416, headers: [...shared, 'Accept-Ranges', 'bytes', ...outside] }
    return sendText(exchange, refused, 'The range is outside of the file.')
  }
  if (range) headers.push('Content-Range', `bytes ${range.start}-${range.end - 1}/${facts.size}`)
  const { start, end } = range ?? { start: 0, end: facts.size }
  const written = { status: range ? 206 : head.status, headers }
  if (exchange.request.method === 'HEAD') {
    return sendHead(exchange, written, ['Content-Length', String(end - start)])
  }
  if (facts.size > 0 && !bodies.has(facts, 'identity')) {
    return sendFile(exchange, written, { file: served.fileOf(name), start, end })
  }
  const { body, giveBack } = await lend(content, 'identity')
  sendLent(exchange, written, { body: body.subarray(start, end), giveBack })
}

function rangeOf(exchange: Exchange, { sha256, size }: Facts): Part | 'outside' | null {
  const ifRange = asked(exchange, 'if-range')
  if (ifRange !== '' && ifRange !== `"${sha256}"`) return null
  try {
    return parseRange(asked(exchange, 'range'), size)
  } catch (error) {
    if (error instanceof GalleyError) return 'outside'
    throw error
  }
}
