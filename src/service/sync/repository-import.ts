/**
 * Creates a site from a remote git repository: a branch with its history becomes `main`.
 *
 * The repository is contacted before anything is created, so a wrong address leaves no empty site. The import works
 * like a sync: allowed addresses only, quarantine, checks, limits of bytes, files and time. The token is stored
 * encrypted while the job waits, and deleted when it ends.
 *
 * @see src/http/README.md (Sites; Jobs); SECURITY.md
 */

import { commitSource } from '../sites/commit-source.js'
import { changed } from '../branch/long-yaml/long-yaml.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { formatBytes } from '../../deploy/network/remote-text.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { GalleyError, requestAborted, invalid } from '../../errors.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { pointersAmong } from '../../git/lfs/pointer.js'
import { GitError } from '../../git/program/git-error.js'
import { readDefaultBranch } from '../../git/remote/refs.js'
import { fetchRemote, readRemoteTip } from '../../git/remote/remote.js'
import type { Repository } from '../../git/repository.js'
import type { JobContext, RunnerJob } from '../../jobs/job.js'
import type { Runner } from '../../jobs/runner.js'
import { MAX_DIAGNOSTICS, type JobKind } from '../../model/job.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { personOf } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import { authorOf, type Author } from '../branch/authors.js'
import type { Repositories } from '../branch/repositories.js'
import type { IncomingCheck } from '../push/incoming-check.js'
import { findTwins } from '../branch/path-collisions.js'
import { beginImport, importDomain, twinWarnings, type Survey } from '../sites/importing.js'
import type { SiteThemes } from '../sites/site-themes.js'
import type { SiteMaker } from '../sites/site-maker.js'
import type { SiteRemover } from '../sites/site-remover.js'
import type { SiteOptions } from '../sites/site-options.js'
import { missingWarnings, type LfsObjects } from './lfs-objects.js'
import {
  explainRemote,
  persistently,
  PATIENCE,
  remoteClause,
  requireBranch,
  syncAccount,
  withRemote,
  type Patience,
  type RemoteAccount,
} from './remote.js'

interface RepositoryInput {
  readonly url: string
  readonly branch?: string | undefined
  readonly username?: string | undefined
  readonly access_token?: string | undefined
  readonly title?: string | undefined
  readonly domain?: string | undefined
}

interface RepositoryImportsDependencies {
  readonly records: Pick<Records, 'users' | 'jobs'>
  readonly repositories: Repositories
  readonly advance: Pick<Advance, 'adopt' | 'advance'>
  readonly maker: SiteMaker
  readonly options: Pick<SiteOptions, 'seal' | 'open'>
  readonly incoming: Pick<IncomingCheck, 'checkFetched'>
  readonly outgoing: Outgoing
  readonly runner: () => Pick<Runner<JobKind>, 'enqueue'>
  readonly survey: Survey
  readonly siteThemes: Pick<SiteThemes, 'rememberedFor'>
  readonly lfs: Pick<LfsObjects, 'fetch'>
  readonly discard: SiteRemover['discard']
  readonly newId: () => string
  /** Limit of the fetched bytes. */
  readonly maxBytes: number
  /** Retries; like those of a sync if left out. */
  readonly patience?: Patience
}

export interface RepositoryImports {
  /**
   * Creates an empty site and queues the job that fills it.
   *
   * @throws GalleyError `validation_failed` (naming the field) if the repository cannot be read; `conflict` if the
   *   domain is taken, or while another request of the same user is running
   */
  request(
    actor: Actor,
    input: RepositoryInput,
    signal: AbortSignal,
  ): Promise<{ readonly job: { readonly id: string }; readonly siteId: string }>
  /** The job. */
  handler(job: RunnerJob<JobKind>, context: JobContext): Promise<void>
}

/** Time limit for a remote to list its branches, while the user waits. */
const ASKING_MS = 20_000

/** True for imports of repositories, false for ZIPs. */
export function isOfRepository({ input }: Pick<RunnerJob<JobKind>, 'input'>): boolean {
  return typeof input['url'] === 'string'
}

export function createRepositoryImports(
  dependencies: RepositoryImportsDependencies,
): RepositoryImports {
  /** Users with a running request; each may have one. */
  const asking = new Set<string>()
  const branchFor = async (userId: string, finding: Finding): Promise<string> => {
    if (asking.has(userId)) {
      const message =
        'Another import of yours is still contacting its repository; wait for its answer.'
      throw new GalleyError('conflict', message)
    }
    asking.add(userId)
    try {
      return await findBranch(dependencies, finding)
    } finally {
      asking.delete(userId)
    }
  }
  return {
    async request(actor, input, signal) {
      const user = personOf(actor)
      const url = checkUrl(input.url)
      const title = input.title ?? nameOf(url)
      const { newId, options } = dependencies
      const domain = importDomain(input.domain ?? null, { title, newId })
      const account = accountOf({ ...input, url })
      const branch = await branchFor(user.id, { account, givenBranch: input.branch, signal })
      const sealed = options.seal({ ...textsOf(account), branch })
      const request = () => Promise.resolve({ ...sealed, title: input.title ?? null })
      return beginImport(dependencies, actor, { title, domain, request })
    },

    async handler(job, context) {
      const { title, ...sealedAccount } = job.input
      const account = accountOf(dependencies.options.open(stringsOf(sealedAccount)))
      try {
        await withRemote(dependencies.outgoing, { account, signal: context.signal }, (remote) =>
          importBranch(dependencies, job, { ...context, remote, title }),
        )
      } catch (error) {
        throw explainRemote(account, error, 'import')
      }
    },
  }
}

/** Validates and normalizes a URL. @throws GalleyError `validation_failed` */
function checkUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const example = 'such as https://github.com/ada/site'
    throw invalid('url', `must be an http or https address (${example}); ssh is not supported`)
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('url', 'must not contain credentials: send username and access_token separately')
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** The last segment, without `.git`. */
function nameOf(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  return segment.replace(/\.git$/, '') || 'Imported site'
}

function accountOf(input: Readonly<Partial<Record<string, unknown>>>): RemoteAccount {
  const { url, ...rest } = stringsOf(input)
  return syncAccount({ ...rest, path: url ?? '' })
}

function textsOf({ url, username, token }: RemoteAccount): Record<string, string> {
  return { url, username, access_token: token }
}

function stringsOf(values: Readonly<Partial<Record<string, unknown>>>): Record<string, string> {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([key, value]) => [key, String(value)]))
}

interface Finding {
  readonly account: RemoteAccount
  readonly givenBranch: string | undefined
  readonly signal: AbortSignal
}

/** The branch to import. @throws GalleyError `validation_failed` that names `url` or `branch` */
async function findBranch(
  { outgoing }: RepositoryImportsDependencies,
  { account, givenBranch, signal }: Finding,
): Promise<string> {
  if (givenBranch !== undefined) requireBranch(givenBranch)
  const late = AbortSignal.timeout(ASKING_MS)
  const asking = { account, signal: AbortSignal.any([signal, late]) }
  try {
    return await withRemote(outgoing, asking, async (remote) => {
      if (givenBranch === undefined) {
        const found = await readDefaultBranch(remote)
        if (found === null) throw invalid('url', 'points to an empty repository')
        return found.branch
      }
      const tip = await readRemoteTip({ ...remote, branch: givenBranch })
      if (tip === null) throw invalid('branch', 'is not a branch of the repository')
      return givenBranch
    })
  } catch (error) {
    if (late.aborted) {
      throw invalid('url', `did not answer within ${ASKING_MS / 1000} seconds`)
    }
    if (signal.aborted) throw requestAborted()
    if (!(error instanceof GitError)) throw error
    throw invalid('url', `can't be imported: ${remoteClause(account, error)}`)
  }
}

interface Context extends JobContext {
  readonly remote: Parameters<Parameters<typeof withRemote>[2]>[0]
  readonly title: unknown
}

async function importBranch(
  dependencies: RepositoryImportsDependencies,
  job: RunnerJob<JobKind>,
  { remote, title, report, signal }: Context,
): Promise<void> {
  const repository = await dependencies.repositories.get(job.siteId)
  const commit = await fetchBranch(dependencies, repository, { remote, report, signal })
  const snapshot = repository.snapshot(commit)
  report('Looking for what the site needs')
  const source = await commitSource(repository, snapshot)
  const finding = { signal, report, isAsked: true }
  const remembered = await dependencies.siteThemes.rememberedFor(job.siteId, source, finding)
  const needs = await dependencies.survey(source, remembered)
  const twins = twinWarnings(await findTwins(source.paths))
  const pointers = await pointersAmong(repository, await snapshot.entries('', { sizes: true }))
  const fetching = { siteId: job.siteId, pointers, signal, report }
  const missing = missingWarnings(pointers, await dependencies.lfs.fetch(remote, fetching))
  const found = [...twins, ...missing, ...needs]
  dependencies.records.jobs.keepDiagnostics(job.id, found.slice(0, MAX_DIAGNOSTICS))
  signal.throwIfAborted()
  await dependencies.advance.adopt(job.siteId, async (_repository, head) => {
    await refuseWritten(repository, head)
    return { head: commit }
  })
  const author = authorFor(dependencies, job)
  await setTitle(dependencies, job.siteId, { title, author, name: nameOf(remote.url), report })
  const count = source.count.toLocaleString('en-US')
  report(`Imported ${count} files of ${remote.branch}`)
}

async function fetchBranch(
  { incoming, maxBytes, patience = PATIENCE }: RepositoryImportsDependencies,
  repository: Repository,
  { remote, report, signal }: Omit<Context, 'title'>,
): Promise<string> {
  report(`Fetching ${remote.branch}`)
  const known = await repository.head()
  const { commit } = await persistently(patience, signal, () =>
    fetchRemote(repository, {
      ...remote,
      maxBytes,
      check: async (_reader, tip, objects) => {
        report('Checking the received commits')
        const reason = await incoming.checkFetched(objects, { known, commit: tip })
        return reason === null ? [] : reason.split('\n')
      },
      onProgress: (bytes) => report(`Received ${formatBytes(bytes)}`),
    }),
  )
  if (commit === null) {
    throw new GalleyError('conflict', `The branch ${remote.branch} is gone from the remote.`)
  }
  return commit
}

/** Refuses the import if `main` has more than the first commit, which the imported history replaces. */
async function refuseWritten(repository: Repository, head: string | null): Promise<void> {
  if (head === null || (await repository.readCommit(head)).parents.length === 0) return
  throw new GalleyError(
    'conflict',
    'The site was changed before the import finished; start the import again.',
  )
}

function authorFor({ records }: RepositoryImportsDependencies, { userId }: RunnerJob<JobKind>) {
  const user = userId === null ? null : records.users.find(userId)
  return authorOf(user ? { kind: 'user', user } : { kind: 'server' })
}

interface Titling {
  /** Null to keep the site's own title. */
  readonly title: unknown
  readonly author: Author
  /** Used if the site has no configuration. */
  readonly name: string
  readonly report: (message: string) => void
}

async function setTitle(
  { advance }: RepositoryImportsDependencies,
  siteId: string,
  { title, author, name, report }: Titling,
): Promise<void> {
  const edit = async (snapshot: Snapshot) => {
    const isThere = (await snapshot.entry(CONFIG_PATH)) !== null
    if (isThere && typeof title !== 'string') return { files: new Map(), message: '' }
    const text = isThere ? (await snapshot.read(CONFIG_PATH)).toString('utf8') : ''
    const edit = { title: typeof title === 'string' ? title : name }
    const edited = await changed({ kind: 'site', text, edit }, { siteId, isOwnWork: true })
    const files = new Map([[CONFIG_PATH, { data: Buffer.from(edited) }]])
    return { files, message: 'Set the title' }
  }
  try {
    await advance.advance(siteId, { author, edit })
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    // The import has succeeded; the survey reports a configuration that cannot be read.
    report(`The title was not set: ${error.message}`)
  }
}
