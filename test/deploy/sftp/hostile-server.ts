/** SSH servers that were built to hurt, on loopback: by hand up to the keys, or by ssh2 beyond. */

import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import ssh2, {
  type AuthContext,
  type CompressionAlgorithm,
  type Connection,
  type SFTPWrapper,
} from 'ssh2'
import type { FileStore, Listing } from '../../../src/deploy/files/file-store.js'
import { sftpStore } from '../../../src/deploy/sftp/sftp.js'
import { localOutgoing } from '../settings.js'

const { OK, NO_SUCH_FILE } = ssh2.utils.sftp.STATUS_CODE
export const attrs = { mode: 0o100644, size: 1, uid: 0, gid: 0, atime: 0, mtime: 0 }
const servers: { close: () => void }[] = []

/** Ends every server that was opened. */
export function closeServers(): void {
  servers.splice(0).forEach((server) => server.close())
}

async function opened(server: Server | ssh2.Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** What came of using the store at a port. */
interface Outcome {
  readonly listing?: Listing
  readonly code?: string
  readonly message?: string
}

interface Use {
  readonly hostKey?: string
  readonly privateKey?: string
  /** Milliseconds of silence after which it is given up. */
  readonly timeout?: number
  readonly work?: (store: FileStore) => Promise<unknown>
}

/** Lists the store at a port, or does other work with it, and tells with what it failed. */
export async function outcomeAt(
  port: number,
  { work, timeout = localOutgoing.timeout, ...more }: Use = {},
): Promise<Outcome> {
  const login = { host: '127.0.0.1', port, username: 'u', password: 'web-secret', path: '/www' }
  const account = { ...login, ...more }
  try {
    const store = await sftpStore(account, { ...localOutgoing, timeout })(
      new AbortController().signal,
    )
    try {
      if (work === undefined) return { listing: await store.list() }
      await work(store)
      return {}
    } finally {
      await store.close()
    }
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
}

/** Parts of ssh2's server by which it can be made to lie. */
interface Protocol {
  channelOpenConfirm(remote: number, local: number, window: number, packet: number): void
  authPKOK(algorithm: string, key: Buffer): void
  /** Logins that it owes an answer to. */
  readonly _authsQueue: string[]
  readonly _packetRW: { readonly write: PacketWriter }
  readonly _cipher: { encrypt(packet: Buffer): void }
}

interface PacketWriter {
  readonly allocStart: number
  alloc(bytes: number): Buffer
  finalize(packet: Buffer): Buffer
}

export function protocolOf(client: object): Protocol {
  return (client as { _protocol: Protocol })._protocol
}

/**
 * A new pair of keys, as OpenSSH writes them. ssh2 drops leading zeros of an Ed25519 key that it makes, so that one in 250
 * cannot be read again; its ECDSA keys can.
 */
export function makeKeys(): { private: string; public: string } {
  return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
}

/** Sends OpenSSH's `hostkeys-00@openssh.com`: the same key so many times. */
export function sendHostKeys(client: object, times: number): void {
  const key = ssh2.utils.parseKey(makeKeys().public)
  if (key instanceof Error) throw key
  const blob = key.getPublicSSH()
  const head = [Buffer.from([80]), sshString('hostkeys-00@openssh.com'), Buffer.alloc(1)]
  const keys = Array.from({ length: times }, () => sshString(blob))
  const payload = Buffer.concat([...head, ...keys])
  const { _packetRW: packets, _cipher: cipher } = protocolOf(client)
  const packet = packets.write.alloc(payload.length)
  packet.set(payload, packets.write.allocStart)
  cipher.encrypt(packets.write.finalize(packet))
}

interface SshLies {
  readonly onClient?: (client: Connection) => void
  readonly onLogin?: (context: AuthContext, client: Connection) => void
  readonly serve?: (sftp: SFTPWrapper, client: Connection) => void
  readonly compress?: CompressionAlgorithm[]
  /** What it says it is. */
  readonly ident?: string
  /** Takes a line of what ssh2 says of its work. */
  readonly hear?: (line: string) => void
}

/** A server that takes every login and has no file at any path. */
export async function lyingSsh(lies: SshLies) {
  const { onClient, onLogin, serve, compress = ['none'], ident = 'evil' } = lies
  const debug = lies.hear ?? (() => undefined)
  const counts = { logins: 0 }
  const { private: key } = makeKeys()
  const config = { hostKeys: [key], algorithms: { compress }, ident, debug }
  const server = new ssh2.Server(config, (client) => {
    // Else the end of each long answer waits until the client's system confirms the rest.
    ;(client as Connection & { setNoDelay(isOn: boolean): void }).setNoDelay(true)
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      counts.logins += 1
      if (onLogin === undefined) context.accept()
      else onLogin(context, client)
    })
    onClient?.(client)
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp()
        sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '', attrs }]))
        sftp.on('STAT', (id) => sftp.status(id, NO_SUCH_FILE))
        sftp.on('MKDIR', (id) => sftp.status(id, OK))
        sftp.on('CLOSE', (id) => sftp.status(id, OK))
        sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('1')))
        serve?.(sftp, client)
      })
    })
  })
  return { counts, port: await opened(server) }
}

function sshString(content: string | Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(content))
  return Buffer.concat([length, Buffer.from(content)])
}

/** RFC 4253 §6: length, padding length, payload, padding; in the clear. */
export function sshPacket(...payload: Buffer[]): Buffer {
  const bytes = Buffer.concat(payload)
  const head = Buffer.alloc(5)
  const fill = 8 - ((5 + bytes.length) % 8) + 8
  head.writeUInt32BE(bytes.length + fill + 1)
  head[4] = fill
  return Buffer.concat([head, bytes, Buffer.alloc(fill)])
}

interface Offer {
  readonly kex: string
  readonly compression?: string
}

/** SSH_MSG_KEXINIT (RFC 4253 §7.1). */
export function offerPacket({ kex, compression = 'none' }: Offer): Buffer {
  const both = (name: string) => [sshString(name), sshString(name)]
  const rest = [...both('aes128-ctr'), ...both('hmac-sha2-256'), ...both(compression), ...both('')]
  const names = [sshString(kex), sshString('ssh-ed25519')]
  return sshPacket(Buffer.from([20]), randomBytes(16), ...names, ...rest, Buffer.alloc(5))
}

/** A server that speaks by hand, from the first byte. */
export async function rawSsh(greet: (socket: Socket) => void): Promise<number> {
  return opened(
    createServer((socket) => {
      socket.on('error', () => undefined)
      greet(socket)
    }),
  )
}

/** A server that offers what it is told, and hangs up on whoever agrees to it. */
export function offeringSsh(offer: Offer): Promise<number> {
  return rawSsh((socket) => {
    socket.write('SSH-2.0-evil\r\n')
    socket.write(offerPacket(offer))
    // Message 30 or 34 is the client's agreement.
    socket.on('data', (chunk: Buffer) => {
      if (chunk[5] === 30 || chunk[5] === 34) socket.destroy()
    })
  })
}
