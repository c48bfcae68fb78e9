/**
 * A thread that converts Markdown: batches of texts in, their HTML out, in the same order.
 */

import { workerData } from 'node:worker_threads'
import { createMarkup } from './markdown.js'
import type { Conversion, FromWorker, ToWorker, WorkerStart } from './messages.js'

const { port, options }: WorkerStart = workerData
const { markdown } = await createMarkup(options)

function convert(source: string): Conversion {
  const { html, warnings } = markdown.toHtml(source)
  return { html, warnings }
}

function send(message: FromWorker): void {
  port.postMessage(message)
}

port.on('message', ({ batch, sources }: ToWorker) => {
  send({ kind: 'done', batch, results: sources.map(convert) })
})
send({ kind: 'ready' })
