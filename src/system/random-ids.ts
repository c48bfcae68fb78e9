/** Random ids that cannot be guessed. */

import { randomBytes } from 'node:crypto'

const ID_BYTES = 12
const IDS_AT_ONCE = 256

/** Ids of 96 random bits in hexadecimal. Reads the bytes for many ids at once, because each system call is slow. */
export function randomIds(): () => string {
  let pool = ''
  let at = 0
  return () => {
    if (at >= pool.length) {
      pool = randomBytes(ID_BYTES * IDS_AT_ONCE).toString('hex')
      at = 0
    }
    at += 2 * ID_BYTES
    return pool.slice(at - 2 * ID_BYTES, at)
  }
}
