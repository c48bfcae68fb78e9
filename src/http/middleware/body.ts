/**
 * Reads the body of a request as its route needs it: JSON, a multipart form on disk, or none.
 *
 * The limits come from the configuration. Uploaded files get random names in a temporary folder, which is deleted
 * when the request ends.
 *
 * @see src/http/README.md (Conventions; Running)
 */

import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { isFullDisk } from '../../system/errno.js'
import { GalleyError } from '../../errors.js'
import type { Input, Upload } from '../route.js'
import { formParts } from './form-parts.js'
import { createHeldBodies, type HeldBody } from './held-bodies.js'
import { readJson, tooLarge, unreadable } from './json-body.js'
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

/** Bytes of a form besides its file: fields, headers, boundaries. */
const MAX_BYTES_AROUND = 1024 * 1024
const JSON_TYPE = 'application/json'

/** Bytes of JSON from who has not said who it is: an address, a password, a token. */
const MAX_PUBLIC_BYTES = 64 * 1024

/** Bodies of the largest size that are in memory at the same time, of one user and in all. */
const BODIES_OF_USER = 8
const BODIES = 32

interface BodyLimits {
  readonly jsonBytes: number
  readonly uploadBytes: number
  readonly importBytes: number
  readonly bodySeconds: number
  /** Folder for uploads, on the file system of the repositories. */
  readonly uploadFolder: string
}

interface Body {
  readonly body: unknown
  readonly upload: Upload | null
}

export type BodyReader = <T>(
  ctx: Context,
  input: Input,
  use: (body: Body) => Promise<T>,
) => Promise<T>

/** Creates the reader. Uploaded files exist while `use` runs. */
export function createBodyReader(limits: BodyLimits): BodyReader {
  const { jsonBytes } = limits
  const bodies = createHeldBodies({ ofOne: BODIES_OF_USER * jsonBytes, inAll: BODIES * jsonBytes })
  return async (ctx, input, use) => {
    if (input.kind === 'raw') {
      requireType(ctx, input.types)
      return use({ body: undefined, upload: null })
    }
    if (input.kind === 'upload') {
      requireType(ctx, ['multipart/form-data'])
      return inFolder(limits.uploadFolder, (folder) => {
        const reader = multipartReader(folder, limits[input.limit])
        return withUpload(ctx, () => timed(ctx, limits, () => read(reader, ctx)), use)
      })
    }
    if (!hasBody(ctx)) return use({ body: {}, upload: null })
    requireType(ctx, [JSON_TYPE])
    requireUtf8(ctx)
    const { userId } = ctx.state
    const most = userId === undefined ? Math.min(jsonBytes, MAX_PUBLIC_BYTES) : jsonBytes
    const held = bodies.open(String(userId))
    try {
      const body = await timed(ctx, limits, () => json(ctx, most, held))
      return await use({ body, upload: null })
    } finally {
      held.release()
    }
  }
}

/**
 * Runs work with a temporary folder and deletes it afterwards. A rejected form may have more unfinished files than
 * the parser reports.
 */
async function inFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(parent, `upload-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }
}

function multipartReader(uploadDir: string, most: number) {
  return koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir,
      enabledPlugins: [formParts({ file: most, around: MAX_BYTES_AROUND })],
      filename: () => randomUUID(),
      maxFiles: 1,
      maxFileSize: most,
      maxTotalFileSize: most,
      maxFields: 20,
      maxFieldsSize: 64 * 1024,
      allowEmptyFiles: true,
      minFileSize: 0,
      onPart: (part, handle) => handle(withKind(part)),
    },
    onError: (error) => refuse(error, most),
  })
}

/**
 * Decides whether a part is a file or a field. The parser goes by the type of a part, which clients give to either,
 * or to none.
 */
function withKind<Part extends PartHead>(part: Part): Part {
  const isFile = part.originalFilename !== null || (part.name === 'file' && part.mimetype !== null)
  return Object.assign(part, {
    mimetype: isFile ? part.mimetype || 'application/octet-stream' : null,
  })
}

interface PartHead {
  readonly name: string | null
  readonly originalFilename: string | null
  readonly mimetype: string | null
}

function requireUtf8(ctx: Context): void {
  const { charset } = ctx.request
  if (charset === '' || /^utf-?8$/i.test(charset)) return
  throw new GalleyError('unsupported_media_type', `JSON must be UTF-8, not ${charset}.`)
}

/** Whether a request sends a body, which may take as long as the limits allow. */
export function hasBody(ctx: Context): boolean {
  return ctx.request.length !== 0 && (ctx.request.length !== undefined || isChunked(ctx))
}

function isChunked(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== ''
}

function requireType(ctx: Context, types: readonly string[]): void {
  if (ctx.is([...types])) return
  const type = ctx.get('Content-Type')
  const given = type === '' ? 'and the request names no Content-Type' : `not "${type}"`
  throw new GalleyError(
    'unsupported_media_type',
    `This endpoint accepts ${types.join(' or ')}, ${given}.`,
  )
}

async function read(reader: ReturnType<typeof koaBody>, ctx: Context): Promise<void> {
  await reader(ctx, () => Promise.resolve())
}

async function json(ctx: Context, maxBytes: number, held: HeldBody): Promise<unknown> {
  try {
    return await readJson(sentBytes(ctx.req, maxBytes), maxBytes, held)
  } catch (error) {
    // Otherwise it was interrupted, or its compression is broken.
    throw error instanceof GalleyError ? error : unreadable(error)
  }
}

/** Limits the time for the whole body to `bodySeconds`. */
async function timed<T>(ctx: Context, limits: BodyLimits, run: () => Promise<T>): Promise<T> {
  const timer = setTimeout(
    () => ctx.req.destroy(new Error('The body took too long to arrive.')),
    limits.bodySeconds * 1000,
  )
  try {
    return await run()
  } finally {
    clearTimeout(timer)
  }
}

function parsedBody(ctx: Context): unknown {
  return 'body' in ctx.request ? ctx.request.body : undefined
}

async function withUpload<T>(
  ctx: Context,
  readBody: () => Promise<void>,
  use: (body: Body) => Promise<T>,
): Promise<T> {
  await readBody()
  const body = parsedBody(ctx) ?? {}
  const upload = uploads(ctx).get('file') ?? null
  requireNames([...Object.values(body), upload?.filename])
  return use({ body, upload })
}

/** The form parser has replaced invalid UTF-8 by U+FFFD. */
function requireNames(texts: readonly unknown[]): void {
  const isBroken = texts.some((text) => typeof text === 'string' && text.includes('\ufffd'))
  if (isBroken) throw new GalleyError('bad_request', 'A name or field of the form is not UTF-8.')
}

function uploads(ctx: Context): Map<string, Upload> {
  const found = new Map<string, Upload>()
  for (const [field, value] of Object.entries(ctx.request.files ?? {})) {
    for (const file of Array.isArray(value) ? value : [value]) {
      found.set(field, {
        path: file.filepath,
        filename: file.originalFilename ?? '',
        size: file.size,
      })
    }
  }
  return found
}

/** Converts errors of koa-body and formidable. */
function refuse(error: Error, maxBytes: number): never {
  // A full disk is told as such (`errors.ts`).
  if (error instanceof GalleyError || isFullDisk(error)) throw error
  const status = 'status' in error ? error.status : 'httpCode' in error ? error.httpCode : 400
  throw status === 413 ? tooLarge(maxBytes) : unreadable(error)
}

/** Supported content codings (RFC 9110 §8.4.1). */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

/**
 * The decompressed bytes of a request body. A caller may stop reading; the request can still be answered.
 *
 * @param maxBytes limit for the `Content-Length`
 * @throws GalleyError `payload_too_large`; `unsupported_media_type` for an unknown coding
 */
function sentBytes(request: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const coding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (coding === 'identity') {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    return request.iterator({ destroyOnReturn: false })
  }
  const unpacker = Object.hasOwn(UNPACKERS, coding) ? UNPACKERS[coding] : undefined
  if (unpacker) return unpacked(request, unpacker())
  throw new GalleyError(
    'unsupported_media_type',
    `The Content-Encoding "${coding}" is not supported.`,
  )
}

function unpacked(request: Readable, unpacker: Transform): AsyncIterable<Buffer> {
  // Not with `pipeline`, which would destroy the connection if the data is corrupt.
  const broken = () => unpacker.destroy(new Error('The request was aborted before its end.'))
  request.once('error', broken).once('close', broken)
  request.once('end', () => request.off('close', broken))
  return request.pipe(unpacker)
}
