/** Finds out whether a file exists on an FTP server, and its size. */

import { FTPError } from 'basic-ftp'
import type { FtpClient } from './connection.js'
import { sizeInFolder } from './listing.js'
import { isMissing } from './replies.js'
import type { RemoteFile } from '../files/file-store.js'

/**
 * Asks by SIZE. A server may not support it, or forbid it with the very code for a missing file; so until SIZE has
 * succeeded once, its refusal proves nothing, and other commands are asked.
 *
 * @returns null if there is no file; `size` is null if the server does not tell
 */
export async function statFile(client: FtpClient, path: string): Promise<RemoteFile | null> {
  const reply = await client.sendIgnoringError(`SIZE ${path}`)
  if (reply.code < 400) {
    client.tellsSizes = true
    return { size: parseSize(reply.message.slice(4)) }
  }
  if (!isRefusal(reply.code)) throw new FTPError(reply)
  return client.tellsSizes ? null : askOtherwise(client, path)
}

async function askOtherwise(client: FtpClient, path: string): Promise<RemoteFile | null> {
  const facts = await client.sendIgnoringError(`MLST ${path}`)
  const size = /[ ;]size=(\d+);/i.exec(facts.message)?.[1]
  if (facts.code < 400 && size !== undefined) return { size: parseSize(size) }
  // The one command that every server on which files can be replaced must know.
  const reply = await client.sendIgnoringError(`RNFR ${path}`)
  if (reply.code < 400) {
    // Ends the rename, by a name that can't be: else ProFTPD refuses the next command, whatever it is.
    await client.sendIgnoringError(`RNTO ${path}/none`)
    return { size: await sizeInFolder(client, path) }
  }
  if (!isRefusal(reply.code)) throw new FTPError(reply)
  return null
}

function parseSize(text: string): number | null {
  const size = Number.parseInt(text, 10)
  return Number.isSafeInteger(size) ? size : null
}

function isRefusal(code: number): boolean {
  return isMissing(code) || (code >= 500 && code !== 530)
}
