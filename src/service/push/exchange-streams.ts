/** The streams between a git client and git. */

import { Duplex, PassThrough, Readable, Transform } from 'node:stream'
import { formatPacket } from '../../git/protocol/packet-line.js'

/**
 * The body for git. If git stops reading, the rest is read and dropped, so that the client gets to read the reason.
 */
export function detached(stream: Readable): Readable {
  const body = new PassThrough()
  stream.on('error', () => body.destroy())
  stream.once('close', () => {
    if (!stream.readableEnded) body.destroy()
  })
  body.on('error', () => undefined)
  body.once('close', () => {
    stream.unpipe(body)
    stream.resume()
  })
  return stream.pipe(body)
}

/**
 * The output of git, which `reason` may say was broken off. If that was before its first piece, a packet with the reason
 * takes its place; later, the client would take such a packet for a part of the answer.
 */
export function orReason(output: Readable, reason: () => string | null): Readable {
  const pieces = async function* () {
    let hasBegun = false
    let failure: unknown = null
    try {
      for await (const piece of output as AsyncIterable<Buffer>) {
        hasBegun = true
        yield piece
      }
    } catch (error) {
      failure = error
    }
    // The output of a program that was killed may end as any other.
    const found = reason()
    if (found !== null && !hasBegun) yield formatPacket(found)
    else if (failure !== null || found !== null) throw failure ?? new Error(found ?? '')
  }
  return Readable.from(pieces(), { objectMode: false })
}

/** Passes on everything but the last piece, which waits for `settled`. */
export function holdingLast(settled: () => Promise<void>): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    let last: Buffer | null = null
    for await (const chunk of source) {
      if (last) yield last
      last = chunk
    }
    await settled()
    if (last) yield last
  })
}

/**
 * Passes everything on if `isAllowed` at the first piece, by which git shows that it has read what the client wants;
 * else it ends with an error.
 */
export function unlessRefused(isAllowed: () => boolean): Transform {
  let isDecided = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isDecided && !isAllowed()) return done(new Error('The user may not read this any more.'))
      isDecided = true
      done(null, chunk)
    },
  })
}
