/**
 * The search thread: lists that may touch many rows are found there, over a connection of its own
 * that can only read. Should the thread die, the same is done in process.
 *
 * There is one thread for everybody, so that those who ask take turns, and nobody may wait for very much.
 */

import type { Worker } from 'node:worker_threads'
import { GalleyError } from '../../errors.js'
import { MAX_SEARCHES_WAITING, MAX_SEARCHES_WAITING_OF_USER } from '../../model/limits.js'
import { createFairQueue } from '../../system/fair-queue.js'
import type { Connection } from '../connection.js'
import { createListRows, type RowPage } from './list-rows.js'
import type { EntryQuery } from './site-index.js'
import { createTextSearch, type FoundPage, type TextSearch } from './text-search.js'
import { startThread } from '../../system/threads.js'

/** Finds the rows of lists and searches, wherever it is cheapest. */
export interface Search {
  list(query: EntryQuery): Promise<RowPage>
  text(query: TextSearch): Promise<FoundPage>
  close(): Promise<void>
}

/** What can be asked. */
type Question =
  | { readonly kind: 'list'; readonly query: EntryQuery }
  | { readonly kind: 'text'; readonly query: TextSearch }

/** The page is of the kind that was asked for. */
type Answers = (question: Question) => RowPage | FoundPage

/** What goes to the thread. */
export interface SearchRequest {
  readonly number: number
  readonly question: Question
}

/** What comes back. */
export type SearchAnswer =
  | { readonly number: number; readonly page: RowPage | FoundPage }
  | { readonly number: number; readonly error: string }

interface Waiting {
  readonly question: Question
  readonly resolve: (page: RowPage | FoundPage) => void
  readonly reject: (error: unknown) => void
}

/** Answers over one connection, which may be read-only. */
export function createAnswers(db: Connection): Answers {
  const list = createListRows(db)
  const text = createTextSearch(db)
  return ({ kind, query }) => (kind === 'list' ? list(query) : text(query))
}

/** Deeper pages are left to the thread. */
const SHORT_WALK = 2000

/** The next question lies ready when the thread has answered one. */
const ASKED_AT_ONCE = 2

/** What nobody asked for is the server's own. */
const SERVER = ''

/** A search over the index's file; `db` is the connection in process. */
export function createSearch(db: Connection): Search {
  const listHere = createListRows(db)
  const thread = createThread(db.name, createAnswers(db))
  const turns = createFairQueue({
    atOnce: ASKED_AT_ONCE,
    mostOfOne: MAX_SEARCHES_WAITING_OF_USER,
    most: MAX_SEARCHES_WAITING,
    refuse: tooMany,
  })
  const ask = (question: Question) =>
    turns.run(question.query.asker ?? SERVER, () => thread.ask(question))
  return {
    list: async (query) => {
      if (isCheap(query)) return listHere(query)
      return (await ask({ kind: 'list', query })) as RowPage
    },
    text: async (query) => (await ask({ kind: 'text', query })) as FoundPage,
    close: () => thread.close(),
  }
}

function tooMany(): GalleyError {
  const message = 'Too many searches and filtered lists are waiting; try again.'
  return new GalleyError('unavailable', message, { retryAfter: 1 })
}

// What an ordered index answers by itself.
function isCheap(query: EntryQuery): boolean {
  return (
    query.kinds.length === 1 &&
    (query.collection !== undefined || query.kinds[0] === 'page') &&
    query.visibility === undefined &&
    query.extensions === undefined &&
    query.ownerKeys === undefined &&
    query.tag === undefined &&
    query.category === undefined &&
    query.createdBy === undefined &&
    query.dateFrom === undefined &&
    query.dateTo === undefined &&
    query.updatedSince === undefined &&
    query.isPublished === undefined &&
    (query.q ?? '') === '' &&
    query.offset + query.limit <= SHORT_WALK
  )
}

interface Thread {
  /** The page is of the kind that was asked for. */
  ask(question: Question): Promise<RowPage | FoundPage>
  close(): Promise<void>
}

// Started by the first question that needs it: the command line mostly needs none.
function createThread(path: string, answerHere: Answers): Thread {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let worker: Worker | null = null
  let hasDied = false
  const died = () => {
    hasDied = true
    for (const one of waiting.values()) settleHere(one, answerHere)
    waiting.clear()
  }
  const start = () => {
    const started = startThread(
      { name: './search-worker', from: import.meta.url },
      { workerData: { path } },
    )
    started.on('message', (answer: SearchAnswer) => {
      settle(waiting, answer)
      // A thread without work does not keep the program alive.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', died)
    started.on('exit', died)
    return started
  }
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (hasDied) return settleHere({ question, resolve, reject }, answerHere)
        worker ??= start()
        last += 1
        waiting.set(last, { question, resolve, reject })
        worker.ref()
        worker.postMessage({ number: last, question } satisfies SearchRequest)
      }),
    close: async () => {
      await worker?.terminate()
      hasDied = true
    },
  }
}

function settle(waiting: Map<number, Waiting>, answer: SearchAnswer): void {
  const one = waiting.get(answer.number)
  waiting.delete(answer.number)
  if ('page' in answer) one?.resolve(answer.page)
  else one?.reject(new Error(`search failed: ${answer.error}`))
}

function settleHere(one: Waiting, answerHere: Answers): void {
  try {
    one.resolve(answerHere(one.question))
  } catch (error) {
    one.reject(error)
  }
}
