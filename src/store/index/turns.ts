/** Long work in steps that let others have their turn. */

import { nextTurn } from '../../system/yielding.js'

/** What is worked through, and how much at a time. */
interface Steps<Item> {
  readonly items: readonly Item[]
  readonly size: number
}

/** Calls `step` with `size` items at a time, in order, with a turn for others after each. */
export async function inSteps<Item>(
  { items, size }: Steps<Item>,
  step: (some: readonly Item[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    step(items.slice(start, start + size))
    await nextTurn()
  }
}

/** How long others wait: what is under way ends later by one step, and by what `during` adds. */
const TURN_MS = 12

/** What surrounds the steps. */
interface Turns {
  /** Calls what it is given, which takes some steps: a transaction. */
  readonly during: (run: () => void) => void
  /** Waited for between two turns. */
  readonly rest: () => Promise<void>
}

/** As {@link inSteps}, but with as many steps between two turns for others as are soon done. */
export async function inTurns<Item>(
  { items, size }: Steps<Item>,
  step: (some: readonly Item[]) => void,
  { during, rest }: Turns,
): Promise<void> {
  let at = 0
  const run = () => {
    const end = performance.now() + TURN_MS
    do {
      step(items.slice(at, at + size))
      at += size
    } while (at < items.length && performance.now() < end)
  }
  while (at < items.length) {
    during(run)
    await nextTurn()
    await rest()
  }
}

/** Calls `step` until it says that nothing is left, with a turn for others and a `rest` after each. */
export async function whileAny(step: () => boolean, rest: () => Promise<void>): Promise<void> {
  while (step()) {
    await nextTurn()
    await rest()
  }
}
