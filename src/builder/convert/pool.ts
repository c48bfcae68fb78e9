/**
 * Converts Markdown in other threads while this one reads and renders.
 *
 * Texts are asked for early and taken when their turn comes, in about the same order. Nothing depends on
 * the threads but time: what is not under way when it is taken is converted by the taker, and so is
 * everything when the threads are gone. Threads start when there is enough to do to be worth it.
 */

import {
  MessageChannel,
  receiveMessageOnPort,
  type Worker,
  type MessagePort,
} from 'node:worker_threads'
import type { MarkupOptions } from './markdown.js'
import type { Conversion, FromWorker, Threads, ToWorker, WorkerStart } from './messages.js'
import { startThread } from '../../system/worker.js'

/** Below this a thread costs more of two processors than it gives: it has code to load and to get warm. */
const START_AT = 2_500_000
/** Characters of a batch: some milliseconds of work. */
const BATCH = 48_000
/** Batches that a thread has before it. */
const AHEAD = 4
/** Characters of HTML that wait to be taken; more would only fill memory. */
const MAX_WAITING_CHARACTERS = 48_000_000
/** Memory of a thread; who needs more converts in the main thread and meets its limit. */
const THREAD_MB = 256

interface Batch {
  readonly sources: readonly string[]
  readonly done: Promise<void>
  readonly settle: () => void
}

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly batches: Map<number, Batch>
  isReady: boolean
}

/** One a build. */
export class ConversionPool {
  /** By text: `queued`, the batch that it is in, or what came of it. */
  readonly #states = new Map<string, 'queued' | Batch | Conversion>()
  readonly #threads: Thread[] = []
  #converted = 0
  #queue: string[] = []
  #next = 0
  #asked = 0
  #waiting = 0
  #batches = 0
  #isClosed = false

  constructor(
    private readonly markup: MarkupOptions,
    private readonly threads: Threads,
  ) {}

  get #isWorthIt(): boolean {
    return this.threads.always || this.#asked >= START_AT
  }

  /** How many texts the threads have converted. */
  get converted(): number {
    return this.#converted
  }

  /** Asks for a text. */
  ask(source: string): void {
    if (this.#isClosed || this.#states.has(source)) return
    this.#states.set(source, 'queued')
    this.#queue.push(source)
    this.#asked += source.length
    if (this.#isWorthIt) this.#pump()
  }

  /** What came of a text; null where the taker has to convert it. It can be taken once. */
  take(source: string): Conversion | null {
    const state = this.#states.get(source)
    if (state === undefined) return null
    this.#states.delete(source)
    if (state === 'queued' || 'sources' in state) return null
    this.#waiting -= state.html.length
    return state
  }

  /** Resolves when a text that is under way can be taken; null for any other. */
  arrival(source: string): Promise<void> | null {
    this.#pump()
    const state = this.#states.get(source)
    return typeof state === 'object' && 'sources' in state ? state.done : null
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue = []
    this.#states.clear()
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  /** Takes what the threads have sent, though no event was handled meanwhile, and sends more. */
  #pump(): void {
    if (this.#isClosed || this.#asked === 0 || !this.#isWorthIt) return
    while (this.#threads.length < this.threads.count) this.#start()
    for (const thread of this.#threads) {
      for (;;) {
        const received: { message: FromWorker } | undefined = receiveMessageOnPort(thread.port)
        if (received === undefined) break
        this.#receive(thread, received.message)
      }
      while (thread.isReady && thread.batches.size < AHEAD && this.#sendTo(thread));
    }
  }

  #start(): void {
    const { port1: port, port2 } = new MessageChannel()
    const start: WorkerStart = { port: port2, options: this.markup }
    const worker = startThread(
      { name: './worker', from: import.meta.url },
      {
        workerData: start,
        transferList: [port2],
        resourceLimits: { maxOldGenerationSizeMb: THREAD_MB },
      },
    )
    const thread: Thread = { worker, port, batches: new Map(), isReady: false }
    this.#threads.push(thread)
    port.on('message', (message: FromWorker) => {
      this.#receive(thread, message)
      this.#pump()
    })
    // A thread that fails is done without; `exit` follows.
    worker.on('error', () => {})
    worker.on('exit', () => this.#lose(thread))
  }

  #receive(thread: Thread, message: FromWorker): void {
    if (message.kind === 'ready') {
      thread.isReady = true
      return
    }
    const batch = thread.batches.get(message.batch)
    if (batch === undefined) return
    thread.batches.delete(message.batch)
    this.#converted += message.results.length
    for (const [i, source] of batch.sources.entries()) {
      const result = message.results[i]
      if (result === undefined || this.#states.get(source) !== batch) continue
      this.#states.set(source, result)
      this.#waiting += result.html.length
    }
    batch.settle()
  }

  #sendTo(thread: Thread): boolean {
    if (this.#waiting > MAX_WAITING_CHARACTERS) return false
    const sources: string[] = []
    for (let size = 0; size < BATCH && this.#next < this.#queue.length; this.#next++) {
      const source = this.#queue[this.#next]
      if (source === undefined || this.#states.get(source) !== 'queued') continue
      sources.push(source)
      size += source.length
    }
    if (this.#next > 10_000) {
      this.#queue = this.#queue.slice(this.#next)
      this.#next = 0
    }
    if (sources.length === 0) return false
    const batch = newBatch(sources)
    const message: ToWorker = { batch: this.#batches++, sources }
    for (const source of sources) this.#states.set(source, batch)
    thread.batches.set(message.batch, batch)
    thread.port.postMessage(message)
    return true
  }

  /** What a thread had before it is the taker's now. */
  #lose(thread: Thread): void {
    thread.isReady = false
    for (const batch of thread.batches.values()) {
      for (const source of batch.sources) {
        if (this.#states.get(source) === batch) this.#states.delete(source)
      }
      batch.settle()
    }
    thread.batches.clear()
    thread.port.close()
  }
}

function newBatch(sources: readonly string[]): Batch {
  let settle: () => void = () => {}
  const done = new Promise<void>((resolve) => (settle = resolve))
  return { sources, done, settle }
}
