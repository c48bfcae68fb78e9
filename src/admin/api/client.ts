/**
 * Calls the API as the signed-in user, with the session cookie.
 *
 * A request that gets 401 waits until the user has signed in again and is then sent once more, so an expired
 * session loses no work.
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
import { randomKey } from '../../client/random-key.js'
import { noteServerTime } from '../text/server-clock.js'
import { keepSetting, readSetting } from '../text/settings.js'
import { SERVER } from './base.js'
import { holdPage } from './leaving.js'
import { SET } from './view.js'

export { ApiError, randomKey }
export type { Arguments, Schemas, ServerWait }

export type Reply<Id extends OperationId> = Operations[Id]['reply']

const waitListeners = new Set<(wait: ServerWait) => void>()

const client = createClient({
  url: SERVER,
  retries: 1,
  changeSet: SET ?? undefined,
  onWait: (wait) => {
    for (const listener of waitListeners) listener(wait)
  },
})

/**
 * Calls the listener for each request that the server postpones (429 or 503).
 *
 * @returns a function that stops listening
 */
export function onServerWait(listener: (wait: ServerWait) => void): () => void {
  waitListeners.add(listener)
  return () => void waitListeners.delete(listener)
}

const sessions = {
  /** Called for each request that waits for a sign-in. */
  onEnd: (): void => undefined,
  /** How often the user has signed in again. */
  renewals: 0,
  /** How often a user has signed out. */
  signOuts: 0,
  /** Continue the requests that wait. */
  waiting: new Set<() => void>(),
}

/** Sets what to do when the session has ended: ask the user to sign in again, and then call `continueRequests`. */
export function onSessionEnd(listener: () => void): void {
  sessions.onEnd = listener
}

/** Sends the requests that wait for the user to sign in again. */
export function continueRequests(): void {
  sessions.renewals += 1
  const waiting = [...sessions.waiting]
  sessions.waiting.clear()
  for (const resolve of waiting) resolve()
}

/** After signing out: sends none of the requests so far again, as they would be another user's. */
export function forgetRequests(): void {
  sessions.signOuts += 1
  sessions.waiting.clear()
}

/** Calls an operation; 401 is thrown like any other error. @throws ApiError */
export async function callWithoutSignIn<Id extends OperationId>(
  id: Id,
  ...input: Arguments<Id>
): Promise<Reply<Id>> {
  const { data, headers } = await client.call(id, ...input)
  noteServerTime(headers)
  return data
}

/** Calls an operation; after 401, calls it again when the user has signed in. @throws ApiError */
export function call<Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Reply<Id>> {
  return withSignIn(() => callWithoutSignIn(id, ...input))
}

export interface List<Row> {
  readonly items: readonly Row[]
  /** Number of all matching rows, on all pages. */
  readonly total: number
}

/** One page of a list. @throws ApiError */
export function list<Id extends ListId>(
  id: Id,
  ...input: Arguments<Id>
): Promise<List<Reply<Id>[number]>> {
  return withSignIn(async () => {
    const { data, headers } = await client.call(id, ...input)
    noteServerTime(headers)
    return { items: data, total: Number(headers.get('X-Total-Count') ?? data.length) }
  })
}

/** Set in a browser whose pictures keep the data of where they were taken. */
const PLACES = 'galley.picture-places'

export const keepsPlaces = (): boolean => readSetting(PLACES) !== null

export function keepPlaces(isOn: boolean): void {
  keepSetting(PLACES, isOn ? 'kept' : null)
}

/**
 * Uploads a file and reports the progress; a picture without where it was taken. The page is held meanwhile.
 *
 * @throws ApiError
 */
export async function upload<Id extends UploadId>(
  id: Id,
  input: UploadInput<Id>,
): Promise<Reply<Id>> {
  const release = holdPage()
  try {
    const { withoutPlace } = await import('./without-place.js')
    const file =
      input.file instanceof File && !keepsPlaces() ? await withoutPlace(input.file) : input.file
    return await withSignIn(async () => (await client.upload(id, { ...input, file })).data)
  } finally {
    release()
  }
}

/** The events of a job until it ends; reconnects after lost connections. */
export function jobEvents(jobId: string, signal: AbortSignal): AsyncGenerator<JobEvent> {
  return client.follow(jobId, { signal })
}

/** The events of a site until the signal is aborted; ends when the stream cannot be resumed. @throws ApiError */
export function siteEvents(siteId: string, signal: AbortSignal) {
  return client.events(siteId, { signal })
}

async function withSignIn<T>(action: () => Promise<T>): Promise<T> {
  for (;;) {
    const { renewals, signOuts } = sessions
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (sessions.signOuts !== signOuts) throw error
      // A late answer to what was sent before the sign-in is about the session before.
      if (sessions.renewals === renewals) await nextSignIn()
    }
  }
}

function nextSignIn(): Promise<void> {
  return new Promise((resolve) => {
    sessions.waiting.add(resolve)
    sessions.onEnd()
  })
}
