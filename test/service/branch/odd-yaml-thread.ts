/**
 * The thread for long YAML, with texts that make it behave oddly: `exit` ends it, `exit once` only the first
 * one, `loop` keeps it busy for ever, `fill` takes all memory, `throw` is a defect outside the reading.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { answerTo } from '../../../src/service/branch/long-yaml/work.js'

interface Message {
  readonly read?: { readonly source: string }
}

/** Shared with the test: how many threads have begun, and how many have come to a loop. */
const counts = workerData as Int32Array

const begun = Atomics.add(counts, 0, 1)

parentPort?.on('message', (message: Message) => {
  const word = message.read?.source
  if (word === 'exit' || (word === 'exit once' && begun === 0)) process.exit(1)
  if (word === 'loop') {
    Atomics.add(counts, 1, 1)
    for (;;);
  }
  if (word === 'fill') {
    const kept: object[] = []
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })))
  }
  if (word === 'throw') throw new Error('a defect')
  parentPort?.postMessage(answerTo(message))
})
