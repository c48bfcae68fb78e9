/**
 * Text that is not saved yet, kept in the browser: by document, with the version that it began with.
 *
 * IndexedDB, since texts may be larger than what local storage takes. Writes of one document follow each
 * other, and one that waits is replaced by the next, so that typing fast costs no more than typing slowly.
 */

import type { Form } from './form.js'

/** Whatever is kept. */
export interface StoredDraft {
  /** `document:<id>`, the place of a new one, or `source:<site>:<path>`. */
  readonly key: string
  /** Milliseconds. */
  readonly at: number
}

export interface Draft extends StoredDraft {
  readonly form: Form
  /** What was on the server when one began; null for a new document. */
  readonly base: Form | null
  readonly sha: string | null
}

const STORE = 'drafts'
const shared: { database: Promise<IDBDatabase> | null } = { database: null }

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

async function ask<T>(
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

/** What was kept for a document, if anything. */
export async function readDraft<Value extends StoredDraft = Draft>(
  key: string,
): Promise<Value | null> {
  const found: Value | undefined = await ask('readonly', (store) => store.get(key))
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
      if (change === 'drop') await ask('readwrite', (store) => store.delete(key))
      else await ask('readwrite', (store) => store.put(change.draft))
    }
  } finally {
    writing.delete(key)
  }
}

/** Keeps a text at once. @throws when the browser gives no storage */
export async function keepDraft<Value extends StoredDraft = Draft>(draft: Value): Promise<void> {
  waiting.set(draft.key, { draft })
  await write(draft.key)
}

/** Forgets a text that was saved or given up. */
export async function dropDraft(key: string): Promise<void> {
  waiting.set(key, 'drop')
  await write(key)
}
