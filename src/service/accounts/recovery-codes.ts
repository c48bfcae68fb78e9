/** Recovery codes, for when the app or the passkey is lost. Each works once; only keyed digests are stored. */

import { randomBytes } from 'node:crypto'
import { toBase32 } from './totp.js'
import type { Vault } from './vault.js'

const RECOVERY_CODES = 10
/** 80 bits each. */
const RECOVERY_BYTES = 10

/** New codes: as their user gets them, and as they are stored. */
export function newRecoveryCodes(vault: Pick<Vault, 'digest'>) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)))
  return { codes, digests: codes.map((code) => recoveryDigest(vault, code)) }
}

export function recoveryDigest(vault: Pick<Vault, 'digest'>, code: string): Buffer {
  return vault.digest(`recovery ${code.toUpperCase()}`)
}
