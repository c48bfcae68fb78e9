/**
 * Keeps copies by a rule, and removes what none of them needs.
 *
 * A crash at any moment leaves at most pieces that nobody needs: points are removed before their pieces. A piece goes only
 * if no point needs it at two cleanings in a row, so that what another server is still writing there stays.
 */

import { TEMPORARY_PREFIX } from '../../deploy/files/remote-name.js'
import { GalleyError } from '../../errors.js'
import { forEachParallel } from '../../system/parallel.js'
import type { CopyStore } from './copy-store.js'
import { createPieceReader, pieceAt, type PieceReader } from './pieces.js'
import { piecesNeeded, pointPath, pointTime, readPoint } from './point.js'
import { contentOf, type CopyState } from './round.js'

const DAY_MS = 24 * 60 * 60_000
const AT_ONCE = 4

export interface KeepingRule {
  /** Days of which all points are kept, */
  readonly allDays: number
  /** and of which the last one of each day (UTC) is, before those. */
  readonly dailyDays: number
}

/**
 * The points that the rule keeps, and always the newest one.
 *
 * @param times of all points, in milliseconds since the Unix epoch
 */
export function pointsToKeep(
  times: readonly number[],
  rule: KeepingRule,
  now: number,
): Set<number> {
  const kept = new Set<number>()
  const days = new Set<number>()
  for (const time of times.toSorted((a, b) => b - a)) {
    const day = Math.floor(time / DAY_MS)
    const isLast = !days.has(day)
    days.add(day)
    const age = now - time
    const isRecent = age <= rule.allDays * DAY_MS
    const isDaily = isLast && age <= (rule.allDays + rule.dailyDays) * DAY_MS
    if (kept.size === 0 || isRecent || isDaily) kept.add(time)
  }
  return kept
}

/** What cleanings remember from one to the next. */
export interface CleaningMemory {
  /** Objects that nobody needed at the last cleaning. */
  unneeded: ReadonlySet<string>
  /** @see piecesNeeded */
  readonly known: Map<string, ReadonlySet<string>>
}

interface Cleaning {
  readonly rule: KeepingRule
  readonly now: number
  /** Its pieces stay, too: a round that failed may go on with them. */
  readonly state: CopyState
  readonly memory: CleaningMemory
}

/** Far more than a day's points have. */
const MAX_KNOWN = 100_000

/**
 * Removes points that the rule does not keep, and pieces that nothing needs.
 *
 * @returns false if the store has lost a piece of the newest state; nothing is removed then
 * @throws GalleyError `validation_failed` if a point can't be read; no piece is removed then
 */
export async function clean(store: CopyStore, cleaning: Cleaning): Promise<boolean> {
  const { rule, now, state, memory } = cleaning
  const paths = await store.list()
  const reader = createPieceReader(store)
  if (memory.known.size > MAX_KNOWN) memory.known.clear()
  const needed = await piecesOfState(reader, state, memory.known)
  if (needed === null || !hasAll(paths, needed)) return false
  const times = paths.map(pointTime).filter((time) => time !== null)
  const kept = pointsToKeep(times, rule, now)
  // A day may have thousands, and no round begins meanwhile.
  await forEachParallel(kept, AT_ONCE, async (time) => {
    const point = await readPoint(store, time)
    for (const piece of await piecesNeeded(reader, point, memory.known)) needed.add(piece)
  })
  for (const time of times) if (!kept.has(time)) await store.remove(pointPath(time))
  const unneeded = paths.filter((path) => isUnneeded(path, needed))
  const twice = unneeded.filter((path) => memory.unneeded.has(path))
  await forEachParallel(twice, AT_ONCE, (path) => store.remove(path))
  memory.unneeded = new Set(unneeded)
  return true
}

/** Null if the store lacks one that says which others are needed. */
async function piecesOfState(
  reader: PieceReader,
  state: CopyState,
  known: Map<string, ReadonlySet<string>>,
): Promise<Set<string> | null> {
  const point = contentOf(state)
  if (point === null) return new Set()
  try {
    return await piecesNeeded(reader, point, known)
  } catch (error) {
    if (error instanceof GalleyError) return null
    throw error
  }
}

function hasAll(paths: readonly string[], needed: ReadonlySet<string>): boolean {
  const there = new Set(paths.map(pieceAt))
  return [...needed].every((piece) => there.has(piece))
}

/** Also what an upload has left that was cut off. */
function isUnneeded(path: string, needed: ReadonlySet<string>): boolean {
  if (path.startsWith(TEMPORARY_PREFIX)) return true
  const piece = pieceAt(path)
  return piece !== null && !needed.has(piece)
}
