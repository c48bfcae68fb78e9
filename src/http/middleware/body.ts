/**
 * Takes the body of a request as its route wants it: JSON, multipart on disk, or none.
 *
 * Limits are those of the configuration; multipart files lie in a folder of ours under random
 * names and are gone when the request ends, however it ends.
 *
 * @see decisions.md §1 (Bodies), §9
 */

import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { GalleyError, invalid } from '../../errors.js'
import type { Input, Upload } from '../route.js'

export interface BodyLimits {
  readonly jsonBytes: number
  readonly uploadBytes: number
  readonly importBytes: number
  readonly bodySeconds: number
  /** Folder for uploads, on the file system of the repositories. */
  readonly uploadFolder: string
}

export interface Body {
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
  const json = koaBody({
    json: true,
    multipart: false,
    urlencoded: false,
    text: false,
    jsonLimit: limits.jsonBytes,
    onError,
  })
  const multipart = {
    uploadBytes: multipartReader(limits, limits.uploadBytes),
    importBytes: multipartReader(limits, limits.importBytes),
  }
  return async (ctx, input, use) => {
    if (input.kind === 'raw') {
      requireType(ctx, input.types)
      return use({ body: undefined, upload: null })
    }
    if (input.kind === 'upload') {
      requireType(ctx, ['multipart/form-data'])
      return withUpload(ctx, () => timed(ctx, limits, () => read(multipart[input.limit], ctx)), use)
    }
    if (hasBody(ctx)) {
      requireType(ctx, ['application/json'])
      await timed(ctx, limits, () => read(json, ctx))
    }
    const body = parsedBody(ctx) ?? {}
    refuseDeep(body)
    return use({ body, upload: null })
  }
}

const MOST_DEPTH = 100

/** Whatever walks a body later may do so by recursion. @throws GalleyError `validation_failed` */
function refuseDeep(body: unknown): void {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw invalid('body', `is nested over ${MOST_DEPTH} levels deep`)
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
}

function multipartReader(limits: BodyLimits, most: number) {
  return koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir: limits.uploadFolder,
      filename: () => randomUUID(),
      maxFiles: 1,
      maxFileSize: most,
      maxTotalFileSize: most,
      maxFields: 20,
      maxFieldsSize: 64 * 1024,
      allowEmptyFiles: true,
      minFileSize: 0,
    },
    onError,
  })
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

async function read(reader: ReturnType<typeof koaBody>, ctx: Context): Promise<void> {
  await reader(ctx, () => Promise.resolve())
}

/** Gives the client `bodySeconds` for the whole body. */
async function timed(ctx: Context, limits: BodyLimits, run: () => Promise<void>): Promise<void> {
  const timer = setTimeout(
    () => ctx.req.destroy(new Error('The body took too long.')),
    limits.bodySeconds * 1000,
  )
  try {
    await run()
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
  try {
    await readBody()
    return await use({ body: parsedBody(ctx) ?? {}, upload: uploads(ctx).get('file') ?? null })
  } finally {
    for (const upload of uploads(ctx).values()) await unlink(upload.path).catch(() => undefined)
  }
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

/** koa-body's and formidable's errors in the API's words. */
function onError(error: Error): void {
  const status = 'status' in error ? error.status : 'httpCode' in error ? error.httpCode : 400
  if (status === 413) {
    throw new GalleyError('payload_too_large', 'The body is larger than allowed.', { cause: error })
  }
  throw new GalleyError('bad_request', `The body can't be read: ${error.message}`, { cause: error })
}
