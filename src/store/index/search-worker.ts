/** The main file of the search thread, which answers one query after another. @see search.ts */

import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../connection.js'
import { answerOf, createAnswers, type Question, type SearchThreadData } from './search.js'

const { path, limits }: SearchThreadData = workerData
const answers = createAnswers(openReader(path), limits)

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answerOf(answers, question))
})
