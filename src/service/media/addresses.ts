/**
 * Addresses of bytes that anybody may read who has them: of one version of one file, signed by this
 * server, for one to two hours. Within an hour they stay the same, so that browsers keep what is there.
 */

import { timingSafeEqual } from 'node:crypto'

/** What an address stands for. */
interface MediaAddress {
  readonly siteId: string
  readonly oid: string
  /** Of the file's name, lower case, without the dot; `''` for none. */
  readonly extension: string
}

export interface Addresses {
  tokenOf(address: MediaAddress): string
  /** Null for what this server has not signed, and for what has expired. */
  read(token: string): MediaAddress | null
}

interface AddressesOptions {
  readonly signer: { sign(text: string): string }
  readonly now: () => number
}

const HOUR_MS = 3_600_000
const TOKEN = /^([0-9a-f]{24})-([0-9a-f]{40,64})-([0-9]{1,8})-([0-9a-z]{0,10})-([0-9a-f]{32})$/

export function createAddresses({ signer, now }: AddressesOptions): Addresses {
  const hour = () => Math.floor(now() / HOUR_MS)
  const signatureOf = (body: string) => signer.sign(JSON.stringify(['media', body]))
  return {
    tokenOf: ({ siteId, oid, extension }) => {
      const known = /^[0-9a-z]{1,10}$/.test(extension) ? extension : ''
      const body = `${siteId}-${oid}-${hour() + 1}-${known}`
      return `${body}-${signatureOf(body)}`
    },
    read: (token) => {
      const [, siteId, oid, until, extension, signature] = TOKEN.exec(token) ?? []
      if (siteId === undefined || oid === undefined || signature === undefined) return null
      const body = `${siteId}-${oid}-${until}-${extension}`
      const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(body)))
      if (!isOurs || Number(until) < hour()) return null
      return { siteId, oid, extension: extension ?? '' }
    },
  }
}
