/** Work that may be large: counted, done in turns with everybody else's, and ended at a limit. */

/** Steps between two turns of others: some milliseconds. */
const TURN = 2_000_000

export class WorkBudget {
  /** Steps after which `spend` is to be asked at the latest. */
  readonly turn = TURN
  #left: number
  #sinceTurn = 0

  /** @param steps of all the work; a count and no time, so that the same work ends at the same place */
  constructor(steps: number) {
    this.#left = steps
  }

  /** No more is to be begun. */
  get isSpent(): boolean {
    return this.#left < 0
  }

  /** As `spend`, for work that is done in any case: the limit does not count it. */
  async pause(steps: number): Promise<void> {
    this.#left += steps
    await this.spend(steps)
  }

  /** Counts what was done, and lets others have their turn when that was much. */
  async spend(steps: number): Promise<void> {
    this.#left -= steps
    this.#sinceTurn += steps
    if (this.#sinceTurn < TURN) return
    this.#sinceTurn = 0
    await new Promise(setImmediate)
  }
}
