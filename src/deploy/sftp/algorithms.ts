/** Which algorithms an SSH server may choose from, and what to say where it takes none of them. */

import type { CompressionAlgorithm, KexAlgorithm } from 'ssh2'
import { DeployError } from '../network/deploy-error.js'
import { cleanText } from '../network/remote-text.js'

/**
 * Key exchanges whose numbers are known beforehand: at most 20 ms of computing each. In a group exchange
 * (RFC 4419) the server sends a prime, and only to test it costs four seconds for an honest one of 4,096
 * bits and minutes for one of 10,000, in which this process does nothing else.
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

/** No compression: a packet of 35 kB can unpack to 35 MB, which the library does in one go. */
export const compressions: CompressionAlgorithm[] = ['none']

/** What the library calls a list that it compares, and what people call one of it. */
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

/** Names in the lists that are no algorithms but signs (RFC 8308; strict key exchange). */
const SIGN = /^(ext-info|kex-strict)-/

/** The lists that a server and Galley have compared. */
export interface Negotiation {
  /** Takes a line of what the library says of its work. */
  readonly hear: (line: string) => void
  /** Why nothing was agreed on, or null where that is not the reason of a failure. */
  readonly failure: (error: unknown) => DeployError | null
}

/** Remembers the two lists that were compared last: where they have nothing in common, nothing follows. */
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
      const ours = subject === 'key exchange' ? takenExchanges() : listed(last.local, 110)
      const clause = `there is no ${subject} in common: it offers ${theirs}; Galley takes ${ours}`
      return new DeployError('bad_remote', clause)
    },
  }
}

/** Whether an error says that the two sides have no kind of host key in common. */
export function isNoSuchKind(error: unknown): boolean {
  return isNoMatch(error) && messageOf(error).includes('host key format')
}

function isNoMatch(error: unknown): boolean {
  return messageOf(error).startsWith('Handshake failed: no matching ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** All of `keyExchanges`, in few enough characters for one sentence. */
function takenExchanges(): string {
  const numbers = keyExchanges.flatMap((name) => /-group(\d+)-/.exec(name)?.[1] ?? [])
  const named = keyExchanges.filter((name) => !/-group|@/.test(name))
  return `${named.join(', ')}, diffie-hellman-group${numbers.join('/')}`
}

function listed(names: string, most: number): string {
  const list = names.split(',').filter((name) => name !== '' && !SIGN.test(name))
  const text = cleanText(list.join(', ')) || 'none'
  return text.length > most ? `${text.slice(0, most)}…` : text
}
