/** Whether the published site has a text now, as far as its date and its end decide. */

import type { Entry } from '../api/types.js'
import { serverNow } from './server-clock.js'
import { timeOf } from './text.js'

type Moments = Pick<Entry, 'live_from' | 'live_until'>

/** Whether the date of a visible text is to come, so that it will be published by itself. */
export function isScheduled({ live_from: from }: Moments, now = serverNow()): boolean {
  return from !== null && timeOf(from) > now
}

/** Whether a visible text has come to its end. */
export function isExpired({ live_until: until }: Moments, now = serverNow()): boolean {
  return until !== null && timeOf(until) <= now
}
