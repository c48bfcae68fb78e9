/** Runs commands that need the API: on the running server, or on one that this process starts for the command. */

import type { Config } from '../config.js'
import type { GalleyServer } from '../server.js'
import type { Accounts } from '../service/accounts/accounts.js'
import type { Actor, User } from '../model/user.js'
import { hostInUrl } from '../system/addresses.js'
import { withAccounts } from './accounts.js'
import type { Api, ApiAddress } from './api.js'
import { CommandError } from './command-error.js'
import { findServer } from './running.js'
import { errorsOnly } from './errors-only.js'
import { findUser } from './user.js'
import { version } from './version.js'

const SERVER: Actor = { kind: 'server' }

/**
 * Runs work with an API client that acts as an administrator.
 *
 * @param as e-mail address or id of the user who acts; by default the first administrator
 * @throws CommandError if there is no administrator, or another process uses the data folder
 */
export async function withServer<Result>(
  config: Config,
  work: (api: Api) => Promise<Result>,
  as?: string,
): Promise<Result> {
  const pair = await withAccounts(config, (accounts) => keyPairOf(accounts, as))
  const { withApi } = await import('./api.js')
  const started = await startOrFind(config)
  try {
    return await withApi({ url: started.url, ...pair }, work)
  } finally {
    await started.close()
  }
}

function keyPairOf(
  { records, users }: Accounts,
  as: string | undefined,
): Pick<ApiAddress, 'key' | 'secret'> {
  const user = as === undefined ? firstAdmin(records.users) : findUser(records.users, as)
  const { apiKey: key, apiSecret: secret } = users.keyPairOf(SERVER, user.id)
  return { key, secret }
}

interface Listing {
  list(window: { limit: number; offset: number }): { readonly rows: readonly User[] }
}

/** The administrator who was created first. @throws CommandError if there is none */
export function firstAdmin(directory: Listing): User {
  const everybody = directory.list({ limit: Number.MAX_SAFE_INTEGER, offset: 0 }).rows
  const admins = everybody.filter((user) => user.isAdmin)
  const [first] = admins.sort((a, b) => a.createdAt - b.createdAt)
  if (first) return first
  throw new CommandError('There is no administrator yet: create one with galley user add --admin.')
}

interface Reached {
  readonly url: string
  close(): Promise<void>
}

async function startOrFind(config: Config): Promise<Reached> {
  try {
    return await startHere(config)
  } catch (error) {
    if (!isInUse(error)) throw error
    const running = findServer(config.data)
    if (running) return { url: running.url, close: () => Promise.resolve() }
    throw inUseByAnother(config.data, error)
  }
}

/** Starts a server on free local ports. URLs in answers are those of a regular server with these settings. */
async function startHere(config: Config): Promise<GalleyServer> {
  const { startServer } = await import('../server.js')
  const host = hostInUrl(config.host)
  const settings: Config = {
    ...config,
    host: '127.0.0.1',
    port: 0,
    sitesPort: 0,
    socket: '',
    sitesSocket: '',
    watch: false,
    publicUrl: config.publicUrl || `http://${host}:${config.port}`,
    sitesUrl: config.sitesUrl || `http://${host}:${config.sitesPort}`,
  }
  return startServer(settings, { logger: errorsOnly, version: version(), onlyAsked: true })
}

/** The error if a process that is not a server holds the data folder. @param cause the error of the lock */
export function inUseByAnother(data: string, cause: unknown): CommandError {
  return new CommandError(`Another process is using ${data}; try again when it has ended.`, {
    cause,
  })
}

/** True if the error says that another process holds the data folder's lock. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'in_use'
}
