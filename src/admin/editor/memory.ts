/** What the editor of a document knows between renders, and the draft that it keeps of it. */

import type { FullEntry } from '../api/types.js'
import { dropDraft, keepDraft, type StoredDraft } from './drafts/drafts.js'
import { takeSlot, type DraftSlot } from './drafts/slot.js'
import { changedFields, EMPTY, formOf, type Form } from './form.js'
import { collectionOfEntry, type Place } from './place.js'

/** An attempt to create a document, of which nobody knows yet what became of it. */
interface Begun {
  readonly key: string
  /** Time of the first one, in milliseconds since 1970; drafts of older versions have none. */
  readonly at?: number
  readonly form: Form
}

export interface Draft extends StoredDraft {
  readonly form: Form
  /** The version on the server when the edit began; null for a new document. */
  readonly base: Form | null
  readonly sha: string | null
  readonly begun: Begun | null
  /** The collection of an existing document. */
  readonly collection?: string | undefined
}

export interface Memory {
  form: Form
  /** The server's version when the edit began; null for a new document. */
  base: Form | null
  sha: string | null
  /** The entry as last read or saved; null for a new one before its first save. */
  entry: FullEntry | null
  /** Null unless the answer to an attempt to create the entry was lost. */
  begun: Begun | null
  saving: Promise<FullEntry | null> | null
  /** Where the draft is kept. */
  slot: DraftSlot
  /** True after the editor was left; what it still saves goes on. */
  isLeft: boolean
}

/** What an editor opens. */
export interface Opened {
  readonly entry: FullEntry | null
  /** Unsaved text from before; null for none. */
  readonly draft: Draft | null
  readonly slot: DraftSlot
}

/** @returns what drafts of the document are called */
export function draftNameOf(place: Place, id: string | null): string {
  return id === null ? `new:${place.siteId}:${place.collection ?? 'pages'}` : `${place.type}:${id}`
}

export function memoryOf({ entry, draft, slot }: Opened): Memory {
  const onServer = entry ? formOf(entry) : null
  return {
    form: draft?.form ?? onServer ?? EMPTY,
    base: draft ? draft.base : onServer,
    sha: draft ? draft.sha : (entry?.sha ?? null),
    entry,
    begun: entry ? null : (draft?.begun ?? null),
    saving: null,
    slot,
    isLeft: false,
  }
}

/** True if there are changes that the server does not have. */
export function isDirty({ base, form }: Pick<Memory, 'base' | 'form'>): boolean {
  return changedFields(base ?? EMPTY, form).length > 0
}

/**
 * Keeps the changes as a draft, or drops the draft if there are none.
 *
 * @returns false if the browser does not store it, so that it goes with the page
 */
export async function keep({ slot, form, base, sha, begun, entry }: Memory): Promise<boolean> {
  if (!isDirty({ base, form })) return dropDraft(slot.key).then(() => true)
  const collection = entry?.type === 'document' ? collectionOfEntry(entry) : undefined
  return keepDraft<Draft>({ key: slot.key, form, base, sha, begun, collection, at: Date.now() })
}

/** Keeps a text as the draft of a new document, which the next editor for one opens. */
export async function keepAsNew(place: Place, form: Form): Promise<void> {
  const { slot } = await takeSlot(draftNameOf(place, null), { isEmpty: true })
  const draft: Draft = { key: slot.key, form, base: null, sha: null, begun: null, at: Date.now() }
  await keepDraft(draft)
  slot.release()
}

/** After the first save: keeps what was typed since as a draft of the document that was made. */
export async function moveDraft(place: Place, now: Memory, id: string): Promise<void> {
  const { slot: old } = now
  const { slot } = await takeSlot(draftNameOf(place, id), { owner: old.owner })
  Object.assign(now, { slot, begun: null })
  await keep(now)
  await dropDraft(old.key)
  old.release()
  if (now.isLeft) slot.release()
}
