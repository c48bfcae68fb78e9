/** Creates the services that run git: pushes and clones, watching of working trees, maintenance. */

import { createDiskEdits } from '../service/worktree/disk-edits.js'
import { createSmartHttp, type SmartHttp } from '../service/push/smart-http.js'
import type { ChangeSets } from '../service/sets/change-sets.js'
import { inSet } from '../model/change-set.js'
import type { AuditLog } from '../service/accounts/audit.js'
import type { PreviewRefresh } from '../service/publish/preview-refresh.js'
import { createMaintenance, type Maintenance } from '../service/operations/maintenance.js'
import { createWatching, type Watching } from '../service/worktree/watching.js'
import type { Resources } from './resources.js'
import type { BranchServices } from './branch.js'

interface GitListeners {
  readonly audit: Pick<AuditLog, 'record'>
  readonly changeSets: Pick<ChangeSets, 'pushed'>
  readonly refresh: Pick<PreviewRefresh, 'changed'>
}

export function createGitServices(
  resources: Resources,
  content: BranchServices,
  { audit, changeSets, refresh }: GitListeners,
): SmartHttp {
  const { config, onError } = resources
  return createSmartHttp({
    ...resources,
    ...content,
    ...config,
    audit,
    setPushed: async (siteId, id, userId) => {
      await changeSets.pushed(siteId, id, userId)
      refresh.changed(inSet(siteId, id))
    },
    followTree: (siteId) => content.worktrees.followNow(siteId),
    onError: (error, siteId) => onError(error, { siteId, doing: 'push' }),
  })
}

export function createTreeWatching(resources: Resources, content: BranchServices): Watching {
  const { config, folders, store, onError, warn } = resources
  return createWatching({
    ...content,
    ...config,
    folders,
    warn,
    diskEdits: createDiskEdits({
      ...content,
      folders,
      warn,
    }),
    siteIds: () => store.records.sites.listIds(),
    onError: (error, siteId) =>
      onError(error, {
        siteId,
        doing: 'watching',
      }),
  })
}

export function createRepositoryMaintenance(
  resources: Resources,
  content: BranchServices,
  git: SmartHttp,
): Maintenance {
  const { store, onError } = resources
  return createMaintenance({
    ...resources,
    ...content,
    siteIds: () => store.records.sites.listIds(),
    indexedCommit: (siteId) => store.index.commitOf(siteId),
    isPushing: (siteId) => git.isPushing(siteId),
    settings: store.records.settings,
    unfinishedJobs: (siteId) => store.records.jobs.listUnfinishedOf(siteId),
    onError: (error, siteId) =>
      onError(error, {
        siteId,
        doing: 'maintenance',
      }),
  })
}
