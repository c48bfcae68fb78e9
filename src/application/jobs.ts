/** Creates the job runner and its handlers: import, publish, preview, sync, deployment. */

import { ignoresCase } from '../service/branch/disk.js'
import { GalleyError } from '../errors.js'
import type { Outgoing } from '../deploy/network/outgoing.js'
import type { JobHandler, RunnerJob } from '../jobs/job.js'
import { createRunner, type Runner } from '../jobs/runner.js'
import { withoutSet } from '../model/change-set.js'
import type { JobKind } from '../model/job.js'
import type { ReachedLimit, TellLimit } from '../model/reached-limit.js'
import type { Access } from '../service/accounts/access.js'
import type { Advance } from '../service/branch/advance.js'
import { surveyInThread } from '../builder/process/survey-in-thread.js'
import { createImporting, leavingNoSite, type Survey } from '../service/sites/importing.js'
import { createDeploying } from '../service/publish/deploying.js'
import { SERVER_AUTHOR } from '../service/branch/authors.js'
import { createRepositoryImports, isOfRepository } from '../service/sync/repository-import.js'
import { createDecisions } from '../service/sync/decisions.js'
import { createSyncing } from '../service/sync/sync.js'
import { createGitPushing } from '../service/sync/push.js'
import { createSiteThemes, type SiteThemes } from '../service/sites/site-themes.js'
import { createThemes } from '../themes/themes.js'
import { createLfsObjects, type LfsObjects } from '../service/sync/lfs-objects.js'
import { createSyncSchedule } from '../service/sync/schedule.js'
import { createPublishing } from '../service/publish/publishing.js'
import { createLastBuilds } from '../service/publish/last-builds.js'
import { createTimetable } from '../service/publish/timetable.js'
import { createSetPreviews } from '../service/publish/set-previews.js'
import { createPreviewRefresh } from '../service/publish/preview-refresh.js'
import { newPreviewToken } from '../store/records/preview-tokens.js'
import { createBuilding, type Building } from '../service/publish/building.js'
import { createRenderSessions } from '../service/render/render-sessions.js'
import type { Releases } from '../service/publish/releases.js'
import type { Feed } from '../service/events/feed.js'
import type { AuditLog } from '../service/accounts/audit.js'
import type { IncomingCheck } from '../service/push/incoming-check.js'
import type { Locks } from '../service/branch/locks.js'
import type { Readiness } from '../service/branch/readiness.js'
import type { ReadOnly } from '../service/branch/read-only.js'
import type { Repositories } from '../service/branch/repositories.js'
import type { createSiteMaker } from '../service/sites/site-maker.js'
import type { SiteRemover } from '../service/sites/site-remover.js'
import type { SiteOptions } from '../service/sites/site-options.js'
import type { SiteUrls } from '../service/sites/site-urls.js'
import type { SiteSpace } from '../service/space/site-space.js'
import type { Notices } from './notices.js'
import type { Resources } from './resources.js'

/** Timeout of outgoing connections without data. */
const OUTGOING_MS = 30_000

interface JobServicesNeeds {
  readonly access: Access
  readonly options: SiteOptions
  readonly advance: Advance
  readonly locks: Locks
  readonly maker: ReturnType<typeof createSiteMaker>
  readonly releases: Releases
  readonly urls: SiteUrls
  readonly repositories: Repositories
  readonly incoming: IncomingCheck
  readonly readiness: Readiness
  readonly readOnly: Pick<ReadOnly, 'find'>
  readonly feed: Feed
  readonly happenings: Notices['happenings']
  readonly audit: Pick<AuditLog, 'made' | 'ofJobs'>
  readonly space: SiteSpace
  readonly discard: SiteRemover['discard']
}

export function createJobServices(resources: Resources, needs: JobServicesNeeds) {
  const { config, store, folders, boot, now, newId } = resources
  const { records } = store
  const outgoing = { rules: { allow: config.allowAddresses }, timeout: OUTGOING_MS }
  const siteThemes = themesOf(resources, outgoing)
  const maxBytes = config.uploadBytes
  const lfs = createLfsObjects({ ...needs, folders, outgoing, maxBytes, now })
  const way = { outgoing, siteThemes, lfs, runner: () => runner }
  const imports = createImports(resources, needs, way)
  const pushing = createGitPushing({ ...needs, outgoing, author: SERVER_AUTHOR, now })
  const { index } = store
  const made = { records, index, folders, pushing, outgoing, boot, now }
  const deploying = createDeploying({ ...needs, ...made })
  const { deploy } = deploying
  const syncs = createSyncs(resources, needs, way)
  const building = createBuilding(config)
  const shared = { ...config, ...resources, ...needs, siteThemes, index }
  const publishing = createPublishing({
    ...shared,
    records,
    deploy,
    lfs,
    runBuild: building.run,
    lastBuilds: createLastBuilds(),
  })
  const rendering = createRenderSessions(shared)
  const { refresh, setPreviews } = createPreviews(resources, {
    ...needs,
    building,
    runner: () => runner,
  })
  const timetable = createTimetable({
    ...needs,
    records,
    index,
    runner: () => runner,
    now,
    onError: (error, siteId) => resources.onError(error, { siteId, doing: 'timetable' }),
  })
  const tell = tellerOf(resources.limitReached)
  const whenReady = waitingFor(needs.readiness, tell)
  const runner: Runner<JobKind> = createRunner({
    log: needs.audit.ofJobs(needs.feed.ofJobs(needs.happenings.ofJobs(records.jobs))),
    handlers: {
      publish: whenReady(publishing.publish),
      preview: whenReady(setPreviews.around(refresh.noting(publishing.preview))),
      import: imports.handler(whenReady),
      sync: whenReady((job, context) => syncs.syncing.handler(job, context)),
    },
    concurrency: config.jobs,
    now,
    newId,
    wholeOf: withoutSet,
    limits: { jobMs: config.jobSeconds * 1e3 },
    onTimeout: (job, limit) => tell(job, { limit }),
    onError: (error, jobId) => resources.onError(error, { jobId, doing: 'job' }),
  })
  const work = { runner, deploying, building, rendering, refresh, setPreviews, timetable }
  return { ...imports, ...syncs, ...work, siteThemes }
}

interface PreviewNeeds extends Pick<JobServicesNeeds, 'releases' | 'advance' | 'locks'> {
  readonly building: Building
  readonly runner: () => Runner<JobKind>
}

function createPreviews({ config, store, folders, now, onError }: Resources, needs: PreviewNeeds) {
  const refresh = createPreviewRefresh({
    ...needs,
    isOn: config.previewRefresh,
    now,
    onError: (error, siteId) => onError(error, { siteId, doing: 'preview' }),
  })
  const newToken = newPreviewToken
  const setPreviews = createSetPreviews({ ...needs, ...store, folders, refresh, newToken })
  return { refresh, setPreviews }
}

function createSyncs(
  { config, store, now, onError }: Resources,
  needs: JobServicesNeeds,
  { outgoing, lfs, runner }: Omit<ImportsParts, 'siteThemes'>,
) {
  const { records, index } = store
  const decisions = createDecisions(records)
  const syncing = createSyncing({
    ...needs,
    records,
    decisions,
    index,
    outgoing,
    lfs,
    now,
    ignoresCase: ignoresCase(config.data),
  })
  const schedule = createSyncSchedule({
    records,
    runner,
    isAhead: (siteId) => syncing.isAhead(siteId),
    isWaiting: (siteId) => decisions.find(siteId)?.choice === null,
    isAway: (siteId) => needs.readOnly.find(siteId) !== null,
    onError: (error, siteId) => onError(error, { siteId, doing: 'sync' }),
  })
  return { syncing, decisions, schedule }
}

function themesOf({ config, store, folders, now }: Resources, outgoing: Outgoing): SiteThemes {
  const themes = createThemes({ ...config, folder: folders.themes, outgoing, now })
  return createSiteThemes({ records: store.records, themes })
}

interface ImportsParts {
  readonly outgoing: Outgoing
  readonly siteThemes: SiteThemes
  readonly lfs: LfsObjects
  readonly runner: () => Runner<JobKind>
}

/** Imports of sites from ZIP files and from repositories. */
function createImports(
  { config, store, folders, now, newId, onError }: Resources,
  needs: JobServicesNeeds,
  parts: ImportsParts,
) {
  const { records } = store
  const { sitePlugins } = config
  const survey: Survey = (source, remembered) =>
    surveyInThread(source, { now: now(), sitePlugins, ...remembered })
  const shared = { ...needs, ...parts, records, newId, survey }
  const importing = createImporting({
    ...shared,
    folders,
    limits: {
      unpackedBytes: config.importUnpackedBytes,
      files: config.importFiles,
      refuseTwins: ignoresCase(config.data),
    },
  })
  const repositoryImports = createRepositoryImports({ ...shared, maxBytes: config.importBytes })
  const fill: JobHandler<JobKind> = (job, context) =>
    (isOfRepository(job) ? repositoryImports : importing).handler(job, context)
  const report = (error: unknown, siteId: string) => onError(error, { siteId, doing: 'import' })
  const handler = (whenReady: ReturnType<typeof waitingFor>) =>
    leavingNoSite({ ...needs, records, onError: report }, whenReady(fill))
  return { importing, repositoryImports, handler }
}

type TellOfJob = (job: RunnerJob<JobKind>, reached: Pick<ReachedLimit, 'limit' | 'error'>) => void

/** Tells of limits that jobs reach. The server starts some itself, so a site counts as who asks. */
function tellerOf(limitReached: TellLimit): TellOfJob {
  return ({ id, siteId, userId, kind }, reached) => {
    const who = userId !== null && { userId }
    limitReached(siteId, { ...reached, ...who, siteId, jobId: id, kind })
  }
}

/**
 * Wraps handlers so that they wait until the index of their site is ready, which can take a while after the start, and
 * so that the operator is told of limits that end them.
 */
function waitingFor(readiness: Readiness, tell: TellOfJob) {
  return (handler: JobHandler<JobKind>): JobHandler<JobKind> =>
    async (job, context) => {
      await readiness.whenSettled(withoutSet(job.siteId))
      readiness.require(withoutSet(job.siteId))
      try {
        await handler(job, context)
      } catch (error) {
        if (error instanceof GalleyError && error.limit !== null) {
          tell(job, { error: error.code, limit: error.limit })
        }
        throw error
      }
    }
}

export type JobServices = ReturnType<typeof createJobServices>
