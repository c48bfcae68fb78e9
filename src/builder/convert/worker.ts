/**
 * A thread that converts Markdown: batches of texts in, their HTML out, in the same order.
 */

import { workerData, type MessagePort } from 'node:worker_threads'
import { createMarkup, type MarkupOptions } from '../render/markdown.js'
import type { Conversion } from './conversions.js'

/** What the thread is started with. */
export interface WorkerStart {
  readonly port: MessagePort
  readonly options: MarkupOptions
}

/** To the thread. */
export interface ToWorker {
  readonly batch: number
  readonly sources: readonly string[]
}

/** From the thread: once when it can begin, then for each batch. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly batch: number; readonly results: readonly Conversion[] }

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
