/** The thread of `incoming-check.ts`. */

import { parentPort } from 'node:worker_threads'
import { catFilePool } from '../../git/objects/cat-file.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import type { TreeWeight } from '../../git/objects/tree-scale.js'
import { lookOver } from './incoming.js'
import type { ThreadAnswer, ThreadQuestion } from './incoming-check.js'

const pool = catFilePool(4)
/** Readers of recently used repositories; their git processes end when idle. */
const readers = new Map<string, ObjectReader>()
const MAX_READERS = 16
const weights = new Map<string, TreeWeight>()
const MAX_WEIGHTS = 100_000

parentPort?.on('message', (question: ThreadQuestion) => void answer(question))

async function answer({ limits, ...question }: ThreadQuestion): Promise<void> {
  const sources = { known: knownReader(question.gitDir), pool, weights, isSmall: false }
  const outcome = await lookOver(question, limits, sources).then(
    ({ refusal, growth }): ThreadAnswer => ({ refusal, growth }),
    (error: unknown): ThreadAnswer => ({
      failure: error instanceof Error ? error.message : String(error),
    }),
  )
  if (weights.size > MAX_WEIGHTS) weights.clear()
  parentPort?.postMessage(outcome)
}

function knownReader(gitDir: string): ObjectReader {
  const found = readers.get(gitDir) ?? pool.reader(gitDir)
  readers.delete(gitDir)
  readers.set(gitDir, found)
  const [oldest] = readers.keys()
  if (readers.size > MAX_READERS && oldest !== undefined) {
    void readers.get(oldest)?.close()
    readers.delete(oldest)
  }
  return found
}
