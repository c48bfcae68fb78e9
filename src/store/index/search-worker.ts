/** The main file of the search thread, which answers one query after another. @see search.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../connection.js'
import { createAnswers, type SearchAnswer, type SearchRequest } from './search.js'

interface WorkerData {
  readonly path: string
}

const { path }: WorkerData = workerData
const answers = createAnswers(openReader(path))

function answer({ number, question }: SearchRequest): SearchAnswer {
  try {
    return { number, page: answers(question) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: SearchRequest) => {
  parentPort?.postMessage(answer(request))
})
