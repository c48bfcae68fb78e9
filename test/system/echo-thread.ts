/** A thread that repeats what it is told, and ends when it is told `end`. @see worker.test.ts */

import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (said: string) => {
  if (said === 'end') process.exit()
  parentPort?.postMessage(said)
})
