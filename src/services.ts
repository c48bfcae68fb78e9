/**
 * Puts the use cases together: the part of the composition root that makes services from workshops.
 */

import { randomBytes } from 'node:crypto'
import type { Config } from './config.js'
import type { Services } from './http/routes/all.js'
import type { GitShared } from './git/repository.js'
import { createRunner, type Runner } from './jobs/runner.js'
import type { JobKind } from './model/job.js'
import type { NewId } from './model/ids.js'
import { createAccess, type Access } from './service/accounts/access.js'
import { createAdvance, type Advance } from './service/branch/advance.js'
import { createAuthentication, type Authentication } from './service/accounts/authentication.js'
import { createCollections } from './service/content/collections.js'
import { createDiskEdits } from './service/worktree/disk-edits.js'
import { createDocuments } from './service/content/documents.js'
import { createFailedAttempts } from './service/accounts/failed-attempts.js'
import { createFiles } from './service/content/files.js'
import { createSmartHttp, type SmartHttp } from './service/push/smart-http.js'
import type { DataFolders } from './service/branch/folders.js'
import { createHistory } from './service/content/history.js'
import { createImporting } from './service/sites/importing.js'
import { createIndexing } from './service/branch/indexing.js'
import { createJobs } from './service/jobs/jobs.js'
import { createLocks, type Locks } from './service/branch/locks.js'
import { createMaintenance, type Maintenance } from './service/operations/maintenance.js'
import { createIdempotency, type Idempotency } from './service/operations/idempotency.js'
import { createPages } from './service/content/pages.js'
import { createPasswords } from './service/accounts/passwords.js'
import { createAuthors } from './service/branch/authors.js'
import { checkOptions, createDeploying, type Deploying } from './service/publish/deploying.js'
import { SERVER_AUTHOR } from './service/branch/authors.js'
import { createSyncing } from './service/sync/sync.js'
import { createSyncHook } from './service/sync/hook.js'
import { createGitPushing } from './service/sync/push.js'
import { createSyncSchedule, type SyncSchedule } from './service/sync/schedule.js'
import { createPublishing, type RunBuild } from './service/publish/publishing.js'
import { createPreviewRefresh, type PreviewRefresh } from './service/publish/preview-refresh.js'
import { createPreviewSessions, type PreviewSessions } from './service/publish/preview-sessions.js'
import { createReleases, type Releases } from './service/publish/releases.js'
import { createRepositories, type Repositories } from './service/branch/repositories.js'
import { createRollback } from './service/publish/rollback.js'
import { createRoles } from './service/accounts/roles.js'
import { createSiteMaker } from './service/sites/site-maker.js'
import { createSiteOptions, type SiteOptions } from './service/sites/site-options.js'
import { createSiteRemover, type SiteRemover } from './service/sites/site-remover.js'
import { createSiteUrls, type SiteUrls } from './service/sites/site-urls.js'
import { createSiteViews } from './service/sites/site-views.js'
import { createSites } from './service/sites/sites.js'
import { createSource } from './service/content/source.js'
import { createEditableEntries } from './service/content/editable-entries.js'
import { createUsers } from './service/accounts/users.js'
import { createVault } from './service/accounts/vault.js'
import { createWatching, type Watching } from './service/worktree/watching.js'
import { createWorktrees, type Boot, type Worktrees } from './service/worktree/worktrees.js'
import type { Store } from './store/database.js'

/** What services are made of. */
export interface Resources {
  readonly config: Config
  readonly folders: DataFolders
  readonly store: Store
  readonly shared: GitShared
  /** Whether the machine has git. */
  readonly native: boolean
  readonly serverKey: Uint8Array
  readonly now: () => number
  readonly boot: Boot
  readonly newId: NewId
  readonly sitesUrl: () => string
  readonly runBuild: RunBuild
  readonly onError: (error: unknown, context: Readonly<Record<string, unknown>>) => void
  /** Tells the operator something that is no error. */
  readonly warn: (fields: object, message: string) => void
}

/** The use cases, and what the server itself starts, serves and closes. */
export interface Application {
  readonly services: Services
  readonly authentication: Authentication
  readonly advance: Advance
  readonly runner: Runner<JobKind>
  readonly releases: Releases
  readonly remover: SiteRemover
  readonly repositories: Repositories
  readonly worktrees: Worktrees
  readonly locks: Locks
  readonly urls: SiteUrls
  readonly git: SmartHttp
  readonly watching: Watching
  readonly maintenance: Maintenance
  readonly deploying: Deploying
  readonly schedule: SyncSchedule
  readonly previews: PreviewSessions
  readonly refresh: PreviewRefresh
  readonly once: Idempotency
}

export function createApplication(ground: Resources): Application {
  const { config, store, now, newId } = ground
  const { records, index } = store
  const content = createContentFloor(ground)
  const { access, advance, authors, repositories, locks, worktrees } = content
  const vault = createVault(ground.serverKey)
  const passwords = createPasswords()
  const urls = createSiteUrls(ground.sitesUrl)
  const failures = createFailedAttempts(config.loginFailures)
  const releases = createReleases({ ...ground, records, keep: config.keepReleases })
  const maker = createSiteMaker({ ...ground, records, advance, newToken: newPreviewToken })
  const options = createSiteOptions(vault)
  const needs = { access, advance, maker, releases, urls, repositories, options }
  const work = createJobFloor(ground, needs)
  const { runner, importing, deploying, schedule, previews, refresh } = work
  content.onMoved((siteId) => schedule.changed(siteId))
  content.onMoved((siteId) => refresh.changed(siteId))
  const watching = createWatch(ground, content)
  const unwatch = async (siteId: string) => {
    await watching.forget(siteId)
    await worktrees.forget(siteId)
  }
  const removing = { ...ground, ...config, records, index, repositories, runner, locks, unwatch }
  const remover = createSiteRemover(removing)
  const texts = createEditableEntries({ access, index, advance, repositories, authors, now })
  const parts = { access, index, advance, repositories, authors, now }
  const { entryIds } = records
  const git = createDoor(ground, content)
  const maintenance = createUpkeep(ground, content, git)
  return {
    services: {
      users: createUsers({
        ...{ records, access, vault, passwords, failures, now, newId },
        changed: authors.forget,
      }),
      roles: createRoles({ records, access, now, newId }),
      sites: createSites({
        ...{ records, index, access, advance, maker, remover, now, newId },
        views: createSiteViews({ records, index, access, urls, options }),
        options,
        checkOptions,
        allowJekyll: config.allowJekyll,
      }),
      collections: createCollections({ ...parts, entryIds }),
      documents: createDocuments(parts, texts),
      pages: createPages(parts, texts),
      history: createHistory({ ...parts, entryIds }, texts),
      files: createFiles(parts),
      source: createSource(parts),
      git,
      jobs: createJobs({ ...config, records, access, runner, importing, now }),
      rollback: createRollback({ records, access, releases, runner }),
      syncHook: createSyncHook({ records, access, vault, runner: () => runner }),
    },
    authentication: createAuthentication({ records, vault, passwords, failures }),
    once: createIdempotency({ ...ground, records }),
    ...{ advance, runner, releases, remover, repositories, worktrees, locks, urls },
    ...{ git, watching, maintenance, deploying, schedule, previews, refresh },
  }
}

function createDoor(ground: Resources, content: ReturnType<typeof createContentFloor>): SmartHttp {
  const { config, onError } = ground
  return createSmartHttp({
    ...ground,
    ...content,
    ...config,
    limits: { fileBytes: config.pushBytes, totalBytes: config.importUnpackedBytes },
    followTree: (siteId) => content.worktrees.followNow(siteId),
    onError: (error, siteId) => onError(error, { siteId, doing: 'push' }),
  })
}

/** Silence after which an outgoing connection is given up. */
const OUTGOING_MS = 30_000

function createWatch(ground: Resources, content: ReturnType<typeof createContentFloor>): Watching {
  const { config, folders, store, onError, warn } = ground
  return createWatching({
    ...{ ...content, ...config, folders, warn },
    diskEdits: createDiskEdits({ ...content, folders, warn }),
    siteIds: () => store.records.sites.listAll().map(({ id }) => id),
    onError: (error, siteId) => onError(error, { siteId, doing: 'watching' }),
  })
}

function createUpkeep(
  ground: Resources,
  content: ReturnType<typeof createContentFloor>,
  git: SmartHttp,
): Maintenance {
  const { store, onError } = ground
  return createMaintenance({
    ...{ ...ground, ...content },
    siteIds: () => store.records.sites.listAll().map(({ id }) => id),
    indexedCommit: (siteId) => store.index.commitOf(siteId),
    isPushing: (siteId) => git.isPushing(siteId),
    settings: store.records.settings,
    onError: (error, siteId) => onError(error, { siteId, doing: 'maintenance' }),
  })
}

function newPreviewToken(): string {
  return randomBytes(8).toString('hex')
}

/** Everything around `main`: repositories, the lock, the index, the working trees. */
function createContentFloor(ground: Resources) {
  const { store, folders, now, boot, warn, onError } = ground
  const { records, index } = store
  const moved: ((siteId: string) => void)[] = []
  const locks = createLocks()
  const repositories = createRepositories(ground)
  const indexing = createIndexing({ index, entryIds: records.entryIds, now })
  const report = (error: unknown, siteId: string) =>
    onError(error, { siteId, doing: 'working tree' })
  const worktrees = createWorktrees({ folders, repositories, locks, boot, warn, onError: report })
  const advance = createAdvance({
    ...{ locks, repositories, indexing, now },
    indexedCommit: (siteId) => index.commitOf(siteId),
    followTree: (siteId) => {
      worktrees.follow(siteId)
      for (const listener of moved) listener(siteId)
    },
  })
  const access = createAccess(records)
  const authors = createAuthors({ records, now })
  /** Told whenever `main` of a site has moved. */
  const onMoved = (listener: (siteId: string) => void) => void moved.push(listener)
  return { access, advance, authors, repositories, locks, worktrees, onMoved }
}

interface JobNeeds {
  readonly access: Access
  readonly options: SiteOptions
  readonly advance: Advance
  readonly maker: ReturnType<typeof createSiteMaker>
  readonly releases: Releases
  readonly urls: SiteUrls
  readonly repositories: Repositories
}

function createJobFloor(ground: Resources, needs: JobNeeds) {
  const { config, store, folders, now, newId } = ground
  const { records } = store
  const importing = createImporting({
    ...needs,
    records,
    folders,
    newId,
    runner: () => runner,
    limits: { unpackedBytes: config.importUnpackedBytes, files: config.importFiles },
  })
  const outgoing = { rules: { allow: config.allowAddresses }, timeout: OUTGOING_MS }
  const pushing = createGitPushing({ ...needs, outgoing, author: SERVER_AUTHOR, now })
  const deploying = createDeploying({ ...needs, records, folders, pushing, outgoing, now })
  const { deploy } = deploying
  const syncing = createSyncing({ ...needs, records, outgoing, now })
  const schedule = createSyncSchedule({
    records,
    runner: () => runner,
    isAhead: (siteId) => syncing.isAhead(siteId),
    onError: (error, siteId) => ground.onError(error, { siteId, doing: 'sync' }),
  })
  const previews = createPreviewSessions(config)
  const publishing = createPublishing({
    ...{ ...config, ...ground, ...needs, records, deploy, previews },
    index: store.index,
  })
  const refresh = createPreviewRefresh({
    runner: () => runner,
    isOn: config.previewRefresh,
    now,
    onError: (error, siteId) => ground.onError(error, { siteId, doing: 'preview' }),
  })
  const runner: Runner<JobKind> = createRunner({
    log: records.jobs,
    handlers: {
      publish: publishing.publish,
      preview: refresh.noting(publishing.preview),
      import: importing.handler,
      sync: (job, context) => syncing.handler(job, context),
    },
    concurrency: config.jobs,
    ...{ now, newId },
    limits: { jobMs: config.jobSeconds * 1000 },
    onError: (error, jobId) => ground.onError(error, { jobId, doing: 'job' }),
  })
  return { runner, importing, deploying, schedule, previews, refresh }
}
