/** Opens the server's records (users, sites, roles) for a command. */

import { randomBytes } from 'node:crypto'
import type { Config } from '../config.js'
import type { Accounts } from '../service/accounts/accounts.js'

/**
 * Runs work on the records, also while a server runs, and closes them afterwards.
 *
 * @param options `create` makes a data folder if there is none
 * @throws GalleyError `not_found` if there is no data folder
 */
export async function withAccounts<Result>(
  config: Pick<Config, 'data'>,
  work: (accounts: Accounts) => Result | Promise<Result>,
  options: { readonly create?: boolean } = {},
): Promise<Result> {
  const { openAccounts } = await import('../service/accounts/accounts.js')
  const newId = () => randomBytes(12).toString('hex')
  const accounts = await openAccounts({ data: config.data, now: Date.now, newId, ...options })
  try {
    return await work(accounts)
  } finally {
    accounts.close()
  }
}
