/** The body of the search thread: answers one query after another. @see search.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../connection.js'
import { createListRows } from './list-rows.js'
import type { SearchAnswer, SearchRequest } from './search.js'

interface WorkerData {
  readonly path: string
}

const { path }: WorkerData = workerData
const listRows = createListRows(openReader(path))

function answer({ number, query }: SearchRequest): SearchAnswer {
  try {
    return { number, page: listRows(query) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: SearchRequest) => {
  parentPort?.postMessage(answer(request))
})
