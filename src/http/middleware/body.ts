/**
 * Takes the body of a request as its route wants it: JSON, multipart on disk, or none.
 *
 * Limits are those of the configuration; multipart files lie in a folder of ours under random
 * names and are gone when the request ends, however it ends.
 *
 * @see src/http/README.md (Conventions; Running)
 */

import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'koa'
import { GalleyError } from '../../errors.js'
import type { Input, Upload } from '../route.js'
import { MOST_BYTES_AROUND, readForm, type FormPlace } from './form.js'
import { readJson } from './json-body.js'
import { boundaryOf } from './multipart.js'
import { sentBytes } from './sent-bytes.js'

const JSON_TYPE = 'application/json'

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

/** Makes the reader; `use` runs while the files of the request exist. */
export function createBodyReader(limits: BodyLimits): BodyReader {
  return async (ctx, input, use) => {
    if (input.kind === 'raw') {
      requireType(ctx, input.types)
      return use({ body: undefined, upload: null })
    }
    if (input.kind === 'upload') {
      requireType(ctx, ['multipart/form-data'])
      const mostBytes = limits[input.limit]
      return inFolder(limits.uploadFolder, async (folder) => {
        const { fields, file } = await timed(ctx, limits, () => form(ctx, { folder, mostBytes }))
        return use({ body: fields, upload: file })
      })
    }
    if (!hasBody(ctx)) return use({ body: {}, upload: null })
    requireType(ctx, [JSON_TYPE])
    requireUtf8(ctx)
    return use({ body: await timed(ctx, limits, () => json(ctx, limits.jsonBytes)), upload: null })
  }
}

/**
 * Runs work with a folder of its own, gone afterwards with whatever came into it: a form that is refused
 * in the middle may have begun more files than it tells of.
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

function requireUtf8(ctx: Context): void {
  const { charset } = ctx.request
  if (charset === '' || /^utf-?8$/i.test(charset)) return
  throw new GalleyError('unsupported_media_type', `JSON is UTF-8, not ${charset}.`)
}

function hasBody(ctx: Context): boolean {
  return ctx.request.length !== 0 && (ctx.request.length !== undefined || isChunked(ctx))
}

function isChunked(ctx: Context): boolean {
  return ctx.get('Transfer-Encoding') !== ''
}

function requireType(ctx: Context, types: readonly string[]): void {
  if (ctx.is([...types])) return
  throw new GalleyError(
    'unsupported_media_type',
    `This endpoint takes ${types.join(' or ')}, not "${ctx.get('Content-Type')}".`,
  )
}

function json({ req }: Context, mostBytes: number): Promise<unknown> {
  return readJson(sentBytes(req, mostBytes), mostBytes)
}

function form({ req }: Context, place: FormPlace): ReturnType<typeof readForm> {
  const boundary = boundaryOf(req.headers['content-type'] ?? '')
  return readForm(sentBytes(req, place.mostBytes + MOST_BYTES_AROUND), boundary, place)
}

/** Gives the client `bodySeconds` for the whole body. */
async function timed<T>(ctx: Context, limits: BodyLimits, run: () => Promise<T>): Promise<T> {
  const timer = setTimeout(
    () => ctx.req.destroy(new Error('The body took too long.')),
    limits.bodySeconds * 1000,
  )
  try {
    return await run()
  } finally {
    clearTimeout(timer)
  }
}
