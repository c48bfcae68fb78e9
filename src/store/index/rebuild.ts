/** Indexing a site anew in short steps, beside the rows that readers see; and clearing rows away. */

import { inTransaction, type Connection } from '../connection.js'
import { StoreError } from '../store-error.js'
import type { Generations } from './generations.js'
import type { Rebuild, SiteIndex } from './site-index.js'
import { inSteps, whileAny } from './turns.js'
import type { RowWriter } from './write-rows.js'

type Rebuilds = Pick<SiteIndex, 'beginRebuild' | 'sweep' | 'deleteSite'>

/** Rows written between two turns of the event loop: about 10 ms. */
const STEP = 20

/** Commits touch few paths each, and are cheap. */
const COMMIT_STEP = 50

/** Rows removed between two turns. */
const CLEAR_STEP = 100

/** @throws StoreError `stale_index` when the rows describe another commit than expected */
export function refuseStale(found: string | null, expected: string | null): void {
  if (found === expected) return
  const message = `the index is at ${found ?? 'no commit'}, not at ${expected ?? 'none'}`
  throw new StoreError('stale_index', message)
}

/** Rebuilds over one writing connection. */
export function createRebuilds(
  db: Connection,
  generations: Generations,
  writer: RowWriter,
): Rebuilds {
  const inProgress = new Set<number>()
  const clear = async (generation: number) => {
    await whileAny(inTransaction(db, () => writer.clear(generation, CLEAR_STEP)))
    generations.remove(generation)
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
      return rebuilding({ db, generations, writer, end }, siteId, generation)
    },
    sweep: () => clearAll(generations.listHidden()),
    deleteSite: (siteId) => {
      generations.hide(siteId)
      return clearAll(generations.listHiddenOf(siteId))
    },
  }
}

interface RebuildParts {
  readonly db: Connection
  readonly generations: Generations
  readonly writer: RowWriter
  readonly end: (generationsLeft: readonly number[]) => Promise<void>
}

function rebuilding(parts: RebuildParts, siteId: string, generation: number): Rebuild {
  const { db, generations, writer, end } = parts
  return {
    putCommits: (commits) =>
      inSteps(
        commits,
        COMMIT_STEP,
        inTransaction(db, (some) => {
          for (const commit of some) writer.putCommit(generation, commit)
        }),
      ),
    putEntries: (entries) =>
      inSteps(
        entries,
        STEP,
        inTransaction(db, (some) => {
          for (const entry of some) writer.putEntry(generation, entry)
        }),
      ),
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
