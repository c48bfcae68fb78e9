/**
 * Encrypts what is copied, with a key of the operator's: AES-256-GCM. Each object is bound to its name, so that one can't
 * be put in the place of another.
 *
 * A sealed object is a version byte, a nonce of 12 bytes, the encrypted content and a tag of 16 bytes. The content is a
 * byte that says whether what follows is compressed (1) or not (0).
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { GalleyError } from '../../errors.js'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What is compressed to more than this part of its size, as packs are, is kept as it is. */
const WORTH_IT = 0.95

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Seals and opens objects by their names in the store. */
export interface Sealing {
  /** Names the key and tells nothing of it. */
  readonly fingerprint: string
  seal(name: string, bytes: Uint8Array): Promise<Buffer>
  /** @throws GalleyError `validation_failed` if it is damaged, another object, or sealed with another key */
  open(name: string, sealed: Uint8Array): Promise<Buffer>
}

const HEX = /^[0-9a-f]{64}$/i

/**
 * Reads the operator's key from a file: 64 hexadecimal digits.
 *
 * @throws GalleyError `validation_failed`
 */
export async function openSealing(keyFile: string): Promise<Sealing> {
  const text = await readFile(keyFile, 'utf8').catch((error: unknown) => {
    const message = `The key of the copies, ${keyFile}, cannot be read: check --copies-key-file.`
    throw new GalleyError('validation_failed', message, { cause: error })
  })
  const hex = text.trim()
  if (HEX.test(hex)) return createSealing(Buffer.from(hex, 'hex'))
  const message = `${keyFile} holds no key (64 hexadecimal digits, as openssl rand -hex 32 prints them).`
  throw new GalleyError('validation_failed', message)
}

/** @param secret 32 random bytes */
export function createSealing(secret: Uint8Array): Sealing {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `galley copies: ${purpose}`, bytes))
  const key = derive('encryption', 32)
  return {
    fingerprint: derive('fingerprint', 16).toString('hex'),
    async seal(name, bytes) {
      const small = await compress(bytes, { level: 1 })
      const isSmaller = small.length < bytes.length * WORTH_IT
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
      const content = isSmaller ? small : bytes
      const first = cipher.update(Uint8Array.of(isSmaller ? 1 : 0))
      const rest = cipher.update(content)
      const head = Buffer.concat([Uint8Array.of(VERSION), nonce])
      return Buffer.concat([head, first, rest, cipher.final(), cipher.getAuthTag()])
    },
    async open(name, sealed) {
      const plain = decrypt(key, name, sealed)
      const content = plain?.subarray(1)
      if (content === undefined) {
        const message = `${name} is damaged, or was encrypted with another key`
        throw new GalleyError('validation_failed', message)
      }
      return plain?.[0] === 1 ? decompress(content) : content
    },
  }
}

function decrypt(key: Buffer, name: string, sealed: Uint8Array): Buffer | undefined {
  const start = 1 + NONCE_BYTES
  const end = sealed.length - TAG_BYTES
  if (sealed[0] !== VERSION || end <= start) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, start))
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(end))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()])
  } catch {
    // Node says only that the tag is another.
    return undefined
  }
}
