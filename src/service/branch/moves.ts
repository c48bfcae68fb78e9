/**
 * Records in the commit message which files a commit moves, and reads that again (`indexing.ts`).
 *
 * Git pairs removed and added files by how similar they are. If a commit moves a file and also rewrites its text, git
 * sees two different files, and the document would lose its history and its first author. Therefore commits of
 * Galley carry `Galley-Moved: ["old","new"]` lines. They need no signature: a push that invents one gains nothing that
 * it could not reach with two commits.
 */

import type { Change } from '../../git/diff/diff.js'

/** A moved file: its old and its new path. */
export interface Move {
  readonly from: string
  readonly to: string
}

const TRAILER = /^Galley-Moved: (.*)$/gm
/** Lines that are read from a message, at most. No request can move more files. */
const MAX_MOVES = 2000

/** The lines of a commit message that name moves. */
export function moveTrailers(moves: readonly Move[]): string[] {
  return moves.map(({ from, to }) => `Galley-Moved: ${JSON.stringify([from, to])}`)
}

/** The changes of a commit; an addition and a removal that the message names as a move become one change. */
export function pairMoves(message: string, changes: readonly Change[]): readonly Change[] {
  const moves = movesIn(message)
  if (moves.size === 0) return changes
  const gone = new Map(
    changes.flatMap((change) => (change.after === null ? [[change.path, change] as const] : [])),
  )
  const paired = new Set<Change>()
  const result = changes.map((change) => {
    const from = gone.get(moves.get(change.path) ?? '')
    if (change.before !== null || !from || paired.has(from)) return change
    paired.add(from)
    return { ...change, before: from.before, renamedFrom: from.path }
  })
  return result.filter((change) => !paired.has(change))
}

/** Old paths by new paths. */
function movesIn(message: string): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  let looked = 0
  for (const [, text = ''] of message.matchAll(TRAILER)) {
    const move = parseMove(text)
    if (move) moves.set(move.to, move.from)
    looked += 1
    if (looked >= MAX_MOVES) break
  }
  return moves
}

function parseMove(text: string): Move | null {
  try {
    const pair: unknown = JSON.parse(text)
    if (!Array.isArray(pair)) return null
    const [from, to] = pair as readonly unknown[]
    return typeof from === 'string' && typeof to === 'string' ? { from, to } : null
  } catch {
    return null
  }
}
