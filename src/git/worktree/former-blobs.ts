/**
 * Blobs that the last commits replaced or removed. After a power failure a working tree may still have them although
 * the note of their checkout is lost: nobody edited such files.
 */
import type { HistoryStep } from '../diff/history.js'
import type { Oid } from '../objects/oid.js'
import type { FormerBlobs } from './crash-recovery.js'

/** Operating systems write cached data to disk after about half a minute. */
const UNSURE_SECONDS = 120
const MAX_COMMITS = 1000
const MAX_BLOBS = 100_000

/** By path, from commits of the two minutes before the newest one. @param history newest first */
export async function readFormerBlobs(history: AsyncIterable<HistoryStep>): Promise<FormerBlobs> {
  const former = new Map<string, Oid[]>()
  let newest: number | null = null
  let [commits, blobs] = [0, 0]
  for await (const { commit, changes } of history) {
    newest ??= commit.committer.time
    if (commit.committer.time < newest - UNSURE_SECONDS) break
    for (const { before } of changes) {
      if (before === null) continue
      const known = former.get(before.path)
      if (known) known.push(before.oid)
      else former.set(before.path, [before.oid])
      blobs += 1
    }
    commits += 1
    if (commits >= MAX_COMMITS || blobs >= MAX_BLOBS) break
  }
  return former
}
