/**
 * Implements `Deployer` for a branch of a git host: one commit with the files of the release, pushed.
 *
 * This folder knows no git. The caller passes in a function that reads the tip of the branch, commits a tree on it
 * and pushes by compare-and-swap (`service/sync/push.ts`). This file decides which files, which commit message, and
 * what happens if somebody else pushed first.
 */
import type { DeployContext, Deployer, Deployment, Release } from '../files/deployer.js'
import { DeployError, explain } from '../network/deploy-error.js'
import { countFiles } from '../files/progress.js'
import { checkPath } from '../files/remote-name.js'
import { retry, type RetryPolicy } from '../network/retry.js'

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

/** Content of one path of the commit: an absolute path on this machine, or text. */
export type GitContent =
  | { readonly file: string; readonly text?: never }
  | { readonly text: string; readonly file?: never }

export interface PushRequest {
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
  /** The whole tree of the commit. */
  readonly files: ReadonlyMap<string, GitContent>
  readonly message: string
  readonly signal: AbortSignal
  readonly report: (message: string) => void
}

/** `unchanged`: the tip already has exactly this tree. `lost_race`: somebody moved the branch meanwhile. */
export type PushOutcome =
  | { readonly outcome: 'pushed' | 'unchanged'; readonly commit: string }
  | { readonly outcome: 'lost_race' }

/**
 * Commits the files on top of the current tip (or as the first commit) and pushes without force. May throw
 * `DeployError` with a clause, or an error with an HTTP status in `statusCode` or `data.statusCode`.
 */
export type Push = (request: PushRequest) => Promise<PushOutcome>

/** What a githost deployment needs from outside. */
interface GitHostParts {
  readonly push: Push
  readonly retries: RetryPolicy
  /** The site's domain, written into `CNAME`; empty for no such file. */
  readonly domain: string
}

/** `deploy` throws DeployError; `lost_race` only after all `retries`. */
export function gitDeployer(account: GitAccount, parts: GitHostParts): Deployer {
  return {
    async deploy(release, context) {
      try {
        const files = filesOf(release, account, parts.domain)
        const outcome = await retry(parts.retries, context.signal, () =>
          pushOnce(account, parts.push, { release, context, files }),
        )
        return summarize(release, context, outcome)
      } catch (error) {
        const { username, token } = account
        const login = Buffer.from(`${username}:${token}`).toString('base64')
        throw explain(`push to ${account.url}`, error, [token, login])
      }
    },
  }
}

/**
 * The files of the commit. A built site gets `.nojekyll`: without it, hosts that build sites themselves leave out
 * folders that begin with an underscore. It also gets `CNAME`, from which hosts read the domain. If the release has
 * such files, these are kept.
 */
function filesOf(release: Release, account: GitAccount, domain: string): Map<string, GitContent> {
  const files = new Map<string, GitContent>()
  for (const path of release.files.keys()) {
    checkPath(path)
    files.set(path, { file: release.fileOf(path) })
  }
  if (account.format === 'raw') return files
  if (!files.has('.nojekyll')) files.set('.nojekyll', { text: '' })
  if (domain !== '' && !files.has('CNAME')) files.set('CNAME', { text: `${domain}\n` })
  return files
}

interface PushWork {
  readonly release: Release
  readonly context: DeployContext
  readonly files: ReadonlyMap<string, GitContent>
}

interface Pushed {
  readonly outcome: 'pushed' | 'unchanged'
  readonly commit: string
}

async function pushOnce(account: GitAccount, push: Push, work: PushWork): Promise<Pushed> {
  const { url, branch, username, token, format } = account
  const { signal, report } = work.context
  const noun = format === 'raw' ? 'source' : 'site'
  report(`Pushing ${countFiles(work.files.size)} to ${branch}`)
  const result = await pushing({
    push,
    request: {
      url,
      branch,
      username,
      token,
      files: work.files,
      message: `Publish the ${noun} (release ${work.release.id})\n`,
      signal,
      report,
    },
  })
  if (result.outcome !== 'lost_race') return result
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

function summarize(
  release: Release,
  context: DeployContext,
  { outcome, commit }: Pushed,
): Deployment {
  const before = context.previous?.files ?? new Map<string, { readonly sha256: string }>()
  const isSame = outcome === 'unchanged'
  const changed = [...release.files].filter(
    ([path, facts]) => before.get(path)?.sha256 !== facts.sha256,
  )
  const uploaded = isSame ? 0 : changed.length
  const removed = isSame ? 0 : [...before.keys()].filter((path) => !release.files.has(path)).length
  return {
    manifest: { release: release.id, files: release.files },
    uploaded,
    removed,
    unchanged: release.files.size - uploaded,
    bytes: isSame ? 0 : changed.reduce((sum, [, facts]) => sum + facts.size, 0),
    notes: [],
    commit,
  }
}
