/**
 * One lock per site, first come, first served. Whatever moves `main` or changes the working tree or index of a site
 * holds it. It works within this process; git's lock files exclude other processes.
 */

export interface Locks {
  /** Runs work while no other work for the same key is running. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /** Resolves when no lock is held. */
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
