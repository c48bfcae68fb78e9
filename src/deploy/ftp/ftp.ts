/**
 * Implements `FileStore` for FTP and FTPS: several control connections, absolute paths only.
 *
 * Three facts about servers shape it. If a server refuses STOR or RETR, it may reset the data connection before the
 * reply is read, and the reason is lost (`askWhy` finds it out). Dropped connections leave incomplete files, so the
 * size is checked after each upload. And RNTO does not replace existing files everywhere.
 */
import { Writable } from 'node:stream'
import { type Client, FTPError } from 'basic-ftp'
import { concatYielding } from '../../system/yielding.js'
import { DeployError } from '../network/deploy-error.js'
import { connectFtp, type FtpAccount, type FtpClient } from './connection.js'
import type { FileStore, OpenStore, Received } from '../files/file-store.js'
import { withPlainNames } from '../files/plain-names.js'
import { createFtpFolders } from './folders.js'
import { FtpPool } from './pool.js'
import { listFtp, listSizes } from './listing.js'
import { createRenaming } from './renaming.js'
import { statFile } from './stat.js'
import { checkSize, sendFile } from './upload.js'
import type { Outgoing } from '../network/outgoing.js'

const PARALLEL_CONNECTIONS = 4

/** Opens the store with one connection; up to four are opened when needed. */
export function ftpStore(account: FtpAccount, outgoing: Outgoing): OpenStore {
  return async (signal) => {
    const pool = new FtpPool(() => connectFtp(account, outgoing, signal), PARALLEL_CONNECTIONS)
    const destroy = () => pool.close()
    signal.addEventListener('abort', destroy, { once: true })
    try {
      const base = await pool.use((client) => enterFolder(client, account.path))
      return withPlainNames(storeOn(pool, { base, place: placeOf(account) }))
    } catch (error) {
      pool.close()
      throw error
    }
  }
}

function placeOf({ username, host, path }: FtpAccount): string {
  return `${username}@${host}/${path.replace(/^\/+/, '')}`
}

interface FtpPlace {
  /** Absolute path of the target's folder, without a slash at its end (`` for the root). */
  readonly base: string
  readonly place: string
}

function storeOn(pool: FtpPool, { base, place }: FtpPlace): FileStore {
  const folders = createFtpFolders(base)
  const renaming = createRenaming()
  const full = (path: string) => `${base}/${path}`
  return {
    place,
    parallel: PARALLEL_CONNECTIONS,
    listsCheaply: false,
    list: (received) => listFtp(pool, base, { onFolder: folders.add, received }),
    stat: (path) => pool.use((client) => statFile(client, full(path))),
    read: (path, limit, received) =>
      pool.use((client) => readFile(client, full(path), { limit, received })),
    sizes: (received) => listSizes(pool, `${base}/`, received),
    put: (path, content, options) =>
      pool.use(async (client) => {
        await folders.make(client, path)
        await sendFile(client, full(path), content)
        return options?.sizeLater ? {} : checkSize(client, full(path), content)
      }),
    remove: (path) =>
      pool.use(async (client) => {
        if (await folders.has(client, path)) await removeFile(client, full(path))
      }),
    rename: (from, to) =>
      pool.use(async (client) => {
        await folders.make(client, to)
        await renaming.rename(client, full(from), full(to))
      }),
    removeFolder: (path) =>
      pool.use(async (client) => {
        folders.forget(path)
        if (await folders.has(client, path)) await client.sendIgnoringError(`RMD ${full(path)}`)
      }),
    close: async () => pool.close(),
  }
}

/** Enters the target's folder, which is created if it is missing, and returns its absolute path. */
async function enterFolder(client: Client, path: string): Promise<string> {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (path.startsWith('/')) await client.cd('/')
  for (const segment of segments) {
    const entered = await client.sendIgnoringError(`CWD ${segment}`)
    if (entered.code < 400) continue
    await client.send(`MKD ${segment}`)
    await client.send(`CWD ${segment}`)
  }
  return (await client.pwd()).replace(/(?<!\/)\/+$/, '')
}

interface Reading {
  readonly limit: number
  readonly received: Received | undefined
}

async function readFile(
  client: FtpClient,
  path: string,
  { limit, received }: Reading,
): Promise<Buffer | null> {
  const there = await statFile(client, path)
  if (there === null) return null
  const chunks: Buffer[] = []
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      chunks.push(chunk)
      received?.(chunk.length)
      done(size > limit ? tooLong(limit) : null)
    },
  })
  await client.downloadTo(sink, path)
  return concatYielding(chunks)
}

function tooLong(limit: number): DeployError {
  return new DeployError('bad_remote', `the server sent more than ${limit} bytes`)
}

async function removeFile(client: FtpClient, path: string): Promise<void> {
  const reply = await client.sendIgnoringError(`DELE ${path}`)
  if (reply.code < 400) return
  const there = await statFile(client, path)
  if (there !== null) throw new FTPError(reply)
}
