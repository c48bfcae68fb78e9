/**
 * Which SSH algorithms Galley accepts, and the error if the server supports none of them.
 *
 * @see src/deploy/README.md (SSH)
 */

import type { CompressionAlgorithm, KexAlgorithm } from 'ssh2'
import { DeployError } from '../network/deploy-error.js'
import { cleanText } from '../network/remote-text.js'

/**
 * Only key exchanges with fixed parameters: each takes at most 20 ms. In a group exchange (RFC 4419) the server sends the
 * prime. To test a proper one of 4,096 bits takes four seconds, one of 10,000 bits minutes, and this process can do
 * nothing else in that time.
 */
export const keyExchanges: KexAlgorithm[] = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group15-sha512',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group17-sha512',
  'diffie-hellman-group18-sha512',
]

/** No compression: a packet of 35 kB can unpack to 35 MB, and ssh2 unpacks it in one piece. */
export const compressions: CompressionAlgorithm[] = ['none']

/** By ssh2's name for a list of algorithms: what the message calls one of them. */
const subjects = new Map([
  ['KEX method', 'key exchange'],
  ['Host key format', 'kind of host key'],
  ['C->S cipher', 'cipher'],
  ['S->C cipher', 'cipher'],
  ['C->S MAC', 'MAC'],
  ['S->C MAC', 'MAC'],
  ['C->S compression', 'compression'],
  ['S->C compression', 'compression'],
])

/** Names in the lists that stand for an extension, not an algorithm (RFC 8308; strict key exchange). */
const EXTENSION = /^(ext-info|kex-strict)-/

/** Follows the negotiation of one connection. */
export interface Negotiation {
  /** Takes a line of ssh2's debug output. */
  readonly hear: (line: string) => void
  /** The error if both sides have no algorithm in common; null if the connection failed for another reason. */
  readonly failure: (error: unknown) => DeployError | null
}

/** Remembers the two lists that were compared last; after lists without a common algorithm, ssh2 compares no more. */
export function createNegotiation(): Negotiation {
  const last = { subject: '', local: '', remote: '' }
  return {
    hear(line) {
      for (const side of ['local', 'remote'] as const) {
        const begin = `Handshake: (${side}) `
        if (!line.startsWith(begin)) continue
        const end = line.indexOf(': ', begin.length)
        last.subject = line.slice(begin.length, end)
        last[side] = line.slice(end + 2)
      }
    },
    failure(error) {
      const subject = subjects.get(last.subject)
      if (subject === undefined || !isNoMatch(error)) return null
      const theirs = listed(last.remote, 110)
      const ours = subject === 'key exchange' ? acceptedExchanges() : listed(last.local, 110)
      const clause = `there is no ${subject} in common: it offers ${theirs}; Galley takes ${ours}`
      return new DeployError('bad_remote', clause)
    },
  }
}

/** True if the server has no host key of the kinds that it was asked for. */
export function isNoSuchKind(error: unknown): boolean {
  return isNoMatch(error) && messageOf(error).includes('host key format')
}

function isNoMatch(error: unknown): boolean {
  return messageOf(error).startsWith('Handshake failed: no matching ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** All of `keyExchanges`, shortened for a message. */
function acceptedExchanges(): string {
  const numbers = keyExchanges.flatMap((name) => /-group(\d+)-/.exec(name)?.[1] ?? [])
  const named = keyExchanges.filter((name) => !/-group|@/.test(name))
  return `${named.join(', ')}, diffie-hellman-group${numbers.join('/')}`
}

function listed(names: string, most: number): string {
  const list = names.split(',').filter((name) => name !== '' && !EXTENSION.test(name))
  const text = cleanText(list.join(', ')) || 'none'
  return text.length > most ? `${text.slice(0, most)}…` : text
}
