/**
 * Formats and parses the packet lines of git's protocol: four hexadecimal digits with the length, then length minus
 * four bytes; `0000` ends a section.
 *
 * @see gitprotocol-common(5), pkt-line format
 */
import { createYielder } from '../../system/yielding.js'
import { GitError } from '../program/git-error.js'

/** Content of a packet; null for the end of a section. */
export type Packet = Buffer | null

export const FLUSH = Buffer.from('0000')

const HEADER = 4

/** Formats a packet; at most 65,516 bytes. */
export function formatPacket(content: string): Buffer {
  const length = Buffer.byteLength(content) + HEADER
  return Buffer.from(`${length.toString(16).padStart(HEADER, '0')}${content}`)
}

/**
 * Parses packets as they arrive, with yields to the event loop. The delimiters of protocol version 2 (`0001`, `0002`)
 * count as ends of a section.
 *
 * @throws GitError `corrupt` for bytes that are not packets, or an end within a packet
 */
export async function* readPackets(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Packet> {
  const yieldIfDue = createYielder()
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= HEADER) {
      const length = lengthAt(rest, at)
      const end = at + Math.max(length, HEADER)
      if (end > rest.length) break
      await yieldIfDue()
      yield length < HEADER ? null : rest.subarray(at + HEADER, end)
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new GitError('corrupt', 'The answer ends in the middle.')
}

/** Size of a packet in bytes, header included. */
export function sizeOf(packet: Packet): number {
  return HEADER + (packet?.length ?? 0)
}

function lengthAt(bytes: Buffer, at: number): number {
  const digits = bytes.toString('latin1', at, at + HEADER)
  if (!/^[0-9a-f]{4}$/i.test(digits)) {
    throw new GitError('corrupt', 'The answer is not made of packets.')
  }
  return Number.parseInt(digits, 16)
}

/** A packet's text without its final newline. */
export function packetText(packet: Buffer): string {
  return packet.toString('utf8').replace(/\n$/, '')
}
