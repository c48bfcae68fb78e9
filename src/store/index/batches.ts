/** Long work on many rows in batches, with a round of the event loop for other requests between them. */

import { nextTurn } from '../../system/yielding.js'

/** The items, and how many of them make a batch. */
interface Steps<Item> {
  readonly items: readonly Item[]
  readonly size: number
}

/** Calls `step` with each batch, in order, and yields to the event loop after each. */
export async function forEachBatch<Item>(
  { items, size }: Steps<Item>,
  step: (some: readonly Item[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    step(items.slice(start, start + size))
    await nextTurn()
  }
}

/** Milliseconds of work before it yields; it ends later by one batch, and by what `during` adds. */
const TURN_MS = 12

/** What happens around the batches. */
interface Turns {
  /** Must call `run`, which does some batches: for instance inside a transaction. */
  readonly during: (run: () => void) => void
  /** Awaited after each yield. */
  readonly rest: () => Promise<void>
}

/**
 * Like {@link forEachBatch}, but does as many batches before each yield as fit into {@link TURN_MS}.
 *
 * @param step returns true if it yields before the next batch in any case
 */
export async function forEachTimedBatch<Item>(
  { items, size }: Steps<Item>,
  step: (some: readonly Item[]) => boolean | void,
  { during, rest }: Turns,
): Promise<void> {
  let at = 0
  const run = () => {
    const end = performance.now() + TURN_MS
    for (let isLast = false; !isLast && at < items.length; at += size) {
      isLast = step(items.slice(at, at + size)) === true || performance.now() >= end
    }
  }
  while (at < items.length) {
    during(run)
    await nextTurn()
    await rest()
  }
}

/** Calls `step` until it returns false, and yields and awaits `rest` after each call. */
export async function repeatYielding(
  step: () => boolean,
  rest: () => Promise<void>,
): Promise<void> {
  while (step()) {
    await nextTurn()
    await rest()
  }
}
