/**
 * The built-in host: serves releases on the sites port, which is another origin than the API.
 *
 * Each request reads once which release is live (a symbolic link), so page and status come from the same release.
 * Only files of the manifest are served.
 *
 * @see src/http/README.md (Running)
 */

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import Koa, { type Context } from 'koa'
import { GalleyError } from '../../errors.js'
import { parseRange } from '../file-reply.js'
import type { Logger } from '../../system/logger.js'
import { isUnchanged } from '../middleware/conditional.js'
import { hasHost, hasPath } from '../middleware/request-target.js'
import { contentTypeHeader } from '../../system/media-type.js'
import {
  chooseEncoding,
  createCompressedBodies,
  type CompressedBodies,
  type Encoding,
} from './encoding.js'
import { findFile } from './site-path.js'

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
  readonly logger: Logger
  /** Memory for compressed bodies, those that are being sent included. */
  readonly compressedBytes?: number
}

const COMPRESSED_BYTES = 64 * 1024 * 1024
const METHODS = new Set(['GET', 'HEAD'])

/** Creates the Koa application of the host. */
export function createHost(parts: HostParts): Koa {
  const app = new Koa()
  const bodies = createCompressedBodies(parts.compressedBytes ?? COMPRESSED_BYTES)
  app.use(async (ctx) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    // Request bodies are not used here. If Node itself dropped one, it would be read without pauses.
    ctx.req.resume()
    if (!METHODS.has(ctx.method)) {
      ctx.set('Allow', 'GET, HEAD')
      return plain(ctx, 405, 'Only GET and HEAD are possible here.')
    }
    if (!hasPath(ctx)) return plain(ctx, 400, 'The address is malformed.')
    if (!hasHost(ctx)) return plain(ctx, 400, 'The request must have one header Host.')
    const served = await parts.find(hostnameOf(ctx))
    if (!served) return plain(ctx, 421, 'No site is served under this name.')
    if (served.isPreview) hideAddress(ctx)
    return answer(ctx, served, bodies)
  })
  app.on('error', (error: Error) => {
    parts.logger.debug({ error: error.message }, 'serving a site broke off')
  })
  return app
}

/** The address of a preview is a secret: other sites that it links to or loads from, and search engines, do not get it. */
function hideAddress(ctx: Context): void {
  ctx.set('X-Robots-Tag', 'noindex')
  ctx.set('Referrer-Policy', 'same-origin')
}

function hostnameOf(ctx: Context): string {
  return hostOf(ctx).replace(/:\d*$/, '').toLowerCase().replace(/\.$/, '')
}

/** If the request target is a full URL, its host counts, not the header (RFC 9112 §3.2.2). */
function hostOf(ctx: Context): string {
  const target = ctx.req.url ?? ''
  if (!/^https?:\/\//i.test(target)) return ctx.get('Host')
  return URL.canParse(target) ? new URL(target).host : ''
}

function plain(ctx: Context, status: number, text: string): void {
  ctx.status = status
  ctx.type = 'text/plain; charset=utf-8'
  ctx.body = `${text}\n`
}

async function answer(ctx: Context, served: Served, bodies: CompressedBodies): Promise<void> {
  const found = findFile(ctx.path, (name) => served.manifest.has(name))
  switch (found.kind) {
    case 'malformed':
      return plain(ctx, 400, 'The address is malformed.')
    case 'redirect':
      ctx.status = 301
      ctx.set('Location', found.location + ctx.search)
      ctx.body = ''
      return
    case 'missing':
      if (served.manifest.has('404.html'))
        return sendFile(ctx, { served, bodies, path: '404.html' })
      return plain(ctx, 404, 'There is no such page.')
    case 'file':
      return sendFile(ctx, { served, bodies, path: found.path })
  }
}

interface Sending {
  readonly served: Served
  readonly bodies: CompressedBodies
  readonly path: string
}

async function sendFile(ctx: Context, sending: Sending): Promise<void> {
  const { served, path: name } = sending
  const facts = served.manifest.get(name)
  if (!facts) return
  const type = contentTypeHeader(name)
  const encoding = encodingOf(ctx, facts, sending)
  const etag = encoding === 'identity' ? facts.sha256 : `${facts.sha256}-${encoding}`
  ctx.set('ETag', `"${etag}"`)
  ctx.set('Vary', 'Accept-Encoding')
  ctx.set('Cache-Control', served.isPreview ? 'private, no-cache' : 'public, no-cache')
  ctx.type = type
  const isError = name === '404.html'
  if (!isError && isUnchanged(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304
    return
  }
  ctx.status = isError ? 404 : 200
  const file = served.fileOf(name)
  if (encoding === 'identity') return sendIdentity(ctx, file, facts)
  ctx.set('Content-Encoding', encoding)
  const { body, giveBack } = await sending.bodies.lend(facts, encoding, () => readFile(file))
  if (ctx.res.closed) giveBack()
  else ctx.res.once('close', giveBack)
  ctx.body = body
}

/** Chooses the encoding; none if compressing would have to wait long, or take too much memory. */
function encodingOf(ctx: Context, facts: Facts, { bodies, path: name }: Sending): Encoding {
  const { sha256, size } = facts
  const encoding = chooseEncoding(ctx.get('Accept-Encoding'), contentTypeHeader(name), size)
  if (encoding === 'identity' || isUnchanged(ctx.get('If-None-Match'), `${sha256}-${encoding}`)) {
    return encoding
  }
  return bodies.has(facts, encoding) ? encoding : 'identity'
}

function sendIdentity(ctx: Context, file: string, facts: Facts): void {
  ctx.set('Accept-Ranges', 'bytes')
  const ifRange = ctx.get('If-Range')
  const header = ifRange === '' || ifRange === `"${facts.sha256}"` ? ctx.get('Range') : ''
  const range = ctx.status === 200 ? rangeOf(header, facts.size) : null
  if (range === 'outside') {
    ctx.set('Content-Range', `bytes */${facts.size}`)
    return plain(ctx, 416, 'The range is outside of the file.')
  }
  if (range) {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${facts.size}`)
  }
  const { start, end } = range ?? { start: 0, end: facts.size }
  ctx.length = end - start
  ctx.body =
    end > start
      ? createReadStream(file, { start, end: end - 1 })
      : Readable.from([], { objectMode: false })
  ctx.length = end - start
}

function rangeOf(header: string, size: number): ReturnType<typeof parseRange> | 'outside' {
  try {
    return parseRange(header, size)
  } catch (error) {
    if (error instanceof GalleyError) return 'outside'
    throw error
  }
}
