/**
 * Handles the jobs `publish` and `preview`: builds a snapshot of `main`, stores it as a release, deploys that to its
 * target, and finally switches what is served. If a step before the last fails or is cancelled, the old release stays
 * live.
 *
 * @see src/service/README.md, src/deploy/README.md
 */

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BuildRequest, Diagnostic, ThemePlace } from '../../builder/base/request.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import type { JobContext, JobHandler, RunnerJob } from '../../jobs/job.js'
import { MAX_DIAGNOSTICS, type JobDiagnostic, type JobKind } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import { MAX_PAGE_CHARACTERS } from '../../model/limits.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { configAt } from '../branch/config-state.js'
import { withheldAt } from '../branch/withheld.js'
import { materialize, type Materialized } from '../worktree/checkout.js'
import type { Boot } from '../worktree/worktrees.js'
import { findPointers, pointerDiagnostics, pointersRefused } from './lfs-pointers.js'
import { addressFor, addressOf, requirePublic } from './address.js'
import { explainLimits } from './build-failures.js'
import { failureOf, spaceForBuild } from './build-space.js'
import {
  findSameRelease,
  makeFromPrevious,
  type FromPreviousDependencies,
} from './from-previous.js'
import { ineffectiveSettings } from './ineffective.js'
import type { PreviewSessions } from './preview-sessions.js'
import type { StoredRelease } from './releases.js'
import { withTextLines } from './text-lines.js'
import type { Repositories } from '../branch/repositories.js'
import type { SiteSpace } from '../space/site-space.js'
import { namedFiles } from '../sites/commit-source.js'
import type { SiteThemes } from '../sites/site-themes.js'
import type { SiteUrls } from '../sites/site-urls.js'
import { removeTree } from '../../system/remove-tree.js'

/** Deploys a release. Does nothing for the built-in host. */
export type Deploy = (
  site: SiteRecord,
  release: StoredRelease,
  context: JobContext & { readonly commit: string },
) => Promise<void>

interface PublishingDependencies extends FromPreviousDependencies {
  /** Time limit in seconds for the templates of one page. */
  readonly renderSeconds: number
  /** True if JavaScript plugins of sites are run. */
  readonly sitePlugins: boolean
  readonly siteThemes: Pick<SiteThemes, 'placeFor'>
  readonly records: Pick<Records, 'sites' | 'releases' | 'jobs'>
  readonly index: Pick<SiteIndex, 'changedAt' | 'entryByPath' | 'commitOf' | 'hiddenPaths'>
  readonly repositories: Repositories
  readonly urls: SiteUrls
  readonly previews: PreviewSessions
  readonly deploy: Deploy
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
      const site = dependencies.records.sites.get(job.siteId)
      const { releaseId } = job.input
      const target = { site, kind, jobId: job.id, userId: job.userId }
      const built =
        typeof releaseId === 'string'
          ? await reopenRelease(dependencies, site, releaseId)
          : await buildRelease(dependencies, target, context)
      try {
        await checkPointers(dependencies, { kind, jobId: job.id }, built.release)
        if (kind === 'live')
          await dependencies.deploy(site, built.release, { ...context, commit: built.commit })
        context.signal.throwIfAborted()
        await dependencies.releases.point(site.id, kind, built.release.id)
        if (kind === 'live') noteLive(dependencies, job, built)
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
  release: StoredRelease,
): Promise<void> {
  const pointers = await findPointers(release)
  if (pointers.length === 0) return
  const isLive = kind === 'live'
  const said = pointerDiagnostics(pointers, isLive ? 'error' : 'warning')
  const others = records.jobs.diagnosticsOf(jobId)
  records.jobs.keepDiagnostics(jobId, [...said, ...others].slice(0, MAX_DIAGNOSTICS))
  if (isLive) throw pointersRefused(pointers)
}

interface ReadyRelease {
  readonly release: StoredRelease
  /** Id of the commit that it was built from. */
  readonly commit: string
}

function noteLive(
  { note }: PublishingDependencies,
  { id: jobId, siteId, userId }: RunnerJob<JobKind>,
  { release, commit }: ReadyRelease,
): void {
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
  return { release: await releases.open(site.id, releaseId), commit }
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
  const folders = dependencies.folders.site(site.id)
  const source = path.join(folders.cache, kind, 'source')
  const destination = path.join(folders.work, target.jobId, 'site')
  const { config } = await configAt(repository, commit)
  const places = { source, destination }
  const files = namedFiles(repository, commit)
  const themes = await dependencies.siteThemes.placeFor(site.id, files, context)
  const building = { ...target, ...places, themes }
  const { request, warnings } = buildRequest(dependencies, config, building)
  const same = await findSameRelease(dependencies, { ...target, request, commit })
  if (same !== null) {
    context.report('Nothing has changed since the last release')
    dependencies.records.jobs.keepDiagnostics(target.jobId, warnings)
    return { release: same, commit }
  }
  // A build that would not be kept need not begin.
  const refusal = dependencies.space?.refusal(site.id, { bytes: 0, isReduction: false })
  if (refusal) throw refusal
  try {
    context.report('Reading the source')
    await mkdir(path.dirname(source), { recursive: true })
    const read = await materialize(repository, {
      commit,
      folder: source,
      signal: context.signal,
      boot: dependencies.boot.id,
      changedAt: (file) => dependencies.index.changedAt(site.id, file),
      withheld: () => withheldAt(dependencies.index, { siteId: site.id, repository, commit }),
    })
    await mkdir(path.dirname(destination), { recursive: true })
    const advice = [...warnings, ...(await ineffectiveSettings(config, source))]
    const built = { ...target, request, commit, repository, read, advice }
    const usesSession = kind === 'preview' && site.generator === 'galley'
    const make = usesSession ? makePreview : makeFromPrevious
    return { release: await make(dependencies, built, context), commit }
  } finally {
    await removeTree(path.dirname(destination))
  }
}

interface Build extends Target {
  readonly request: BuildRequest
  /** Id of the commit that is built. */
  readonly commit: string
  readonly repository: Repository
  readonly read: Materialized
  /** Warnings of settings that the build does not see. */
  readonly advice: readonly Diagnostic[]
}

/** Builds a preview in the site's session, which renders only what an edit affects. */
async function makePreview(
  dependencies: PublishingDependencies,
  { site, kind, request, commit, repository, read, jobId, userId, advice }: Build,
  context: JobContext,
): Promise<StoredRelease> {
  const { previews, releases, records, index, space } = dependencies
  const previous = await releases.current(site.id, kind)
  const allowed = await spaceForBuild(dependencies, site.id)
  const limited = { ...request, mostBytes: allowed.mostBytes }
  const changedSince = async (before: string) => {
    if (before === read.before) return read.changed
    const changes = await repository.diff(before, commit).catch(() => null)
    return changes?.flatMap(({ before: old, after }) => [old, after].flatMap(pathOf)) ?? null
  }
  const previousId = previous?.id ?? null
  const report = await explainLimits(() =>
    previews.build(site.id, { ...context, request: limited, previousId, changedSince }),
  )
  context.signal.throwIfAborted()
  const reported = [...advice, ...report.diagnostics].slice(0, MAX_DIAGNOSTICS)
  records.jobs.keepDiagnostics(jobId, await withTextLines(request.source, reported))
  if (!report.ok) throw failureOf(report, { index, siteId: site.id, allowed, space })
  if (
    previous !== null &&
    report.isPartial &&
    report.written.length + report.removed.length === 0
  ) {
    previews.stored(site.id, { releaseId: previous.id, commit })
    return previous
  }
  context.report('Storing the release')
  const address = addressOf(request)
  const built = { kind, commit, userId, address, folder: request.destination }
  const release =
    report.isPartial && previous !== null
      ? await releases.storeChanges(site.id, { ...built, previous, removed: report.removed })
      : await releases.store(site.id, built)
  previews.stored(site.id, { releaseId: release.id, commit })
  return release
}

function pathOf(entry: { readonly path: string } | null): string[] {
  return entry === null ? [] : [entry.path]
}

interface Building extends Target {
  readonly themes: ThemePlace
  readonly source: string
  readonly destination: string
}

function buildRequest(
  { urls, now, renderSeconds, sitePlugins }: PublishingDependencies,
  config: SiteConfig,
  { site, kind, source, destination, themes }: Building,
): { readonly request: BuildRequest; readonly warnings: readonly JobDiagnostic[] } {
  const { overrides, diagnostic } = addressFor({ site, kind, urls, config })
  const request = {
    source,
    destination,
    now: now(),
    environment: kind === 'live' ? ('production' as const) : ('staging' as const),
    safe: true,
    sitePlugins,
    themes,
    limits: { milliseconds: renderSeconds * 1000, outputBytes: MAX_PAGE_CHARACTERS },
    overrides,
  }
  return { request, warnings: diagnostic === null ? [] : [diagnostic] }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
