/** Chooses the compression for a client (RFC 9110 §12.5.3), and keeps bodies in memory, as they are and compressed. */

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

/** Smaller bodies are kept as texts: Node sends one with the head in one piece, without a look at the body. */
const TEXT_BYTES = 16 * 1024

/** Larger files are not kept as they are: streaming them costs little beside sending them. */
const KEPT_BYTES = 256 * 1024

/** The best encoding for a body that an `Accept-Encoding` header allows. */
export function chooseEncoding(accepted: string, type: string, size: number): Encoding {
  if (size < MIN_BYTES || size > MAX_BYTES || !COMPRESSIBLE.test(type)) return 'identity'
  return bestOf(accepted)
}

/** Headers whose best encoding is known: browsers and proxies send few different ones. */
const MAX_KNOWN = 100
const known = new Map<string, Encoding>()

function bestOf(accepted: string): Encoding {
  const found = known.get(accepted)
  if (found !== undefined) return found
  const weights = parseWeights(accepted)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .map((name) => ({ name, weight: weightOf(name) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(accepted, best?.name ?? 'identity')
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

/** Compress a body in one piece. */
export const compressors = {
  br: (data: Uint8Array) =>
    promisify(brotliCompress)(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (data: Uint8Array) => promisify(gzip)(data),
}

/** A file by its content; `size` in bytes. */
interface Content {
  readonly sha256: string
  readonly size: number
}

/** A body that stays in memory until it is given back. */
export interface Lent {
  /** A text has a character for each byte (`latin1`). */
  readonly body: Buffer | string
  /** To be called once. */
  readonly giveBack: () => void
}

/**
 * A cache of bodies by content and encoding, limited in bytes. The least recently used is dropped first, but none that is
 * lent: an answer that nobody reads holds its body.
 */
export interface Bodies {
  /** One that is in the cache; else null. */
  take(content: Content, encoding: Encoding): Lent | null
  /** @param read the file; not kept if it fails */
  lend(content: Content, encoding: Encoding, read: () => Promise<Buffer>): Promise<Lent>
  /**
   * False for a body that is not in the cache, if the cache is full of lent ones; if it is to be compressed, large, and
   * others are being compressed; or if it is larger than `keptBytes`, {@link KEPT_BYTES} if left out, to be kept as it is.
   */
  has(content: Content, encoding: Encoding, keptBytes?: number): boolean
}

interface Kept {
  readonly body: Lent['body']
  users: number
}

/** Reads bodies and compresses them, a limited number at once. */
function createCompressing() {
  const limit = createLimit(AT_ONCE)
  let count = 0
  return {
    isBusy: () => count >= AT_ONCE,
    make(encoding: Encoding, read: () => Promise<Buffer>): Promise<Buffer> {
      if (encoding === 'identity') return read()
      count += 1
      const compress = async () => compressors[encoding](await read())
      return limit(compress).finally(() => (count -= 1))
    },
  }
}

const keyOf = ({ sha256 }: Content, encoding: Encoding) => `${encoding} ${sha256}`
const heldAs = (body: Buffer) => (body.length < TEXT_BYTES ? body.toString('latin1') : body)

export function createBodies(maxBytes: number): Bodies {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept>>()
  const compressing = createCompressing()
  let bytes = 0
  /** Of bodies that are lent, or that are being made to be lent. */
  let taken = 0
  const dropUnused = () => {
    for (const [key, { body, users }] of kept) {
      if (bytes <= maxBytes) return
      if (users === 0 && kept.delete(key)) bytes -= body.length
    }
  }
  const make = async (key: string, size: number, body: Promise<Buffer>): Promise<Kept> => {
    taken += size
    try {
      const made = { body: heldAs(await body), users: 0 }
      kept.set(key, made)
      bytes += made.body.length
      return made
    } finally {
      taken -= size
      making.delete(key)
    }
  }
  const changeUsers = (of: Kept, by: 1 | -1) => {
    const before = of.users
    of.users += by
    if (Math.min(before, of.users) === 0) taken += by * of.body.length
    dropUnused()
  }
  const lent = (of: Kept): Lent => {
    changeUsers(of, 1)
    return { body: of.body, giveBack: () => changeUsers(of, -1) }
  }
  const take = (content: Content, encoding: Encoding): Lent | null => {
    const key = keyOf(content, encoding)
    const found = kept.get(key)
    if (!found) return null
    kept.delete(key)
    kept.set(key, found)
    return lent(found)
  }
  return {
    take,
    async lend(content, encoding, read) {
      const found = take(content, encoding)
      if (found) return found
      const key = keyOf(content, encoding)
      // Parallel requests for the same body wait for one reading and compression.
      const made = making.get(key) ?? make(key, content.size, compressing.make(encoding, read))
      making.set(key, made)
      return lent(await made)
    },
    has(content, encoding, keptBytes = KEPT_BYTES) {
      if ([kept, making].some((map) => map.has(keyOf(content, encoding)))) return true
      if (taken >= maxBytes) return false
      if (encoding === 'identity') return content.size <= keptBytes
      return content.size <= WAITING_BYTES || !compressing.isBusy()
    },
  }
}
