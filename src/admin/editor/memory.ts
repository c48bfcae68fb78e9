/** What the editor of a document knows between renders, and the draft that it keeps of it. */

import type { FullEntry } from '../api/types.js'
import { dropDraft, keepDraft, type StoredDraft } from './drafts/drafts.js'
import { createServerHalf, type ServerDraft, type ServerHalf } from './drafts/on-server.js'
import { isFirstTab, takeSlot, type DraftSlot } from './drafts/slot.js'
import type { KnownOnServer } from './drafts/which-draft.js'
import { changedFields, EMPTY, formOf, type Form } from './form.js'
import { collectionOfEntry, type Place } from './place.js'

/** An attempt to create a document, of which nobody knows yet what became of it. */
interface Begun {
  readonly key: string
  /** Time of the first one, in milliseconds since 1970; drafts of older versions have none. */
  readonly at?: number
  readonly form: Form
}

/** What both halves of a draft have. */
export interface DraftContent {
  readonly form: Form
  /** The version on the server when the edit began; null for a new document. */
  readonly base: Form | null
  readonly sha: string | null
  readonly begun: Begun | null
  /** The collection of an existing document. */
  readonly collection?: string | undefined
}

export interface Draft extends StoredDraft, DraftContent, KnownOnServer {
  /** The id of a new text on the server. */
  readonly unsavedId?: string | undefined
}

export interface Memory {
  form: Form
  /** The server's version when the edit began; null for a new document. */
  base: Form | null
  /** What a new document begins with. */
  readonly begin: Form
  sha: string | null
  /** The entry as last read or saved; null for a new one before its first save. */
  entry: FullEntry | null
  /** Null unless the answer to an attempt to create the entry was lost. */
  begun: Begun | null
  saving: Promise<FullEntry | null> | null
  /** Where the draft is kept. */
  slot: DraftSlot
  /** The half on the server; null for all but the first tab with a document. */
  server: ServerHalf<DraftContent> | null
  /** True after the editor was left; what it still saves goes on. */
  isLeft: boolean
}

/** What an editor opens. */
export interface Opened {
  readonly entry: FullEntry | null
  /** What a new document begins with. */
  readonly begin: Form
  /** Unsaved text from before; null for none. */
  readonly draft: Draft | null
  readonly slot: DraftSlot
  /** What the server has of it; null for nothing. */
  readonly there: ServerDraft<DraftContent> | null
  /** True if it has changed here as well, so that somebody must decide. */
  readonly isToDecide: boolean
  /** The id of a new text on the server. */
  readonly unsavedId: string
}

/** @returns what drafts of the document are called */
export function draftNameOf(place: Place, id: string | null): string {
  return id === null ? `new:${place.siteId}:${place.collection ?? 'pages'}` : `${place.type}:${id}`
}

export function memoryOf({ entry, begin, draft, slot }: Opened): Memory {
  const onServer = entry ? formOf(entry) : null
  return {
    form: draft?.form ?? onServer ?? begin,
    base: draft ? draft.base : onServer,
    begin,
    sha: draft ? draft.sha : (entry?.sha ?? null),
    entry,
    begun: entry ? null : (draft?.begun ?? null),
    saving: null,
    slot,
    server: null,
    isLeft: false,
  }
}

type Changed = Pick<Memory, 'base' | 'form'> & Partial<Pick<Memory, 'begin'>>

/** True if there are changes that the server does not have. A draft of a new document is one in any case. */
export function isDirty({ base, begin = EMPTY, form }: Changed): boolean {
  return changedFields(base ?? begin, form).length > 0
}

/**
 * Keeps the changes as a draft, or drops the draft if there are none.
 *
 * @returns false if the browser does not store it, so that it goes with the page
 */
export async function keep(now: Memory): Promise<boolean> {
  const { slot, form, base, begin, sha, begun, entry, server } = now
  if (!isDirty({ base, begin, form })) {
    server?.drop()
    return dropDraft(slot.key).then(() => true)
  }
  const collection = entry?.type === 'document' ? collectionOfEntry(entry) : undefined
  const content = { form, base, sha, begun, collection }
  server?.keep(form.title, content)
  const known = server && { version: server.version(), isKept: server.has(content) }
  const unsavedId = server?.place.isNew === true ? server.place.id : undefined
  return keepDraft<Draft>({ key: slot.key, ...content, ...known, unsavedId, at: Date.now() })
}

/** Both are the same text, begun from the same version. */
export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return a.sha === b.sha && changedFields(a.form, b.form).length === 0
}

/**
 * Begins to keep drafts on the server, too. Other tabs with the document have drafts of their own, which stay in the browser.
 *
 * @param onOther called when another machine has changed it meanwhile
 */
export function startServerHalf(
  now: Memory,
  { siteId, collection }: Place,
  { id, there, onOther }: ServerHalfParts,
): void {
  if (now.entry && !isFirstTab(now.slot)) return
  const { owner } = now.slot
  const place = { siteId, id, isNew: now.entry === null, collection, owner }
  const onKept = () => void (isDirty(now) && keep(now))
  now.server = createServerHalf(place, there, { isSame: isSameContent, onKept, onOther })
}

interface ServerHalfParts {
  readonly id: string
  /** What the server has; null for nothing. */
  readonly there: ServerDraft<DraftContent> | null
  readonly onOther: (other: ServerDraft<DraftContent>) => void
}

/** Keeps a text as the draft of a new document, which the next editor for one opens. */
export async function keepAsNew(place: Place, form: Form): Promise<void> {
  const { slot } = await takeSlot(draftNameOf(place, null), { isEmpty: true })
  const draft: Draft = { key: slot.key, form, base: null, sha: null, begun: null, at: Date.now() }
  await keepDraft(draft)
  slot.release()
}

/** After the first save: keeps what was typed since as a draft of the document that was made. */
export async function moveDraft(
  place: Place,
  now: Memory,
  { id, onOther }: Pick<ServerHalfParts, 'id' | 'onOther'>,
): Promise<void> {
  const { slot: old, server } = now
  const { slot } = await takeSlot(draftNameOf(place, id), { owner: old.owner })
  server?.drop()
  Object.assign(now, { slot, begun: null, server: null })
  startServerHalf(now, place, { id, there: null, onOther })
  await keep(now)
  await dropDraft(old.key)
  old.release()
  if (now.isLeft) slot.release()
}
