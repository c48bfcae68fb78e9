/** Copies the file of the records in chunks: only those that have changed are written again. */

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createYielder } from '../../system/yielding.js'
import type { PieceWriter, Stored } from './pieces.js'
import type { ChunkedFile } from './point.js'

/** Some pages of SQLite. */
const CHUNK_BYTES = 32 * 1024
/** Enough to tell the chunks of one file apart. */
const HASH_CHARACTERS = 32
/** Old chunks hold their whole pieces: when the file lies in so many more than it needs, it is written anew. */
const MAX_MORE_PIECES = 64
const CHUNKS_OF_PIECE = 32

/** @returns `last` itself if nothing has changed */
export async function copyChunks(
  file: string,
  last: ChunkedFile | null,
  writer: PieceWriter,
): Promise<ChunkedFile> {
  const before =
    last === null || isScattered(last) ? new Map<string, Stored>() : new Map(last.chunks)
  const chunks: [string, Stored][] = []
  const yieldIfDue = createYielder()
  const handle = await open(file, 'r')
  try {
    for (;;) {
      await yieldIfDue()
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      const bytes = buffer.subarray(0, bytesRead)
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS)
      const stored = before.get(hash) ?? (await writer.add(bytes))
      before.set(hash, stored)
      chunks.push([hash, stored])
    }
  } finally {
    await handle.close()
  }
  return last !== null && isSame(last, chunks) ? last : { chunks }
}

function isSame(last: ChunkedFile, chunks: ChunkedFile['chunks']): boolean {
  if (last.chunks.length !== chunks.length) return false
  return last.chunks.every(([hash], at) => hash === chunks[at]?.[0])
}

function isScattered({ chunks }: ChunkedFile): boolean {
  const pieces = chunks.flatMap(([, stored]) => ('parts' in stored ? stored.parts : stored.list))
  const count = new Set(pieces.map(([piece]) => piece)).size
  return count > MAX_MORE_PIECES + chunks.length / CHUNKS_OF_PIECE
}
