/** Work that may be large: counted, done in turns with everybody else's, and ended at a limit. */

import { createYielder } from '../../system/yielding.js'

/** Steps that take some milliseconds. */
const TURN = 2_000_000

export class WorkBudget {
  /** Steps after which `spend` is to be asked at the latest. */
  readonly turn = TURN
  #left: number
  readonly #yieldIfDue = createYielder()

  /** @param steps of all the work; a count and no time, so that the same work ends at the same place */
  constructor(steps: number) {
    this.#left = steps
  }

  /** No more is to be begun. */
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
