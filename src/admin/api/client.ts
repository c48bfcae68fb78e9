/**
 * The API, by its own client and the session's cookie.
 *
 * A request that is answered 401 waits until one has signed in again and is then sent once more: the end
 * of a session costs nobody what she was just doing.
 */

import {
  ApiError,
  createClient,
  type Arguments,
  type JobEvent,
  type ListId,
  type OperationId,
  type Operations,
  type Schemas,
  type ServerWait,
  type UploadId,
  type UploadInput,
} from '../../client/client.js'

export { ApiError }
export type { Arguments, Schemas, ServerWait }

export type Reply<Id extends OperationId> = Operations[Id]['reply']

const ears = new Set<(wait: ServerWait) => void>()

const client = createClient({
  url: '',
  retries: 1,
  onWait: (wait) => {
    for (const hear of ears) hear(wait)
  },
})

/** @param hear told of each request that the server puts off @returns ends it */
export function onServerWait(hear: (wait: ServerWait) => void): () => void {
  ears.add(hear)
  return () => void ears.delete(hear)
}

const guard = { signInAgain: () => new Promise<void>(() => undefined) }

/** @param signInAgain resolves when one has signed in again */
export function onSessionEnd(signInAgain: () => Promise<void>): void {
  guard.signInAgain = signInAgain
}

/** Carries an operation out, where 401 is an answer like others. @throws ApiError */
export async function ask<Id extends OperationId>(
  id: Id,
  ...input: Arguments<Id>
): Promise<Reply<Id>> {
  return (await client.call(id, ...input)).data
}

/** Carries an operation out; when the session has ended, after signing in again. @throws ApiError */
export function call<Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Reply<Id>> {
  return insist(() => ask(id, ...input))
}

export interface List<Row> {
  readonly items: readonly Row[]
  /** All that match, beyond the page. */
  readonly total: number
}

/** One page of a list. @throws ApiError */
export function list<Id extends ListId>(
  id: Id,
  ...input: Arguments<Id>
): Promise<List<Reply<Id>[number]>> {
  return insist(async () => {
    const { data, headers } = await client.call(id, ...input)
    return { items: data, total: Number(headers.get('X-Total-Count') ?? data.length) }
  })
}

/** Sends a file, and tells how far it is. @throws ApiError */
export function upload<Id extends UploadId>(id: Id, input: UploadInput<Id>): Promise<Reply<Id>> {
  return insist(async () => (await client.upload(id, input)).data)
}

/** The events of a job until it ends, whatever becomes of the connection. */
export function jobEvents(jobId: string, signal: AbortSignal): AsyncGenerator<JobEvent> {
  return client.follow(jobId, { signal })
}

/** What happens on a site, until the signal; ends when it can't be taken up again. @throws ApiError */
export function siteEvents(siteId: string, signal: AbortSignal) {
  return client.events(siteId, { signal })
}

async function insist<T>(action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await guard.signInAgain()
    }
  }
}
