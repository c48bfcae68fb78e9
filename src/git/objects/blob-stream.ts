/**
 * Reads a range of a file's content as a stream, in little memory however large the file is. Small files are read whole.
 * Large ones come from a `git cat-file` of their own, which pauses while nobody reads; without git they are read whole.
 */
import { Readable } from 'node:stream'
import { ignore } from '../../system/durable.js'
import { createQueue } from '../../system/queue.js'
import { createMinimumPace, type WatchedPace } from '../../system/minimum-pace.js'
import { createLimit } from '../../system/parallel.js'
import { GitError } from '../program/git-error.js'
import { startGit } from '../program/start.js'
import type { Oid } from './oid.js'
import { readTyped } from './reader.js'
import type { SnapshotSource } from './snapshot.js'

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Who reads a stream. */
export interface BlobReader {
  /** Any text; streams with the same text share their places. */
  readonly asker: string
  /** Aborted when nobody waits for the stream any more. */
  readonly signal: AbortSignal
}

/** Smaller files are read in one piece. */
const SMALL = 1024 * 1024
/** Large files that the server reads at the same time; others wait. */
const AT_ONCE = 64
const places = createLimit(AT_ONCE)
/** Of them, those of one asker, who may read slowly, or nothing at all. */
const AT_ONCE_OF_ONE = 16
// As many may wait as have connections, which are limited.
const shares = createQueue({ placesOfOne: AT_ONCE_OF_ONE })
/** Several together may read slowly. While others wait, each must take 64 KB a second, over a minute. */
const pace = createMinimumPace({
  slowMs: 60_000,
  minRate: 64 * 1024,
  waiting: places.waiting,
})
/** git does not load larger files into memory, unless they are stored as deltas. */
const STREAMED_FROM = 'core.bigFileThreshold=512k'

/** What is to be read: a file by its id and size, and a part of it. */
interface BlobPart {
  readonly blob: { readonly oid: Oid; readonly size: number }
  readonly range: ByteRange
  /** Left out where the server reads for itself. */
  readonly reader?: BlobReader | undefined
}

/**
 * The stream starts when it is read, and fails with `not_found`, `corrupt` or `io`. Its `readableHighWaterMark` is what it
 * keeps in memory while nobody reads on.
 */
export function streamBlob(source: SnapshotSource, part: BlobPart): Readable {
  const { size } = part.blob
  const isSmall = size <= SMALL || !source.native
  if (!isSmall) return inPace(readFromGit(source, part))
  const kept = { objectMode: false, highWaterMark: Math.max(1, size) }
  return Readable.from(readAtOnce(source, part), kept)
}

/** Streams the pieces. From the first one on, the stream fails if its reader is too slow. */
function inPace(pieces: AsyncIterable<Buffer>): Readable {
  let isReadersTurn = false
  const tooSlow = () => stream.destroy(new GitError('io', 'Read too slowly while others waited.'))
  const watched = async function* () {
    let reading: WatchedPace | null = null
    try {
      for await (const piece of pieces) {
        reading ??= pace.watch(() => isReadersTurn, tooSlow)
        reading.pass(piece.length)
        isReadersTurn = true
        yield piece
        isReadersTurn = false
      }
    } finally {
      reading?.stop()
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  return stream
}

async function* readAtOnce({ reader }: SnapshotSource, { blob, range }: BlobPart) {
  const data = await readTyped(reader, 'blob', blob.oid)
  const part = data.subarray(range.start, range.end)
  if (part.length > 0) yield part
}

async function* readFromGit(
  { gitDir }: SnapshotSource,
  { blob: { oid }, range: { start, end }, reader }: BlobPart,
): AsyncGenerator<Buffer> {
  const leave = await takePlace(reader)
  try {
    const args = ['cat-file', 'blob', oid]
    const program = await startGit({ gitDir, args, config: [STREAMED_FROM] })
    program.input.end()
    try {
      let at = 0
      const output: AsyncIterable<Buffer> = program.output
      for await (const chunk of output) {
        const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
        at += chunk.length
        if (part.length > 0) yield part
        if (at >= end) return
      }
      throw new GitError('io', `${oid} ended after ${at} bytes.`)
    } finally {
      program.kill()
      await program.ended.catch(ignore)
    }
  } finally {
    leave()
  }
}

/** Waits for a free place of {@link AT_ONCE}, first of those of the reader. @returns releases the place */
async function takePlace(reader: BlobReader | undefined): Promise<() => void> {
  const leaveShare = reader && (await shares.enter({ asker: reader.asker }, reader.signal))
  const leavePlace = await new Promise<() => void>((resolve) => {
    void places(() => new Promise<void>((leave) => resolve(leave)))
  })
  return () => {
    leavePlace()
    leaveShare?.()
  }
}
