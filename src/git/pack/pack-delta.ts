/** Deltas of packs: an object as pieces of another one and bytes of its own. @see gitformat-pack(5) */
import { GitError } from '../program/git-error.js'

/**
 * The object that a delta makes of its base.
 *
 * @param spend is told the size before anything is made of it, and may throw
 * @throws GitError `refused` for a delta that is not for this base or is torn
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

/** A byte below 128 says how many bytes follow; else its bits say which bytes of a span are given. */
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
