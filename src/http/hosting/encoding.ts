/** Chooses the compression for a client (RFC 9110 §12.5.3), and caches compressed bodies. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createLimit } from '../../system/parallel.js'

export type Encoding = 'br' | 'gzip' | 'identity'

const COMPRESSIBLE =
  /^(text\/|application\/(javascript|json|ld\+json|xml|rss\+xml|atom\+xml|manifest\+json|wasm)|image\/svg\+xml|font\/(ttf|otf))/

/** Smaller bodies are not compressed: it gains nothing. */
const MIN_BYTES = 1024
const MAX_BYTES = 10 * 1024 * 1024
const BROTLI_QUALITY = 5

/** Bodies that are compressed at the same time. Compression uses a thread of the pool that all file access needs. */
const AT_ONCE = 2
/** Meanwhile, larger bodies than this are sent uncompressed instead of waiting. */
const WAITING_BYTES = 256 * 1024

/** The best encoding for a body that an `Accept-Encoding` header allows. */
export function chooseEncoding(accepted: string, type: string, size: number): Encoding {
  if (size < MIN_BYTES || size > MAX_BYTES || !COMPRESSIBLE.test(type)) return 'identity'
  const weights = parseWeights(accepted)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .map((name) => ({ name, weight: weightOf(name) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return best?.name ?? 'identity'
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name !== '') weights.set(name, Number.isFinite(weight) ? weight : 0)
  }
  return weights
}

const compressors = {
  br: (data: Uint8Array) =>
    promisify(brotliCompress)(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (data: Uint8Array) => promisify(gzip)(data),
}

/** A cache of compressed bodies by content, limited in bytes. The least recently used is dropped first. */
export interface CompressedBodies {
  /** @param sha256 hash of the content */
  get(sha256: string, encoding: 'br' | 'gzip', read: () => Promise<Buffer>): Promise<Buffer>
  /** False if the body is large and not cached, and others are being compressed. */
  has(sha256: string, encoding: 'br' | 'gzip', size: number): boolean
}

export function createCompressedBodies(maxBytes: number): CompressedBodies {
  const kept = new Map<string, Buffer>()
  const making = new Map<string, Promise<Buffer>>()
  const limit = createLimit(AT_ONCE)
  let bytes = 0
  const keep = (key: string, body: Buffer) => {
    kept.set(key, body)
    bytes += body.length
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= old.length
    }
  }
  const make = async (key: string, body: Promise<Buffer>): Promise<Buffer> => {
    making.set(key, body)
    try {
      keep(key, await body)
      return await body
    } finally {
      making.delete(key)
    }
  }
  return {
    async get(sha256, encoding, read) {
      const key = `${encoding} ${sha256}`
      const found = kept.get(key)
      if (found) {
        kept.delete(key)
        kept.set(key, found)
        return found
      }
      // Parallel requests for the same body wait for one compression.
      return (
        making.get(key) ??
        make(
          key,
          limit(async () => compressors[encoding](await read())),
        )
      )
    },
    has(sha256, encoding, size) {
      const key = `${encoding} ${sha256}`
      return kept.has(key) || making.has(key) || size <= WAITING_BYTES || making.size < AT_ONCE
    },
  }
}
