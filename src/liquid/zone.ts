/** From a clock on the wall to the instant, by the zone that the host knows. */

import type { Clock } from './definition.js'
import { LiquidTime } from './value.js'

/** An instant as the site's zone shows it. */
export const inZone = (epochMs: number, clock: Clock, nanoseconds = 0): LiquidTime => {
  const { offsetSeconds, zoneName } = clock.zone(epochMs)
  return new LiquidTime(epochMs, offsetSeconds, { zoneName, nanoseconds })
}

/**
 * The instant at which the zone's clocks show the given time, as `wallMs` (its milliseconds if it
 * were UTC). A time that occurs twice is the later one, one that is skipped moves on by the gap: as
 * Ruby has it on Linux.
 */
export const fromWall = (wallMs: number, clock: Clock, nanoseconds = 0): LiquidTime => {
  const offsets = [-86_400_000, 86_400_000].map((shift) => clock.zone(wallMs + shift).offsetSeconds)
  const before = offsets[0] ?? 0
  const after = offsets[1] ?? 0
  const late = wallMs - Math.min(before, after) * 1000
  const early = wallMs - Math.max(before, after) * 1000
  const isLate = clock.zone(late).offsetSeconds * 1000 === wallMs - late
  const isEarly = clock.zone(early).offsetSeconds * 1000 === wallMs - early
  return inZone(isLate || !isEarly ? late : early, clock, nanoseconds)
}
