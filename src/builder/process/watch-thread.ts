/** The thread of `watch.ts`: ends its process, whose own thread may never come to look at anything again. */

import { workerData } from 'node:worker_threads'
import type { WatchStart } from './watch.js'

const { parent, allowed }: WatchStart = workerData

const LOOK_EVERY_MS = 1000

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isSpent = user + system > (allowed[0] ?? Infinity)
  if (isSpent || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
