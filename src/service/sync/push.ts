/**
 * The git part of a `githost` deployment: commits the files of a release on top of the branch and pushes. Nothing is
 * checked out; if one page of a release changed, only that is written and sent.
 *
 * @see deploy/githost/githost.ts, which decides which files, and what to do after a lost race
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { cancelled, DeployError } from '../../deploy/network/deploy-error.js'
import type { BranchPlan, BranchTip, GitContent } from '../../deploy/githost/branch-plan.js'
import type { Push, PushOutcome, PushRequest } from '../../deploy/githost/githost.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { formatBytes } from '../../deploy/network/remote-text.js'
import type { Edit } from '../../git/commit.js'
import { mapLimited } from '../../system/parallel.js'
import { GitError } from '../../git/program/git-error.js'
import { hashObject, objectHeader } from '../../git/objects/oid.js'
import { fetchRemote, pushRemote, readRemoteTip } from '../../git/remote/remote.js'
import { RemoteError, type Remote } from '../../git/remote/http.js'
import type { Entry } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import type { Author } from '../branch/authors.js'
import type { Repositories } from '../branch/repositories.js'
import { broughtByUs } from './brought-by-us.js'
import { memoryRef, withRemote, type RemoteAccount } from './remote.js'

interface GitPushingDependencies {
  readonly repositories: Repositories
  readonly outgoing: Outgoing
  readonly author: Author
  readonly now: () => number
}

export interface GitPushing {
  /** The push function for the deployments of a site. Its errors are those that `deploy/githost` expects. */
  pushFor(siteId: string): Push
  /** The tip of a branch; null if there is none. */
  readTip(remote: RemoteAccount & { readonly signal: AbortSignal }): Promise<string | null>
}

export function createGitPushing(dependencies: GitPushingDependencies): GitPushing {
  return {
    pushFor: (siteId) => async (request) => {
      const repository = await dependencies.repositories.get(siteId)
      return withDeployErrors(() =>
        withRemote(dependencies.outgoing, { account: request, signal: request.signal }, (remote) =>
          pushTree(dependencies, repository, { request, remote }),
        ),
      )
    },
    readTip: (remote) =>
      withDeployErrors(() =>
        withRemote(
          dependencies.outgoing,
          { account: remote, signal: remote.signal },
          readRemoteTip,
        ),
      ),
  }
}

/** Converts errors for `deploy/`, which needs to know whether a retry may help. */
async function withDeployErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (error.code === 'aborted') throw cancelled()
    if (!(error instanceof RemoteError)) throw new DeployError('local_error', error.message)
    if (error.statusCode !== undefined) throw error
    const code = error.transient ? 'unreachable' : 'remote_error'
    throw new DeployError(code, error.message, { transient: error.transient })
  }
}

interface Work {
  readonly request: PushRequest
  readonly remote: Remote & RemoteAccount
}

async function pushTree(
  dependencies: GitPushingDependencies,
  repository: Repository,
  { request, remote }: Work,
): Promise<PushOutcome> {
  const { report, signal, message } = request
  const onProgress = (bytes: number): void => report(`Sent ${formatBytes(bytes)}`)
  const { commit: tip } = await fetchRemote(repository, remote)
  const existing = await repository.snapshot(tip).entries()
  const plan = await request.plan(tipOf(repository, { commit: tip, existing, signal }))
  const { edits, ids } = await editsFrom(existing, { ...plan, signal })
  const who = { ...dependencies.author, time: Math.floor(dependencies.now() / 1000) }
  const parents = tip === null ? [] : [tip]
  const made = await repository.commit({
    parents,
    base: tip,
    edits,
    message,
    author: who,
    committer: who,
  })
  if (tip !== null && !made.changed) return { outcome: 'unchanged', commit: tip, ids }
  signal.throwIfAborted()
  try {
    await pushRemote(repository, { ...remote, commit: made.commit, expected: tip, onProgress })
  } catch (error) {
    if (error instanceof GitError && error.code === 'conflict') return { outcome: 'lost_race' }
    throw error
  }
  await rememberCommit(repository, memoryRef('githost', request), made.commit)
  return { outcome: 'pushed', commit: made.commit, ids }
}

/** Stores a commit under a ref, so that it is not pruned and the next fetch and push transfer only what is new. */
export async function rememberCommit(
  repository: Repository,
  ref: string,
  commit: string,
): Promise<void> {
  const from = await repository.head(ref)
  if (from === commit) return
  try {
    await repository.updateRef({ ref, from, to: commit })
  } catch (error) {
    // Another process stored an equally good one.
    if (!(error instanceof GitError && error.code === 'conflict')) throw error
  }
}

interface Tip {
  readonly commit: string | null
  readonly existing: readonly Entry[]
  readonly signal: AbortSignal
}

function tipOf(repository: Repository, { commit, existing, signal }: Tip): BranchTip {
  const files = new Map(existing.map(({ path, oid }) => [path, oid]))
  return {
    files,
    readText: async (path) => (await repository.readBlob(files.get(path) ?? '')).toString('utf8'),
    broughtByUs: (paths) => broughtByUs(repository, commit, { paths, signal }),
  }
}

interface Planned extends BranchPlan {
  readonly signal: AbortSignal
}

/** The edits that a plan needs, and the ids of all contents that it writes; equal files are left out of the edits. */
async function editsFrom(
  existing: readonly Entry[],
  { write, remove, signal }: Planned,
): Promise<{ readonly edits: Map<string, Edit>; readonly ids: Map<string, string> }> {
  const edits = new Map<string, Edit>([...remove].map((path) => [path, null]))
  const known = new Map(existing.map(({ path, oid, mode }) => [path, `${mode} ${oid}`]))
  const ids = new Map<string, string>()
  await mapLimited([...write], PARALLEL, async ([path, content]) => {
    signal.throwIfAborted()
    const oid = await oidOf(content)
    ids.set(path, oid)
    if (known.get(path) !== `100644 ${oid}`) edits.set(path, editOf(content))
  })
  return { edits, ids }
}

/** Files that are read at the same time. */
const PARALLEL = 16
/** Files up to this size are read in one piece. */
const SMALL = 256 * 1024

function editOf({ file, text }: GitContent): Edit {
  return file === undefined ? { data: Buffer.from(text), mode: '100644' } : { file, mode: '100644' }
}

async function oidOf({ file, text }: GitContent): Promise<string> {
  if (file === undefined) return hashObject('blob', Buffer.from(text))
  const { size } = await stat(file)
  if (size <= SMALL) return hashObject('blob', await readFile(file))
  const hash = createHash('sha1').update(objectHeader('blob', size))
  const chunks: AsyncIterable<Buffer> = createReadStream(file)
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
