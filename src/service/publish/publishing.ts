/**
 * Handles the jobs `publish` and `preview`: builds a snapshot of `main`, for a preview also one of a change set, stores it as a release, deploys that to its
 * target, and finally switches what is served. If a step before the last fails or is cancelled, the old release stays
 * live.
 *
 * @see src/service/README.md, src/deploy/README.md
 */

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BuildRequest } from '../../builder/base/request.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import type { JobContext, JobHandler, RunnerJob } from '../../jobs/job.js'
import { MAX_DIAGNOSTICS, type JobDiagnostic, type JobKind } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import { MAX_PAGE_CHARACTERS } from '../../model/limits.js'
import { withoutSet } from '../../model/change-set.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { configAt } from '../branch/config-state.js'
import { withheldAt } from '../branch/withheld.js'
import { materialize, type Materialized } from '../worktree/checkout.js'
import type { Boot } from '../worktree/worktrees.js'
import { findPointers, pointerDiagnostics, pointersRefused } from './lfs-pointers.js'
import { addressFor, addressOf, requirePublic } from './address.js'
import {
  findSameRelease,
  makeFromPrevious,
  type FromPreviousDependencies,
} from './from-previous.js'
import { ineffectiveSettings } from './ineffective.js'
import { findSite } from './set-previews.js'
import type { StoredRelease } from './releases.js'
import type { Repositories } from '../branch/repositories.js'
import type { AuditLog } from '../accounts/audit.js'
import type { SiteSpace } from '../space/site-space.js'
import { namedFiles } from '../sites/commit-source.js'
import { conflictCopies, copyWarnings, seenCopies } from '../sync/copies.js'
import type { LfsObjects, MissingReasons } from '../sync/lfs-objects.js'
import type { Remembered, SiteThemes } from '../sites/site-themes.js'
import type { SiteUrls } from '../sites/site-urls.js'
import { removeTree } from '../../system/remove-tree.js'

interface DeployedFrom {
  readonly commit: string
  /** True to compare with what is on the host, whatever the last deployment has noted. */
  readonly compares: boolean
}

/** Deploys a release. Does nothing for the built-in host. */
export type Deploy = (
  site: SiteRecord,
  release: StoredRelease,
  context: JobContext & DeployedFrom,
) => Promise<void>

interface PublishingDependencies extends FromPreviousDependencies {
  /** Time limit in seconds for the templates of one page. */
  readonly renderSeconds: number
  /** True if JavaScript plugins of sites are run. */
  readonly sitePlugins: boolean
  readonly siteThemes: Pick<SiteThemes, 'rememberedFor'>
  readonly records: Pick<Records, 'sites' | 'changeSets' | 'releases' | 'jobs'>
  readonly index: Pick<SiteIndex, 'changedAt' | 'entryByPath' | 'commitOf' | 'hiddenPaths'>
  readonly repositories: Repositories
  readonly urls: SiteUrls
  readonly deploy: Deploy
  readonly lfs: Pick<LfsObjects, 'fetchFor'>
  /** Not needed without an audit log. */
  readonly audit?: Pick<AuditLog, 'made'>
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
  /** When the machine was started. */
  readonly boot: Boot
  /** Told that a job has written; not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'refusal' | 'left' | 'exceeded' | 'changed'>
}

export function createPublishing(dependencies: PublishingDependencies) {
  const run =
    (kind: ReleaseKind) =>
    async (job: RunnerJob<JobKind>, context: JobContext): Promise<void> => {
      const site = findSite(dependencies.records, job.siteId)
      const compares = job.input['compares'] === true
      const target = { site, kind, jobId: job.id, userId: job.userId }
      const releaseId = await releaseAsked(dependencies, job)
      const built =
        releaseId === null
          ? await buildRelease(dependencies, target, context)
          : await reopenRelease(dependencies, site, releaseId)
      try {
        await checkPointers(dependencies, { kind, jobId: job.id }, built)
        if (kind === 'live')
          await dependencies.deploy(site, built.release, {
            ...context,
            commit: built.commit,
            compares,
          })
        context.signal.throwIfAborted()
        await dependencies.releases.point(site.id, kind, built.release.id)
        if (kind === 'live') noteLive(dependencies, { job, site }, built)
      } finally {
        // Also what could not be deployed takes space.
        await dependencies.releases.prune(site.id, kind)
      }
      const url = kind === 'live' ? dependencies.urls.live(site) : dependencies.urls.preview(site)
      context.report(`Published ${count(built.release.manifest.size)} files to ${url}`)
    }
  /** A job leaves caches, and removes old releases. */
  const noting =
    (handler: JobHandler<JobKind>): JobHandler<JobKind> =>
    (job, context) =>
      handler(job, context).finally(() => dependencies.space?.changed(job.siteId))
  return { publish: noting(run('live')), preview: noting(run('preview')) }
}

/** Files that are pointers of Git LFS are never published; a preview shows them, and says so. */
async function checkPointers(
  { records }: PublishingDependencies,
  { kind, jobId }: Pick<Target, 'kind' | 'jobId'>,
  { release, reasons }: ReadyRelease,
): Promise<void> {
  const pointers = await findPointers(release)
  if (pointers.length === 0) return
  const isLive = kind === 'live'
  const said = pointerDiagnostics(pointers, isLive ? 'error' : 'warning', reasons)
  const others = records.jobs.diagnosticsOf(jobId)
  records.jobs.keepDiagnostics(jobId, [...said, ...others].slice(0, MAX_DIAGNOSTICS))
  if (isLive) throw pointersRefused(pointers)
}

/** The release that is to be published without a build: one that was named, or what is live; null to build. */
async function releaseAsked(
  { releases }: PublishingDependencies,
  { siteId, input }: RunnerJob<JobKind>,
): Promise<string | null> {
  if (input['live'] === true) return (await releases.current(siteId, 'live'))?.id ?? null
  return typeof input['releaseId'] === 'string' ? input['releaseId'] : null
}

interface ReadyRelease {
  readonly release: StoredRelease
  /** Id of the commit that it was built from. */
  readonly commit: string
  /** Why objects of Git LFS are not in it. */
  readonly reasons: MissingReasons
}

const NOTHING_MISSING: MissingReasons = new Map()

function noteLive(
  { note, audit }: PublishingDependencies,
  { job, site }: { readonly job: RunnerJob<JobKind>; readonly site: SiteRecord },
  { release, commit }: ReadyRelease,
): void {
  const { id: jobId, siteId, userId } = job
  const { hosting } = site
  const sent = hosting === 'disabled' ? {} : { deployment: hosting }
  audit?.made(jobId, { commit, releaseId: release.id, ...sent })
  note({ siteId, userId, jobId, releaseId: release.id, commit }, 'a site was published')
}

/** Opens an older release that is published again. */
async function reopenRelease(
  { records, releases, repositories, urls }: PublishingDependencies,
  site: SiteRecord,
  releaseId: string,
): Promise<ReadyRelease> {
  const { commit, address } = records.releases.get(releaseId)
  if (address === null) {
    // Of an older version: what it was given if the settings have not changed.
    const { config } = await configAt(await repositories.get(site.id), commit)
    const here = { ...site, hosting: 'disabled' as const }
    requirePublic(site, addressOf(addressFor({ site: here, kind: 'live', urls, config })))
  } else requirePublic(site, address)
  return { release: await releases.open(site.id, releaseId), commit, reasons: NOTHING_MISSING }
}

interface Target {
  readonly site: SiteRecord
  readonly kind: ReleaseKind
  readonly jobId: string
  /** The user who started it; null for the server itself. */
  readonly userId: string | null
}

async function buildRelease(
  dependencies: PublishingDependencies,
  target: Target,
  context: JobContext,
): Promise<ReadyRelease> {
  const { site, kind } = target
  const repository = await dependencies.repositories.get(site.id)
  const commit = await repository.head()
  if (commit === null) throw new GalleyError('conflict', 'The site has no files to publish.')
  const at = { repository, commit }
  const folders = dependencies.folders.site(site.id)
  const source = path.join(folders.cache, kind, 'source')
  const destination = path.join(folders.work, target.jobId, 'site')
  const { config } = await configAt(repository, commit)
  const places = { source, destination }
  const files = namedFiles(repository, commit)
  const remembered = await dependencies.siteThemes.rememberedFor(
    withoutSet(site.id),
    files,
    context,
  )
  const building = { ...target, ...places, remembered }
  const { request, warnings: ofAddress } = buildRequest(dependencies, config, building)
  const copies = await conflictCopies(repository.snapshot(commit))
  const named = { index: dependencies.index, repository, siteId: site.id }
  const warnings = [...ofAddress, ...copyWarnings(await seenCopies(named, copies))]
  const same = await findSameRelease(dependencies, { ...target, request, commit })
  if (same !== null) {
    context.report('Nothing has changed since the last release')
    dependencies.records.jobs.keepDiagnostics(target.jobId, warnings)
    return { release: same, commit, reasons: NOTHING_MISSING }
  }
  // A build that would not be kept need not begin.
  const refusal = dependencies.space?.refusal(site.id, { bytes: 0, isReduction: false })
  if (refusal) throw refusal
  try {
    const { read, reasons } = await readSource(dependencies, { ...target, ...at, request }, context)
    await mkdir(path.dirname(destination), { recursive: true })
    const advice = [...warnings, ...(await ineffectiveSettings(config, source))]
    const built = { ...target, request, commit, read, advice }
    const release = await makeFromPrevious(dependencies, built, context)
    return { release, commit, reasons }
  } finally {
    await removeTree(path.dirname(destination))
  }
}

interface Reading extends Pick<Target, 'site' | 'kind'> {
  readonly request: BuildRequest
  readonly commit: string
  readonly repository: Repository
}

/** Writes the files of the commit for the build, with the objects of Git LFS that can be had. */
async function readSource(
  { index, boot, lfs }: PublishingDependencies,
  { site, kind, request, commit, repository }: Reading,
  context: JobContext,
): Promise<{ readonly read: Materialized; readonly reasons: MissingReasons }> {
  const { source: folder, now } = request
  const { signal } = context
  context.report('Reading the source')
  await mkdir(path.dirname(folder), { recursive: true })
  const write = () =>
    materialize(repository, {
      commit,
      folder,
      signal,
      boot: boot.id,
      now,
      changedAt: (file) => index.changedAt(site.id, file),
      withheld: () => withheldAt(index, { siteId: site.id, repository, commit, now }),
    })
  const read = await write()
  if (read.missing.length === 0) return { read, reasons: NOTHING_MISSING }
  const asked = { ...context, pointers: read.missing, isAsked: kind === 'live' }
  const reasons = await lfs.fetchFor({ ...site, id: withoutSet(site.id) }, asked)
  const again = await write()
  const changed = read.changed && again.changed && [...read.changed, ...again.changed]
  return { read: { ...again, before: read.before, changed }, reasons }
}

interface Building extends Target {
  readonly remembered: Remembered
  readonly source: string
  readonly destination: string
}

function buildRequest(
  { urls, now, renderSeconds, sitePlugins }: PublishingDependencies,
  config: SiteConfig,
  { site, kind, source, destination, remembered }: Building,
): { readonly request: BuildRequest; readonly warnings: readonly JobDiagnostic[] } {
  const { overrides, diagnostic } = addressFor({ site, kind, urls, config })
  const request = {
    source,
    destination,
    now: now(),
    environment: kind === 'live' ? ('production' as const) : ('staging' as const),
    safe: true,
    sitePlugins,
    ...remembered,
    limits: { milliseconds: renderSeconds * 1000, outputBytes: MAX_PAGE_CHARACTERS },
    overrides,
  }
  return { request, warnings: diagnostic === null ? [] : [diagnostic] }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
