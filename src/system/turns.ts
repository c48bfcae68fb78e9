/** Long work of many small pieces, done so that nobody waits for it. */

import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 8

/** Between two pieces of work: lets others have their turn where the last is some milliseconds ago. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}
