/**
 * Builds a release based on the previous one: only pages that a change affects are rendered, and only files that
 * differ are stored.
 *
 * The builder keeps a record of what each output was made from, outside of the source, so no site can change it. It
 * reuses an output only if the previous release still has exactly that content. So a record that is lost, damaged or
 * outdated makes the build slower, but never wrong.
 *
 * @see src/builder/README.md (Incremental builds across processes)
 */

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BuildReport, BuildRequest, Diagnostic } from '../../builder/base/request.js'
import type { JobContext } from '../../jobs/job.js'
import { MAX_DIAGNOSTICS } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { DataFolders } from '../branch/folders.js'
import type { SiteSpace } from '../space/site-space.js'
import { explainLimits } from './build-failures.js'
import type { RunBuild } from './building.js'
import { failureOf, spaceForBuild } from './build-space.js'
import type { LastBuilds } from './last-builds.js'
import { addressOf } from './address.js'
import type { Materialized } from '../worktree/checkout.js'
import { NotAsBuilt } from './release-changes.js'
import { manifestOf } from './release-manifest.js'
import type { Releases, StoredRelease } from './releases.js'
import { withTextLines } from './text-lines.js'
import { removeTree } from '../../system/remove-tree.js'

export interface FromPreviousDependencies {
  readonly records: Pick<Records, 'releases' | 'jobs'>
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly folders: DataFolders
  readonly releases: Releases
  readonly runBuild: RunBuild
  readonly lastBuilds: LastBuilds
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'left' | 'exceeded'>
  readonly now: () => number
}

interface ReleaseTask {
  readonly site: SiteRecord
  readonly kind: ReleaseKind
  readonly jobId: string
  /** The user who started it; null for the server itself. */
  readonly userId: string | null
  readonly request: BuildRequest
  /** Id of the commit that is built. */
  readonly commit: string
}

/** The newest release if a build would produce the same again; null if it would not, or nobody knows. */
export async function findSameRelease(
  { lastBuilds, releases, records, now }: FromPreviousDependencies,
  { site, kind, jobId, request, commit }: ReleaseTask,
): Promise<StoredRelease | null> {
  if (kind !== 'live' || site.generator !== 'galley') return null
  const same = lastBuilds.find(site.id, { commit, request, now: now() })
  const newest = await releases.newest(site.id, kind)
  if (same === null || newest?.id !== same.releaseId) return null
  records.jobs.keepDiagnostics(jobId, same.diagnostics)
  return newest
}

interface BuildTask extends ReleaseTask {
  /** The files in the source. */
  readonly read: Materialized
  /** Warnings of settings that the build does not see. */
  readonly advice: readonly Diagnostic[]
}

/** Builds and stores a release. @throws GalleyError for a site that cannot be built */
export async function makeFromPrevious(
  dependencies: FromPreviousDependencies,
  task: BuildTask,
  context: JobContext,
): Promise<StoredRelease> {
  const { site, request } = task
  const isOurs = site.generator === 'galley'
  const previous = isOurs ? await previousOf(dependencies, task) : null
  try {
    return await buildAndStore(dependencies, task, { previous, context })
  } catch (error) {
    // The error means that the builder's record does not match the release. Without building from scratch, every
    // later publish would fail the same way.
    if (previous === null || !(error instanceof NotAsBuilt)) throw error
    context.report('Building anew')
    await removeTree(request.destination)
    return buildAndStore(dependencies, task, { previous: null, context })
  }
}

/** A preview may have been made by another process, so it is compared with its manifest before it is built upon. */
function previousOf({ releases }: FromPreviousDependencies, { site, kind }: ReleaseTask) {
  return kind === 'live' ? releases.newest(site.id, kind) : releases.current(site.id, kind)
}

interface BuildInput {
  /** The release that outputs are reused from; null to build from scratch. */
  readonly previous: StoredRelease | null
  readonly context: JobContext
}

async function buildAndStore(
  dependencies: FromPreviousDependencies,
  task: BuildTask,
  { previous, context }: BuildInput,
): Promise<StoredRelease> {
  const { runBuild, records, index, lastBuilds, space, now } = dependencies
  const { site, kind, request, commit, jobId, advice, read } = task
  const allowed = await spaceForBuild(dependencies, site.id)
  const full: BuildRequest = {
    ...request,
    maxBytes: allowed.maxBytes,
    cache: { folder: path.join(dependencies.folders.site(site.id).cache, 'builder') },
    former: previous?.outputs ?? null,
  }
  const report = await explainLimits(() => runBuild(full, { ...context, site, kind, read }))
  context.signal.throwIfAborted()
  const reported = [...advice, ...report.diagnostics].slice(0, MAX_DIAGNOSTICS)
  const diagnostics = await withTextLines(request.source, reported)
  records.jobs.keepDiagnostics(jobId, diagnostics)
  if (!report.ok) throw failureOf(report, { index, siteId: site.id, allowed, space })
  const release = await store(dependencies, task, { previous, report, context })
  const isSettled = kind === 'live' && read.missing.length === 0
  if (isSettled && report.difference !== undefined) {
    const sameUntil = earlierOf(report.difference.sameUntil, read.until)
    const made = { releaseId: release.id, sameUntil, diagnostics }
    lastBuilds.keep(site.id, { commit, request, now: now() }, made)
  }
  return release
}

/** Null is never. */
function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

interface Outcome extends BuildInput {
  readonly report: BuildReport
}

async function store(
  { releases, records }: FromPreviousDependencies,
  { site, kind, request, commit, userId }: ReleaseTask,
  { previous, report, context }: Outcome,
): Promise<StoredRelease> {
  const { difference, counts } = report
  const folder = request.destination
  await mkdir(folder, { recursive: true })
  const contents = difference?.contents ? manifestOf(difference.contents) : null
  const built = { kind, commit, userId, folder, address: addressOf(request), contents }
  if (previous === null || difference === undefined) {
    context.report('Storing the release')
    return releases.store(site.id, built)
  }
  const isSame = counts.written + counts.removed === 0
  // Which commit is served is on record: links show a preview only as long as nothing may have been hidden since.
  const isOfCommit = records.releases.find(previous.id)?.commit === commit
  if (isSame && isOfCommit) return previous
  context.report('Storing the release')
  const { removed, files } = difference
  return releases.storeChanges(site.id, { ...built, previous, removed, files })
}
