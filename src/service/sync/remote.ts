/** The remote of a site's sync: its account, retries, and error messages. */

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asDeployError } from '../../deploy/network/deploy-error.js'
import { createHttpClient } from '../../deploy/network/http-client.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { redact } from '../../deploy/network/remote-text.js'
import { GalleyError, invalid, type ErrorCode } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { RemoteError, type Remote } from '../../git/remote/http.js'
import { branchRef } from '../../git/remote/refs.js'

/** A branch of a remote repository, and the credentials. */
export interface RemoteAccount {
  /** http(s) URL without credentials. */
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
}

/** @param options with secrets in plain text @see src/http/README.md (Sites) */
export function syncAccount(options: Readonly<Record<string, string>>): RemoteAccount {
  const path = options['path'] ?? ''
  const host = (options['url'] ?? 'https://github.com').replace(/(?<!\/)\/+$/, '')
  const url = /^https?:/i.test(path) ? path : `${host}/${path.replace(/(\.git)?$/, '.git')}`
  return {
    url,
    branch: options['branch'] ?? 'main',
    username: options['username'] ?? 'x-access-token',
    token: options['access_token'] ?? '',
  }
}

/** @throws GalleyError `validation_failed` for a name that no branch can have */
export function requireBranch(branch: string): void {
  try {
    branchRef(branch)
  } catch {
    throw invalid('branch', 'is not the name of a branch')
  }
}

/** The ref that stores the last known commit of a remote branch. */
export function memoryRef(purpose: 'sync' | 'githost', { url, branch }: RemoteAccount): string {
  const digest = createHash('sha256').update(`${url}\n${branch}`).digest('hex')
  return `refs/galley/${purpose}/${digest.slice(0, 16)}`
}

/** Runs work with a connection to a remote, which is closed afterwards. */
export async function withRemote<Result>(
  outgoing: Outgoing,
  { account, signal }: { readonly account: RemoteAccount; readonly signal: AbortSignal },
  work: (remote: Remote & RemoteAccount) => Promise<Result>,
): Promise<Result> {
  // The caller limits the time: a large push takes the host a while.
  const client = createHttpClient({ ...outgoing, timeout: 0 })
  const http: Remote['http'] = (request) =>
    client.request(request).catch((error: unknown) => {
      throw asDeployError(error)
    })
  try {
    return await work({ ...account, http, signal, idleMs: outgoing.timeout })
  } finally {
    client.close()
  }
}

/** Number of attempts, and the pause before the second in milliseconds; it doubles each time. */
export interface Patience {
  readonly attempts: number
  readonly delay: number
}

export const PATIENCE: Patience = { attempts: 4, delay: 1_000 }

/** Retries work if the error is transient; a refused token is not. */
export async function persistently<Result>(
  { attempts, delay }: Patience,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isWorthIt = error instanceof RemoteError && error.transient
      if (signal.aborted || !isWorthIt || attempt >= attempts) throw error
    }
    await sleep(delay * 2 ** (attempt - 1), undefined, { signal })
  }
}

/** For the log: the sentence for users has the address. */
const TOO_LARGE = 'A remote repository has, or says, more than may be fetched.'

const CODES: Partial<Record<GitError['code'], ErrorCode>> = {
  conflict: 'conflict',
  invalid: 'validation_failed',
  refused: 'validation_failed',
  too_large: 'payload_too_large',
  no_git: 'not_implemented',
}

/**
 * The error for users. Errors that the remote did not cause are returned unchanged.
 *
 * @param doing what was tried; comes before the address in the message
 */
export function explainRemote(
  account: RemoteAccount,
  error: unknown,
  doing = 'sync with',
): unknown {
  if (!(error instanceof GitError) || error.code === 'aborted') return error
  // The site has no room for what came.
  if (error.cause instanceof GalleyError) return error.cause
  const where = redact(account.url, [account.token])
  return new GalleyError(
    CODES[error.code] ?? 'unavailable',
    `Could not ${doing} ${where}: ${remoteClause(account, error)}.`,
    { cause: error, limit: error.code === 'too_large' ? TOO_LARGE : null },
  )
}

/** The error of a remote as a clause, without full stop and secrets. */
export function remoteClause({ token }: RemoteAccount, error: GitError): string {
  const isUnknownToUs = token === '' && error instanceof RemoteError && error.statusCode === 401
  // Hosts ask for a login if a repository does not exist or the user may not see it.
  if (isUnknownToUs) return 'there is no public repository; a private one needs an access token'
  return redact(error.message, [token]).replace(/(?<!\.)\.+$/, '')
}
