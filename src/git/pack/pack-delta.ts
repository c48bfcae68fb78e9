/** Applies deltas of packs: an object described as pieces of another one and new bytes. @see gitformat-pack(5) */
import { GitError } from '../program/git-error.js'

/**
 * Applies a delta to its base.
 *
 * @param spend called with the size before memory is allocated; may throw
 * @throws GitError `refused` for a delta that is incomplete or made for another base
 */
export function applyDelta(base: Buffer, delta: Buffer, spend: (size: number) => void): Buffer {
  const from = readSize(delta, 0)
  const to = readSize(delta, from.end)
  if (from.size !== base.length) throw torn()
  spend(to.size)
  const result = Buffer.alloc(to.size)
  let written = 0
  for (let at = to.end; at < delta.length;) {
    const piece = readPiece(base, delta, at)
    if (piece.bytes.length === 0 || written + piece.bytes.length > result.length) throw torn()
    written += piece.bytes.copy(result, written)
    at = piece.end
  }
  if (written !== result.length) throw torn()
  return result
}

function torn(): GitError {
  return new GitError('refused', 'the server sent a broken pack (a delta is torn)')
}

/** Seven bits at a time, the lowest first. */
function readSize(delta: Buffer, start: number) {
  let size = 0
  let at = start
  for (let scale = 1; ; scale *= 128) {
    const byte = delta[at++]
    if (byte === undefined || scale > 2 ** 42) throw torn()
    size += (byte & 0x7f) * scale
    if (!(byte & 0x80)) return { size, end: at }
  }
}

/**
 * A byte below 128 is a number of bytes that follow; else its bits say which bytes of an offset and a length follow.
 */
function readPiece(base: Buffer, delta: Buffer, start: number) {
  const command = delta[start] ?? 0
  let at = start + 1
  if (!(command & 0x80)) {
    if (at + command > delta.length) throw torn()
    return { bytes: delta.subarray(at, at + command), end: at + command }
  }
  let offset = 0
  let size = 0
  for (let bit = 0; bit < 7; bit += 1) {
    if (!(command & (1 << bit))) continue
    const byte = delta[at++]
    if (byte === undefined) throw torn()
    if (bit < 4) offset += byte * 2 ** (8 * bit)
    else size += byte * 2 ** (8 * (bit - 4))
  }
  const length = size === 0 ? 0x10000 : size
  if (offset + length > base.length) throw torn()
  return { bytes: base.subarray(offset, offset + length), end: at }
}
