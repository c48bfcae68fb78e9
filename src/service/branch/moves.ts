/**
 * Writes down in a commit which files it moves while it changes their texts: git pairs what is gone with
 * what is new by how alike they are, and would take a text that was written anew for another one.
 * Whoever made a file first would no more be its author then. Nobody is trusted for it: a push could say the
 * same by two commits.
 */

import type { Change } from '../../git/diff/diff.js'

/** A file, by its paths before and after. */
export interface Move {
  readonly from: string
  readonly to: string
}

const TRAILER = /^Galley-Moved: (.*)$/gm
/** More than one request can move; others that a commit names are what git sees. */
const MOST = 2000

/** The lines of a commit message that name moves. */
export function moveTrailers(moves: readonly Move[]): string[] {
  return moves.map(({ from, to }) => `Galley-Moved: ${JSON.stringify([from, to])}`)
}

/** The changes of a commit, each move that its message names as one where git sees two. */
export function withMoves(message: string, changes: readonly Change[]): readonly Change[] {
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

/** Paths before, by those after. */
function movesIn(message: string): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  let looked = 0
  for (const [, text = ''] of message.matchAll(TRAILER)) {
    const move = parseMove(text)
    if (move) moves.set(move.to, move.from)
    looked += 1
    if (looked >= MOST) break
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
