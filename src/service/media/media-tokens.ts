/**
 * Tokens in the signed URLs of media files (`media.ts`). Whoever has a token may read one version of one file without
 * credentials, for one to two hours. All tokens made for a file within the same hour are equal, so that browsers
 * can cache what they load. Nothing is stored: the token holds all data, and the signature of this server.
 */

import { timingSafeEqual } from 'node:crypto'

/** The file that a token stands for. */
interface MediaFile {
  readonly siteId: string
  /** Object id of the blob: it names the version. */
  readonly oid: string
  /** Extension of the file name, lower case, without the dot; `''` for none. */
  readonly extension: string
}

export interface MediaTokens {
  tokenOf(address: MediaFile): string
  /** Null for a token that this server did not sign, or that has expired. */
  read(token: string): MediaFile | null
}

interface MediaTokensOptions {
  readonly signer: { sign(text: string): string }
  readonly now: () => number
}

const HOUR_MS = 3_600_000
const TOKEN = /^([0-9a-f]{24})-([0-9a-f]{40,64})-([0-9]{1,8})-([0-9a-z]{0,10})-([0-9a-f]{32})$/

export function createMediaTokens({ signer, now }: MediaTokensOptions): MediaTokens {
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
