/** The thread of `yaml-thread.ts`. */

import { parentPort } from 'node:worker_threads'
import { answerTo } from './work.js'

parentPort?.on('message', (message: unknown) => parentPort?.postMessage(answerTo(message)))
