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

/** Items between two looks at the clock. */
const ITEMS_A_LOOK = 100

/** Does something quick with each of many, in their order; others have their turn in between. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
): Promise<void> {
  const others = createTurns()
  let done = 0
  for (const item of items) {
    act(item)
    done += 1
    if (done % ITEMS_A_LOOK === 0) await others()
  }
}
