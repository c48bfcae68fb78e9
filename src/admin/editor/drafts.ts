/**
 * Unsaved texts, kept in the browser by user and document, with the version that the edit began with. Several people
 * may use one browser: nobody is shown, or saves, what another one has typed.
 *
 * They are in IndexedDB, because local storage is too small. Writes for one document run one after the other, and a
 * waiting write is replaced by the next one, so fast typing causes few writes.
 */

import type { Form } from './form.js'

/** The properties that all drafts have. */
export interface StoredDraft {
  /** `document:<id>`, the place of a new document, or `source:<site>:<path>`; where it is kept, after the user's id. */
  readonly key: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
}

export interface Draft extends StoredDraft {
  readonly form: Form
  /** The version on the server when the edit began; null for a new document. */
  readonly base: Form | null
  readonly sha: string | null
}

const STORE = 'drafts'
const shared: { database: Promise<IDBDatabase> | null; userId: string } = {
  database: null,
  userId: '',
}

/** Sets whose drafts are meant from now on. */
export function setDraftOwner(userId: string): void {
  shared.userId = userId
}

function ownKey(key: string): string {
  return `${shared.userId}:${key}`
}

function open(): Promise<IDBDatabase> {
  shared.database ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open('galley', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(STORE, { keyPath: 'key' })
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no storage')))
  })
  return shared.database
}

async function transact<T>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = action(transaction.objectStore(STORE))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('no storage')),
    )
  })
}

/** The draft of a document; null if there is none. */
export async function readDraft<Value extends StoredDraft = Draft>(
  key: string,
): Promise<Value | null> {
  const found: Value | undefined = await transact('readonly', (store) => store.get(ownKey(key)))
  return found ?? null
}

type Change = { readonly draft: StoredDraft } | 'drop'

const waiting = new Map<string, Change>()
const writing = new Set<string>()

async function write(key: string): Promise<void> {
  if (writing.has(key)) return
  writing.add(key)
  try {
    for (;;) {
      const change = waiting.get(key)
      if (!change) return
      waiting.delete(key)
      if (change === 'drop') await transact('readwrite', (store) => store.delete(key))
      else await transact('readwrite', (store) => store.put(change.draft))
    }
  } finally {
    writing.delete(key)
  }
}

/** Stores a draft. @throws if the browser offers no storage */
export async function keepDraft<Value extends StoredDraft = Draft>(draft: Value): Promise<void> {
  const key = ownKey(draft.key)
  waiting.set(key, { draft: { ...draft, key } })
  await write(key)
}

/** Deletes a draft that was saved or discarded. */
export async function dropDraft(name: string): Promise<void> {
  const key = ownKey(name)
  waiting.set(key, 'drop')
  await write(key)
}
