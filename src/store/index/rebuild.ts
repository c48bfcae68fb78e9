/** Builds the index of a site again, beside the rows that readers see, and deletes rows. Both in short steps. */

import type { Entry } from '../../model/entry.js'
import { inTransaction, type Connection } from '../connection.js'
import { StoreError } from '../store-error.js'
import { refuseStale, type Generations } from './generations.js'
import type { CommitChanges, Rebuild, SiteIndex } from './site-index.js'
import { forEachTimedBatch, repeatYielding } from './batches.js'
import type { Checkpoints } from './upkeep/checkpoints.js'
import type { Merges } from './upkeep/merges.js'
import type { RowWriter } from './write-rows.js'

type Rebuilds = Pick<SiteIndex, 'beginRebuild' | 'sweep' | 'deleteSite' | 'stop'>

/** Most rows per step, and their bytes; a step takes some milliseconds. */
const STEP = 20
const STEP_BYTES = 64 * 1024

/** Commits per step. Each has few paths, so that they take little time. */
const COMMIT_STEP = 50

/** Rows deleted per step. */
const CLEAR_STEP = 100

/** The parts for writing rows. */
interface Writing {
  readonly db: Connection
  readonly generations: Generations
  readonly writer: RowWriter
  readonly checkpoints: Pick<Checkpoints, 'keepUp'>
  readonly merges: Pick<Merges, 'keepUp'>
}

/** Rebuilds over one writing connection. */
export function createRebuilds(parts: Writing): Rebuilds {
  const { db, generations, writer, checkpoints, merges } = parts
  const inProgress = new Set<number>()
  let isStopped = false
  const throwIfStopped = () => {
    if (isStopped) throw new StoreError('stopping', 'the index stops: the site is read in again')
  }
  const keepUp = async () => {
    await merges.keepUp()
    await checkpoints.keepUp()
  }
  const rest = async () => {
    await keepUp()
    throwIfStopped()
  }
  const clearSome = inTransaction(db, (generation: number) => writer.clear(generation, CLEAR_STEP))
  const clear = async (generation: number) => {
    await repeatYielding(() => !isStopped && clearSome(generation), keepUp)
    // The next start sweeps the rest.
    if (!isStopped) generations.remove(generation)
  }
  const clearAll = async (hidden: readonly number[]) => {
    for (const generation of hidden) if (!inProgress.has(generation)) await clear(generation)
  }
  return {
    beginRebuild: (siteId) => {
      const generation = generations.create(siteId, false)
      inProgress.add(generation)
      const end = async (generationsLeft: readonly number[]) => {
        inProgress.delete(generation)
        await clearAll(generationsLeft)
      }
      return rebuilding({ ...parts, end, rest, throwIfStopped }, siteId, generation)
    },
    sweep: () => clearAll(generations.listHidden()),
    deleteSite: (siteId) => {
      generations.hide(siteId)
      return clearAll(generations.listHiddenOf(siteId))
    },
    stop: () => {
      isStopped = true
    },
  }
}

interface RebuildParts extends Writing {
  readonly end: (generationsLeft: readonly number[]) => Promise<void>
  /** Awaited between two steps. */
  readonly rest: () => Promise<void>
  readonly throwIfStopped: () => void
}

function rebuilding(parts: RebuildParts, siteId: string, generation: number): Rebuild {
  const { db, generations, writer, end, rest } = parts
  // Number of the commit whose paths are being written.
  let seq = 0
  const turns = {
    during: inTransaction(db, (run: () => void) => run()),
    rest,
  }
  const putPathStep = ({ commit, paths }: PathStep) => {
    if (commit) seq = writer.putCommitAlone(generation, commit)
    writer.putPaths(generation, seq, paths)
  }
  return {
    throwIfStopped: parts.throwIfStopped,
    putCommits: (commits) => {
      const steps = { items: [...pathSteps(commits)], size: COMMIT_STEP }
      return forEachTimedBatch(steps, (some) => some.forEach(putPathStep), turns)
    },
    putEntries: (entries) => {
      const steps = { items: [...entrySteps(entries)], size: 1 }
      const put = ([some]: readonly EntryStep[]) => {
        writer.putEntries(generation, some?.entries ?? [])
        return some?.isHeavy
      }
      return forEachTimedBatch(steps, put, turns)
    },
    copyHistory: async (of) => {
      const from = generations.findLive(of)?.generation
      if (from === undefined) return
      const copy = writer.copyHistory(from, generation)
      for (let isMore = true; isMore; await rest()) turns.during(() => (isMore = copy()))
    },
    finish: async ({ commit, expected, facts }) => {
      inTransaction(db, () => {
        refuseStale(generations.findLive(siteId)?.commit ?? null, expected)
        generations.setState(generation, commit, facts)
        generations.show(siteId, generation)
      })()
      await end(generations.listHiddenOf(siteId))
    },
    abort: () => end([generation]),
  }
}

interface EntryStep {
  readonly entries: readonly Entry[]
  /** True if writing their words, at the end of the turn, takes as long as all before. */
  readonly isHeavy: boolean
}

/** Writing a tag takes as long as so many bytes of text. */
const TERM_BYTES = 256

function weightOf({ text, size }: Entry): number {
  if (text === null) return 0
  return size + (text.tags.length + text.categories.length) * TERM_BYTES
}

/** Divides entries into steps. */
function* entrySteps(entries: readonly Entry[]): Generator<EntryStep> {
  let [some, bytes]: [Entry[], number] = [[], 0]
  for (const entry of entries) {
    some.push(entry)
    bytes += weightOf(entry)
    const isHeavy = bytes >= STEP_BYTES
    if (some.length < STEP && !isHeavy) continue
    yield { entries: some, isHeavy }
    ;[some, bytes] = [[], 0]
  }
  if (some.length > 0) yield { entries: some, isHeavy: false }
}

interface PathStep {
  /** Null for a step with more paths of the previous commit. */
  readonly commit: CommitChanges['commit'] | null
  readonly paths: CommitChanges['paths']
}

/** Paths of a commit per item; most commits have fewer. */
const PATHS_PER_ITEM = 10

/** Divides commits into items of similar size: the first commit of a site may have all its files. */
function* pathSteps(commits: readonly CommitChanges[]): Generator<PathStep> {
  for (const { commit, paths } of commits) {
    yield { commit, paths: paths.slice(0, PATHS_PER_ITEM) }
    for (let at = PATHS_PER_ITEM; at < paths.length; at += PATHS_PER_ITEM) {
      yield { commit: null, paths: paths.slice(at, at + PATHS_PER_ITEM) }
    }
  }
}
