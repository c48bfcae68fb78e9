/** Opens the records without a server, for the command line. A server may run on the same data folder. */

import { existsSync } from 'node:fs'
import { GalleyError } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { openRecordsFile, type RecordsFile } from '../../store/database.js'
import type { Records } from '../../store/records/records.js'
import { createAccess } from './access.js'
import { makeDataFolder } from '../branch/data-folder.js'
import { requireRecords, requireUsableFiles } from '../branch/data-files.js'
import { dataFolders, type DataFolders } from '../branch/folders.js'
import { createFailedAttempts } from './failed-attempts.js'
import { createPasswords } from './passwords.js'
import { openServerKey } from './server-key.js'
import { createUsers, type Users } from './users.js'
import { createMailedLinks } from './mailed-links.js'
import { makeResetLink } from './password-resets.js'
import { createVault, type Vault } from './vault.js'

/** Open records. */
export interface Accounts extends RecordsFile {
  readonly users: Users
  /** Makes a link for a new password, on a server at this public URL. */
  makeResetLink(userId: string, apiUrl: string): ReturnType<typeof makeResetLink>
  readonly folders: DataFolders
}

interface AccountsOptions {
  /** The data folder. */
  readonly data: string
  readonly now: () => number
  readonly newId: NewId
  /** Creates the folder and the records if they do not exist. */
  readonly create?: boolean
}

/**
 * Opens the records without the lock of the data folder: each change is one short transaction.
 *
 * @throws GalleyError `not_found` if there are no records and `create` is not set; LostFileError
 */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { data, newId } = options
  const folders = dataFolders(data)
  requireRecords(data)
  if (!existsSync(folders.records)) {
    if (options.create !== true) {
      throw new GalleyError(
        'not_found',
        `${data} is not a data folder of Galley (--data names one).`,
      )
    }
    await makeDataFolder(data)
  }
  requireUsableFiles(data)
  const file = openRecordsFile(folders.records, newId)
  const { records } = file
  const key = await openServerKey(data, records.users).catch((error: unknown) => {
    file.close()
    throw error
  })
  return { ...file, ...createAccountServices(records, createVault(key), options), folders }
}

/** A command has no log, it prints what it did; and it sends no mail. */
function createAccountServices(
  records: Records,
  vault: Vault,
  { now, newId }: Pick<AccountsOptions, 'now' | 'newId'>,
) {
  const passwords = createPasswords()
  const nothing = () => undefined
  const failures = createFailedAttempts({ counts: records.attempts, now, most: () => Infinity })
  const shared = { records, vault, passwords, failures, now, newId, note: nothing }
  return {
    users: createUsers({
      ...shared,
      access: createAccess(records, now),
      changed: nothing,
      passwordChanged: nothing,
      isLimited: () => false,
    }),
    makeResetLink: (userId: string, apiUrl: string) => {
      const links = createMailedLinks({ ...shared, apiUrl: () => apiUrl })
      return makeResetLink({ ...shared, links }, { kind: 'server' }, userId)
    },
  }
}
