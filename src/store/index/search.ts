/**
 * Runs lists that may read many rows, and text searches, in a thread with its own read-only connection. If the thread
 * dies, they run in this thread.
 *
 * All users share the thread, so they take turns, and the number of waiting queries and the time of each are limited.
 */

import { overloaded, type GalleyError } from '../../errors.js'
import { MAX_SEARCHES_WAITING, MAX_SEARCHES_WAITING_OF_USER } from '../../model/limits.js'
import { createQueue } from '../../system/queue.js'
import type { Connection } from '../connection.js'
import { createQueryTime, QueryTimeOver } from '../query-time.js'
import { createListRows, type RowPage } from './list-rows.js'
import type { EntryQuery } from './site-index.js'
import { createTextSearch, type FoundPage, type TextSearch } from './text-search.js'
import { createAskedThread } from '../../system/worker.js'

/** Finds the rows of lists and text searches. Both throw GalleyError `unavailable` if too many queries wait, or a query takes too long. */
export interface Search {
  list(query: EntryQuery): Promise<RowPage>
  text(query: TextSearch): Promise<FoundPage>
  close(): Promise<void>
}

/** A query for the thread. */
export type Question =
  | { readonly kind: 'list'; readonly query: EntryQuery }
  | { readonly kind: 'text'; readonly query: TextSearch }

/** Answers a question with a page of the same kind. */
type Answers = (question: Question) => RowPage | FoundPage

/** What the thread is started with. */
export interface SearchThreadData {
  readonly path: string
  readonly limits: QueryLimits
}

/** The answer of the thread. */
type SearchAnswer =
  { readonly page: RowPage | FoundPage } | { readonly error: string } | { readonly isLate: true }

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
  const thread = createAskedThread<Question, SearchAnswer>(
    { name: './search-worker', from: import.meta.url },
    { path: db.name, limits } satisfies SearchThreadData,
  )
  const turns = createQueue({
    places: ASKED_AT_ONCE,
    maxWaitingOfOne: MAX_SEARCHES_WAITING_OF_USER,
    maxWaiting: MAX_SEARCHES_WAITING,
    refuse: tooMany,
  })
  const answer = async (question: Question) =>
    pageOf((await thread.ask(question)) ?? answerOf(answersHere, question))
  const ask = (question: Question, signalOf: EntryQuery['signalOf']) =>
    turns.run({ asker: question.query.asker ?? SERVER }, () => answer(question), { signalOf })
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
    query.visibilities === undefined &&
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

/** What a thread answers. */
export function answerOf(answers: Answers, question: Question): SearchAnswer {
  try {
    return { page: answers(question) }
  } catch (error) {
    if (error instanceof QueryTimeOver) return { isLate: true }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function pageOf(answer: SearchAnswer): RowPage | FoundPage {
  if ('page' in answer) return answer.page
  throw 'isLate' in answer ? tookTooLong() : new Error(`search failed: ${answer.error}`)
}
