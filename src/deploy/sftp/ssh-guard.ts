/**
 * What an SSH server may make us do beyond answering. The library takes whatever comes, and computes at
 * once: so what costs much is looked at before the library sees it.
 *
 * It has no place for that. `_protocol._onPayload`, which each decrypted packet passes, is a private part of ssh2
 * 1.17; should another version lack it, no connection is made.
 */

import type { Socket } from 'node:net'
import type { Client } from 'ssh2'
import { DeployError } from '../network/deploy-error.js'
import { formatBytes } from '../network/remote-text.js'

/** Limits on a server that talks beside the point. */
const sshLimits = {
  /** Bytes that may come before one of our requests is answered: an answer has at most 256 KiB. */
  beside: 1024 * 1024,
  /** Packets that may come before one is answered: small ones cost more than their bytes. */
  packets: 2000,
  /** Bytes that wait to be taken: 16 files of 16 pieces of 32 KiB are on their way at most. */
  waiting: 32 * 1024 * 1024,
  /** Requests that wait to be sent, for the same reason. */
  requests: 1024,
  /**
   * The smallest packets that it may want: each costs a cipher's turn, and of none at all there would be no
   * end. RFC 4253 §6.1 has every implementation take 32,768 bytes.
   */
  packet: 1024,
  /** Key exchanges; one more for each mebibyte that goes or comes. */
  exchanges: 8,
  /** Signatures by our private key: one login takes as many as RSA has kinds. */
  signatures: 4,
}

/** Watches over one connection. */
export interface SshGuard {
  /** Why it was ended here; null where it was not. */
  refusal(): DeployError | null
  /** One of our requests was answered. */
  answered(): void
  /** So many of our requests wait to be sent. */
  waits(requests: number): void
}

/** Numbers of messages: RFC 4250 §4.1.2; 60 is RFC 4252 §7, a key that would be taken. */
const message = { globalRequest: 80, keyWouldDo: 60, channelConfirmed: 91 }

const HOST_KEYS = Buffer.from('hostkeys-')

/** Guards a client that was told to connect, over this socket, and has not begun to. */
export function guardSsh(client: Client, socket: Socket): SshGuard {
  let refusal: DeployError | null = null
  let beside = 0
  let packets = 0
  let exchanges = 0
  let signatures = 0
  const refuse = (clause: string) => {
    refusal ??= new DeployError('bad_remote', clause)
    socket.destroy()
  }
  // The library has paused the socket until it listens itself: nothing is lost to this listener.
  socket.on('data', (chunk: Buffer) => {
    beside += chunk.length
    if (beside > sshLimits.beside) {
      refuse(`the server sent more than ${formatBytes(sshLimits.beside)} and no answer`)
    } else if (socket.writableLength > sshLimits.waiting) {
      refuse('the server answers what it has not taken')
    }
  })
  client.on('handshake', () => {
    exchanges += 1
    const moved = socket.bytesRead + socket.bytesWritten
    if (exchanges > sshLimits.exchanges + moved / 2 ** 20)
      refuse('the server exchanges keys without end')
  })
  filterPayloads(client, (payload) => {
    const [type] = payload
    packets += 1
    if (packets > sshLimits.packets) {
      refuse(`the server sent more than ${sshLimits.packets} packets and no answer`)
    } else if (type === message.keyWouldDo && (signatures += 1) > sshLimits.signatures) {
      refuse('the server asks for signatures without end')
    } else if (type === message.channelConfirmed && packetBytes(payload) < sshLimits.packet) {
      refuse(`the server takes no packets of ${sshLimits.packet} bytes`)
    }
    // The library catches it, and leaves whatever else has come.
    if (refusal !== null) throw refusal
    return !offersHostKeys(payload)
  })
  return {
    refusal: () => refusal,
    answered: () => {
      beside = 0
      packets = 0
    },
    waits: (requests) => {
      if (requests > sshLimits.requests) refuse('the server answers what it has not taken')
    },
  }
}

/** RFC 4254 §5.1: message, two numbers of the channel, its window, its largest packet. */
function packetBytes(payload: Buffer): number {
  return payload.length < 17 ? 0 : payload.readUInt32BE(13)
}

/**
 * OpenSSH's list of its other host keys, or the answer to it: the library would parse each and verify its proof. Nobody
 * here asks which others there are.
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
