/**
 * The secret of a token: a prefix that scanners of secrets look for, random characters, and a checksum of these, by which
 * a scanner tells a token from a chance hit without asking the server.
 *
 * @see https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
 */

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX } from '../../model/token.js'

/** 62^30 secrets: 178 bits. */
const RANDOM = 30
const CHECKSUM = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The largest multiple of 62 in a byte: values from there on would favour some characters. */
const FAIR = 248

export function newTokenSecret(): string {
  let random = ''
  while (random.length < RANDOM) {
    const fair = [...randomBytes(RANDOM)].filter((byte) => byte < FAIR)
    random += fair.map((byte) => ALPHABET[byte % 62]).join('')
  }
  random = random.slice(0, RANDOM)
  return TOKEN_PREFIX + random + checksumOf(random)
}

/** True if a text has the form of a token, and its checksum fits. */
export function isTokenSecret(text: string): boolean {
  if (!/^galley_[0-9A-Za-z]{36}$/.test(text)) return false
  return text.endsWith(checksumOf(text.slice(TOKEN_PREFIX.length, -CHECKSUM)))
}

/** CRC-32 in base 62, padded to six characters. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let digits = ''
  while (digits.length < CHECKSUM) {
    digits = `${ALPHABET[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}
