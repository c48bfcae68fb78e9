/** The main file of the search thread, which answers one query after another. @see search.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../connection.js'
import { QueryTimeOver } from '../query-time.js'
import {
  createAnswers,
  type SearchAnswer,
  type SearchRequest,
  type SearchThreadData,
} from './search.js'

const { path, limits }: SearchThreadData = workerData
const answers = createAnswers(openReader(path), limits)

function answer({ number, question }: SearchRequest): SearchAnswer {
  try {
    return { number, page: answers(question) }
  } catch (error) {
    if (error instanceof QueryTimeOver) return { number, isLate: true }
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: SearchRequest) => {
  parentPort?.postMessage(answer(request))
})
