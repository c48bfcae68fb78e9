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
import { HERE_PATH } from '../../service/certificates/challenges.js'
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
import {
  createPrepare,
  PREVIEW,
  type Facts,
  type Prepare,
  type Prepared,
  type Served,
} from './prepared.js'
import { answerShared, type SharedPreviews } from './shared.js'
import { findFile } from './site-path.js'
import { hasClearEnd, readTarget } from './target.js'

interface HostParts {
  /** Finds the release for a host name (lower case, without port); null for none. */
  readonly find: (hostname: string) => Promise<Served | null>
  /** Without it, there are no links to previews. */
  readonly shared?: SharedPreviews
  /** What it answers to the server itself, which looks whether a name leads here; null for a token that it has not. */
  readonly answerTo?: (token: string) => string | null
  readonly logger: Pick<Logger, 'debug'>
  /** Memory for bodies of all sites, those that are being sent included. */
  readonly memoryBytes?: number
}

const MEMORY_BYTES = 64 * 1024 * 1024

/** Creates the listener of the host. It is Node's own: what Koa does around each request cost more than the answer. */
export function createHost({ memoryBytes = MEMORY_BYTES, logger, ...parts }: HostParts): Listener {
  const memory = { bodies: createBodies(memoryBytes), prepare: createPrepare() }
  return async (request, response) => {
    const exchange = { request, response }
    try {
      await answer(exchange, parts, memory)
    } catch (error) {
      logger.debug({ error: String(error) }, 'serving a site broke off')
      if (response.headersSent) response.destroy()
      else sendText(exchange, { status: 500, headers: [] }, 'The page can’t be read.')
    }
  }
}

/** What is kept of files that were asked for. */
interface Memory {
  readonly bodies: Bodies
  readonly prepare: Prepare
}

async function answer(
  exchange: Exchange,
  { find, shared, answerTo }: Omit<HostParts, 'logger'>,
  memory: Memory,
): Promise<void> {
  const { request } = exchange
  const { headers, method = '' } = request
  // Request bodies are not used here. If Node itself dropped one, it would be read without pauses.
  if ('content-length' in headers || 'transfer-encoding' in headers) request.resume()
  const refuse = (status: number, text: string, more: Headers = []) =>
    sendText(exchange, { status, headers: more }, text)
  if (!hasClearEnd(request)) {
    return refuse(400, 'The last transfer coding must be chunked.', ['Connection', 'close'])
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(405, 'Only GET and HEAD are possible here.', ['Allow', 'GET, HEAD'])
  }
  const target = readTarget(request)
  if (!target) return refuse(400, 'The address is malformed.')
  if (!hasHost(request)) return refuse(400, 'The request must have one header Host.')
  if (answerTo && target.path.startsWith(HERE_PATH)) {
    const text = answerTo(target.path.slice(HERE_PATH.length))
    if (text !== null) return sendText(exchange, { status: 200, headers: [] }, text)
  }
  const id = shared?.shares.idOf(target.hostname) ?? null
  if (shared && id !== null) return answerShared({ ...shared, ...memory }, { exchange, target, id })
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
    case 'file': {
      const file = memory.prepare(served, found.kind === 'file' ? found.path : ERROR_PAGE)
      if (!file) return refuse(404, 'There is no such page.', own)
      return send(exchange, { served, file, bodies: memory.bodies })
    }
  }
}

/** The page for what a site does not have, as on GitHub Pages. */
const ERROR_PAGE = '404.html'

interface Sending {
  readonly served: Served
  readonly file: Prepared
  readonly bodies: Bodies
}

/** A promise only if the file must be read. */
function send(exchange: Exchange, sending: Sending): void | Promise<void> {
  const { file, bodies } = sending
  const encoding = encodingOf(exchange, sending)
  const isError = file.name === ERROR_PAGE
  if (!isError && isUnchanged(asked(exchange, 'if-none-match'), etagOf(file, encoding))) {
    return sendHead(exchange, { status: 304, headers: file.shared[encoding] })
  }
  const head = { status: isError ? 404 : 200, headers: file.whole[encoding] }
  if (encoding === 'identity') return sendPlain(exchange, head, sending)
  const kept = bodies.take(file.facts, encoding)
  if (kept) return sendLent(exchange, head, kept)
  return lend(sending, encoding).then((made) => sendLent(exchange, head, made))
}

function etagOf({ facts }: Prepared, encoding: Encoding): string {
  return encoding === 'identity' ? facts.sha256 : `${facts.sha256}-${encoding}`
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
function encodingOf(exchange: Exchange, { file, bodies }: Sending): Encoding {
  const { facts, type } = file
  const encoding = chooseEncoding(asked(exchange, 'accept-encoding'), type, facts.size)
  if (encoding === 'identity') return encoding
  if (isUnchanged(asked(exchange, 'if-none-match'), etagOf(file, encoding))) return encoding
  return bodies.has(facts, encoding) ? encoding : 'identity'
}

function lend({ served, bodies, file: { name, facts } }: Sending, encoding: Encoding) {
  return bodies.lend(facts, encoding, () => readWhole(served.fileOf(name), facts.size))
}

/** @throws Error if the file has not the size that the manifest says */
async function readWhole(file: string, size: number): Promise<Buffer> {
  const bytes = await readFile(file)
  if (bytes.length === size) return bytes
  throw new Error(`${file} has ${bytes.length} bytes, not ${size}`)
}

/** Sends a file as it is, or the part of it that is asked for. */
function sendPlain(exchange: Exchange, head: Head, sending: Sending): void | Promise<void> {
  const { facts, shared, whole } = sending.file
  const range = head.status === 200 ? rangeOf(exchange, facts) : null
  if (range === 'outside') {
    const outside = ['Accept-Ranges', 'bytes', 'Content-Range', `bytes */${facts.size}`]
    // A text of the host's own, not the file.
    const refused = { status: 416, headers: [...shared.identity, ...outside] }
    return sendText(exchange, refused, 'The range is outside of the file.')
  }
  if (!range) return sendPart(exchange, head, { ...sending, start: 0, end: facts.size })
  const part = ['Content-Range', `bytes ${range.start}-${range.end - 1}/${facts.size}`]
  const written = { status: 206, headers: [...whole.identity, ...part] }
  return sendPart(exchange, written, { ...sending, ...range })
}

function sendPart(exchange: Exchange, head: Head, part: Sending & Part): void | Promise<void> {
  const { served, bodies, file, start, end } = part
  const { facts, name } = file
  if (exchange.request.method === 'HEAD') {
    return sendHead(exchange, head, ['Content-Length', String(end - start)])
  }
  const kept = bodies.take(facts, 'identity')
  if (kept) return sendLent(exchange, head, { ...kept, part })
  if (facts.size > 0 && !bodies.has(facts, 'identity')) {
    return sendFile(exchange, head, { file: served.fileOf(name), start, end })
  }
  return lend(part, 'identity').then((made) => sendLent(exchange, head, { ...made, part }))
}

function rangeOf(exchange: Exchange, { sha256, size }: Facts): Part | 'outside' | null {
  const header = asked(exchange, 'range')
  if (header === '') return null
  const ifRange = asked(exchange, 'if-range')
  if (ifRange !== '' && ifRange !== `"${sha256}"`) return null
  try {
    return parseRange(header, size)
  } catch (error) {
    if (error instanceof GalleyError) return 'outside'
    throw error
  }
}
