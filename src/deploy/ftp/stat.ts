/** Finds out whether a file exists on an FTP server, and its size. */

import { type Client, FTPError } from 'basic-ftp'
import { isMissing } from './replies.js'
import type { RemoteFile } from '../files/file-store.js'

/** @returns null if there is no file; `size` is null if the server does not support SIZE */
export async function statFile(client: Client, path: string): Promise<RemoteFile | null> {
  const reply = await client.sendIgnoringError(`SIZE ${path}`)
  if (reply.code < 400) {
    const size = Number.parseInt(reply.message.slice(4), 10)
    return { size: Number.isSafeInteger(size) ? size : null }
  }
  if (isMissing(reply.code)) return null
  // 500 and 502: the server does not support SIZE.
  if (reply.code === 500 || reply.code === 502) return { size: null }
  throw new FTPError(reply)
}
