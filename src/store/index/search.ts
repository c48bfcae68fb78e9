/**
 * Runs lists that may read many rows, and text searches, in a thread with its own read-only connection. If the thread
 * dies, they run in this thread.
 *
 * All users share the thread, so they take turns, and the number of waiting queries and the time of each are limited.
 */

import type { Worker } from 'node:worker_threads'
import { overloaded, type GalleyError } from '../../errors.js'
import { MAX_SEARCHES_WAITING, MAX_SEARCHES_WAITING_OF_USER } from '../../model/limits.js'
import { createFairQueue } from '../../system/fair-queue.js'
import type { Connection } from '../connection.js'
import { createQueryTime, QueryTimeOver } from '../query-time.js'
import { createListRows, type RowPage } from './list-rows.js'
import type { EntryQuery } from './site-index.js'
import { createTextSearch, type FoundPage, type TextSearch } from './text-search.js'
import { startThread } from '../../system/threads.js'

/** Finds the rows of lists and text searches. Both throw GalleyError `unavailable` if too many queries wait, or a query takes too long. */
export interface Search {
  list(query: EntryQuery): Promise<RowPage>
  text(query: TextSearch): Promise<FoundPage>
  close(): Promise<void>
}

/** A query for the thread. */
type Question =
  | { readonly kind: 'list'; readonly query: EntryQuery }
  | { readonly kind: 'text'; readonly query: TextSearch }

/** Answers a question with a page of the same kind. */
type Answers = (question: Question) => RowPage | FoundPage

/** What the thread is started with. */
export interface SearchThreadData {
  readonly path: string
  readonly limits: QueryLimits
}

/** A message to the thread. */
export interface SearchRequest {
  readonly number: number
  readonly question: Question
}

/** A message from the thread. */
export type SearchAnswer =
  | { readonly number: number; readonly page: RowPage | FoundPage }
  | { readonly number: number; readonly error: string }
  | { readonly number: number; readonly isLate: true }

interface Waiting {
  readonly question: Question
  readonly resolve: (page: RowPage | FoundPage) => void
  readonly reject: (error: unknown) => void
}

/** Limits of a query: others wait for it. */
interface QueryLimits {
  readonly maxMs: number
  /** Rows that it may read in any case. */
  readonly minRows?: number
}

/** @see src/http/README.md (Conventions) */
const QUERY_LIMITS: QueryLimits = { maxMs: 5000 }

/** Answers over one connection, which may be read-only. They throw QueryTimeOver. */
export function createAnswers(db: Connection, { maxMs, minRows }: QueryLimits): Answers {
  const time = createQueryTime(db, minRows)
  const list = createListRows(db)
  const text = createTextSearch(db, time)
  return ({ kind, query }) =>
    time.limited(maxMs, () => (kind === 'list' ? list(query) : text(query)))
}

/** Most rows that a list may read in this thread. */
const SHORT_WALK = 2000

/** Two, so that the thread has the next question when it has answered one. */
const ASKED_AT_ONCE = 2

/** The asker of the server's own queries. */
const SERVER = ''

/** A search over the index file; `db` is the connection of this thread. */
export function createSearch(db: Connection, limits = QUERY_LIMITS): Search {
  const answersHere = createAnswers(db, limits)
  const listHere = createListRows(db)
  const thread = createThread({ path: db.name, limits }, answersHere)
  const turns = createFairQueue({
    atOnce: ASKED_AT_ONCE,
    maxWaitingEach: MAX_SEARCHES_WAITING_OF_USER,
    maxWaiting: MAX_SEARCHES_WAITING,
    refuse: tooMany,
  })
  const ask = (question: Question, signalOf: EntryQuery['signalOf']) =>
    turns.run(question.query.asker ?? SERVER, () => thread.ask(question), { signalOf })
  return {
    // The thread gets no functions.
    list: async ({ signalOf, ...query }) => {
      if (isCheap(query)) return listHere(query)
      return (await ask({ kind: 'list', query }, signalOf)) as RowPage
    },
    text: async ({ signalOf, ...query }) =>
      (await ask({ kind: 'text', query }, signalOf)) as FoundPage,
    close: () => thread.close(),
  }
}

function tooMany(): GalleyError {
  const message = 'Too many searches and filtered lists are waiting; try again.'
  return overloaded(message, 1)
}

function tookTooLong(): GalleyError {
  const message =
    'This search or filtered list took too long and was ended: use more characters, or rarer words.'
  return overloaded(message, 5)
}

// True if a sorted SQL index alone answers the query.
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
    query.after === undefined &&
    query.offset + query.limit <= SHORT_WALK
  )
}

interface Thread {
  /** Resolves to a page of the kind of the question. */
  ask(question: Question): Promise<RowPage | FoundPage>
  close(): Promise<void>
}

// Starts with the first question, because commands usually need no thread.
function createThread(workerData: SearchThreadData, answerHere: Answers): Thread {
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
    const started = startThread({ name: './search-worker', from: import.meta.url }, { workerData })
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
  else if ('isLate' in answer) one?.reject(tookTooLong())
  else one?.reject(new Error(`search failed: ${answer.error}`))
}

function settleHere(one: Waiting, answerHere: Answers): void {
  try {
    one.resolve(answerHere(one.question))
  } catch (error) {
    one.reject(error instanceof QueryTimeOver ? tookTooLong() : error)
  }
}
