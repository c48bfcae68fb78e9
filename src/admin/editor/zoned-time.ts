/** Converts times to and from the local time of a zone. */

/** The offset of a zone from UTC at a time, in minutes; positive in the east. */
function offsetAt(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** Milliseconds since 1970 -> `2026-11-20T12:00` in the zone. */
export function toLocal(time: number, zone: string): string {
  if (Number.isNaN(time)) return ''
  return new Date(time + offsetAt(time, zone) * 60_000).toISOString().slice(0, 16)
}

const DAY_MS = 86_400_000

/**
 * `2026-11-20T12:00` -> ISO 8601 with the zone's offset at that time. As for the server, a time that occurs twice is the
 * later one, and one that is skipped moves on by the gap.
 */
export function fromLocal(text: string, zone: string): string {
  const wall = Date.parse(`${text}Z`)
  const around = [wall - DAY_MS, wall + DAY_MS].map((time) => offsetAt(time, zone))
  const [later, earlier] = [Math.min(...around), Math.max(...around)]
  const isAt = (offset: number) => offsetAt(wall - offset * 60_000, zone) === offset
  const minutes = isAt(later) || !isAt(earlier) ? later : earlier
  const sign = minutes < 0 ? '-' : '+'
  const pad = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${text.slice(0, 16)}:00${sign}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}
