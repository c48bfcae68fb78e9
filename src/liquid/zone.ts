/** From a clock on the wall to the instant, by the zone that the host knows. */

import type { Clock } from './definition.js'
import { LiquidTime } from './value.js'

/** An instant as the site's zone shows it. */
export const inZone = (epochMs: number, clock: Clock, nanoseconds = 0): LiquidTime => {
  const { offsetSeconds, zoneName } = clock.zone(epochMs)
  return new LiquidTime(epochMs, offsetSeconds, { zoneName, nanoseconds })
}

/** An instant given by the time that the zone's clocks show. */
export const fromWall = (wallMs: number, clock: Clock, nanoseconds = 0): LiquidTime =>
  inZone(
    epochOfWall(wallMs, (epochMs) => clock.zone(epochMs).offsetSeconds),
    clock,
    nanoseconds,
  )

/**
 * The instant (milliseconds) at which a zone's clocks show the given time, as `wallMs` (its milliseconds if it were
 * UTC). A time that occurs twice is the later one, one that is skipped moves on by the gap: as Ruby has it on Linux.
 *
 * @param offsetAt seconds east of UTC at an instant
 */
export const epochOfWall = (wallMs: number, offsetAt: (epochMs: number) => number): number => {
  const before = offsetAt(wallMs - DAY) * 1000
  const after = offsetAt(wallMs + DAY) * 1000
  const late = wallMs - Math.min(before, after)
  const early = wallMs - Math.max(before, after)
  const isLate = offsetAt(late) * 1000 === wallMs - late
  const isEarly = offsetAt(early) * 1000 === wallMs - early
  return isLate || !isEarly ? late : early
}

const DAY = 86_400_000
