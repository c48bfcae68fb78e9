/** The remote of a site's sync: where it is, trying again, and what went wrong in a sentence. */

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asDeployError } from '../../deploy/network/deploy-error.js'
import { createHttpClient } from '../../deploy/network/http-client.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { redact } from '../../deploy/network/remote-text.js'
import { GalleyError, type ErrorCode } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { RemoteError, type Remote } from '../../git/remote/http.js'

/** A branch elsewhere and who may write it. */
export interface RemoteAccount {
  /** http(s) URL without credentials. */
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
}

/** @param options secrets in clear @see src/http/README.md (Sites) */
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

/** Ref under which a repository of ours remembers where a branch elsewhere was last. */
export function memoryRef(purpose: 'sync' | 'githost', { url, branch }: RemoteAccount): string {
  const digest = createHash('sha256').update(`${url}\n${branch}`).digest('hex')
  return `refs/galley/${purpose}/${digest.slice(0, 16)}`
}

/** Runs work with the way to a remote, which is closed afterwards. */
export async function withRemote<Result>(
  outgoing: Outgoing,
  { account, signal }: { readonly account: RemoteAccount; readonly signal: AbortSignal },
  work: (remote: Remote & RemoteAccount) => Promise<Result>,
): Promise<Result> {
  // How long a silence may last is known to who asks: a large push takes the host its time.
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

/** How often in all, and milliseconds before the second time, doubled each further time. */
export interface Patience {
  readonly attempts: number
  readonly delay: number
}

export const PATIENCE: Patience = { attempts: 4, delay: 1_000 }

/** Tries again what may succeed then; a refused token is not such a thing. */
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

const CODES: Partial<Record<GitError['code'], ErrorCode>> = {
  conflict: 'conflict',
  invalid: 'validation_failed',
  refused: 'validation_failed',
  too_large: 'payload_too_large',
  no_git: 'not_implemented',
}

/**
 * The error that people see; what is not the remote's doing passes unchanged.
 *
 * @param doing what was tried, before the address
 */
export function explainRemote(
  account: RemoteAccount,
  error: unknown,
  doing = 'sync with',
): unknown {
  if (!(error instanceof GitError) || error.code === 'aborted') return error
  const where = redact(account.url, [account.token])
  return new GalleyError(
    CODES[error.code] ?? 'unavailable',
    `Could not ${doing} ${where}: ${remoteClause(account, error)}.`,
    { cause: error },
  )
}

/** What a remote did to us, as a clause without a full stop and without secrets. */
export function remoteClause({ token }: RemoteAccount, error: GitError): string {
  const isUnknownToUs = token === '' && error instanceof RemoteError && error.statusCode === 401
  // Hosts ask everybody for a login who names a repository that he can't see.
  if (isUnknownToUs) return 'there is no public repository; a private one needs an access token'
  return redact(error.message, [token]).replace(/(?<!\.)\.+$/, '')
}
