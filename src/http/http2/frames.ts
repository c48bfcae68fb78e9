/** Tells the frames of HTTP/2 apart as their bytes come (RFC 9113 §3.4, §4.1). */

const PREFACE_BYTES = 24
const HEAD_BYTES = 9
const HEADERS = 1
const CONTINUATION = 9
const END_HEADERS = 4

/** A frame whose head has come; its payload may still be to come. */
interface Begun {
  /** The place after its head. */
  readonly at: number
  readonly isRequest: boolean
}

/** Reads what one client sends, in pieces of any size. */
export class FrameReader {
  readonly #head = Buffer.alloc(HEAD_BYTES)
  #headBytes = 0
  /** Bytes until the next frame. */
  #rest = PREFACE_BYTES
  #type = -1
  #flags = 0

  /** Whether headers of a request have begun and not ended. */
  get isInHeaders(): boolean {
    if (this.#type !== HEADERS && this.#type !== CONTINUATION) return false
    return this.#rest > 0 || (this.#flags & END_HEADERS) === 0
  }

  /** Reads on from a place, up to the end of the next frame's head; null if the bytes end before. */
  next(bytes: Buffer, from: number): Begun | null {
    const skipped = Math.min(this.#rest, bytes.length - from)
    this.#rest -= skipped
    const copied = bytes.copy(this.#head, this.#headBytes, from + skipped)
    this.#headBytes += copied
    if (this.#headBytes < HEAD_BYTES) return null
    this.#headBytes = 0
    this.#rest = this.#head.readUIntBE(0, 3)
    this.#type = this.#head.readUInt8(3)
    this.#flags = this.#head.readUInt8(4)
    return { at: from + skipped + copied, isRequest: this.#type === HEADERS }
  }
}
