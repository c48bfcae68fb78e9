/** Reads private keys in PKCS#8 form (RFC 5958), encrypted ones too. */

import { createPrivateKey, type KeyObject } from 'node:crypto'

/** OpenSSL's own programs use 2,048. Ten million take some seconds, and native code cannot be stopped meanwhile. */
const MAX_ROUNDS = 10_000_000

export function isPkcs8Key(text: string): boolean {
  return /^-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text)
}

/** @throws Error if it is no key, or the passphrase is another one */
export function openPkcs8Key(
  text: string,
  passphrase: string | null,
): KeyObject | 'too many rounds' {
  const der = Buffer.from(text.replace(/-----[^-]*-----/g, ''), 'base64')
  if (text.startsWith('-----BEGIN E') && largestNumber(der) > MAX_ROUNDS) return 'too many rounds'
  return createPrivateKey({ key: text, ...(passphrase === null ? {} : { passphrase }) })
}

const [INTEGER, SEQUENCE] = [0x02, 0x30]

/** The largest INTEGER in the sequences of a DER text: of an encrypted key that is its number of rounds. */
function largestNumber(der: Buffer, depth = 0): number {
  let largest = 0
  for (let at = 0; at + 2 <= der.length && depth < 16;) {
    const tag = der[at]
    const first = der[at + 1] ?? 0
    const more = first < 0x80 ? 0 : first & 0x7f
    if (more > 4) return largest
    const length = more === 0 ? first : readNumber(der.subarray(at + 2, at + 2 + more))
    const content = der.subarray(at + 2 + more, at + 2 + more + length)
    if (tag === SEQUENCE) largest = Math.max(largest, largestNumber(content, depth + 1))
    if (tag === INTEGER) largest = Math.max(largest, readNumber(content))
    at += 2 + more + length
  }
  return largest
}

function readNumber(bytes: Buffer): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}
