/**
 * One lock a site: whatever moves `main`, the working tree or the index of a site holds it, first
 * come, first served. It excludes within this process; git's own lock files exclude others.
 */

export interface Locks {
  /** Runs alone among all that is run for the same key. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /** Resolves when nothing is held any more. */
  idle(): Promise<void>
}

export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve()
      const result = before.then(work, work)
      const tail = result.then(
        () => undefined,
        () => undefined,
      )
      tails.set(key, tail)
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
      return result
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
