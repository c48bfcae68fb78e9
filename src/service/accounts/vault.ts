/**
 * Encrypts secrets with a key that is stored outside of the databases, so that a copy of a database alone reveals
 * nothing.
 *
 * @see src/http/README.md (Users; Roles), SECURITY.md
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First byte of encrypted data: the version of the format. */
const VERSION = 1

export interface Vault {
  /** Encrypts and authenticates a text. */
  seal(text: string): Buffer
  /** @throws Error if the key differs or the bytes were changed */
  open(sealed: Uint8Array): string
  /** Keyed digest (SHA-256) of a secret, to compare it without storing it. */
  digest(text: string): Buffer
  /** A signature of a text that only this server can make, in hexadecimal; 128 bits. */
  sign(text: string): string
}

/** Creates a vault for the server's key (32 bytes). */
export function createVault(serverKey: Uint8Array): Vault {
  const sealKey = derive(serverKey, 'seal')
  const digestKey = derive(serverKey, 'digest')
  const signKey = derive(serverKey, 'sign')
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, sealKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      if (sealed[0] !== VERSION) throw new Error('The secret was sealed in an unknown way.')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const cipher = createDecipheriv(ALGORITHM, sealKey, nonce)
      cipher.setAuthTag(tag)
      const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8')
    },
    digest: (text) => createHmac('sha256', digestKey).update(text).digest(),
    sign: (text) => createHmac('sha256', signKey).update(text).digest('hex').slice(0, 32),
  }
}

function derive(serverKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverKey, '', `galley ${purpose}`, 32))
}
