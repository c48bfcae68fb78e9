/**
 * Three-way merge of two commits. The result is edits on top of ours.
 *
 * Both differences from the base are read, with renames. Each path that theirs changed is decided on its own. Then
 * new files get paths that do not collide. If a file cannot be merged, both versions are kept: ours at its path,
 * theirs beside it under a marked name.
 */

import type { Edit } from '../../git/commit.js'
import type { Change } from '../../git/diff/diff.js'
import type { Repository } from '../../git/repository.js'
import type { Entry } from '../../git/objects/snapshot.js'
import { isSameVersion, mergeVersions, type Version } from './content.js'
import { createPathAllocator, type PathAllocator } from './names.js'

/** The commits to merge; `base` is null for unrelated histories. */
interface MergeSides {
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
  /** True if new files that are equal to others but for case get other names. */
  readonly ignoresCase: boolean
}

/** A file that could not be merged. */
export interface MergeConflict {
  readonly path: string
  /** Where their version is kept; null if they deleted the file. */
  readonly keptAt: string | null
}

interface Merge {
  /** Edits on top of ours. */
  readonly edits: ReadonlyMap<string, Edit>
  readonly conflicts: readonly MergeConflict[]
}

/** What has to be done to our files. */
interface Decisions {
  /** Paths to remove. */
  readonly removes: Set<string>
  /** New content of existing files. */
  readonly updates: Map<string, Version>
  /** Files for new paths, if these are free. */
  readonly places: { readonly path: string; readonly version: Version }[]
  /** Their versions of files that could not be merged. */
  readonly copies: { readonly path: string; readonly version: Version }[]
  /** Paths that they deleted and we changed: ours is kept. */
  readonly keptOurs: string[]
}

/** The difference of one side from the base. */
interface SideChanges {
  /** What happened to files of the base, by their path there; null for deleted ones. */
  readonly fates: ReadonlyMap<string, Entry | null>
  /** Changed files, by their new path. */
  readonly standing: ReadonlyMap<string, Entry>
}

/** Computes the edits. Stores merged contents, moves no ref. */
export async function mergeCommits(repository: Repository, sides: MergeSides): Promise<Merge> {
  const [ours, theirs] = await Promise.all([
    repository.diff(sides.base, sides.ours),
    repository.diff(sides.base, sides.theirs),
  ])
  const decisions = await decide(repository, { ours: sideOf(ours), changes: theirs })
  return place(repository, sides, decisions)
}

function sideOf(changes: readonly Change[]): SideChanges {
  const fates = new Map<string, Entry | null>()
  const standing = new Map<string, Entry>()
  for (const { before, after } of changes) {
    if (before) fates.set(before.path, after)
    if (after) standing.set(after.path, after)
  }
  return { fates, standing }
}

interface Deciding {
  readonly ours: SideChanges
  /** Of theirs. */
  readonly changes: readonly Change[]
}

async function decide(repository: Repository, { ours, changes }: Deciding): Promise<Decisions> {
  const decisions: Decisions = {
    removes: new Set(),
    updates: new Map(),
    places: [],
    copies: [],
    keptOurs: [],
  }
  for (const { before, after } of changes) {
    if (before) {
      const fate = ours.fates.get(before.path)
      const our = fate === undefined ? before : fate
      await decideOld(repository, decisions, { base: before, ours: our, theirs: after })
    } else if (after) {
      const our = ours.standing.get(after.path)
      if (our) await decideBoth(repository, decisions, { base: null, ours: our, theirs: after })
      else decisions.places.push({ path: after.path, version: after })
    }
  }
  return decisions
}

interface ThreeVersions {
  readonly base: Entry
  readonly ours: Entry | null
  readonly theirs: Entry | null
}

/** A file of the base that they changed, moved or deleted. */
async function decideOld(
  repository: Repository,
  decisions: Decisions,
  { base, ours, theirs }: ThreeVersions,
): Promise<void> {
  if (theirs === null) {
    if (ours === null) return
    const isUntouched = ours.path === base.path && isSameVersion(ours, base)
    if (isUntouched) decisions.removes.add(ours.path)
    else decisions.keptOurs.push(ours.path)
  } else if (ours === null) {
    decisions.copies.push({ path: theirs.path, version: theirs })
  } else {
    await decideBoth(repository, decisions, { base, ours, theirs })
  }
}

interface BothVersions {
  readonly base: Entry | null
  readonly ours: Entry
  readonly theirs: Entry
}

/** A file that both sides have: the content is merged, and the file moves if one side moved it. */
async function decideBoth(
  repository: Repository,
  decisions: Decisions,
  { base, ours, theirs }: BothVersions,
): Promise<void> {
  const merged = await mergeVersions(repository, { base, ours, theirs })
  const [from, to] = [ours.path, theirs.path]
  const isMovedByThem = base !== null && to !== base.path && to !== from
  const isMovedByBoth = isMovedByThem && from !== base.path
  if (isMovedByThem && !isMovedByBoth) {
    decisions.removes.add(from)
    decisions.places.push({ path: to, version: merged ?? ours })
  } else if (merged !== null && !isSameVersion(merged, ours)) {
    decisions.updates.set(from, merged)
  }
  if (merged === null || isMovedByBoth) decisions.copies.push({ path: to, version: theirs })
}

async function place(
  repository: Repository,
  sides: MergeSides,
  decisions: Decisions,
): Promise<Merge> {
  const { removes, updates, places, copies, keptOurs } = decisions
  const names = await namesAfter(repository, sides, decisions)
  const edits = new Map<string, Edit>()
  const conflicts: MergeConflict[] = keptOurs.map((path) => ({ path, keptAt: null }))
  for (const path of removes) edits.set(path, null)
  for (const [path, version] of updates) edits.set(path, editOf(version))
  for (const { path, version } of places) {
    const placed = names.allocate(path)
    edits.set(placed, editOf(version))
    if (placed !== path) conflicts.push({ path, keptAt: placed })
  }
  for (const { path, version } of copies) {
    const keptAt = names.allocateBeside(path)
    edits.set(keptAt, editOf(version))
    conflicts.push({ path, keptAt })
  }
  return { edits, conflicts }
}

/** Our paths after the removals; read only if a file needs a place. */
async function namesAfter(
  repository: Repository,
  { ours, theirs, ignoresCase }: MergeSides,
  { removes, places, copies }: Decisions,
): Promise<PathAllocator> {
  const isNeeded = places.length + copies.length > 0
  const entries = isNeeded ? await repository.snapshot(ours).entries() : []
  const standing = entries.map(({ path }) => path).filter((path) => !removes.has(path))
  return createPathAllocator(standing, { mark: `conflict-${theirs.slice(0, 7)}`, ignoresCase })
}

function editOf({ oid, mode }: Version): Edit {
  return { oid, mode }
}
