/**
 * Renames files on FTP servers. Servers differ in whether a rename may replace an existing file. The order of renames
 * is decided in `deploy/files/plan-order.ts`.
 */

import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import type { FtpClient } from './connection.js'
import { DeployError } from '../network/deploy-error.js'
import { ftpFailure, isMissing } from './replies.js'
import { statFile } from './stat.js'

/** Renames files; remembers what the server does not support. */
interface FtpRenaming {
  /** Renames a file, replacing what is at `to`. @throws DeployError `not_found`, FTPError */
  rename(client: FtpClient, from: string, to: string): Promise<void>
}

/**
 * RNFR and RNTO are sent together, which saves a round trip per file. If the connection breaks because of that, they
 * are sent one after the other from then on.
 */
export function createRenaming(): FtpRenaming {
  let isTogether = true
  async function ask(client: Client, from: string, to: string): Promise<Replies> {
    if (!isTogether) return askInTurn(client, from, to)
    try {
      return await askTogether(client, from, to)
    } catch (error) {
      isTogether = false
      throw error
    }
  }
  return {
    async rename(client, from, to) {
      const [source, moved] = await ask(client, from, to)
      if (isMissing(source.code)) throw new DeployError('not_found', 'the file is not there')
      if (source.code >= 400) throw new FTPError(source)
      if (moved.code < 400) return
      // The server does not replace existing files.
      if ((await statFile(client, to)) === null) throw ftpFailure(new FTPError(moved))
      await client.send(`DELE ${to}`)
      await client.send(`RNFR ${from}`)
      await client.send(`RNTO ${to}`)
    },
  }
}

type Replies = readonly [source: FTPResponse, moved: FTPResponse]

async function askInTurn(client: Client, from: string, to: string): Promise<Replies> {
  const source = await client.sendIgnoringError(`RNFR ${from}`)
  if (source.code >= 400) return [source, source]
  return [source, await client.sendIgnoringError(`RNTO ${to}`)]
}

async function askTogether({ ftp }: Client, from: string, to: string): Promise<Replies> {
  const replies: FTPResponse[] = []
  // With two writes, the second packet would wait for the answer to the first.
  ftp.socket.cork()
  const asking = ftp.handle(`RNFR ${from}`, (reply, task) => {
    if (reply instanceof Error && !(reply instanceof FTPError)) {
      task.reject(reply)
      return
    }
    replies.push({ code: reply.code, message: reply.message })
    if (replies.length === 2) task.resolve(undefined)
  })
  try {
    ftp.send(`RNTO ${to}`)
  } finally {
    ftp.socket.uncork()
  }
  await asking
  const [source, moved] = replies
  if (source === undefined || moved === undefined) throw new Error('there was no second reply')
  return [source, moved]
}
