/** Formats times in the four forms of the API. @see src/http/README.md (Conventions) */

import { DateTime } from 'luxon'

const STAMP = 'yyyy-MM-dd HH:mm:ss ZZZ'

/** Limits for years of four digits, in every zone. */
const EARLIEST = Date.parse('0001-01-02')
const LATEST = Date.UTC(9999, 11, 30)

/** Limits a time: one that cannot be formatted must not break the whole answer. */
function shown(milliseconds: number): number {
  return Math.min(Math.max(milliseconds || 0, EARLIEST), LATEST)
}

/** `2026-11-20 12:00:00 +0000` from seconds since the Unix epoch. */
export function utcStamp(seconds: number): string {
  const iso = new Date(shown(seconds * 1000)).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} +0000`
}

/** The same from milliseconds; null for none. */
export function utcStampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : utcStamp(milliseconds / 1000)
}

/** Like `utcStamp`, with the offset of an IANA zone; an unknown zone counts as UTC. */
export function zonedStamp(seconds: number, zone: string): string {
  const local = DateTime.fromMillis(shown(seconds * 1000), { zone })
  return local.isValid ? local.toFormat(STAMP) : utcStamp(seconds)
}

/** `2026-11-20T12:00:00+01:00`, from milliseconds since the Unix epoch. */
export function isoStamp(milliseconds: number, zone: string): string {
  const at = shown(milliseconds)
  const local = DateTime.fromMillis(at, { zone })
  const time = local.isValid ? local : DateTime.fromMillis(at, { zone: 'utc' })
  return time.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
}

/** Seconds since the Unix epoch, as a text. */
export function epochText(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1000))
}
