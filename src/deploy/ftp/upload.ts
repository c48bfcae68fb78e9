/** Sends one file to an FTP server, and makes sure that all of it arrived. */

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

/** Files up to this many bytes leave in one write, which most of a site does. */
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
 * An empty upload that ends only when the data connection's handshake has: where bytes are to be
 * sent TLS waits by itself, but an end at once breaks the handshake off.
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

/** Writes a file; of a part that was taken for the whole this knows nothing. */
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

/** Where a data connection ended too early, the server has taken the part for the whole. */
export async function checkSize(client: Client, path: string, content: Content): Promise<Stored> {
  const there = await statFile(client, path)
  const size = there?.size ?? null
  if (there !== null && (size === null || size === content.size)) return {}
  throw new DeployError('corrupt', `only ${size ?? 0} of ${content.size} bytes arrived`, {
    transient: true,
  })
}
