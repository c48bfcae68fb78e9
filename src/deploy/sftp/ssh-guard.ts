/**
 * Limits what an SSH server can make Galley do. ssh2 processes every packet at once and has no limits, so a hostile server
 * could keep it busy for ever or fill the memory. `ssh-connection.ts` puts a guard on each connection. The guard checks
 * each packet before ssh2 processes it, and closes the connection at the first limit that is exceeded.
 *
 * ssh2 has no public hook for that. The guard wraps `_protocol._onPayload`, a private function of ssh2 1.17 that gets each
 * decrypted packet. If another version lacks it, no connection is made.
 *
 * @see src/deploy/README.md (SSH)
 */

import type { Socket } from 'node:net'
import type { Client } from 'ssh2'
import { DeployError } from '../network/deploy-error.js'
import { formatBytes } from '../network/remote-text.js'

/** Limits per connection. */
const sshLimits = {
  /** Bytes that may come without an answer to one of our requests: an answer has at most 256 KiB. */
  unansweredBytes: 1024 * 1024,
  /** Packets that may come without an answer: many small ones cost more than their bytes. */
  unansweredPackets: 2000,
  /** Bytes in our send buffer: at most 16 files with 16 pieces of 32 KiB each are under way. */
  unsentBytes: 32 * 1024 * 1024,
  /** Requests in our send buffer, for the same reason. */
  unsentRequests: 1024,
  /**
   * Smallest value for the server's largest packet. With a small one, a file takes very many packets, each of which is
   * encrypted; with 0, it never ends. RFC 4253 §6.1: every implementation must accept 32,768 bytes.
   */
  packetBytes: 1024,
  /** Key exchanges; one more for each MiB that is sent or received. */
  keyExchanges: 8,
  /** Signatures by our private key: a login takes one for each kind of RSA signature that is tried. */
  signatures: 4,
}

/** The guard of one connection. */
export interface SshGuard {
  /** Why the guard closed the connection; null if it did not. */
  refusal(): DeployError | null
  /** To be called for each answer to one of our requests: starts counting anew. */
  noteAnswer(): void
  /** Closes the connection of a server that answers no request. */
  giveUp(): void
  /** To be called before a request is sent, with the number of requests in the send buffer. */
  checkUnsent(requests: number): void
}

/** What the operator reads: what the server did wrong, and what to do about it. */
const clauses = {
  silent: 'the server did not answer in time',
  unanswered: (amount: string) =>
    `the server sent more than ${amount} without answering a request; check that host and port are those of an SFTP server`,
  unsent:
    'the server answers requests that were not sent to it yet; its SFTP software is faulty: update it, or use another target',
  keyExchanges:
    `the server renews the encryption keys too often (more than ${sshLimits.keyExchanges} times, ` +
    'and once more for each MB); raise its limit (RekeyLimit in OpenSSH)',
  signatures:
    `the server asked for more than ${sshLimits.signatures} signatures in one login; ` +
    'log in with a password instead, or update its SSH software',
  packetBytes:
    `the server accepts only packets of less than ${sshLimits.packetBytes} bytes, but SSH requires 32768; ` +
    'update its SSH software, or use another target',
}

/** Message numbers: RFC 4250 §4.1.2; `publicKeyOk` is `SSH_MSG_USERAUTH_PK_OK`, RFC 4252 §7. */
const message = { globalRequest: 80, publicKeyOk: 60, channelConfirmed: 91 }

const HOST_KEYS = Buffer.from('hostkeys-')

/** Must be called in the same turn as `client.connect`, before any data of the socket arrives. */
export function guardSsh(client: Client, socket: Socket): SshGuard {
  let refusal: DeployError | null = null
  let unansweredBytes = 0
  let unansweredPackets = 0
  let keyExchanges = 0
  let signatures = 0
  const refuse = (clause: string) => {
    refusal ??= new DeployError('bad_remote', clause)
    socket.destroy()
  }
  // ssh2 has paused the socket until it listens itself, so this listener takes nothing away from it.
  socket.on('data', (chunk: Buffer) => {
    unansweredBytes += chunk.length
    if (unansweredBytes > sshLimits.unansweredBytes) {
      refuse(clauses.unanswered(formatBytes(sshLimits.unansweredBytes)))
    } else if (socket.writableLength > sshLimits.unsentBytes) refuse(clauses.unsent)
  })
  client.on('handshake', () => {
    keyExchanges += 1
    const moved = socket.bytesRead + socket.bytesWritten
    if (keyExchanges > sshLimits.keyExchanges + moved / 2 ** 20) refuse(clauses.keyExchanges)
  })
  filterPayloads(client, (payload) => {
    const [type] = payload
    unansweredPackets += 1
    if (unansweredPackets > sshLimits.unansweredPackets) {
      refuse(clauses.unanswered(`${sshLimits.unansweredPackets} packets`))
    } else if (type === message.publicKeyOk && (signatures += 1) > sshLimits.signatures) {
      refuse(clauses.signatures)
    } else if (type === message.channelConfirmed && maxPacketOf(payload) < sshLimits.packetBytes) {
      refuse(clauses.packetBytes)
    }
    // ssh2 catches this and drops the rest of what it has received.
    if (refusal !== null) throw refusal
    return !offersHostKeys(payload)
  })
  return {
    refusal: () => refusal,
    giveUp() {
      refusal ??= new DeployError('timed_out', clauses.silent, { transient: true })
      socket.destroy()
    },
    noteAnswer: () => {
      unansweredBytes = 0
      unansweredPackets = 0
    },
    checkUnsent: (requests) => {
      if (requests > sshLimits.unsentRequests) refuse(clauses.unsent)
    },
  }
}

/** The largest packet that a channel confirmation allows. RFC 4254 §5.1: type, two channel numbers, window, packet size. */
function maxPacketOf(payload: Buffer): number {
  return payload.length < 17 ? 0 : payload.readUInt32BE(13)
}

/**
 * OpenSSH's list of its other host keys, or the proof that it has them. ssh2 would parse each and verify its proof, and
 * Galley needs neither, so these packets are dropped.
 */
function offersHostKeys(payload: Buffer): boolean {
  return payload[0] === message.globalRequest && payload.subarray(5, 14).equals(HOST_KEYS)
}

type OnPayload = (payload: Buffer) => unknown

function filterPayloads(client: object, isWanted: (payload: Buffer) => boolean): void {
  const protocol = '_protocol' in client ? client._protocol : null
  if (!hasPayloads(protocol)) throw new Error('ssh2 has changed: its packets cannot be looked at')
  const onPayload = protocol._onPayload
  protocol._onPayload = (payload) => (isWanted(payload) ? onPayload(payload) : undefined)
}

function hasPayloads(protocol: unknown): protocol is { _onPayload: OnPayload } {
  if (typeof protocol !== 'object' || protocol === null) return false
  return '_onPayload' in protocol && typeof protocol._onPayload === 'function'
}
