/**
 * Time-based one-time passwords: six digits, SHA-1, steps of 30 seconds, which is what authenticator apps support.
 *
 * @see RFC 6238, RFC 4226 §5.3, RFC 4648 §6
 */

import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** Steps before and after the present one whose codes count: clocks differ, and typing takes a while (RFC 6238 §5.2). */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of the step at a time in milliseconds since the Unix epoch. */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / STEP_MS)
}

/** The code of a step. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, near the present one; null if there is none. */
export function stepOf(secret: Uint8Array, code: string, milliseconds: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepAt(milliseconds)
  let found: number | null = null
  for (let step = now - DRIFT; step <= now + DRIFT; step += 1) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found = step
  }
  return found
}

/** Base32 without padding, as authenticator apps read it. */
export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address by which an app takes a secret, as it is in QR codes. */
export function otpauthUri(secret: Uint8Array, { issuer, account }: Labels): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

interface Labels {
  readonly issuer: string
  readonly account: string
}
