/** Finds out why an FTP upload failed if the server's reply was lost with the data connection. */

import { Readable } from 'node:stream'
import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import { ftpFailure, replyFailure } from './replies.js'

/** A client that can reopen its control connection. */
interface Reopened extends Client {
  logIn(): Promise<void>
}

/**
 * The reason for a failed upload. If only the data connection broke, the server may have sent a refusal that nobody
 * read, because the client closes the connection. So this reopens the control connection and appends a few bytes to
 * the file. If the disk is full, the server refuses that after the data was sent, in a reply that can be read. If it
 * breaks too, the command is sent without a data connection: a permanent refusal (no such folder, no permission)
 * comes then as well.
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

/** The server's reply, or null if the data connection broke again. */
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
