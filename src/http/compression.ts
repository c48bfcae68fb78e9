/**
 * Compresses answers: JSON and the pages of the documentation.
 *
 * An answer whose ETag names a version for `If-Match` is sent as it is: its tag is strong, so it would have to differ
 * for each encoding, and clients compare it with a `sha`.
 *
 * @see RFC 9110 §8.4.1, §8.8.3.3 (an ETag and content coding), §12.5.3; SECURITY.md
 */

import type { Context } from 'koa'
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createLimit } from '../system/parallel.js'
import { chooseEncoding, compressors } from './hosting/encoding.js'
import type { Reply, Route } from './route.js'

const COMPRESSED = /^(?:application\/json|text\/html|text\/css)\b/

/** Answers that are compressed at the same time: each takes a thread that all file access needs. */
const AT_ONCE = 2
const limit = createLimit(AT_ONCE)

/** Longer bodies are compressed while they are sent, with a short one's memory. */
const MAX_IN_ONE_PIECE = 1024 * 1024

/** What is known of a stream before it is sent: it is long. */
const STREAM_BYTES = 64 * 1024

/** Groups of operations whose answers have keys and tokens. */
const WITH_SECRETS: ReadonlySet<string> = new Set(['Authentication', 'Sessions', 'Shares'])

/**
 * The body as it is sent. Sets `Vary` and `Content-Encoding`.
 *
 * @param type media type of the body
 */
export async function compressed(
  ctx: Context,
  { route, reply, type }: { route: Route; reply: Reply; type: string },
  body: unknown,
): Promise<unknown> {
  if (!COMPRESSED.test(type) || WITH_SECRETS.has(route.tag)) return body
  if (reply.etag !== undefined && reply.isWeak !== true) return body
  ctx.vary('Accept-Encoding')
  if (ctx.method === 'HEAD' || body === null) return body
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const size = bytes instanceof Uint8Array ? bytes.byteLength : STREAM_BYTES
  const encoding = chooseEncoding(ctx.get('Accept-Encoding'), type, size)
  if (encoding === 'identity') return body
  // Others would wait for their files.
  if (limit.waiting() > 0) return body
  const stream = streamOf(bytes)
  if (stream !== null) {
    ctx.set('Content-Encoding', encoding)
    const encoder = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip()
    // Errors reach Koa through the encoder, which the pipeline destroys with them.
    return pipeline(stream, encoder, () => undefined)
  }
  if (!(bytes instanceof Uint8Array)) return body
  ctx.set('Content-Encoding', encoding)
  return limit(() => compressors[encoding](bytes))
}

/** Of a stream or a long text; null for others. */
function streamOf(body: unknown): Readable | null {
  if (body instanceof Readable) return body
  const isLong = body instanceof Uint8Array && body.byteLength > MAX_IN_ONE_PIECE
  return isLong ? Readable.from(slicesOf(body), { objectMode: false }) : null
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += STREAM_BYTES)
    yield bytes.subarray(at, at + STREAM_BYTES)
}

/** A window of 256 KB: a stream keeps it as long as its client reads. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
