/**
 * Reads a range of a file's content as a stream, in little memory however large the file is. Small files are read whole.
 * Large ones come from a `git cat-file` of their own, which pauses while nobody reads; without git they are read whole.
 */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createLimit } from '../../system/parallel.js'
import { spawnGit } from '../program/command.js'
import { GitError } from '../program/git-error.js'
import type { Oid } from './oid.js'
import { readTyped } from './reader.js'
import type { SnapshotSource } from './snapshot.js'

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Smaller files are read in one piece. */
const SMALL = 1024 * 1024
/** Large files that the server reads at the same time; others wait. */
const AT_ONCE = 64
const places = createLimit(AT_ONCE)
/** git does not load larger files into memory, unless they are stored as deltas. */
const STREAMED_FROM = 'core.bigFileThreshold=512k'

/** The stream starts when it is read, and fails with `not_found`, `corrupt` or `io`. `size` is that of the whole file. */
export function streamBlob(
  source: SnapshotSource,
  { oid, size }: { readonly oid: Oid; readonly size: number },
  range: ByteRange,
): Readable {
  const isSmall = size <= SMALL || !source.native
  const parts = isSmall ? readAtOnce(source, oid, range) : readFromGit(source, oid, range)
  return Readable.from(parts, { objectMode: false })
}

async function* readAtOnce({ reader }: SnapshotSource, oid: Oid, range: ByteRange) {
  const data = await readTyped(reader, 'blob', oid)
  const part = data.subarray(range.start, range.end)
  if (part.length > 0) yield part
}

async function* readFromGit(
  { gitDir }: SnapshotSource,
  oid: Oid,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const leave = await takePlace()
  const args = ['cat-file', 'blob', oid]
  const child = spawnGit({ gitDir, args, config: [STREAMED_FROM] })
  const ended = once(child, 'close')
  ended.catch(() => undefined)
  child.stdin.end()
  child.stderr.resume()
  let at = 0
  try {
    const stdout: AsyncIterable<Buffer> = child.stdout
    for await (const chunk of stdout) {
      const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
      at += chunk.length
      if (part.length > 0) yield part
      if (at >= end) return
    }
    throw new GitError('io', `${oid} ended after ${at} bytes.`)
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
    leave()
  }
}

/** Waits for a free place of {@link AT_ONCE}. @returns releases the place */
function takePlace(): Promise<() => void> {
  return new Promise((resolve) => {
    void places(() => new Promise<void>((leave) => resolve(leave)))
  })
}
