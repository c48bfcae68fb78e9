/** Ids that nobody can guess. */

import { randomBytes } from 'node:crypto'

const ID_BYTES = 12
const IDS_AT_ONCE = 256

/** 96 random bits each, in hexadecimal; the system is asked for many at once, since asking costs more than the bytes. */
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
