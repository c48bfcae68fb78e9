/** What the editor of a document shows. */

import type { FullEntry } from '../api/types.js'
import type { FieldPath, Form } from './form.js'
import type { ServerDraft } from './drafts/on-server.js'
import { memoryOf, type DraftContent, type Memory, type Opened } from './memory.js'

/** A conflict: both users have changed the same field to different values. */
export interface Conflict {
  readonly fields: readonly FieldPath[]
  readonly base: Form
  readonly theirs: Form
  readonly entry: FullEntry
  /** The body with both changes, if the server could merge them. */
  readonly merged: string | null
}

/** What was given up, and can be had back. */
export type GivenUp = Pick<Memory, 'form' | 'base' | 'sha'>

export interface EditorState {
  /** The draft of another machine, if it has changed there and here; null for none. */
  readonly other: ServerDraft<DraftContent> | null
  /** What was discarded; null if there is nothing to have back. */
  readonly givenUp: GivenUp | null
  readonly form: Form
  /** The entry as last read or saved; null for a new one before its first save. */
  readonly entry: FullEntry | null
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly error: unknown
  readonly conflict: Conflict | null
  /** Time of the restored draft; null if there was none. */
  readonly restoredAt: number | null
  /** False if the browser offers no storage: then the user should save often. */
  readonly isKept: boolean
  /** Changes when the text was set by something other than typing. */
  readonly textVersion: number
}

/** What the hooks of an editor share. */
export interface EditorParts {
  readonly memory: { readonly current: Memory }
  readonly alter: (next: Partial<EditorState>) => void
  readonly setState: (change: (was: EditorState) => EditorState) => void
}

export function stateOf(opened: Opened): EditorState {
  return {
    other: opened.isToDecide ? opened.there : null,
    givenUp: null,
    form: memoryOf(opened).form,
    entry: opened.entry,
    isDirty: opened.draft !== null,
    isSaving: false,
    error: null,
    conflict: null,
    restoredAt: opened.draft?.at ?? null,
    isKept: true,
    textVersion: 0,
  }
}
