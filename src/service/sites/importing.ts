/**
 * Creates a site from a ZIP of its source, in one commit.
 *
 * The ZIP is not trusted: names are checked by the rules for paths, sizes are counted while unpacking, links and
 * encrypted entries are refused. If the job fails, because it unpacks to more than is allowed for one, the site is removed.
 *
 * @see src/http/README.md (Sites; Running); SECURITY.md
 */

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Source } from '../../builder/base/source.js'
import { filesSource } from '../../builder/survey.js'
import { changed } from '../branch/long-yaml/long-yaml.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { toAscii } from '../../content/romanize.js'
import { slugForTitle } from '../../content/slug.js'
import { GalleyError, invalid } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { JobContext, JobHandler, RunnerJob } from '../../jobs/job.js'
import type { Runner } from '../../jobs/runner.js'
import { MAX_DIAGNOSTICS, type JobDiagnostic, type JobKind } from '../../model/job.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { personOf } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import type { UploadedFile } from '../content/files.js'
import type { DataFolders } from '../branch/folders.js'
import { findTwins, type Collision } from '../branch/path-collisions.js'
import type { SiteSpace } from '../space/site-space.js'
import { lfsWarnings } from './lfs-warnings.js'
import type { Remembered, SiteThemes } from './site-themes.js'
import { authorOf } from '../branch/authors.js'
import { checkDomain } from './site-input.js'
import type { SiteMaker } from './site-maker.js'
import type { SiteRemover } from './site-remover.js'
import { IMPORT_ARCHIVE } from '../branch/work-leftovers.js'
import { unpackZip, type UnpackLimits } from './unzip.js'
import { removeTree } from '../../system/remove-tree.js'

export interface ImportInput {
  readonly upload: UploadedFile
  readonly title?: string | undefined
  readonly domain?: string | undefined
}

/** Finds what a site needs and Galley does not have, most important first. */
export type Survey = (source: Source, remembered: Remembered) => Promise<readonly JobDiagnostic[]>

interface ImportingDependencies {
  readonly records: Pick<Records, 'sites' | 'users' | 'jobs'>
  readonly folders: DataFolders
  readonly advance: Advance
  readonly maker: SiteMaker
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  readonly limits: UnpackLimits
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'refusal'>
  readonly survey: Survey
  readonly siteThemes: Pick<SiteThemes, 'rememberedFor'>
  readonly discard: SiteRemover['discard']
  readonly newId: () => string
}

export type Importing = ReturnType<typeof createImporting>

const ZIP = IMPORT_ARCHIVE

export function createImporting(dependencies: ImportingDependencies) {
  return {
    /**
     * Creates an empty site and queues the job that fills it. @throws GalleyError `conflict` for a domain that is
     * taken
     */
    async request(
      actor: Actor,
      input: ImportInput,
    ): Promise<{ readonly job: { readonly id: string }; readonly siteId: string }> {
      personOf(actor)
      await refuseOther(input.upload)
      const title = input.title ?? (path.basename(input.upload.filename, '.zip') || 'Imported site')
      const domain = importDomain(input.domain ?? null, { title, newId: dependencies.newId })
      return beginImport(dependencies, actor, {
        title,
        domain,
        request: async (siteId) => {
          const { work } = dependencies.folders.site(siteId)
          await mkdir(work, { recursive: true })
          await rename(input.upload.path, path.join(work, ZIP))
          return { title: input.title ?? null }
        },
      })
    },

    /** The job. */
    handler: (job: RunnerJob<JobKind>, context: JobContext): Promise<void> =>
      importZip(dependencies, job, context),
  }
}

interface Beginning {
  readonly title: string
  readonly domain: string
  /** Prepares the job, and returns its input. */
  readonly request: (siteId: string) => Promise<Readonly<Record<string, unknown>>>
}

type BeginningDependencies = Pick<ImportingDependencies, 'maker' | 'runner' | 'discard'>

/** Creates an empty site and queues the job that fills it; if that fails, nothing is left. */
export async function beginImport(
  { maker, runner, discard }: BeginningDependencies,
  actor: Actor,
  { title, domain, request }: Beginning,
): Promise<{ readonly job: { readonly id: string }; readonly siteId: string }> {
  const userId = personOf(actor).id
  const site = await maker.create(actor, { title, domain, empty: true, isImporting: true })
  try {
    const input = await request(site.id)
    return {
      job: runner().enqueue({ siteId: site.id, kind: 'import', userId, input }),
      siteId: site.id,
    }
  } catch (error) {
    await discard(site.id)
    throw error
  }
}

/**
 * Wraps the handlers of imports: a failed one leaves no site. The job's last event comes after that, so that whoever
 * has read it finds no site, and the domain free.
 */
export function leavingNoSite(
  { discard, records, onError }: LeavingDependencies,
  handler: JobHandler<JobKind>,
): JobHandler<JobKind> {
  return async (job, context) => {
    try {
      await handler(job, context)
      records.sites.imported(job.siteId)
    } catch (error) {
      // What can't be removed now is removed at the next start.
      await discard(job.siteId, job.id).catch((reason: unknown) => onError(reason, job.siteId))
      throw error
    }
  }
}

interface LeavingDependencies {
  readonly discard: SiteRemover['discard']
  readonly records: { readonly sites: Pick<Records['sites'], 'imported'> }
  readonly onError: (error: unknown, siteId: string) => void
}

/** The given domain, or one made from the title. @throws GalleyError `validation_failed` */
export function importDomain(
  domain: string | null,
  { title, newId }: { readonly title: string; readonly newId: () => string },
): string {
  return checkDomain(domain ?? `${hostLabel(title)}-${newId().slice(0, 6)}.localhost`)
}

function hostLabel(title: string): string {
  return (
    slugForTitle(toAscii(title))
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 40)
      .replace(/^-+|(?<!-)-+$/g, '') || 'site'
  )
}

/** Refuses other files, and empty ones. A ZIP begins with a local header, or with the end record if it is empty. */
async function refuseOther(upload: UploadedFile): Promise<void> {
  const handle = await open(upload.path, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.toString('latin1')
    if (start === 'PK\x05\x06') throw invalid('file', 'is a ZIP archive without files')
    if (start !== 'PK\x03\x04') throw invalid('file', 'is not a ZIP archive')
  } finally {
    await handle.close()
  }
}

async function importZip(
  dependencies: ImportingDependencies,
  job: RunnerJob<JobKind>,
  { report, signal }: JobContext,
): Promise<void> {
  const site = dependencies.records.sites.get(job.siteId)
  const { work } = dependencies.folders.site(site.id)
  const folder = path.join(work, job.id)
  // Each file will be in the repository and in the working tree.
  const refusal = (bytes: number) =>
    dependencies.space?.refusal(site.id, { bytes: 2 * bytes, isReduction: false }) ?? null
  try {
    const archive = path.join(work, ZIP)
    const unpacked = await unpackZip(archive, folder, {
      limits: { ...dependencies.limits, refusal },
      report,
      signal,
    })
    if (unpacked.size === 0)
      throw new GalleyError('validation_failed', 'The ZIP contains no files.')
    const files = new Map<string, Edit>([...unpacked].map(([name, file]) => [name, { file }]))
    const title = job.input['title']
    await setTitle(files, unpacked.get(CONFIG_PATH), { siteId: site.id, title })
    signal.throwIfAborted()
    report('Looking for what the site needs')
    const source = filesSource(unpacked)
    const finding = { signal, report, isAsked: true }
    const remembered = await dependencies.siteThemes.rememberedFor(site.id, source, finding)
    const needs = await dependencies.survey(source, remembered)
    const twins = twinWarnings(await findTwins(unpacked.keys()))
    const found = [...twins, ...(await lfsWarnings(source)), ...needs]
    dependencies.records.jobs.keepDiagnostics(job.id, found.slice(0, MAX_DIAGNOSTICS))
    signal.throwIfAborted()
    report(`Committing ${unpacked.size.toLocaleString('en-US')} files`)
    const author = authorOf(actorOf(dependencies, job.userId))
    await dependencies.advance.advance(site.id, {
      author,
      mayHaveTwins: true,
      edit: () => Promise.resolve({ files, message: `Import ${unpacked.size} files` }),
    })
    report(`Imported ${unpacked.size.toLocaleString('en-US')} files`)
  } finally {
    await removeTree(folder)
    await rm(path.join(work, ZIP), { force: true })
  }
}

/** Warnings of an import or a sync about names that are equal but for case. */
export function twinWarnings(twins: readonly Collision[]): JobDiagnostic[] {
  return twins.map(({ path: name, other }) => ({
    severity: 'warning',
    path: name,
    line: null,
    column: null,
    message: `Differs from ${other} only in case. Both are built; but computers and hosts that ignore case can hold only one of them.`,
  }))
}

function actorOf({ records }: ImportingDependencies, userId: string | null): Actor {
  const user: User | null = userId === null ? null : records.users.find(userId)
  return user ? { kind: 'user', user } : { kind: 'server' }
}

/** Writes the given title into the imported configuration. */
async function setTitle(
  files: Map<string, Edit>,
  configFile: string | undefined,
  { siteId, title }: { readonly siteId: string; readonly title: unknown },
): Promise<void> {
  if (typeof title !== 'string' || configFile === undefined) return
  const before = await readFile(configFile, 'utf8')
  const turn = { siteId, isOwnWork: true }
  const text = await changed({ kind: 'site', text: before, edit: { title } }, turn)
  files.set(CONFIG_PATH, { data: Buffer.from(text) })
}
