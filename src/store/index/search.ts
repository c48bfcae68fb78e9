/**
 * The search thread: lists that may touch many rows are found there, over a connection of its own
 * that can only read. Should the thread die, the same is done in process.
 */

import type { Worker } from 'node:worker_threads'
import type { Connection } from '../connection.js'
import { createListRows, type RowPage } from './list-rows.js'
import type { EntryQuery } from './site-index.js'
import { startThread } from '../../system/threads.js'

/** Finds the rows of lists, wherever it is cheapest. */
export interface Search {
  list(query: EntryQuery): Promise<RowPage>
  close(): Promise<void>
}

/** What goes to the thread. */
export interface SearchRequest {
  readonly number: number
  readonly query: EntryQuery
}

/** What comes back. */
export type SearchAnswer =
  | { readonly number: number; readonly page: RowPage }
  | { readonly number: number; readonly error: string }

interface Waiting {
  readonly query: EntryQuery
  readonly resolve: (page: RowPage) => void
  readonly reject: (error: unknown) => void
}

/** Deeper pages are left to the thread. */
const SHORT_WALK = 2000

/** A search over the index's file; `db` is the connection in process. */
export function createSearch(db: Connection): Search {
  const listHere = createListRows(db)
  const thread = createThread(db.name, listHere)
  return {
    list: async (query) => (isCheap(query) ? listHere(query) : thread.list(query)),
    close: () => thread.close(),
  }
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
    query.updatedSince === undefined &&
    query.isPublished === undefined &&
    (query.q ?? '') === '' &&
    query.offset + query.limit <= SHORT_WALK
  )
}

// Started by the first list that needs it: the command line mostly needs none.
function createThread(path: string, listHere: (query: EntryQuery) => RowPage): Search {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let worker: Worker | null = null
  let hasDied = false
  const died = () => {
    hasDied = true
    for (const one of waiting.values()) settleHere(one, listHere)
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
    list: (query) =>
      new Promise((resolve, reject) => {
        if (hasDied) return settleHere({ query, resolve, reject }, listHere)
        worker ??= start()
        last += 1
        waiting.set(last, { query, resolve, reject })
        worker.ref()
        worker.postMessage({ number: last, query } satisfies SearchRequest)
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

function settleHere(one: Waiting, listHere: (query: EntryQuery) => RowPage): void {
  try {
    one.resolve(listHere(one.query))
  } catch (error) {
    one.reject(error)
  }
}
