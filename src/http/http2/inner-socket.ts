/**
 * A connection within this process. To a server of HTTP/1.1 it is one like all others: what its client does not take waits
 * in it, its time without a byte is limited, and it can be closed.
 */

import { Duplex } from 'node:stream'

const PIECE_BYTES = 16 * 1024

type Done = (error?: Error | null) => void

/** What was written and the other end has not taken. */
interface Pending {
  readonly bytes: Buffer
  at: number
  readonly done: Done
}

/** One end: what servers and clients of HTTP/1.1 use of `net.Socket`. */
class InnerSocket extends Duplex {
  readonly encrypted = true
  readonly remoteAddress: string
  /** Milliseconds without a byte in either direction until the event `timeout`; 0 for none. */
  timeout = 0
  #timer: NodeJS.Timeout | undefined
  #pending: Pending | null = null
  #other: InnerSocket | null = null
  #isWanted = false
  #isMoving = false

  constructor(remoteAddress: string) {
    // Who uses it says when it is closed.
    super({ allowHalfOpen: true, autoDestroy: false, highWaterMark: PIECE_BYTES })
    this.remoteAddress = remoteAddress
  }

  join(other: InnerSocket): void {
    this.#other = other
  }

  protected get other(): InnerSocket | null {
    return this.#other
  }

  protected get isWriting(): boolean {
    return this.#pending !== null
  }

  setTimeout(ms: number): this {
    this.timeout = ms
    clearTimeout(this.#timer)
    this.#timer = ms > 0 ? setTimeout(() => this.emit('timeout'), ms).unref() : undefined
    return this
  }

  override _read(): void {
    this.#isWanted = true
    const other = this.#other
    if (other) other.#move()
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: Done): void {
    this.#pending = { bytes, at: 0, done }
    this.#move()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#pending = null
    done(error)
  }

  /** Gives the other end pieces for as long as it takes them. A write is done when there is room for the next. */
  #move(): void {
    if (this.#isMoving) return
    this.#isMoving = true
    const other = this.#other
    while (this.#pending && other && other.#isWanted) {
      const pending = this.#pending
      if (pending.at < pending.bytes.length) {
        this.#give(other, pending)
        continue
      }
      this.#pending = null
      pending.done()
    }
    this.#isMoving = false
  }

  #give(other: InnerSocket, pending: Pending): void {
    const piece = pending.bytes.subarray(pending.at, pending.at + PIECE_BYTES)
    pending.at += piece.length
    other.#isWanted = false
    if (other.push(piece)) other.#isWanted = true
    this.#timer?.refresh()
    other.#timer?.refresh()
  }
}

/** The end of the client. When it is closed, so is the other. */
class ClientEnd extends InnerSocket {
  #late: NodeJS.Timeout | undefined

  /** Node closes a connection so when it has its answer. This one lasts until the answer was sent on. */
  destroySoon(): void {
    this.end()
  }

  /** Leaves some time for what has come and was not read. */
  closeWithin(ms: number): void {
    if (!this.destroyed) this.#late ??= setTimeout(() => this.destroy(), ms).unref()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#late)
    this.other?.destroy()
    super._destroy(error, done)
  }
}

/** The end of the server. It is open, and counts as such, until the client has closed its own. */
class ServerEnd extends InnerSocket {
  readonly #client: ClientEnd
  readonly #lastMs: number

  constructor(client: ClientEnd, lastMs: number) {
    super(client.remoteAddress)
    this.#client = client
    this.#lastMs = lastMs
    this.join(client)
    client.join(this)
  }

  destroySoon(): void {
    this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  override _final(done: () => void): void {
    this.#client.push(null)
    this.#client.once('close', () => done())
  }

  /** What was written wholly still reaches the client. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const client = this.#client
    if (this.isWriting) client.destroy()
    else {
      if (!client.destroyed && !this.writableEnded) client.push(null)
      client.closeWithin(this.#lastMs)
    }
    super._destroy(error, done)
  }
}

export interface Within {
  /** The address of the client, as the server sees it. */
  readonly remoteAddress: string
  /** How long the client may take to read the last bytes after the server has closed its end. */
  readonly lastMs: number
}

export function connectWithin({ remoteAddress, lastMs }: Within): {
  readonly client: Duplex
  readonly server: Duplex
} {
  const client = new ClientEnd(remoteAddress)
  return { client, server: new ServerEnd(client, lastMs) }
}
