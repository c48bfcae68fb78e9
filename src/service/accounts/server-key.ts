/** Reads the server's key. Together with the database, it gives access to the API. @see vault.ts */

import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Records } from '../../store/records/records.js'
import { syncPath } from '../../system/durable.js'
import { hasCode } from '../../system/errno.js'
import { LostFileError } from '../branch/data-files.js'
import { dataFolders } from '../branch/folders.js'

const HEX = /^[0-9a-f]{64}$/

/**
 * The key of a data folder whose records are open.
 *
 * @throws LostFileError if there are users but no key: with another one, no key pair, session and stored secret would
 *   be valid
 */
export async function openServerKey(
  data: string,
  users: Pick<Records['users'], 'list'>,
): Promise<Buffer> {
  const { serverKey } = dataFolders(data)
  if (!existsSync(serverKey) && users.list({ limit: 1, offset: 0 }).total > 0) {
    throw new LostFileError(
      data,
      'has no key (server.key), though it has records: without it, no API key and no stored ' +
        'password of a host can be used.',
    )
  }
  return readServerKey(serverKey)
}

/**
 * The key: 32 random bytes, created at the first start, readable only by the owner of the file.
 *
 * @throws Error if the file contains anything else: encrypted secrets could not be opened
 */
export async function readServerKey(file: string): Promise<Buffer> {
  try {
    return parseKey(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  try {
    return await makeKey(file)
  } catch (error) {
    // Another process has created it first.
    if (hasCode(error, 'EEXIST')) return parseKey(await readFile(file, 'utf8'), file)
    throw error
  }
}

function parseKey(text: string, file: string): Buffer {
  const hex = text.trim()
  if (!HEX.test(hex)) throw new Error(`${file} holds no key (64 hexadecimal digits).`)
  return Buffer.from(hex, 'hex')
}

async function makeKey(file: string): Promise<Buffer> {
  const key = randomBytes(32)
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('hex')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Synced to disk: without the key, encrypted secrets would be lost after a power failure.
  await syncPath(dirname(file))
  return key
}
