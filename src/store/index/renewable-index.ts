/**
 * The index that the server uses, over a file that can be replaced: if the file turns out to be damaged, an empty one
 * replaces it while the server runs.
 */

import type { Connection } from '../connection.js'
import { createSiteIndex, type ClosableIndex } from './create-index.js'
import { closeIndexFile, makeIndexFile, openIndexFile, markChecked } from './index-file.js'
import type { Trust } from './file-state.js'
import type { SiteIndex } from './site-index.js'

interface RenewableOptions {
  readonly path: string
  /** Identifies this boot of the machine. */
  readonly boot: string
  /** Media type of a path. */
  readonly contentTypeOf: (path: string) => string
}

/** An index whose file can be replaced. */
interface RenewableIndex {
  readonly index: SiteIndex
  /** How reliable the rows were when the file was opened. */
  readonly trust: Trust
  /** Replaces the file by an empty one. Work with the old file fails. */
  renew(): Promise<void>
  /** Stores that the file was checked and is good. */
  markChecked(): void
  checkpoint(): void
  /** @param isSound true if the next process can rely on the file without a check */
  close(isSound: boolean): Promise<void>
}

interface Open {
  readonly db: Connection
  readonly index: ClosableIndex
}

export function openRenewableIndex(options: RenewableOptions): RenewableIndex {
  const { path, boot, contentTypeOf } = options
  const first = openIndexFile(path, boot)
  const over = ({ db, wasRebuilt }: Pick<typeof first, 'db' | 'wasRebuilt'>): Open => ({
    db,
    index: createSiteIndex(db, { wasRebuilt, contentTypeOf }),
  })
  let open = over(first)
  return {
    index: delegating(() => open.index),
    trust: first.trust,
    renew: async () => {
      open.index.stop()
      await open.index.close()
      closeIndexFile(open.db, false)
      open = over(makeIndexFile(path, boot))
    },
    markChecked: () => markChecked(path, boot),
    checkpoint: () => void open.db.pragma('wal_checkpoint(TRUNCATE)'),
    close: async (isSound) => {
      await open.index.close()
      closeIndexFile(open.db, isSound)
    },
  }
}

function delegating(current: () => SiteIndex): SiteIndex {
  return {
    get wasRebuilt() {
      return current().wasRebuilt
    },
    applyChanges: (...of) => current().applyChanges(...of),
    beginRebuild: (...of) => current().beginRebuild(...of),
    sweep: () => current().sweep(),
    stop: () => current().stop(),
    deleteSite: (...of) => current().deleteSite(...of),
    commitOf: (...of) => current().commitOf(...of),
    siteFacts: (...of) => current().siteFacts(...of),
    siteFactsMany: (...of) => current().siteFactsMany(...of),
    entryById: (...of) => current().entryById(...of),
    entryByPath: (...of) => current().entryByPath(...of),
    redirecting: (...of) => current().redirecting(...of),
    languages: (...of) => current().languages(...of),
    versions: (...of) => current().versions(...of),
    changedAt: (...of) => current().changedAt(...of),
    hiddenPaths: (...of) => current().hiddenPaths(...of),
    nextMoment: (...of) => current().nextMoment(...of),
    entriesBelow: (...of) => current().entriesBelow(...of),
    childrenOf: (...of) => current().childrenOf(...of),
    listEntries: (...of) => current().listEntries(...of),
    searchTexts: (...of) => current().searchTexts(...of),
    creatorsOf: (...of) => current().creatorsOf(...of),
    tags: (...of) => current().tags(...of),
    categories: (...of) => current().categories(...of),
    history: (...of) => current().history(...of),
    historyOfDeleted: (...of) => current().historyOfDeleted(...of),
    versionAt: (...of) => current().versionAt(...of),
    hasVersion: (...of) => current().hasVersion(...of),
    commits: (...of) => current().commits(...of),
    commitAt: (...of) => current().commitAt(...of),
    indexedSites: () => current().indexedSites(),
    dump: (...of) => current().dump(...of),
  }
}
