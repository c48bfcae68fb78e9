/** Long work in steps that let others have their turn. */

import { setImmediate as nextTurn } from 'node:timers/promises'

/** What is worked through, and how much at a time. */
interface Steps<Item> {
  readonly items: readonly Item[]
  readonly size: number
}

/** Calls `step` with `size` items at a time, in order, with a turn for others and maybe a `rest` after each. */
export async function inSteps<Item>(
  { items, size }: Steps<Item>,
  step: (some: readonly Item[]) => void,
  rest?: () => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    step(items.slice(start, start + size))
    await nextTurn()
    await rest?.()
  }
}

/** Calls `step` until it says that nothing is left, with a turn for others and a `rest` after each. */
export async function whileAny(step: () => boolean, rest: () => Promise<void>): Promise<void> {
  while (step()) {
    await nextTurn()
    await rest()
  }
}
