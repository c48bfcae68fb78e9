/**
 * Threads: what would hold up everybody else, or is not trusted, runs in one. Each has a limit of memory, what is asked of it
 * a limit of time, and the caller learns how it ended.
 */

import { Worker, type TransferListItem, type WorkerOptions } from 'node:worker_threads'
import { hasCode } from './errno.js'

/** A module to run: a built one, or a source file in tests. */
interface Module {
  /** Path without extension, relative to `from`: `./search-worker` */
  readonly name: string
  /** `import.meta.url` of the caller. */
  readonly from: string
}

export function startThread({ name, from }: Module, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`${name}.js`, from), options)
  // A thread does not inherit the loader of the process, so it registers its own.
  const file = JSON.stringify(new URL(`${name}.ts`, from).href)
  const body = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(body, { ...options, eval: true })
}

/** A thread that answers any number of questions, one after the other. */
interface AskedThread<Question, Answer> {
  /** Null if the thread has ended, before it was asked or before it has answered. */
  ask(question: Question, transferred?: readonly TransferListItem[]): Promise<Answer | null>
  close(): Promise<void>
}

/** The thread starts with the first question, and keeps the process alive only while it has one. */
export function createAskedThread<Question, Answer>(
  module: Module,
  workerData?: unknown,
): AskedThread<Question, Answer> {
  const waiting: ((answer: Answer | null) => void)[] = []
  let thread: Worker | null = null
  let isOver = false
  const end = () => {
    isOver = true
    for (const resolve of waiting.splice(0)) resolve(null)
  }
  const start = () => {
    const started = startThread(module, { workerData })
    started.on('message', (answer: Answer) => {
      waiting.shift()?.(answer)
      if (waiting.length === 0) started.unref()
    })
    return started.on('error', end).on('exit', end)
  }
  return {
    async ask(question, transferred = []) {
      if (isOver) return null
      const asked = (thread ??= start())
      asked.ref()
      const answered = new Promise<Answer | null>((resolve) => waiting.push(resolve))
      asked.postMessage(question, transferred)
      return answered
    },
    async close() {
      await thread?.terminate()
      isOver = true
    },
  }
}

/** How a question to a thread ended. `late`: its time was over, and the thread has been ended. */
type ThreadOutcome<Message> =
  | { readonly kind: 'answered'; readonly answer: Message }
  | { readonly kind: 'late' }
  | { readonly kind: 'out of memory' }
  | { readonly kind: 'died'; readonly error: unknown }

interface Budget<Message> {
  /** Aborted when the time is over. */
  readonly until: AbortSignal
  /** Replies to what the thread asks for itself; null for its answer. A failure is that of the question. */
  readonly serve?: (message: Message) => Promise<unknown> | null
}

/** Resolves when a thread has answered the one question that it has, or cannot. It keeps the process alive only meanwhile. */
export function outcomeOf<Message>(
  thread: Worker,
  { until, serve }: Budget<Message>,
): Promise<ThreadOutcome<Message>> {
  thread.ref()
  return new Promise((resolve, reject) => {
    const over = () => {
      until.removeEventListener('abort', onLate)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit).unref()
    }
    const become = (outcome: ThreadOutcome<Message>) => {
      over()
      resolve(outcome)
    }
    const onMessage = (message: Message) => {
      const reply = serve?.(message) ?? null
      if (reply === null) return become({ kind: 'answered', answer: message })
      reply.then((value) => thread.postMessage(value), reject)
    }
    const onError = (error: unknown) => {
      const isMemory = hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')
      become(isMemory ? { kind: 'out of memory' } : { kind: 'died', error })
    }
    const onExit = () => become({ kind: 'died', error: new Error('The thread has ended.') })
    const onLate = () => {
      over()
      thread.terminate().then(() => resolve({ kind: 'late' }), reject)
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    if (until.aborted) onLate()
    else until.addEventListener('abort', onLate)
  })
}

/** Runs a thread for one task, and ends it. */
export async function runThread<Message>(
  module: Module,
  task: Budget<Message> & { readonly data: unknown; readonly memoryMb: number },
): Promise<ThreadOutcome<Message>> {
  const resourceLimits = { maxOldGenerationSizeMb: task.memoryMb }
  const thread = startThread(module, { workerData: task.data, resourceLimits })
  // It may still fail while it is being ended, and without a listener that would end the process.
  thread.on('error', () => undefined)
  try {
    return await outcomeOf(thread, task)
  } finally {
    await thread.terminate()
  }
}
