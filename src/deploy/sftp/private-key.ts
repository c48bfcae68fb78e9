/**
 * Opens private keys in a thread. To check a passphrase takes as many rounds as the key says: half a second for 16,
 * the default of `ssh-keygen`, and days for some millions, in which the library does nothing else.
 */

import { startThread } from '../../system/threads.js'
import { cancelled, DeployError } from '../network/deploy-error.js'

/** A private key as it was given, and what opens it. */
export interface LockedKey {
  /** In OpenSSH or PEM form. */
  readonly text: string
  readonly passphrase: string | null
}

/** What the thread says of one: the key in a form that needs no passphrase, or why there is none. */
export type OpenedKey = { readonly text: string } | { readonly reason: 'unreadable' | 'too long' }

const clauses = {
  unreadable: 'the private key cannot be read, or needs another password',
  'too long': 'the private key is longer than an RSA key of 8192 bits',
}

/** A hundred rounds take three seconds on a slow machine. */
const TIME_MS = 20_000
const MEMORY_MB = 64

/**
 * The key in a form that needs no passphrase.
 *
 * @param timeMs milliseconds after which it is given up
 * @throws DeployError `bad_options` where it cannot be opened, or not in time; `cancelled`
 */
export async function openPrivateKey(
  key: LockedKey,
  signal: AbortSignal,
  timeMs = TIME_MS,
): Promise<string> {
  const late = AbortSignal.timeout(timeMs)
  const end = AbortSignal.any([signal, late])
  const thread = startThread(
    { name: './private-key-thread', from: import.meta.url },
    { workerData: key, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } },
  )
  try {
    const opened = await new Promise<OpenedKey>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => resolve({ reason: 'unreadable' }))
      const stop = () => reject(signal.aborted ? cancelled() : tooSlow(timeMs))
      if (end.aborted) stop()
      else end.addEventListener('abort', stop, { once: true })
    })
    if ('reason' in opened) throw new DeployError('bad_options', clauses[opened.reason])
    return opened.text
  } finally {
    await thread.terminate()
  }
}

function tooSlow(timeMs: number): DeployError {
  const advice = 'save it with fewer rounds (ssh-keygen -p -a 16)'
  const clause = `to open the private key takes longer than ${timeMs / 1000} seconds; ${advice}`
  return new DeployError('bad_options', clause)
}
