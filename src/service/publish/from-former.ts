/**
 * Makes a release out of the last one: only what a change reaches is rendered, and only what differs is
 * stored.
 *
 * The builder's record lies beside the source, where no site reaches it, and says what each output was
 * made of and what it holds; the builder takes an output as it is when the last release still has that
 * very content. So no record can be of the wrong release, and one that is lost, torn or older costs time
 * and nothing else.
 *
 * @see src/builder/README.md (Incremental builds across processes)
 */

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BuildReport, BuildRequest } from '../../builder/base/request.js'
import type { JobContext } from '../../jobs/job.js'
import { MOST_DIAGNOSTICS } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { DataFolders } from '../branch/folders.js'
import { buildFailed, sayingLimits } from './build-failures.js'
import type { LastBuilds } from './last-builds.js'
import { NotAsBuilt } from './release-changes.js'
import { manifestOf } from './release-manifest.js'
import type { Releases, StoredRelease } from './releases.js'
import { withTextLines } from './text-lines.js'
import { removeTree } from '../../system/remove-tree.js'

/** Builds in a process of its own, with limits. */
export type RunBuild = (
  request: BuildRequest,
  options: {
    readonly signal: AbortSignal
    readonly report: (message: string) => void
    readonly generator: SiteRecord['generator']
  },
) => Promise<BuildReport>

export interface FromFormerDependencies {
  readonly records: Pick<Records, 'releases' | 'jobs'>
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly folders: DataFolders
  readonly releases: Releases
  readonly runBuild: RunBuild
  readonly lastBuilds: LastBuilds
  readonly now: () => number
}

interface Asked {
  readonly site: SiteRecord
  readonly kind: ReleaseKind
  readonly jobId: string
  /** Who asked for it; null for the server itself. */
  readonly userId: string | null
  readonly request: BuildRequest
  /** oid that is built. */
  readonly commit: string
}

/** The last release, where a build would make the same again; null where that is not known. */
export async function findSameRelease(
  { lastBuilds, releases, records, now }: FromFormerDependencies,
  { site, kind, jobId, request, commit }: Asked,
): Promise<StoredRelease | null> {
  if (kind !== 'live' || site.generator !== 'galley') return null
  const same = lastBuilds.find(site.id, { commit, request, now: now() })
  const newest = await releases.newest(site.id, kind)
  if (same === null || newest?.id !== same.releaseId) return null
  records.jobs.keepDiagnostics(jobId, same.diagnostics)
  return newest
}

/** Builds and stores a release. @throws GalleyError for a site that cannot be built */
export async function makeFromFormer(
  dependencies: FromFormerDependencies,
  asked: Asked,
  context: JobContext,
): Promise<StoredRelease> {
  const { site, kind, request } = asked
  const isOurs = site.generator === 'galley'
  const former = isOurs ? await dependencies.releases.newest(site.id, kind) : null
  try {
    return await makeOver(dependencies, asked, { former, context })
  } catch (error) {
    // Nobody should have to find the folder that a publish would fail over from then on.
    if (former === null || !(error instanceof NotAsBuilt)) throw error
    context.report('Building anew')
    await removeTree(request.destination)
    return makeOver(dependencies, asked, { former: null, context })
  }
}

interface Over {
  /** Null for a build that takes over nothing. */
  readonly former: StoredRelease | null
  readonly context: JobContext
}

async function makeOver(
  dependencies: FromFormerDependencies,
  asked: Asked,
  { former, context }: Over,
): Promise<StoredRelease> {
  const { runBuild, records, lastBuilds, now } = dependencies
  const { site, request, commit, jobId } = asked
  const { generator } = site
  const full: BuildRequest = {
    ...request,
    // Outside of the source, so that neither the site's files nor its settings reach it.
    cache: { folder: path.join(dependencies.folders.site(site.id).cache, 'builder') },
    ...(generator === 'galley' && { former: former?.outputs ?? null }),
  }
  const report = await sayingLimits(() => runBuild(full, { ...context, generator }))
  context.signal.throwIfAborted()
  const said = report.diagnostics.slice(0, MOST_DIAGNOSTICS)
  const diagnostics = await withTextLines(request.source, said)
  records.jobs.keepDiagnostics(jobId, diagnostics)
  if (!report.ok)
    throw buildFailed(report.diagnostics, { index: dependencies.index, siteId: site.id })
  const release = await store(dependencies, asked, { former, report, context })
  if (report.difference !== undefined) {
    const { sameUntil } = report.difference
    const made = { releaseId: release.id, sameUntil, diagnostics }
    lastBuilds.keep(site.id, { commit, request, now: now() }, made)
  }
  return release
}

interface Outcome extends Over {
  readonly report: BuildReport
}

async function store(
  { releases, records }: FromFormerDependencies,
  { site, kind, request, commit, userId }: Asked,
  { former, report, context }: Outcome,
): Promise<StoredRelease> {
  const { difference, counts } = report
  const folder = request.destination
  await mkdir(folder, { recursive: true })
  const contents = difference?.contents ? manifestOf(difference.contents) : null
  const built = { kind, commit, userId, folder, contents }
  if (former === null || difference === undefined) {
    context.report('Storing the release')
    return releases.store(site.id, built)
  }
  const isSame = counts.written + counts.removed === 0
  if (isSame && records.releases.find(former.id)?.commit === commit) return former
  context.report('Storing the release')
  const { removed, files } = difference
  return releases.storeChanges(site.id, { ...built, former, removed, files })
}
