/** What the replies of FTP servers mean, as errors of a deployment. */

import { Readable } from 'node:stream'
import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import { asDeployError, codeOf, DeployError } from '../network/deploy-error.js'

/** 550 and, at some servers, 450: no such file (or no right to see it). */
export function isMissing(code: number): boolean {
  return code === 550 || code === 450
}

/** Any error of basic-ftp; what is no reply of the server is a broken connection. */
export function ftpFailure(error: unknown): DeployError {
  if (error instanceof FTPError) return replyFailure(error)
  if (error instanceof DeployError) return error
  const code = codeOf(error)
  if (code !== '' && code !== '0') return asDeployError(error)
  const text = error instanceof Error ? error.message : String(error)
  return new DeployError('unreachable', `the connection broke (${text})`, { transient: true })
}

/** @see RFC 959 §4.2, RFC 4217 §10 for the codes */
function replyFailure({ code, message }: FTPError): DeployError {
  if (code === 530 || code === 332 || code === 430) {
    return new DeployError('login_refused', `the user name or password was refused (${message})`)
  }
  if (code === 452 || code === 552) {
    return new DeployError('remote_full', `the server has no room left (${message})`)
  }
  if (code === 421 || code === 425 || code === 426 || code === 450 || code === 451) {
    return new DeployError('remote_error', `the server answered ${message}`, { transient: true })
  }
  if (code === 534 || code === 521 || code === 522) {
    return new DeployError(
      'bad_options',
      `the server wants another protocol: try ftps or sftp (${message})`,
    )
  }
  if (code === 550 || code === 553) {
    return new DeployError('forbidden', `the server answered ${message}`)
  }
  return new DeployError('remote_error', `the server answered ${message}`)
}

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
