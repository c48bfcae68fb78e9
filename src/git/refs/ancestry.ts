/** How commits descend from one another. */
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'

/** Commits are read this many at a time, since a pipelined read costs a fifth of a single one. */
const WAVE = 64

/**
 * Whether one commit can be reached from another by parents; a commit is its own ancestor. Reads
 * back from the descendant until it is met, so for unrelated commits the whole history.
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
