/**
 * Implements `FileStore` for SFTP: one connection, up to 16 requests at a time.
 *
 * Two facts about servers shape it. A plain rename fails if the target exists, so OpenSSH's posix-rename is used. And
 * without an explicit mode, some servers create files that everybody can write, whatever their umask is.
 */

import type { SFTPWrapper } from 'ssh2'
import { DeployError } from '../network/deploy-error.js'
import type {
  Content,
  FileStore,
  Listing,
  OpenStore,
  RemoteFile,
  Stored,
} from '../files/file-store.js'
import type { Outgoing } from '../network/outgoing.js'
import { createSftpFolders, makeSftpFolder, type SftpFolders } from './folders.js'
import { listSftp } from './listing.js'
import { openPrivateKey } from './private-key.js'
import { isMissing, type ReadLimit, type Sftp, sftpOf, sizeOf } from './requests.js'
import { writeSftp } from './write.js'
import { connectSsh, type SshAccount, type SshConnection, sshFailure } from './ssh-connection.js'

const PARALLEL_REQUESTS = 16

/** An account, and the folder for the site: absolute, or relative to the folder after login. */
export interface SftpAccount extends SshAccount {
  readonly path: string
}

/** Opens the store. If the connection breaks, the next request opens a new one. */
export function sftpStore(account: SftpAccount, outgoing: Outgoing): OpenStore {
  return async (signal) => {
    const connection = createConnection(await withOpenKey(account, signal), outgoing, signal)
    try {
      const { hostKey } = await connection.use(async (_sftp, ssh) => ssh)
      const base = await connection.use((sftp) => findBase(sftp, account.path))
      return storeOn({ connection, base, hostKey, place: placeOf(account) })
    } catch (error) {
      connection.close()
      throw error
    }
  }
}

/** The account with its private key, if it has one, in a form that needs no passphrase. */
async function withOpenKey(account: SftpAccount, signal: AbortSignal): Promise<SftpAccount> {
  const { privateKey: text, password: passphrase = null } = account
  if (text === undefined) return account
  return { ...account, privateKey: await openPrivateKey({ text, passphrase }, signal) }
}

function placeOf({ username, host, path }: SftpAccount): string {
  return `${username}@${host}/${path.replace(/^\/+/, '')}`
}

/** One connection at a time, opened when it is needed. */
interface SftpConnection {
  use<T>(task: (sftp: Sftp, connection: SshConnection) => Promise<T>): Promise<T>
  close(): void
}

interface Opened {
  readonly connection: SshConnection
  readonly sftp: Sftp
}

function createConnection(
  account: SftpAccount,
  outgoing: Outgoing,
  signal: AbortSignal,
): SftpConnection {
  let current: Promise<Opened> | null = null
  let pinned = account.hostKey
  async function open(): Promise<Opened> {
    const pin = pinned === undefined ? {} : { hostKey: pinned }
    const connection = await connectSsh({ ...account, ...pin }, outgoing, signal)
    // Later connections of this deployment must have the same host key.
    pinned = connection.hostKey
    connection.client.once('close', () => {
      current = null
    })
    const { guard } = connection
    const { timeout } = outgoing
    return { connection, sftp: sftpOf(await openChannel(connection), { guard, timeout }) }
  }
  return {
    async use(task) {
      const opening = (current ??= open())
      try {
        const { sftp, connection } = await opening
        return await task(sftp, connection)
      } catch (error) {
        const failure = sshFailure(error)
        const isBroken = failure.code === 'unreachable' || failure.code === 'timed_out'
        if (isBroken && current === opening) current = null
        throw failure
      }
    },
    close() {
      void current?.then(
        ({ connection }) => connection.client.destroy(),
        () => undefined,
      )
      current = null
    },
  }
}

function openChannel({ client, guard }: SshConnection): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    const lost = () =>
      new DeployError('unreachable', 'the server closed the connection', { transient: true })
    const closed = () => reject(guard.refusal() ?? lost())
    client.once('close', closed)
    client.sftp((error, sftp) => {
      client.removeListener('close', closed)
      const refusal = guard.refusal()
      if (refusal !== null) reject(refusal)
      else if (error === undefined) resolve(sftp)
      else
        reject(
          new DeployError(
            'remote_error',
            `the server offers SSH, but no SFTP (${error.message}); ask whoever runs it to allow SFTP`,
          ),
        )
    })
  })
}

interface SftpPlace {
  readonly connection: SftpConnection
  /** Absolute path of the target's folder. */
  readonly base: string
  readonly hostKey: string
  readonly place: string
}

function storeOn({ connection, base, hostKey, place }: SftpPlace): FileStore {
  const folders = createSftpFolders(base)
  const full = (path: string) => `${base}/${path}`
  return {
    place,
    hostKey,
    parallel: PARALLEL_REQUESTS,
    listsCheaply: false,
    list: (received): Promise<Listing> =>
      connection.use((sftp) => listSftp(sftp, base, { onFolder: folders.add, received })),
    stat: (path) => connection.use((sftp) => statFile(sftp, full(path))),
    read: (path, limit, received) =>
      connection.use((sftp) => readFile(sftp, full(path), { limit, received })),
    put: (path, content) =>
      connection.use((sftp) => putFile({ sftp, folders, base }, path, content)),
    remove: (path) =>
      connection.use(async (sftp) => {
        if (await folders.has(sftp, path)) await removeFile(sftp, full(path))
      }),
    rename: (from, to) =>
      connection.use(async (sftp) => {
        await folders.make(sftp, to)
        await sftp.replace(full(from), full(to))
      }),
    removeFolder: (path) =>
      connection.use(async (sftp) => {
        folders.forget(path)
        if (!(await folders.has(sftp, path))) return
        await sftp.rmdir(full(path)).catch(ignoreRefusal)
      }),
    close: async () => connection.close(),
  }
}

/** The absolute path of the target's folder, which is created if it is missing. */
async function findBase(sftp: Sftp, path: string): Promise<string> {
  const home = (await sftp.realpath('.')).replace(/(?<!\/)\/+$/, '')
  const base = path.startsWith('/') ? path : `${home}/${path}`
  const clean = base.replace(/\/+/g, '/').replace(/(\/\.)?\/?$/, '')
  await makeSftpFolder(sftp, clean)
  return clean
}

async function statFile(sftp: Sftp, path: string): Promise<RemoteFile | null> {
  try {
    return { size: sizeOf(await sftp.stat(path)) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function readFile(
  sftp: Sftp,
  path: string,
  { limit, received }: ReadLimit,
): Promise<Uint8Array | null> {
  const there = await statFile(sftp, path)
  if (there === null) return null
  if ((there.size ?? 0) > limit) {
    throw new DeployError(
      'bad_remote',
      `a file is longer than the ${limit} bytes that are read of it`,
    )
  }
  return sftp.read(path, { limit, received })
}

interface SftpTarget {
  readonly sftp: Sftp
  readonly folders: SftpFolders
  readonly base: string
}

async function putFile(target: SftpTarget, path: string, content: Content): Promise<Stored> {
  const { sftp, folders, base } = target
  await folders.make(sftp, path)
  const size = await writeSftp(sftp, `${base}/${path}`, content.source)
  if (size === content.size) return {}
  throw new DeployError('corrupt', `only ${size} of ${content.size} bytes arrived`, {
    transient: true,
  })
}

async function removeFile(sftp: Sftp, path: string): Promise<void> {
  try {
    await sftp.unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function ignoreRefusal(error: unknown): void {
  if (error instanceof DeployError && error.transient) throw error
}
