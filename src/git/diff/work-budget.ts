/** Counts the steps of long work, yields to the event loop between them, and stops the work at a limit. */

import { createYielder } from '../../system/yielding.js'

/** Steps between two yields; some milliseconds. */
const TURN = 2_000_000

export class WorkBudget {
  /** Call `spend` at least once in this number of steps. */
  readonly turn = TURN
  #left: number
  readonly #yieldIfDue = createYielder()

  /** @param steps limit of all work; counted, not timed, so that the same work always stops at the same place */
  constructor(steps: number) {
    this.#left = steps
  }

  /** True when the limit is reached. */
  get isSpent(): boolean {
    return this.#left < 0
  }

  /** For work that is done in any case: yields to the event loop if it took long. */
  async pause(): Promise<void> {
    await this.#yieldIfDue()
  }

  /** Counts what was done, and yields to the event loop if that took long. */
  async spend(steps: number): Promise<void> {
    this.#left -= steps
    await this.#yieldIfDue()
  }
}
