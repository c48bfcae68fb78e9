/**
 * A part of a file's content as it is read, in little memory however large the file is.
 *
 * Small contents are read at once. Large ones come from a `git cat-file` of their own, which waits
 * while nobody reads on; without git they are read whole, as everything is then.
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

/** Contents up to this size are read at once. */
const SMALL = 1024 * 1024
/** Large contents that are read at once in the whole server; others wait. */
const AT_ONCE = 64
const places = createLimit(AT_ONCE)
/** git keeps larger contents out of its memory, as far as they are no deltas. */
const STREAMED_FROM = 'core.bigFileThreshold=512k'

/**
 * @param size bytes of the whole content
 * @returns a stream that begins to work when it is read; it fails with `not_found`, `corrupt`, `io`
 */
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

/** Waits for a place; what it gives back leaves it. */
function takePlace(): Promise<() => void> {
  return new Promise((resolve) => {
    void places(() => new Promise<void>((leave) => resolve(leave)))
  })
}
