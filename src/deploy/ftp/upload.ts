/** Uploads one file to an FTP server, and checks that it arrived completely. */

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { Client } from 'basic-ftp'
import { DeployError } from '../network/deploy-error.js'
import type { FtpClient } from './connection.js'
import { askWhy } from './ask-why.js'
import { statFile } from './stat.js'
import type { Content, Stored } from '../files/file-store.js'

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
