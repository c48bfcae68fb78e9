/**
 * Unsaved texts, kept in the browser by user and document, with the version that the edit began with. Several people
 * may use one browser: nobody is shown, or saves, what another one has typed.
 *
 * They are in IndexedDB, because local storage is too small. Writes for one document run one after the other, and a
 * waiting write is replaced by the next one, so fast typing causes few writes. What the browser does not store, because
 * it is forbidden to or full, is kept for as long as the page is open.
 */

import { unstored, type StoredDraft } from './unstored.js'

export type { StoredDraft }

const STORE = 'drafts'
const shared: { database: Promise<IDBDatabase> | null; userId: string } = {
  database: null,
  userId: '',
}

/** Sets who owns the drafts of what is opened from now on. */
export function setDraftOwner(userId: string): void {
  shared.userId = userId
}

/** The id of the user who owns the drafts of what is opened now. */
export function draftOwner(): string {
  return shared.userId
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

/** The draft with a key; null if there is none. */
export async function readDraft<Value extends StoredDraft>(key: string): Promise<Value | null> {
  const held = unstored.get(key)
  if (held) return held as Value
  const found: Promise<Value | undefined> = transact('readonly', (store) => store.get(key))
  return (await found.catch(() => undefined)) ?? null
}

/**
 * The drafts of all tabs for a document, newest first.
 *
 * @param first the key of the first tab's
 */
export async function listDrafts(first: string): Promise<readonly StoredDraft[]> {
  const held = unstored.list()
  const keys = new Set(held.map(({ key }) => key))
  const stored = (await listStored(first).catch(() => [])).filter(({ key }) => !keys.has(key))
  return [...held, ...stored]
    .filter(({ key }) => key === first || key.startsWith(`${first}\n`))
    .sort((a, b) => b.at - a.at)
}

async function listStored(first: string): Promise<readonly StoredDraft[]> {
  const range = IDBKeyRange.bound(first, `${first}\n\uffff`)
  return transact('readonly', (store) => store.getAll(range))
}

type Change = { readonly draft: StoredDraft } | 'drop'

const waiting = new Map<string, Change>()
/** Ends when nothing waits any more, by key. */
const writing = new Map<string, Promise<void>>()

function write(key: string): Promise<void> {
  const running = writing.get(key) ?? writeAll(key).finally(() => writing.delete(key))
  writing.set(key, running)
  return running
}

async function writeAll(key: string): Promise<void> {
  for (;;) {
    const change = waiting.get(key)
    if (!change) return
    waiting.delete(key)
    if (change === 'drop') {
      unstored.delete(key)
      await transact('readwrite', (store) => store.delete(key)).catch(() => undefined)
    } else {
      const { draft } = change
      await transact('readwrite', (store) => store.put(draft)).then(
        () => unstored.delete(key),
        () => unstored.set(draft),
      )
    }
  }
}

/** Keeps a draft. @returns false if the browser does not store it, so that it goes with the page */
export async function keepDraft<Value extends StoredDraft>(draft: Value): Promise<boolean> {
  const { key } = draft
  waiting.set(key, { draft })
  await write(key)
  return !unstored.get(key)
}

/** Deletes a draft that was saved or discarded. */
export async function dropDraft(key: string): Promise<void> {
  waiting.set(key, 'drop')
  await write(key)
}
