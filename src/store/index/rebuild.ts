/** Indexing a site anew in short steps, beside the rows that readers see; and clearing rows away. */

import type { Entry } from '../../model/entry.js'
import { inTransaction, type Connection } from '../connection.js'
import { StoreError } from '../store-error.js'
import type { Checkpoints } from './checkpoints.js'
import { refuseStale, type Generations } from './generations.js'
import type { CommitChanges, Rebuild, SiteIndex } from './site-index.js'
import { forEachTimedBatch, repeatYielding } from './batches.js'
import type { RowWriter } from './write-rows.js'

type Rebuilds = Pick<SiteIndex, 'beginRebuild' | 'sweep' | 'deleteSite' | 'stop'>

/** Rows written at a time: some milliseconds, */
const STEP = 20
/** where they are of so many bytes in all. */
const STEP_BYTES = 128 * 1024

/** Commits touch few paths each, and are cheap. */
const COMMIT_STEP = 50

/** Rows removed between two turns. */
const CLEAR_STEP = 100

/** What rows are written with. */
interface Writing {
  readonly db: Connection
  readonly generations: Generations
  readonly writer: RowWriter
  readonly checkpoints: Checkpoints
}

/** Rebuilds over one writing connection. */
export function createRebuilds(parts: Writing): Rebuilds {
  const { db, generations, writer, checkpoints } = parts
  const inProgress = new Set<number>()
  let isStopped = false
  const goOn = () => {
    if (isStopped) throw new StoreError('stopping', 'the index stops: the site is read in again')
  }
  const rest = async () => {
    await checkpoints.keepUp()
    goOn()
  }
  const clearSome = inTransaction(db, (generation: number) => writer.clear(generation, CLEAR_STEP))
  const clear = async (generation: number) => {
    await repeatYielding(() => !isStopped && clearSome(generation), checkpoints.keepUp)
    // What is left is swept by the next start.
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
      return rebuilding({ ...parts, end, rest, goOn }, siteId, generation)
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
  /** Between two turns. */
  readonly rest: () => Promise<void>
  readonly goOn: () => void
}

function rebuilding(parts: RebuildParts, siteId: string, generation: number): Rebuild {
  const { db, generations, writer, end, rest } = parts
  // Of the commit whose paths are being put.
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
    goOn: parts.goOn,
    putCommits: (commits) => {
      const steps = { items: [...pathSteps(commits)], size: COMMIT_STEP }
      return forEachTimedBatch(steps, (some) => some.forEach(putPathStep), turns)
    },
    putEntries: (entries) => {
      const steps = { items: [...entrySteps(entries)], size: 1 }
      const put = ([some = []]: readonly (readonly Entry[])[]) =>
        writer.putEntries(generation, some)
      return forEachTimedBatch(steps, put, turns)
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

/** Entries in parts that are soon written. */
function* entrySteps(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let [some, bytes]: [Entry[], number] = [[], 0]
  for (const entry of entries) {
    some.push(entry)
    bytes += entry.text === null ? 0 : entry.size
    if (some.length < STEP && bytes < STEP_BYTES) continue
    yield some
    ;[some, bytes] = [[], 0]
  }
  if (some.length > 0) yield some
}

interface PathStep {
  /** Null where the step goes on with the paths of the commit before. */
  readonly commit: CommitChanges['commit'] | null
  readonly paths: CommitChanges['paths']
}

/** Paths of a commit that are put without a turn for others; most commits have fewer. */
const PATHS_AT_ONCE = 10

/** Commits in parts of much the same size: the first commit of a site may hold all its files. */
function* pathSteps(commits: readonly CommitChanges[]): Generator<PathStep> {
  for (const { commit, paths } of commits) {
    yield { commit, paths: paths.slice(0, PATHS_AT_ONCE) }
    for (let at = PATHS_AT_ONCE; at < paths.length; at += PATHS_AT_ONCE) {
      yield { commit: null, paths: paths.slice(at, at + PATHS_AT_ONCE) }
    }
  }
}
