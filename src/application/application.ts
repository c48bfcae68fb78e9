/** Creates all services: the part of the composition root between the resources of the process and HTTP. */

import type { Services } from '../http/routes/all.js'
import type { Runner } from '../jobs/runner.js'
import type { JobKind } from '../model/job.js'
import type { Access } from '../service/accounts/access.js'
import type { Advance } from '../service/branch/advance.js'
import type { Authentication } from '../service/accounts/authentication.js'
import type { IncomingCheck } from '../service/push/incoming-check.js'
import type { SmartHttp } from '../service/push/smart-http.js'
import type { Readiness } from '../service/branch/readiness.js'
import type { Holds } from '../service/branch/holds.js'
import type { TellLimit } from '../model/reached-limit.js'
import { createAuditLog, type AuditLog } from '../service/accounts/audit.js'
import { createLimitLog } from '../service/operations/limit-log.js'
import type { Locks } from '../service/branch/locks.js'
import type { Maintenance } from '../service/operations/maintenance.js'
import { createIdempotency, type Idempotency } from '../service/operations/idempotency.js'
import type { Deploying } from '../service/publish/deploying.js'
import type { SyncSchedule } from '../service/sync/schedule.js'
import type { Timetable } from '../service/publish/timetable.js'
import type { PreviewRefresh } from '../service/publish/preview-refresh.js'
import type { RenderSessions } from '../service/render/render-sessions.js'
import type { Building } from '../service/publish/building.js'
import { createReleases, type Releases } from '../service/publish/releases.js'
import type { Repositories } from '../service/branch/repositories.js'
import { createSiteMaker, type SiteMaker } from '../service/sites/site-maker.js'
import { createSiteOptions } from '../service/sites/site-options.js'
import { createSiteRemover, type SiteRemover } from '../service/sites/site-remover.js'
import { createSiteUrls, type SiteUrls } from '../service/sites/site-urls.js'
import { createVault } from '../service/accounts/vault.js'
import type { Watching } from '../service/worktree/watching.js'
import type { DeletionReserve } from '../service/branch/deletion-reserve.js'
import type { SiteSpace } from '../service/space/site-space.js'
import type { Worktrees } from '../service/worktree/worktrees.js'
import { createSets } from './change-sets.js'
import { createEvents, type EventParts } from './events.js'
import { createNaming, type Naming } from './naming.js'
import { apiHostOf } from '../service/sites/free-domain.js'
import { newPreviewToken } from '../store/records/preview-tokens.js'
import type { Resources } from './resources.js'
import { createBranchServices, type BranchServices } from './branch.js'
import { createJobServices, type JobServices } from './jobs.js'
import { createNotices, createWebhookParts, type WebhookParts } from './notices.js'
import { createMediaParts, type MediaParts } from './media.js'
import { createPeople, type People } from './people.js'
import { createGitServices, createTreeWatching, createRepositoryMaintenance } from './upkeep.js'
import { createUseCases } from './use-cases.js'

/** The services with routes, and those that the server itself starts, serves and closes. */
export interface Application extends Omit<Naming, 'servedNames'> {
  readonly services: Services
  readonly authentication: Authentication & Pick<Access, 'renew'>
  readonly audit: AuditLog
  readonly outbox: People['outbox']
  readonly advance: Advance
  readonly events: Pick<EventParts, 'close'>
  readonly hooks: Pick<WebhookParts, 'start' | 'stop' | 'look'>
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
  readonly building: Pick<Building, 'close'>
  readonly rendering: RenderSessions
  readonly refresh: PreviewRefresh
  readonly timetable: Timetable
  readonly once: Idempotency
  readonly space: SiteSpace
  readonly reserve: DeletionReserve
  readonly limitReached: TellLimit
}

/** Creates the services. Starts nothing. */
export function createApplication(given: Omit<Resources, 'limitReached'>): Application {
  const resources = { ...given, limitReached: createLimitLog(given) }
  const vault = createVault(resources.serverKey)
  const events = createEvents(resources)
  const media = createMediaParts(resources, vault)
  const audit = createAudit(resources, () => branch)
  const notices = createNotices(resources, events.feed)
  const branch = createBranchServices(resources, vault, { ...notices, moved: audit.moved })
  const hooks = createWebhookParts(resources, { branch, vault, notices })
  const { access, advance, repositories, locks, holds, worktrees, incoming, readiness } = branch
  const urls = createSiteUrls(resources.sitesUrl)
  const naming = createNaming(resources, urls)
  const people = createPeople(resources, vault, access)
  const releases = createSiteReleases(resources, { ...branch, ...events.feed })
  const maker = createMaker(resources, branch)
  const places = { releases, urls, repositories, options: createSiteOptions(vault) }
  const discard: SiteRemover['discard'] = (siteId, jobId) => remover.discard(siteId, jobId)
  const needs = { ...branch, ...notices, maker, feed: events.feed, audit, ...places, discard }
  const work = createJobServices(resources, needs)
  const watching = createTreeWatching(resources, branch)
  const followers = [work.schedule, work.refresh, work.timetable, branch.space, watching, hooks]
  branch.onMoved((siteId) => followers.forEach((part) => part.changed(siteId)))
  branch.onSetMoved((key) => work.refresh.changed(key))
  const remover = createRemover(resources, branch, { work, watching })
  const changeSets = createSets(resources, branch, { ...work, ...notices, audit, urls })
  const git = createGitServices(resources, branch, { audit, changeSets, refresh: work.refresh })
  const maintenance = createRepositoryMaintenance(resources, branch, git)
  const parts = { notices, hooks, events, media, people, maker, changeSets, ...places }
  const running = { ...parts, ...naming, resources, branch, audit, jobs: work, git, vault, remover }
  return {
    ...work,
    ...naming,
    services: createUseCases(running),
    authentication: { ...people.authentication, renew: access.renew },
    once: createIdempotency({ ...resources, ...given.store, access, vault }),
    audit,
    outbox: people.outbox,
    advance,
    events,
    hooks,
    media,
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
    space: branch.space,
    reserve: branch.reserve,
    limitReached: resources.limitReached,
  }
}

type ReleaseParts = Parameters<typeof createReleases>[0]

function createSiteReleases(resources: Resources, more: Pick<ReleaseParts, 'space' | 'pointed'>) {
  const { store, config } = resources
  const keep = () => config.keepReleases
  return createReleases({ ...resources, ...store, ...more, keep })
}

/** Creates the audit log. Moves of `main` are written into it, so it is made before the branch. */
function createAudit(resources: Resources, branch: () => Pick<BranchServices, 'access'>): AuditLog {
  return createAuditLog({
    ...resources,
    days: () => resources.config.auditDays,
    records: resources.store.records,
    access: { onSite: (...asked) => branch().access.onSite(...asked) },
  })
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
    ...branch,
    trashDays: () => config.trashDays,
    records,
    index,
    runner: {
      cancelAllOf: (siteId, by) => {
        work.refresh.forget(siteId)
        work.timetable.forget(siteId)
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
      work.building.forget(siteId)
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
    siteMaking: resources.config,
    newToken: newPreviewToken,
  })
}
