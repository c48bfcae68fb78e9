/**
 * Renames on FTP servers, which differ in whether a file may be renamed over another one. In which order files
 * are renamed: `deploy/files/plan-order.ts`.
 */

import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import { DeployError } from '../network/deploy-error.js'
import { ftpFailure, isMissing } from './replies.js'
import { statFile } from './stat.js'

/** Renames files; remembers what the server does not take. */
interface FtpRenaming {
  /** Moves a file over whatever is at `to`. @throws DeployError `not_found`, FTPError */
  rename(client: Client, from: string, to: string): Promise<void>
}

/**
 * RNFR and RNTO leave together, which saves a round trip for each file. Should a connection break
 * over that, as with a server that drops what comes too soon, they leave one after the other from
 * then on.
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
      // RNTO does not replace everywhere.
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
  // Two writes would leave in two packets, the second after the answer to the first.
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
