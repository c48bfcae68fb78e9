/** Finds the merge base of two commits. */
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { createYielder } from '../../system/yielding.js'

interface Painted {
  readonly oid: Oid
  readonly time: number
  readonly parents: readonly Oid[]
}

const [OURS, THEIRS, STALE] = [1, 2, 4]
const BOTH = OURS | THEIRS

/**
 * A youngest common ancestor of two commits (which may be one of them); null for unrelated histories. If there are
 * several (criss-cross merges), one is returned.
 *
 * Reads back from both by commit time until no better one can follow, like git's own merge-base. If clocks were
 * wrong, the result may be an older ancestor.
 *
 * @see git's commit-reach.c, paint_down_to_common
 */
export async function mergeBase(reader: ObjectReader, ours: Oid, theirs: Oid): Promise<Oid | null> {
  const paint = new Map<Oid, number>()
  const waiting: Painted[] = []
  const found: Oid[] = []
  const yieldIfDue = createYielder()
  const add = async (oid: Oid, colors: number): Promise<void> => {
    const before = paint.get(oid) ?? 0
    if ((before | colors) === before) return
    paint.set(oid, before | colors)
    if (waiting.some((one) => one.oid === oid)) return
    const { committer, parents } = await readCommit(reader, oid)
    insert(waiting, { oid, time: committer.time, parents })
  }
  await add(ours, OURS)
  await add(theirs, THEIRS)
  while (waiting.some(({ oid }) => ((paint.get(oid) ?? 0) & STALE) === 0)) {
    const next = waiting.pop()
    if (!next) break
    await yieldIfDue()
    const colors = paint.get(next.oid) ?? 0
    const isCommon = (colors & BOTH) === BOTH
    if (isCommon && (colors & STALE) === 0 && !found.includes(next.oid)) found.push(next.oid)
    for (const parent of next.parents) await add(parent, isCommon ? BOTH | STALE : colors)
  }
  // Candidates that another common ancestor reaches have been marked as stale.
  return found.find((oid) => ((paint.get(oid) ?? 0) & STALE) === 0) ?? null
}

/** Inserts in order of time; the youngest is last. */
function insert(waiting: Painted[], commit: Painted): void {
  let at = waiting.length
  while (at > 0 && (waiting[at - 1]?.time ?? 0) > commit.time) at--
  waiting.splice(at, 0, commit)
}
