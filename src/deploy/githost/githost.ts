/**
 * Implements `Deployer` for a branch of a git host: one commit with the files of the release, pushed.
 *
 * This folder knows no git. The caller passes in a function that reads the tip of the branch, commits a change on it
 * and pushes by compare-and-swap (`service/sync/push.ts`). This file decides which files, which commit message, and
 * what happens if somebody else pushed first; `branch-plan.ts`, what stays because it is not ours.
 */
import { createHash } from 'node:crypto'
import type { DeployContext, Deployer, Deployment, FileFacts, Release } from '../files/deployer.js'
import { DeployError, explain } from '../network/deploy-error.js'
import { countFiles } from '../files/progress.js'
import { checkPath } from '../files/remote-name.js'
import { retry, type RetryPolicy } from '../network/retry.js'
import {
  describeBranch,
  manifestFiles,
  planBranch,
  type BranchPlan,
  type BranchTip,
  type DecidedPlan,
  type GitContent,
} from './branch-plan.js'

/** A branch, and the credentials for it. */
export interface GitAccount {
  /** http(s) URL of the repository, without credentials. */
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
  /** `compiled`: the built site; `raw`: the source. */
  readonly format: 'compiled' | 'raw'
}

export interface PushRequest {
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
  /** Decides what changes on the branch. Called again for each attempt. */
  readonly plan: (tip: BranchTip) => Promise<BranchPlan>
  readonly message: string
  readonly signal: AbortSignal
  readonly report: (message: string) => void
}

/** A branch that has what was planned. */
interface Pushed {
  readonly outcome: 'pushed' | 'unchanged'
  readonly commit: string
  /** Ids of the contents that were written, by path. */
  readonly ids: ReadonlyMap<string, string>
}

/** `unchanged`: the tip already has exactly this tree. `lost_race`: somebody moved the branch meanwhile. */
export type PushOutcome = Pushed | { readonly outcome: 'lost_race' }

/**
 * Commits what is planned on top of the current tip (or as the first commit) and pushes without force. May throw
 * `DeployError` with a clause, or an error with an HTTP status in `statusCode` or `data.statusCode`.
 */
export type Push = (request: PushRequest) => Promise<PushOutcome>

/** What a githost deployment needs from outside. */
interface GitHostParts {
  readonly push: Push
  readonly retries: RetryPolicy
  /** The site's public domain, written into `CNAME`; empty for none. */
  readonly domain: string
}

/** `deploy` throws DeployError; `lost_race` only after all `retries`. */
export function gitDeployer(account: GitAccount, parts: GitHostParts): Deployer {
  return {
    async deploy(release, context) {
      try {
        const extras = extrasOf(release, account, parts.domain)
        const work = { release, context, extras, files: filesOf(release) }
        return await retry(parts.retries, context.signal, () => pushOnce(account, parts.push, work))
      } catch (error) {
        const { username, token } = account
        const login = Buffer.from(`${username}:${token}`).toString('base64')
        throw explain(`push to ${account.url}`, error, [token, login])
      }
    },
  }
}

function filesOf(release: Release): Map<string, GitContent> {
  const files = new Map<string, GitContent>()
  for (const path of release.files.keys()) {
    checkPath(path)
    files.set(path, { file: release.fileOf(path) })
  }
  return files
}

/**
 * Files beside those of a built site: `.nojekyll`, without which hosts that build sites themselves leave out folders
 * that begin with an underscore, and `CNAME`, from which hosts read the domain. If the release or somebody else has put
 * such a file there, that one stays.
 */
function extrasOf(release: Release, account: GitAccount, domain: string) {
  const extras = new Map<string, string | null>()
  if (account.format === 'raw') return extras
  extras.set('.nojekyll', '').set('CNAME', domain === '' ? null : `${domain}\n`)
  for (const path of release.files.keys()) extras.delete(path)
  return extras
}

interface PushWork {
  readonly release: Release
  readonly context: DeployContext
  readonly files: ReadonlyMap<string, GitContent>
  readonly extras: ReadonlyMap<string, string | null>
}

/** First line of the commit of a deployment. */
const SUBJECT = /^Publish the (site|source) \(release [^)\n]*\)$/

/** True for the message of a commit that a deployment made. */
export function isDeployment(message: string): boolean {
  return SUBJECT.test(message.split('\n', 1)[0] ?? '')
}

async function pushOnce(account: GitAccount, push: Push, work: PushWork): Promise<Deployment> {
  const { url, branch, username, token, format } = account
  const { release, extras, files } = work
  const { signal, report, previous } = work.context
  const noun = format === 'raw' ? 'source' : 'site'
  let decided: DecidedPlan | undefined
  report(`Pushing ${countFiles(files.size)} to ${branch}`)
  const result = await pushing({
    push,
    request: {
      url,
      branch,
      username,
      token,
      plan: async (tip) => (decided = await planBranch(tip, { files, extras, previous })),
      message: `Publish the ${noun} (release ${release.id})\n`,
      signal,
      report,
    },
  })
  if (result.outcome !== 'lost_race' && decided !== undefined) {
    return summarize(work, decided, result)
  }
  throw new DeployError('lost_race', `somebody else keeps pushing to ${branch}`, {
    transient: true,
  })
}

async function pushing(work: { push: Push; request: PushRequest }): Promise<PushOutcome> {
  try {
    return await work.push(work.request)
  } catch (error) {
    throw statusFailure(error, work.request.branch) ?? error
  }
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || error instanceof DeployError) return 0
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode
  return 'data' in error ? statusOf(error.data) : 0
}

/** Converts an HTTP status in an error of a git library; null if there is none. */
export function statusFailure(error: unknown, branch: string): DeployError | null {
  const status = statusOf(error)
  if (status === 401) return new DeployError('login_refused', 'the access token was refused')
  if (status === 403) {
    return new DeployError('forbidden', `the access token may not push to ${branch}`)
  }
  if (status === 404) return new DeployError('not_found', 'there is no such repository')
  if (status < 400) return null
  const transient = status >= 500 || status === 429
  return new DeployError('remote_error', `the git host answered ${status}`, { transient })
}

async function summarize(
  { release, extras }: PushWork,
  plan: DecidedPlan,
  { commit, ids }: Pushed,
): Promise<Deployment> {
  const { tip, write, remove } = plan
  const facts = (path: string, { text = '' }: GitContent): FileFacts =>
    release.files.get(path) ?? factsOfText(text)
  const files = manifestFiles(write, { facts, ids })
  const sent = [...release.files].filter(([path]) => tip.files.get(path) !== ids.get(path))
  return {
    manifest: { release: release.id, files },
    uploaded: sent.length,
    removed: remove.size,
    unchanged: release.files.size - sent.length,
    bytes: sent.reduce((sum, [, { size }]) => sum + size, 0),
    notes: await describeBranch(plan, { extras, ids }),
    commit,
  }
}

function factsOfText(text: string): FileFacts {
  return {
    sha256: createHash('sha256').update(text).digest('hex'),
    size: Buffer.byteLength(text),
  }
}
