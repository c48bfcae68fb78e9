/**
 * Updates the index of a site to a commit of `main`: applies the changes of each commit in between or, if they are
 * unknown, rebuilds it. Both ways give the same rows.
 *
 * @see src/service/README.md, src/http/README.md (Conventions)
 */

import { setOf } from '../../model/change-set.js'
import type { Entry, Provenance } from '../../model/entry.js'
import type { CommitChanges, PathChange, Rebuild, SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { GitError } from '../../git/program/git-error.js'
import type { HistoryStep } from '../../git/diff/history.js'
import type { Repository } from '../../git/repository.js'
import type { Entry as GitEntry } from '../../git/objects/snapshot.js'
import { forEachYielding } from '../../system/yielding.js'
import { configAt, configIn, followCollections, type ConfigState } from './config-state.js'
import { shortMessage, type AuthoredStep, type Authorship } from './authorship.js'
import { describeInParts, textBytesOf } from './entry-facts.js'
import { copyRows } from './copied-rows.js'
import { followHints, followIds } from './following-ids.js'
import { inParts, type PartLimits } from './history-parts.js'
import { pairMoves } from './moves.js'
import { idsOf, originOutside } from './set-origins.js'

/** The new path of an id: of a file that the API moved or restored, where git may not detect a rename. */
export interface RenameHint {
  readonly id: string
  readonly path: string
  /** The old path, if the text also changes; the commit message then says so. */
  readonly from?: string
}

export interface Indexing {
  /** Updates the index to `commit`, which must differ from the indexed one. */
  catchUp(siteId: string, target: IndexTarget & IndexedFrom): Promise<void>
  /** Rebuilds the index from scratch. */
  rebuild(siteId: string, repository: Repository, commit: string): Promise<void>
}

interface IndexTarget {
  readonly repository: Repository
  readonly commit: string
  readonly hints?: readonly RenameHint[]
}

interface IndexedFrom {
  /** The indexed commit; null if the site is not indexed. */
  readonly from: string | null
}

interface IndexingDependencies {
  readonly index: SiteIndex
  readonly entryIds: Records['entryIds']
  readonly authorship: Pick<Authorship, 'keyOf'>
  readonly now: () => number
  /** Called with the newly indexed commits; for very many, only with the last. */
  readonly indexed?: (siteId: string, commits: readonly CommitChanges[]) => void
}

/** With more changes, the index is rebuilt, which yields to other work. */
const MAX_CHANGES = 300
/** The same for more text, if more than `MAX_UNWEIGHED` entries have it. */
const MAX_BYTES = 1024 * 1024
const MAX_UNWEIGHED = 4
/** Entries per batch of a rebuild; a batch also ends after a number of bytes. */
const BATCH_ENTRIES = 200
const BATCH_BYTES = 4 * 1024 * 1024
/** Limits for the part of a history that is in memory. */
const PART: PartLimits = { steps: 200, changes: 2000 }

export function createIndexing(dependencies: IndexingDependencies): Indexing {
  const rebuild: Indexing['rebuild'] = (siteId, repository, commit) =>
    rebuildSite(dependencies, siteId, { repository, commit })
  return {
    rebuild,
    async catchUp(siteId, target) {
      // The rows of a new change set are those of its site.
      const copied = target.from === null && setOf(siteId) !== null
      const from = copied ? await copyRows(dependencies, siteId) : target.from
      if (from === target.commit) return
      const steps = from === null ? null : await stepsBetween(dependencies, target, from)
      const done = steps && (await applySteps(dependencies, siteId, { ...target, from, steps }))
      if (!done) await rebuildSite(dependencies, siteId, target)
    },
  }
}

/** Null if `from` is not a first-parent ancestor of the target, or if too much is in between. */
async function stepsBetween(
  { authorship }: IndexingDependencies,
  { repository, commit }: IndexTarget,
  from: string,
): Promise<AuthoredStep[] | null> {
  const head = await repository.readCommit(commit)
  if (head.parents[0] === from) {
    const changes = await repository.diff(from, commit)
    return changes.length > MAX_CHANGES ? null : [authored(authorship, { commit: head, changes })]
  }
  const steps: AuthoredStep[] = []
  let changed = 0
  try {
    for await (const step of repository.history({ from, to: commit, oldestFirst: true })) {
      steps.push(authored(authorship, step))
      changed += step.changes.length
      if (changed > MAX_CHANGES) return null
    }
  } catch (error) {
    if (error instanceof GitError && error.code === 'unrelated') return null
    throw error
  }
  return steps
}

/** Adds the author that the commit itself records. */
function authored(authorship: Pick<Authorship, 'keyOf'>, step: HistoryStep): AuthoredStep {
  const { commit } = step
  const changes = pairMoves(commit.message, step.changes)
  return { commit, changes, authorKey: authorship.keyOf(commit) }
}

interface Steps extends IndexTarget {
  readonly from: string | null
  readonly steps: readonly AuthoredStep[]
}

/**
 * Applies commits one by one. @returns false if that is not possible: if the configuration changes the meaning of all
 * files, a rebuild is needed
 */
async function applySteps(
  dependencies: IndexingDependencies,
  siteId: string,
  target: Steps,
): Promise<boolean> {
  const { repository, commit, from, steps } = target
  const before = dependencies.index.siteFacts(siteId)
  const snapshot = repository.snapshot(commit)
  const state = await configIn(repository, snapshot)
  const collections = followCollections(before?.collections ?? [])
  await collections.add(repository, steps)
  if (
    !before ||
    (collections.isChanged && (await configAt(repository, from)).meaning !== state.meaning)
  ) {
    return false
  }
  const alive = await trackSteps(steps, {
    isInSet: setOf(siteId) !== null,
    find: (path) => dependencies.index.entryByPath(siteId, path),
  })
  const find = once((path) => snapshot.entry(path))
  if (await isHeavy(repository, alive, find)) return false
  for (const step of steps) await followIds(dependencies, siteId, step.changes)
  await followHints(dependencies, target.hints ?? [])
  const commits = await commitsOf(steps)
  const upserts: Entry[] = []
  const describing = { target, state, alive, find }
  for await (const some of describeAlive(dependencies, siteId, describing)) upserts.push(...some)
  dependencies.index.applyChanges(siteId, {
    commit,
    expected: from,
    facts: collections.isChanged ? collections.facts(state) : null,
    upserts,
    removes: [...alive].flatMap(([path, origin]) => (origin ? [] : [path])),
    commits,
  })
  dependencies.indexed?.(siteId, commits)
  return true
}

/** Looks up each path only once. */
function once(find: Describing['find']): Describing['find'] {
  const known = new Map<string, ReturnType<typeof find>>()
  return (path) => {
    const found = known.get(path) ?? find(path)
    known.set(path, found)
    return found
  }
}

/** True if there is too much text to index it without yielding. */
async function isHeavy(
  repository: Repository,
  alive: Alive,
  find: Describing['find'],
): Promise<boolean> {
  if (alive.size <= MAX_UNWEIGHED) return false
  const found = await Promise.all([...alive].flatMap(([path, to]) => (to ? [find(path)] : [])))
  const entries = found.filter((entry) => entry !== null)
  return (await textBytesOf(repository, entries)) > MAX_BYTES
}

type Alive = Map<string, Provenance | null>

interface Tracking {
  readonly isInSet: boolean
  /** The state before the steps. */
  readonly find: (path: string) => Provenance | null
}

/**
 * The final state of every path that the commits change; null for removed ones. A commit may change 200,000. What a merge
 * has brought into a change set is not by whoever had a text there before: `main` may have another one.
 */
async function trackSteps(
  steps: readonly AuthoredStep[],
  { isInSet, find }: Tracking,
): Promise<Alive> {
  const alive: Alive = new Map()
  const current = (path: string) => (alive.has(path) ? (alive.get(path) ?? null) : find(path))
  for (const step of steps) {
    const isTaken = isInSet && step.commit.parents.length > 1
    const found: (Provenance | null)[] = []
    await forEachYielding(step.changes, (change) =>
      found.push(current(change.renamedFrom ?? change.path)),
    )
    await forEachYielding(step.changes, ({ renamedFrom }) => {
      if (renamedFrom !== undefined) alive.set(renamedFrom, null)
    })
    await forEachYielding(step.changes.entries(), ([place, change]) => {
      const before = change.before === null || isTaken ? null : (found[place] ?? null)
      alive.set(change.path, change.after === null ? null : provenance(step, before))
    })
  }
  return alive
}

function provenance({ commit, authorKey }: AuthoredStep, before: Provenance | null): Provenance {
  const { time } = commit.author
  if (!before) return { createdAt: time, createdBy: authorKey, updatedAt: time, updatedBy: null }
  return {
    createdAt: before.createdAt,
    createdBy: before.createdBy,
    updatedAt: time,
    updatedBy: authorKey,
  }
}

interface Describing {
  readonly target: IndexTarget
  readonly state: ConfigState
  readonly alive: Alive
  /** The file at a path of the target's commit. */
  readonly find: (path: string) => Promise<GitEntry | null>
}

/** Reads existing entries, a limited number of bytes at a time. */
async function* describeAlive(
  dependencies: IndexingDependencies,
  siteId: string,
  { target, state, alive, find }: Describing,
): AsyncGenerator<Entry[]> {
  const found = await Promise.all(
    [...alive].flatMap(([path, origin]) => (origin ? [find(path)] : [])),
  )
  const entries = found.filter((entry) => entry !== null)
  const some = { entries, maxBytes: BATCH_BYTES }
  for await (const facts of describeInParts(target.repository, some, state)) {
    const ids = idsOf(dependencies, siteId, facts)
    yield facts.flatMap((fact) => {
      const origin = alive.get(fact.path)
      const id = ids.get(fact.path)
      if (!origin || id === undefined) return []
      return [{ ...fact, ...origin, ...originOutside(dependencies, siteId, id), siteId, id }]
    })
  }
}

async function commitsOf(steps: readonly AuthoredStep[]): Promise<CommitChanges[]> {
  const commits: CommitChanges[] = []
  for (const step of steps) commits.push(await commitChanges(step))
  return commits
}

/** A commit in the form of the history in the index. */
async function commitChanges(step: AuthoredStep): Promise<CommitChanges> {
  const { commit, changes, authorKey } = step
  const paths: PathChange[] = []
  await forEachYielding(changes, ({ path, renamedFrom, after }) => {
    paths.push({ path, oldPath: renamedFrom ?? null, blob: after?.oid ?? null })
  })
  return {
    commit: {
      oid: commit.oid,
      authorName: commit.author.name,
      authorEmail: commit.author.email,
      authorKey,
      time: commit.author.time,
      message: shortMessage(commit.message),
    },
    paths,
  }
}

/**
 * Indexes the whole history of `main`. Ids stay with their paths; for rows that existed before, ids follow renames
 * since then.
 */
async function rebuildSite(
  dependencies: IndexingDependencies,
  siteId: string,
  target: IndexTarget,
): Promise<void> {
  const { repository, commit } = target
  const isInSet = setOf(siteId) !== null
  const expected = dependencies.index.commitOf(siteId)
  const pass = dependencies.index.beginRebuild(siteId)
  try {
    const changes = expected === null ? [] : await repository.diff(expected, commit)
    if (expected !== null) {
      await followIds(dependencies, siteId, changes)
      await followHints(dependencies, target.hints ?? [])
    }
    const state = await configAt(repository, commit)
    const alive: Alive = new Map()
    const collections = followCollections([])
    for await (const steps of inParts(line(dependencies, target, pass), PART)) {
      await collections.add(repository, steps)
      const touched = await trackSteps(steps, { isInSet, find: (path) => alive.get(path) ?? null })
      await forEachYielding(touched, ([path, origin]) => {
        if (origin) alive.set(path, origin)
        else alive.delete(path)
      })
      await pass.putCommits(await commitsOf(steps))
    }
    const files = await filesOf(target, pass)
    const find = (path: string) => Promise.resolve(files.get(path) ?? null)
    for (const part of slices([...alive], BATCH_ENTRIES)) {
      const describing = { target, state, alive: new Map(part), find }
      for await (const entries of describeAlive(dependencies, siteId, describing)) {
        await pass.putEntries(entries)
      }
    }
    await pass.finish({ commit, expected, facts: collections.facts(state) })
    if (changes.length === 0) return
    const last = await repository.readCommit(commit)
    const authorKey = dependencies.authorship.keyOf(last)
    dependencies.indexed?.(siteId, [await commitChanges({ commit: last, changes, authorKey })])
  } catch (error) {
    await pass.abort()
    throw error
  }
}

/** All files at once: single look-ups in a folder of 100,000 files would take minutes. */
async function filesOf(
  { repository, commit }: IndexTarget,
  pass: Pick<Rebuild, 'throwIfStopped'>,
): Promise<Map<string, GitEntry>> {
  const files = new Map<string, GitEntry>()
  for await (const entry of repository.snapshot(commit).list()) {
    pass.throwIfStopped()
    files.set(entry.path, entry)
  }
  return files
}

/** The first-parent history of `main`, oldest first. */
async function* line(
  { authorship }: IndexingDependencies,
  { repository, commit }: IndexTarget,
  pass: Pick<Rebuild, 'throwIfStopped'>,
): AsyncGenerator<AuthoredStep> {
  for await (const step of repository.history({ from: null, to: commit, oldestFirst: true })) {
    pass.throwIfStopped()
    yield authored(authorship, step)
  }
}

function* slices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
