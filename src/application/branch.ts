/** Creates the services around the branch `main`: repositories, locks, index, working trees. */

import { setOf } from '../model/change-set.js'
import { ignoresCase } from '../service/branch/disk.js'
import { createAccess } from '../service/accounts/access.js'
import { createAdvance, type Moved } from '../service/branch/advance.js'
import { createDeletionReserve } from '../service/branch/deletion-reserve.js'
import { createIndexing } from '../service/branch/indexing.js'
import { createHolds } from '../service/branch/holds.js'
import { createLocks } from '../service/branch/locks.js'
import { createAuthors } from '../service/branch/authors.js'
import { createAuthorship } from '../service/branch/authorship.js'
import type { Vault } from '../service/accounts/vault.js'
import { createReadOnly } from '../service/branch/read-only.js'
import { createReadiness } from '../service/branch/readiness.js'
import { createIncomingCheck } from '../service/push/incoming-check.js'
import { createRepositories } from '../service/branch/repositories.js'
import { createSiteSpace, nearLimit, type SiteSpace } from '../service/space/site-space.js'
import { createSiteUsage } from '../service/space/usage.js'
import type { Feed } from '../service/events/feed.js'
import { createWorktrees } from '../service/worktree/worktrees.js'
import type { Resources } from './resources.js'

interface BranchListeners extends Pick<Feed, 'indexed'> {
  readonly moved: (move: Moved) => void
}

/** @param indexed called with each commit that the index has come to describe */
export function createBranchServices(
  resources: Resources,
  vault: Vault,
  { indexed, moved: advanced }: BranchListeners,
) {
  const { config, store, folders, now, boot, warn, onError } = resources
  const { records, index } = store
  const { moved, ...listeners } = createMoveListeners()
  const locks = createLocks()
  const holds = createHolds({ locks, now, pushHoldSeconds: config.pushHoldSeconds })
  const authorship = createAuthorship(vault)
  const repositories = createRepositories(resources)
  const entryIds = records.entryIds
  const indexing = createIndexing({ index, entryIds, authorship, now, indexed: onMain(indexed) })
  const report = (error: unknown, siteId: string) =>
    onError(error, { siteId, doing: 'working tree' })
  const worktrees = createWorktrees({ folders, repositories, locks, boot, warn, onError: report })
  const readiness = createReadiness()
  const readOnly = createReadOnly({ settings: records.settings, now })
  const reserve = createDeletionReserve({ file: folders.reserve, warn })
  const room = { space: createSpace(resources), reserve }
  const incoming = createIncoming(resources, room.space)
  const advance = createAdvance({
    folders,
    readiness,
    readOnly,
    checkHistory: (span) => incoming.checkHistory(span),
    warn,
    locks,
    holds,
    repositories,
    indexing,
    authorship,
    now,
    ...room,
    moved: advanced,
    indexedCommit: (siteId) => index.commitOf(siteId),
    followTree: (key) => {
      onMain((siteId) => worktrees.follow(siteId))(key)
      moved(key)
    },
  })
  const access = createAccess(records, now, { readiness, readOnly })
  const authors = createAuthors({ records, now })
  return {
    access,
    advance,
    authors,
    authorship,
    repositories,
    locks,
    holds,
    readiness,
    readOnly,
    incoming,
    worktrees,
    ...room,
    ...listeners,
  }
}

function createMoveListeners() {
  const ofSites: ((siteId: string) => void)[] = []
  const ofSets: ((key: string) => void)[] = []
  return {
    moved: (key: string) => {
      for (const listener of setOf(key) === null ? ofSites : ofSets) listener(key)
    },
    /** Adds a listener for moves of `main`. */
    onMoved: (listener: (siteId: string) => void) => void ofSites.push(listener),
    /** Adds a listener for moves of the branches of change sets, with their keys. */
    onSetMoved: (listener: (key: string) => void) => void ofSets.push(listener),
  }
}

/** What is told of `main` only: change sets have neither a working tree nor streams. */
function onMain<Rest extends unknown[]>(tell: (siteId: string, ...rest: Rest) => void) {
  return (key: string, ...rest: Rest): void => {
    if (setOf(key) === null) tell(key, ...rest)
  }
}

function createIncoming({ config, shared, limitReached }: Resources, space: SiteSpace) {
  const limits = {
    fileBytes: config.pushBytes,
    totalBytes: config.importUnpackedBytes,
    files: config.pushFiles,
    changes: config.pushChanges,
    refuseTwins: ignoresCase(config.data),
  }
  return createIncomingCheck({ limits, pool: shared.pool, limitReached, space })
}

/** What each site takes on disk, and its limit. */
function createSpace({ config, store, folders, now, warn, onError }: Resources) {
  const { sites, settings } = store.records
  const siteIds = () => sites.listIds()
  const usage = createSiteUsage({
    folders,
    siteIds,
    // Also for sites whose records can't be read.
    isSite: (siteId) => sites.listIds().includes(siteId),
    memory: settings,
    nearBytes: () => nearLimit(config.siteBytes),
    now,
    onError: (error, siteId) => onError(error, { siteId, doing: 'measuring' }),
  })
  const ofOwner = (siteId: string) => sites.listOfOwner(siteId)
  return createSiteSpace({ limits: config, usage, siteIds, ofOwner, now, warn })
}

export type BranchServices = ReturnType<typeof createBranchServices>
