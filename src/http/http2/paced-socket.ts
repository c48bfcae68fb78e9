/**
 * Hands over what comes on a connection of HTTP/2 in several rounds of the event loop. Node handles all that it has read in
 * one round, up to 2 MB: tens of thousands of requests that are cancelled at once, or hundreds of thousands of pieces of one
 * byte. Here a connection gets one request, or a limited number of frames, per round, as in `pipelining.ts`.
 */

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { FrameReader } from './frames.js'

const FRAMES_PER_ROUND = 100

export class PacedSocket extends Duplex {
  readonly #socket: Socket
  readonly #headerMs: number
  readonly #frames = new FrameReader()
  /** What has been read and waits for the next round. */
  #held: Buffer | null = null
  #isWanted = false
  #isEnded = false
  /** Frames that were handed over in this round. */
  #spent = 0
  #isLate: NodeJS.Timeout | undefined

  /** @param headerMs how long the headers of a request may take to arrive; the connection is closed after it */
  constructor(socket: Socket, headerMs: number) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#headerMs = headerMs
    socket.on('readable', () => this.#go())
    socket.once('end', () => {
      this.#isEnded = true
      this.#go()
    })
    socket.once('error', () => this.destroy())
    socket.once('close', () => this.destroy())
  }

  override _read(): void {
    this.#isWanted = true
    this.#go()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#isLate)
    this.#socket.destroy()
    done(error)
  }

  #go(): void {
    while (this.#isWanted && this.#spent <= FRAMES_PER_ROUND) {
      const bytes: Buffer | null = this.#held ?? this.#socket.read()
      if (bytes === null) {
        if (this.#isEnded) this.push(null)
        return
      }
      this.#held = null
      this.#isWanted = false
      const end = this.#endOfRound(bytes)
      if (end < bytes.length) this.#held = bytes.subarray(end)
      if (this.push(bytes.subarray(0, end))) this.#isWanted = true
    }
  }

  /** Up to where the bytes may be handed over now. */
  #endOfRound(bytes: Buffer): number {
    let at = 0
    while (this.#spent <= FRAMES_PER_ROUND) {
      const begun = this.#frames.next(bytes, at)
      if (!begun) {
        this.#watchHeaders()
        return bytes.length
      }
      at = begun.at
      if (this.#spent === 0) setImmediate(() => this.#nextRound())
      this.#spent += begun.isRequest ? FRAMES_PER_ROUND : 1
      clearTimeout(this.#isLate)
      this.#isLate = undefined
    }
    return at
  }

  #nextRound(): void {
    this.#spent = 0
    this.#go()
  }

  #watchHeaders(): void {
    if (!this.#frames.isInHeaders) {
      clearTimeout(this.#isLate)
      this.#isLate = undefined
    } else this.#isLate ??= setTimeout(() => this.destroy(), this.#headerMs).unref()
  }
}
