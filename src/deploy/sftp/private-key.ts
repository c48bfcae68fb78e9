/**
 * Decrypts private keys in a thread. The key file says how many rounds its passphrase takes: 16, the default of
 * `ssh-keygen`, take half a second, millions take days, and ssh2 blocks its thread in that time.
 */

import { runThread } from '../../system/worker.js'
import { cancelled, DeployError } from '../network/deploy-error.js'

/** A private key as the user gave it, and its passphrase. */
export interface LockedKey {
  /** In OpenSSH, PEM, PKCS#8 or PuTTY form. */
  readonly text: string
  readonly passphrase: string | null
}

/** The answer of the thread: the key in a form that needs no passphrase, or why it cannot be used. */
export type OpenedKey =
  | { readonly text: string }
  | { readonly reason: 'unreadable' | 'too long' | 'argon2' | 'too many rounds' }

const clauses = {
  unreadable:
    'the private key cannot be read: it is not in OpenSSH, PEM, PKCS#8 or PuTTY form, or the password is not its passphrase',
  'too long':
    'the private key is longer than an RSA key of 8192 bits; use a shorter one, or Ed25519',
  argon2:
    'PuTTY has encrypted the private key in version 3 of its form, which cannot be opened here; export it in OpenSSH form (in PuTTYgen: Conversions), or save it without a passphrase',
  'too many rounds':
    'the passphrase of the private key takes more than 10,000,000 rounds; save it with fewer',
}

/** Enough for more than 500 rounds: a hundred take three seconds on a slow machine. */
const TIME_MS = 20_000
const MEMORY_MB = 64

/**
 * Converts a key to a form that needs no passphrase.
 *
 * @param timeMs time limit in milliseconds
 * @throws DeployError `bad_options` if the key cannot be decrypted, or not in time; `cancelled`
 */
export async function openPrivateKey(
  key: LockedKey,
  signal: AbortSignal,
  timeMs = TIME_MS,
): Promise<string> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeMs)])
  const outcome = await runThread<OpenedKey>(
    { name: './private-key-thread', from: import.meta.url },
    { data: key, memoryMb: MEMORY_MB, until },
  )
  if (outcome.kind === 'late') throw signal.aborted ? cancelled() : tooSlow(timeMs)
  if (outcome.kind === 'died') throw outcome.error
  if (outcome.kind !== 'answered') throw new DeployError('bad_options', clauses.unreadable)
  const { answer } = outcome
  if ('reason' in answer) throw new DeployError('bad_options', clauses[answer.reason])
  return answer.text
}

function tooSlow(timeMs: number): DeployError {
  const advice = 'save it with fewer rounds (ssh-keygen -p -a 16)'
  const clause = `decrypting the private key takes longer than ${timeMs / 1000} seconds; ${advice}`
  return new DeployError('bad_options', clause)
}
