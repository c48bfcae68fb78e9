/** What the parts of the conversion tell each other: plain data, also from thread to thread. */

import type { MessagePort } from 'node:worker_threads'
import type { MarkdownResult } from '../../kramdown/markdown.js'
import type { MarkupOptions } from './markdown.js'

/** What comes of a text. */
export type Conversion = Pick<MarkdownResult, 'html' | 'warnings'>

/** How many threads, and whether they are started however little there is to do. */
export interface Threads {
  readonly count: number
  readonly always: boolean
}

/** What a thread is started with. */
export interface WorkerStart {
  readonly port: MessagePort
  readonly options: MarkupOptions
}

/** To a thread. */
export interface ToWorker {
  readonly batch: number
  readonly sources: readonly string[]
}

/** From a thread: once when it can begin, then for each batch. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly batch: number; readonly results: readonly Conversion[] }
