/**
 * Pairs removed and added paths as renames: first those with equal content, then those with the same file name and
 * similar content, then the most similar. Order and limits of the steps are git's, so the result is the same as that
 * of `git diff-tree -M`. One limit is our own: beyond a number of comparisons, the rest stays unpaired, where git
 * would go on for minutes.
 *
 * @see gitdiffcore(7); git/diffcore-rename.c
 */
import { canReach, MAX_SCORE, scoreOf, similarity } from './similarity.js'
import type { Fingerprint } from './similarity.js'
import { indexSources, type SourceIndex } from './source-index.js'
import { WorkBudget } from './work-budget.js'
import type { Entry } from '../objects/snapshot.js'

/** A pair of paths that are one file, moved. */
export interface Rename {
  readonly from: Entry
  readonly to: Entry
}

const MINIMUM = MAX_SCORE / 2
/** Minimum similarity for files with the same name, if that name is unique on both sides. */
const SAME_NAME_MINIMUM = MINIMUM + (MAX_SCORE - MINIMUM) / 2
/** git's diff.renameLimit: with more pairs than its square, only the first two steps run. */
const LIMIT = 1000
const CANDIDATES = 4
const EQUAL_CONTENT_TRIES = 100
/** Most bytes of files that are read. */
const CONTENT_BYTES = 64 * 1024 * 1024
/** Most pieces that are compared; takes about a second, with yields to the event loop. */
const COMPARISONS = 400_000_000
/** Cost of reading a byte, in steps of the budget. */
const STEPS_OF_BYTE = 2
/** Cost of looking at a pair, in steps of the budget. */
const STEPS_OF_PAIR = 20
/** Pairs and files between two checks of the budget. */
const PAIRS_AT_ONCE = 500

/** Loads the fingerprint of a file; null if the file is too large. */
type Load = (entry: Entry) => Promise<Fingerprint | null>

interface State {
  readonly sources: Entry[]
  readonly targets: Entry[]
  readonly renames: Map<Entry, Entry>
  readonly used: Set<Entry>
  readonly load: Load
  readonly budget: WorkBudget
}

/** Limits; tests set them low because their files are small. */
export interface RenameLimits {
  readonly contentBytes: number
  readonly comparisons: number
}

export const RENAME_LIMITS: RenameLimits = {
  contentBytes: CONTENT_BYTES,
  comparisons: COMPARISONS,
}

/** @param removed and @param added in git's order of paths */
export async function findRenames(
  removed: readonly Entry[],
  added: readonly Entry[],
  { load, limits = RENAME_LIMITS }: { readonly load: Load; readonly limits?: RenameLimits },
): Promise<Rename[]> {
  const budget = new WorkBudget(limits.comparisons)
  const state: State = {
    budget,
    load: limited(load, limits.contentBytes, budget),
    sources: [...removed],
    targets: [...added],
    renames: new Map(),
    used: new Set(),
  }
  await pairEqual(state)
  if (open(state)) await pairSameNames(state)
  const { sources, targets } = openSides(state)
  if (sources.length * targets.length <= LIMIT * LIMIT) await pairSimilar(state)
  return [...state.renames].map(([to, from]) => ({ from, to }))
}

/** Stops loading when the bytes are used up. A file counts once, however often it is loaded. */
function limited(load: Load, contentBytes: number, budget: WorkBudget): Load {
  const known = new Map<string, Promise<Fingerprint | null>>()
  let left = contentBytes
  const loadNew = async (entry: Entry): Promise<Fingerprint | null> => {
    if (left <= 0) return null
    const loaded = await load(entry)
    left -= loaded?.size ?? 0
    await budget.spend(STEPS_OF_BYTE * (loaded?.size ?? 0))
    return loaded
  }
  return (entry) => {
    const loaded = known.get(entry.oid) ?? loadNew(entry)
    known.set(entry.oid, loaded)
    return loaded
  }
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

async function pairEqual(state: State): Promise<void> {
  const sources = groupBy(state.sources, contentKey)
  const free = new Map([...sources].map(([key, entries]) => [key, chained(entries)]))
  for (const target of state.targets) {
    const chain = free.get(contentKey(target))
    if (!chain) continue
    const source = takeEqual(chain, target)
    if (source) record(state, source, target)
    await state.budget.pause()
  }
}

/**
 * A key that is equal for files with the same content. A symbolic link never equals a file that contains its target.
 */
function contentKey(entry: Entry): string {
  return isRegular(entry) ? entry.oid : `${entry.oid} ${entry.mode}`
}

/** The unused sources with one content, in order. Taking one is fast, however many there are. */
interface Chain {
  next: Link | null
}

interface Link extends Chain {
  readonly entry: Entry
}

function chained(entries: readonly Entry[]): Chain {
  const head: Chain = { next: null }
  let last = head
  for (const entry of entries) {
    const link: Link = { entry, next: null }
    last.next = link
    last = link
  }
  return head
}

/** Takes the first unused source with the target's file name, else the first unused one. */
function takeEqual(chain: Chain, target: Entry): Entry | null {
  const name = baseName(target)
  let before = chain
  let best: Chain | null = null
  let tries = 0
  for (let link = chain.next; link && tries <= EQUAL_CONTENT_TRIES + 1; link = link.next) {
    best ??= before
    if (baseName(link.entry) === name) {
      best = before
      break
    }
    tries += 1
    before = link
  }
  const taken = best?.next ?? null
  if (best && taken) best.next = taken.next
  return taken?.entry ?? null
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

async function pairSameNames(state: State): Promise<void> {
  const { sources, targets } = openSides(state)
  const sourcesByName = groupBy(sources, baseName)
  const targetsByName = groupBy(targets, baseName)
  for (const source of sources) {
    const rivals = sourcesByName.get(baseName(source)) ?? []
    const [target, ...others] = targetsByName.get(baseName(source)) ?? []
    if (rivals.length !== 1 || !target || others.length > 0) continue
    if (state.budget.isSpent) return
    if ((await compare(state, source, target)) >= SAME_NAME_MINIMUM) record(state, source, target)
  }
}

async function compare({ load, budget }: State, source: Entry, target: Entry): Promise<number> {
  if (!isRegular(source) || !isRegular(target)) return 0
  const [from, to] = [await load(source), await load(target)]
  if (!from || !to) return 0
  await budget.spend(from.hashes.length + to.hashes.length)
  return similarity(from, to, SAME_NAME_MINIMUM)
}

interface Candidate {
  readonly source: Entry
  readonly target: Entry
  readonly score: number
  readonly sameName: number
}

async function pairSimilar(state: State): Promise<void> {
  const { sources, targets } = openSides(state)
  if (sources.length === 0 || targets.length === 0) return
  const files = await loadAll(state, sources)
  const index = await indexSources(files, state.budget)
  const candidates: Candidate[] = []
  for (const target of targets) {
    if (state.budget.isSpent) break
    candidates.push(...(await bestOf(state, { sources, files, index }, target)))
  }
  // Sorting is stable. As in git, the first target and the slot decide between equal scores.
  for (const { source, target, score } of candidates.sort(byScore)) {
    if (score < MINIMUM) break
    if (!state.renames.has(target) && !state.used.has(source)) record(state, source, target)
  }
}

async function loadAll(state: State, entries: readonly Entry[]): Promise<(Fingerprint | null)[]> {
  const files: (Fingerprint | null)[] = []
  for (const entry of entries) {
    files.push(await loadRegular(state, entry))
    // A file that is loaded already costs nothing; it may occur 100,000 times.
    if (files.length % PAIRS_AT_ONCE === 0) await state.budget.pause()
  }
  return files
}

async function loadRegular({ load }: State, entry: Entry): Promise<Fingerprint | null> {
  return isRegular(entry) ? load(entry) : null
}

interface Sources {
  readonly sources: readonly Entry[]
  /** Their fingerprints, in the same order. */
  readonly files: readonly (Fingerprint | null)[]
  readonly index: SourceIndex
}

/** Best first. */
function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || b.sameName - a.sameName
}

/** The four best sources of a target, in the slots that git would use. */
async function bestOf(
  state: State,
  { sources, files, index }: Sources,
  target: Entry,
): Promise<Candidate[]> {
  const slots: Candidate[] = []
  const file = await loadRegular(state, target)
  const copied = file && (await index.copied(file))
  for (const [i, source] of sources.entries()) {
    const from = files[i]
    const isNear = from && file && canReach(from, file, MINIMUM)
    const score = isNear ? scoreOf(copied?.[i] ?? 0, from, file) : 0
    const sameName = baseName(source) === baseName(target) ? 1 : 0
    place(slots, { source, target, score, sameName })
    if ((i + 1) % PAIRS_AT_ONCE === 0) await state.budget.pause()
  }
  await state.budget.spend(STEPS_OF_PAIR * sources.length)
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
