/** Long work in steps that let others have their turn. */

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Calls `step` with `size` items at a time, in order, with a turn for others after each. */
export async function inSteps<Item>(
  items: readonly Item[],
  size: number,
  step: (some: readonly Item[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    step(items.slice(start, start + size))
    await nextTurn()
  }
}

/** Calls `step` until it says that nothing is left. */
export async function whileAny(step: () => boolean): Promise<void> {
  while (step()) await nextTurn()
}
