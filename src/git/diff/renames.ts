/**
 * Pairing removed with added paths: first equal content, then equal base names that are similar
 * enough, then the most similar of all. The order of the steps and their limits are git's, so that
 * the result is that of `git diff-tree -M`.
 *
 * @see gitdiffcore(7); git/diffcore-rename.c
 */
import { MAX_SCORE, similarity } from './similarity.js'
import type { Fingerprint } from './similarity.js'
import type { Entry } from '../objects/snapshot.js'

/** A pair of paths that are one file, moved. */
export interface Rename {
  readonly from: Entry
  readonly to: Entry
}

const MINIMUM = MAX_SCORE / 2
/** Files that keep a name which is unique on both sides are paired from here on. */
const SAME_NAME_MINIMUM = MINIMUM + (MAX_SCORE - MINIMUM) / 2
/** git's diff.renameLimit: beyond its square only the first two steps are taken. */
const LIMIT = 1000
const CANDIDATES = 4
const EQUAL_CONTENT_TRIES = 100

/** Loads what is needed to compare a file's content; null if it is too large to look at. */
export type Load = (entry: Entry) => Promise<Fingerprint | null>

interface State {
  readonly sources: Entry[]
  readonly targets: Entry[]
  readonly renames: Map<Entry, Entry>
  readonly used: Set<Entry>
}

/** @param removed and @param added in git's order of paths */
export async function findRenames(
  removed: readonly Entry[],
  added: readonly Entry[],
  load: Load,
): Promise<Rename[]> {
  const state: State = {
    sources: [...removed],
    targets: [...added],
    renames: new Map(),
    used: new Set(),
  }
  pairEqual(state)
  if (open(state)) await pairSameNames(state, load)
  const { sources, targets } = openSides(state)
  if (sources.length * targets.length <= LIMIT * LIMIT) await pairSimilar(state, load)
  return [...state.renames].map(([to, from]) => ({ from, to }))
}

function openSides(state: State): { sources: Entry[]; targets: Entry[] } {
  return {
    sources: state.sources.filter((source) => !state.used.has(source)),
    targets: state.targets.filter((target) => !state.renames.has(target)),
  }
}

function open(state: State): boolean {
  const { sources, targets } = openSides(state)
  return sources.length > 0 && targets.length > 0
}

function record(state: State, source: Entry, target: Entry): void {
  state.renames.set(target, source)
  state.used.add(source)
}

function isRegular(entry: Entry): boolean {
  return entry.mode === '100644' || entry.mode === '100755'
}

function baseName(entry: Entry): string {
  return entry.path.slice(entry.path.lastIndexOf('/') + 1)
}

function pairEqual(state: State): void {
  const byOid = groupBy(state.sources, (source) => source.oid)
  for (const target of state.targets) {
    const source = bestEqual(state, byOid.get(target.oid) ?? [], target)
    if (source) record(state, source, target)
  }
}

function bestEqual(state: State, sources: readonly Entry[], target: Entry): Entry | null {
  let best: Entry | null = null
  let tries = 0
  for (const source of sources) {
    if (source.mode !== target.mode && !(isRegular(source) && isRegular(target))) continue
    if (state.used.has(source)) continue
    if (baseName(source) === baseName(target)) return source
    best ??= source
    if (tries++ > EQUAL_CONTENT_TRIES) break
  }
  return best
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

async function pairSameNames(state: State, load: Load): Promise<void> {
  const { sources, targets } = openSides(state)
  const sourcesByName = groupBy(sources, baseName)
  const targetsByName = groupBy(targets, baseName)
  for (const source of sources) {
    const rivals = sourcesByName.get(baseName(source)) ?? []
    const [target, ...others] = targetsByName.get(baseName(source)) ?? []
    if (rivals.length !== 1 || !target || others.length > 0) continue
    const pair = { source, target, minimum: SAME_NAME_MINIMUM }
    if ((await compare(pair, load)) >= SAME_NAME_MINIMUM) record(state, source, target)
  }
}

interface Pair {
  readonly source: Entry
  readonly target: Entry
  readonly minimum: number
}

async function compare({ source, target, minimum }: Pair, load: Load): Promise<number> {
  if (!isRegular(source) || !isRegular(target)) return 0
  const [from, to] = [await load(source), await load(target)]
  return from && to ? similarity(from, to, minimum) : 0
}

interface Candidate {
  readonly source: Entry
  readonly target: Entry
  readonly score: number
  readonly sameName: number
}

async function pairSimilar(state: State, load: Load): Promise<void> {
  const { sources, targets } = openSides(state)
  const candidates: Candidate[] = []
  for (const target of targets) candidates.push(...(await bestOf(sources, target, load)))
  // Sorting is stable: of equals, the first target and the slot it was put in decide, as in git.
  for (const { source, target, score } of candidates.sort(byScore)) {
    if (score < MINIMUM) break
    if (!state.renames.has(target) && !state.used.has(source)) record(state, source, target)
  }
}

/** Best first. */
function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.sameName - a.sameName
}

/** The four best sources of a target, in the slots they fell into. */
async function bestOf(sources: Entry[], target: Entry, load: Load): Promise<Candidate[]> {
  const slots: Candidate[] = []
  for (const source of sources) {
    const score = await compare({ source, target, minimum: MINIMUM }, load)
    const sameName = baseName(source) === baseName(target) ? 1 : 0
    place(slots, { source, target, score, sameName })
  }
  await new Promise(setImmediate)
  return slots
}

function place(slots: Candidate[], candidate: Candidate): void {
  if (slots.length < CANDIDATES) {
    slots.push(candidate)
    return
  }
  let worst = 0
  slots.forEach((slot, index) => {
    const other = slots[worst]
    if (other && byScore(slot, other) > 0) worst = index
  })
  const last = slots[worst]
  if (last && byScore(last, candidate) > 0) slots[worst] = candidate
}
