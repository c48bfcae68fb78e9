/**
 * One lock per site, first come, first served. Whatever moves `main` or changes the working tree or index of a site
 * holds it. It works within this process; git's lock files exclude other processes.
 */

import { createQueue, type Queue } from '../../system/queue.js'

export interface Locks extends Pick<Queue, 'idle'> {
  /** Runs work while no other work for the same key is running. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export function createLocks(): Locks {
  const queue = createQueue({ placesOfOne: 1 })
  return { run: (key, work) => queue.run({ asker: key }, work), idle: () => queue.idle() }
}
