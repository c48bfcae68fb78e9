/** Whether a file is on an FTP server, and its size. */

import { type Client, FTPError } from 'basic-ftp'
import { isMissing } from './replies.js'
import type { RemoteFile } from '../files/file-store.js'

/** A file's size, null in it where the server has no SIZE; null where there is no file. */
export async function statFile(client: Client, path: string): Promise<RemoteFile | null> {
  const reply = await client.sendIgnoringError(`SIZE ${path}`)
  if (reply.code < 400) {
    const size = Number.parseInt(reply.message.slice(4), 10)
    return { size: Number.isSafeInteger(size) ? size : null }
  }
  if (isMissing(reply.code)) return null
  // 500 and 502: the server has no SIZE.
  if (reply.code === 500 || reply.code === 502) return { size: null }
  throw new FTPError(reply)
}
