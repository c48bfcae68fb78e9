/**
 * Parses multipart forms (RFC 7578, RFC 2046 §5.1.1) as their bytes arrive. Boundaries are found with the platform's
 * own search, and content is passed on as it came: forms can have a hundred megabytes, and they all share one event
 * loop.
 */

import { GalleyError } from '../../errors.js'

/** The headers of a part. */
interface PartHead {
  readonly name: string
  /** Null if it is not a file. */
  readonly filename: string | null
  /** Media type; null if there is none. */
  readonly type: string | null
}

export interface Part extends PartHead {
  /** Must be read to the end before the next part. */
  readonly content: AsyncGenerator<Buffer>
}

/** Most parts of a form, including unused ones: each costs more than its bytes. */
const MAX_PARTS = 100
/** Most bytes of the headers of a part. */
const MAX_HEAD_BYTES = 16 * 1024
const LINE_END = '\r\n'
const HEAD_END = '\r\n\r\n'

/** @throws GalleyError `bad_request` if the type has no valid boundary */
export function boundaryOf(contentType: string): string {
  const [, quoted, token] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  if (boundary !== undefined) return boundary
  throw malformed('its Content-Type has no boundary of 1 to 70 characters')
}

/** The parts in order. @throws GalleyError `bad_request` for an invalid form, and for too many parts */
export async function* readParts(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<Part> {
  const source = new Source(chunks)
  const delimiter = Buffer.from(`${LINE_END}--${boundary}`)
  // Text before the first boundary is ignored.
  for await (const _ of source.until(delimiter));
  for (let parts = 1; !(await source.isAtEnd()); parts += 1) {
    if (parts > MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`)
    const content = source.until(delimiter)
    yield { ...headOf(await source.head()), content }
    // Skips content that the caller has not read.
    for await (const _ of content);
  }
  await source.drain()
}

/** Received bytes that are not used yet. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>
  // A boundary is at the start of a line; the first one may be at the start of the form.
  #bytes: Buffer = Buffer.from(LINE_END)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The content before the delimiter; removes both. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#bytes.indexOf(delimiter)
      if (at >= 0) {
        const last = this.#bytes.subarray(0, at)
        this.#bytes = this.#bytes.subarray(at + delimiter.length)
        if (last.length > 0) yield last
        return
      }
      // The bytes may end with the beginning of the delimiter.
      const sure = Math.max(0, this.#bytes.length - delimiter.length + 1)
      const piece = this.#bytes.subarray(0, sure)
      this.#bytes = this.#bytes.subarray(sure)
      if (piece.length > 0) yield piece
      await this.#more()
    }
  }

  /** True if the previous boundary was the last. */
  async isAtEnd(): Promise<boolean> {
    while (this.#bytes.length < 2) await this.#more()
    return this.#bytes.subarray(0, 2).toString('latin1') === '--'
  }

  /** The lines of the headers, and their end. */
  async head(): Promise<string> {
    for (;;) {
      const end = this.#bytes.indexOf(HEAD_END)
      if (end > MAX_HEAD_BYTES || (end < 0 && this.#bytes.length > MAX_HEAD_BYTES))
        throw malformed('the headers of a part are too long')
      if (end >= 0) {
        const head = this.#bytes.subarray(0, end).toString('utf8')
        this.#bytes = this.#bytes.subarray(end + HEAD_END.length)
        return head
      }
      await this.#more()
    }
  }

  /** Reads the rest, so that the connection can be reused. */
  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done === true) throw malformed('it ends before its last boundary')
    this.#bytes = this.#bytes.length === 0 ? value : Buffer.concat([this.#bytes, value])
  }
}

function headOf(head: string): PartHead {
  const [padding = '', ...lines] = head.split(LINE_END)
  if (padding.trim() !== '') throw malformed('there is text after a boundary on the same line')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const coding = headers.get('content-transfer-encoding') ?? 'binary'
  if (!/^(binary|7bit|8bit)$/i.test(coding))
    throw malformed('a part has a Content-Transfer-Encoding that only mail uses')
  const disposition = headers.get('content-disposition') ?? ''
  return {
    name: parameter(disposition, NAME) ?? '',
    filename: filenameOf(parameter(disposition, FILENAME)),
    type: headers.get('content-type') ?? null,
  }
}

const NAME = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i
const FILENAME = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i

function parameter(header: string, pattern: RegExp): string | null {
  const [, quoted, token] = pattern.exec(header) ?? []
  return quoted ?? token ?? null
}

/**
 * Browsers encode a quote as `%22`, other clients as `\"`. Old browsers send the folder as well, which is removed.
 */
function filenameOf(name: string | null): string | null {
  if (name === null) return null
  const plain = name.replaceAll('\\"', '"').replaceAll('%22', '"')
  return plain.slice(plain.lastIndexOf('\\') + 1)
}

function malformed(reason: string): GalleyError {
  return new GalleyError('bad_request', `The form can't be read: ${reason}.`)
}
