/** Opens the records without a server, for the command line. A server may run on the same data folder. */

import { existsSync } from 'node:fs'
import { GalleyError } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { openRecordsFile, type RecordsFile } from '../../store/database.js'
import { createAccess } from './access.js'
import { makeDataFolder } from '../branch/data-folder.js'
import { requireRecords, requireUsableFiles } from '../branch/data-files.js'
import { dataFolders, type DataFolders } from '../branch/folders.js'
import { createFailedAttempts } from './failed-attempts.js'
import { createPasswords } from './passwords.js'
import { openServerKey } from './server-key.js'
import { createUsers, type Users } from './users.js'
import { createVault } from './vault.js'

/** Open records. */
export interface Accounts extends RecordsFile {
  readonly users: Users
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
  const { data, now, newId } = options
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
  const vault = createVault(key)
  const access = createAccess(records)
  const passwords = createPasswords()
  const changed = () => undefined
  // A command has no log; it prints what it did.
  const note = () => undefined
  const failures = createFailedAttempts({ counts: records.attempts, now, most: Infinity })
  const parts = { records, access, vault, passwords, failures, now, newId, changed, note }
  const users = createUsers(parts)
  return { ...file, users, folders }
}
