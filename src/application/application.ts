/** Creates all services: the part of the composition root between the resources of the process and HTTP. */

import type { Services } from '../http/routes/all.js'
import type { Runner } from '../jobs/runner.js'
import type { JobKind } from '../model/job.js'
import type { Access } from '../service/accounts/access.js'
import type { Advance } from '../service/branch/advance.js'
import { createAuthentication, type Authentication } from '../service/accounts/authentication.js'
import { createFailedAttempts } from '../service/accounts/failed-attempts.js'
import type { IncomingCheck } from '../service/push/incoming-check.js'
import type { SmartHttp } from '../service/push/smart-http.js'
import type { Readiness } from '../service/branch/readiness.js'
import type { Holds } from '../service/branch/holds.js'
import type { TellLimit } from '../model/reached-limit.js'
import { createLimitLog } from '../service/operations/limit-log.js'
import type { Locks } from '../service/branch/locks.js'
import type { Maintenance } from '../service/operations/maintenance.js'
import { createIdempotency, type Idempotency } from '../service/operations/idempotency.js'
import { createPasswords } from '../service/accounts/passwords.js'
import type { Deploying } from '../service/publish/deploying.js'
import type { SyncSchedule } from '../service/sync/schedule.js'
import type { PreviewRefresh } from '../service/publish/preview-refresh.js'
import type { RenderSessions } from '../service/render/render-sessions.js'
import type { PreviewSessions } from '../service/publish/preview-sessions.js'
import { createReleases, type Releases } from '../service/publish/releases.js'
import type { Repositories } from '../service/branch/repositories.js'
import { createSiteMaker, type SiteMaker } from '../service/sites/site-maker.js'
import { createSiteOptions } from '../service/sites/site-options.js'
import { createSiteRemover, type SiteRemover } from '../service/sites/site-remover.js'
import { createSiteUrls, type SiteUrls } from '../service/sites/site-urls.js'
import { createVault, type Vault } from '../service/accounts/vault.js'
import type { Watching } from '../service/worktree/watching.js'
import type { DeletionReserve } from '../service/branch/deletion-reserve.js'
import type { SiteSpace } from '../service/space/site-space.js'
import type { Worktrees } from '../service/worktree/worktrees.js'
import { createEvents, type EventParts } from './events.js'
import { apiHostOf } from '../service/sites/free-domain.js'
import { newPreviewToken } from '../store/records/preview-tokens.js'
import type { Resources } from './resources.js'
import { createBranchServices, type BranchServices } from './branch.js'
import { createJobServices, type JobServices } from './jobs.js'
import { createMediaParts, type MediaParts } from './media.js'
import { createGitServices, createTreeWatching, createRepositoryMaintenance } from './upkeep.js'
import { createUseCases } from './use-cases.js'

/** The services with routes, and those that the server itself starts, serves and closes. */
export interface Application {
  readonly services: Services
  readonly authentication: Authentication & Pick<Access, 'renew'>
  readonly advance: Advance
  readonly events: Pick<EventParts, 'close'>
  readonly media: Pick<MediaParts, 'thumbnails'>
  readonly runner: Runner<JobKind>
  readonly releases: Releases
  readonly remover: SiteRemover
  readonly repositories: Repositories
  readonly worktrees: Worktrees
  readonly locks: Locks
  readonly holds: Pick<Holds, 'close'>
  readonly readiness: Readiness
  readonly incoming: IncomingCheck
  readonly urls: SiteUrls
  readonly git: SmartHttp
  readonly watching: Watching
  readonly maintenance: Maintenance
  readonly deploying: Deploying
  readonly schedule: SyncSchedule
  readonly previews: PreviewSessions
  readonly rendering: RenderSessions
  readonly refresh: PreviewRefresh
  readonly once: Idempotency
  readonly space: SiteSpace
  readonly reserve: DeletionReserve
  readonly limitReached: TellLimit
}

/** Creates the services. Starts nothing. */
export function createApplication(given: Omit<Resources, 'limitReached'>): Application {
  const resources = { ...given, limitReached: createLimitLog(given) }
  const { records } = given.store
  const vault = createVault(resources.serverKey)
  const events = createEvents(resources)
  const media = createMediaParts(resources, vault)
  const branch = createBranchServices(resources, vault, events.feed)
  const { access, advance, repositories, locks, holds, worktrees, incoming, readiness } = branch
  const urls = createSiteUrls(resources.sitesUrl)
  const credentials = createCredentials(resources, vault)
  const releases = createReleases({
    ...resources,
    records,
    keep: given.config.keepReleases,
    space: branch.space,
    pointed: events.feed.pointed,
  })
  const maker = createMaker(resources, branch)
  const places = { releases, urls, repositories, options: createSiteOptions(vault) }
  const discard: SiteRemover['discard'] = (siteId, jobId) => remover.discard(siteId, jobId)
  const needs = { ...branch, maker, feed: events.feed, ...places, discard }
  const work = createJobServices(resources, needs)
  const { runner, deploying, schedule, previews, rendering, refresh } = work
  const watching = createTreeWatching(resources, branch)
  const followers = [schedule, refresh, branch.space, watching]
  branch.onMoved((siteId) => followers.forEach((part) => part.changed(siteId)))
  const remover = createRemover(resources, branch, { work, watching })
  const git = createGitServices(resources, branch)
  const maintenance = createRepositoryMaintenance(resources, branch, git)
  const running = { resources, branch, jobs: work, git, vault, remover, events, media }
  return {
    services: createUseCases({ ...running, ...credentials, ...places, maker }),
    authentication: { ...credentials.authentication, renew: access.renew },
    once: createIdempotency({ ...resources, records, access, vault }),
    advance,
    events,
    media,
    runner,
    releases,
    remover,
    repositories,
    worktrees,
    locks,
    holds,
    readiness,
    incoming,
    urls,
    git,
    watching,
    maintenance,
    deploying,
    schedule,
    previews,
    rendering,
    refresh,
    space: branch.space,
    reserve: branch.reserve,
    limitReached: resources.limitReached,
  }
}

interface Running {
  readonly work: JobServices
  readonly watching: Watching
}

/** Creates the remover, which stops all work for a site before it deletes the site. */
function createRemover(
  resources: Resources,
  branch: BranchServices,
  { work, watching }: Running,
): SiteRemover {
  const { config, store } = resources
  const { records, index } = store
  return createSiteRemover({
    ...resources,
    ...config,
    ...branch,
    records,
    index,
    runner: {
      cancelAllOf: (siteId, by) => {
        work.refresh.forget(siteId)
        return work.runner.cancelAllOf(siteId, by)
      },
    },
    unwatch: async (siteId) => {
      const forgotten = watching.forget(siteId)
      // Stops writing a working tree that will be removed anyway.
      branch.worktrees.abandon(siteId)
      await forgotten
      await branch.worktrees.forget(siteId)
      await work.rendering.forget(siteId)
      work.previews.forget(siteId)
      work.siteThemes.forget(siteId)
      branch.space.forget(siteId)
    },
    takeUp: (siteId) => {
      work.runner.takeUp(siteId)
      work.rendering.takeUp(siteId)
      branch.worktrees.takeUp(siteId)
      watching.takeUp(siteId)
    },
  })
}

function createMaker(resources: Resources, { advance, authorship }: BranchServices): SiteMaker {
  const { records } = resources.store
  return createSiteMaker({
    ...resources,
    records,
    advance,
    authorship,
    apiHost: apiHostOf(resources.config),
    sitesPerUser: resources.config.sitesPerUser,
    newToken: newPreviewToken,
  })
}

/** Creates the services that authenticate users. */
function createCredentials({ config, store, now, note }: Resources, vault: Vault) {
  const passwords = createPasswords()
  const { records } = store
  const failures = createFailedAttempts({
    counts: records.attempts,
    now,
    most: config.loginFailures,
  })
  const authentication = createAuthentication({ records, vault, passwords, failures, note })
  return { passwords, failures, authentication }
}
