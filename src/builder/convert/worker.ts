/** A thread that converts Markdown: batches of texts in, their HTML out, in the same order. */

import { workerData } from 'node:worker_threads'
import { createMarkup } from './markdown.js'
import type { Conversion, FromWorker, ToWorker, WorkerStart } from './messages.js'

const { port, options }: WorkerStart = workerData

function send(message: FromWorker): void {
  port.postMessage(message)
}

async function start(): Promise<void> {
  const { markdown } = await createMarkup(options)
  const convert = (source: string): Conversion => {
    const { html, warnings } = markdown.toHtml(source)
    return { html, warnings }
  }
  port.on('message', ({ batch, sources }: ToWorker) => {
    send({ kind: 'done', batch, results: sources.map(convert) })
  })
  send({ kind: 'ready' })
}

void start()
