/** Decides whether one commit is an ancestor of another. */
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'

/** Commits that are read at the same time: a pipelined read takes a fifth of the time of a single one. */
const WAVE = 64

/**
 * True if `ancestor` can be reached from `of` by parents; a commit is its own ancestor. For unrelated commits this
 * reads the whole history.
 */
export async function isAncestor(reader: ObjectReader, ancestor: Oid, of: Oid): Promise<boolean> {
  const seen = new Set([of])
  let wave = [of]
  let rest: Oid[] = []
  while (wave.length > 0) {
    if (seen.has(ancestor)) return true
    const commits = await Promise.all(wave.map((oid) => readCommit(reader, oid)))
    for (const parent of commits.flatMap((commit) => commit.parents)) {
      if (!seen.has(parent)) rest.push(parent)
      seen.add(parent)
    }
    wave = rest.slice(0, WAVE)
    rest = rest.slice(WAVE)
  }
  return seen.has(ancestor)
}
