/** Uploads one file to an FTP server, and checks that it arrived completely. */

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { type Client, FTPError, type FTPResponse } from 'basic-ftp'
import { DeployError } from '../network/deploy-error.js'
import type { FtpClient } from './connection.js'
import { statFile } from './stat.js'
import type { Content, Stored } from '../files/file-store.js'
import { ftpFailure, replyFailure } from './replies.js'

/** Files up to this size are sent in one write; most files of a site are smaller. */
const SMALL_BYTES = 64 * 1024

async function sendSmall(client: FtpClient, path: string, { source }: Content): Promise<void> {
  const bytes = source.bytes ?? (await readFile(source.file))
  const { ftp } = client
  try {
    await client.prepareTransfer(ftp)
    await ftp.handle(`STOR ${path}`, (reply, task) => {
      if (reply instanceof Error) task.reject(reply)
      else if (reply.code >= 200) task.resolve(undefined)
      else if (ftp.dataSocket?.writableEnded === false) ftp.dataSocket.end(bytes)
    })
  } catch (error) {
    throw await askWhy(client, error, path)
  } finally {
    ftp.dataSocket = undefined
  }
}

function streamOf({ source }: Content): Readable {
  return source.bytes ? Readable.from([source.bytes]) : createReadStream(source.file)
}

/**
 * An empty upload that ends only after the TLS handshake of the data connection. With data to send, TLS waits by
 * itself, but closing at once would break off the handshake.
 */
function nothing(client: Client): Readable {
  async function* wait(): AsyncGenerator<Buffer> {
    const socket = client.ftp.dataSocket
    const isShaking = () =>
      socket instanceof TLSSocket && !socket.destroyed && socket.getPeerFinished() === undefined
    while (isShaking()) await sleep(5)
    yield Buffer.alloc(0)
  }
  return Readable.from(wait())
}

/** Uploads a file. Does not notice an incomplete upload: see `checkSize`. */
export async function sendFile(client: FtpClient, path: string, content: Content): Promise<void> {
  if (content.size > 0 && content.size <= SMALL_BYTES && !client.ftp.hasTLS) {
    await sendSmall(client, path, content)
    return
  }
  const stream = content.size === 0 ? nothing(client) : streamOf(content)
  try {
    await client.uploadFrom(stream, path)
  } catch (error) {
    stream.destroy()
    throw await askWhy(client, error, path)
  }
}

/** Compares sizes: if the data connection broke, the server takes the part for the whole file. */
export async function checkSize(
  client: FtpClient,
  path: string,
  content: Content,
): Promise<Stored> {
  const there = await statFile(client, path)
  const size = there?.size ?? null
  if (there !== null && (size === null || size === content.size)) return {}
  throw new DeployError('corrupt', `only ${size ?? 0} of ${content.size} bytes arrived`, {
    transient: true,
  })
}

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
async function askWhy(client: Reopened, error: unknown, path: string): Promise<Error> {
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
