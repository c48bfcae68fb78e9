/** Why an upload failed, asked again where the server's reply was lost with the data connection. */

import { Readable } from 'node:stream'
import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import { ftpFailure, replyFailure } from './replies.js'

/** A client that can open its control connection again. */
interface Reopened extends Client {
  logIn(): Promise<void>
}

/**
 * The reason of a failed upload. Where only the data connection broke, the reply may have been a
 * refusal that nobody read, as the client hangs up. So the control connection is opened again and a
 * little is added to what arrived: a full disk refuses that after it was sent, in a reply that can
 * be read. If that breaks too, the command is sent without any data connection, which a server that
 * refuses for good (no such folder, no right) refuses as well.
 *
 * @param path a temporary file, which the next attempt replaces
 */
export async function askWhy(client: Reopened, error: unknown, path: string): Promise<Error> {
  const failure = ftpFailure(error)
  if (error instanceof FTPError || !failure.transient) return failure
  try {
    const reply =
      (await appendALittle(client, path)) ??
      (await appendALittle(client, path)) ??
      (await storeNothing(client, path))
    return reply.code >= 500 && reply.code !== 503 ? replyFailure(new FTPError(reply)) : failure
  } catch {
    return failure
  }
}

/** The server's reply, or null where the data connection broke again. */
async function appendALittle(client: Reopened, path: string): Promise<FTPResponse | null> {
  await client.logIn()
  try {
    return await client.appendFrom(Readable.from([Buffer.alloc(4096)]), path)
  } catch (error) {
    return error instanceof FTPError ? { code: error.code, message: error.message } : null
  }
}

async function storeNothing(client: Reopened, path: string): Promise<FTPResponse> {
  await client.logIn()
  return client.sendIgnoringError(`STOR ${path}`)
}
