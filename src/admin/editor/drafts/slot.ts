/**
 * Where a tab keeps the draft of a document. Two tabs with the same document, or with a new one each, keep a draft each,
 * so that neither overwrites or saves what was typed in the other. A tab that was closed leaves its draft to the next one
 * that opens the document.
 */

import { SET } from '../../api/view.js'
import { draftOwner, listDrafts, readDraft, type StoredDraft } from './drafts.js'
import { lock } from './locks.js'

export interface DraftSlot {
  /** The key of the draft: its owner, change set and document, with a number if other tabs have it open. */
  readonly key: string
  /** The id of the user whose draft it is, also after they have signed out and what they began still goes on. */
  readonly owner: string
  /** Leaves the draft to other tabs. */
  readonly release: () => void
}

export interface TakenSlot<Draft extends StoredDraft> {
  readonly slot: DraftSlot
  /** What was left there; null if there was nothing. */
  readonly draft: Draft | null
}

interface Taking<Draft> {
  readonly isEmpty?: boolean
  readonly owner?: string
  readonly isWanted?: (draft: Draft) => boolean
}

const turns = { last: Promise.resolve() }

/**
 * Takes a slot that no other tab has: the one with the newest draft, else one without.
 *
 * @param name of the document, such as `document:<id>`
 * @param isEmpty true for one without a draft
 * @param isWanted whether a draft is wanted; one without a draft is taken if none is
 * @param owner the id of a user; by default, who has signed in
 */
export function takeSlot<Draft extends StoredDraft>(
  name: string,
  { isEmpty = false, owner = draftOwner(), isWanted = () => !isEmpty }: Taking<Draft> = {},
): Promise<TakenSlot<Draft>> {
  // One by one: an editor that was left while it opened must have released its slot.
  const taking = turns.last.then(() => take<Draft>({ name, owner }, isWanted))
  turns.last = taking.then(
    () => undefined,
    () => undefined,
  )
  return taking
}

async function take<Draft extends StoredDraft>(
  { name, owner }: { readonly name: string; readonly owner: string },
  isWanted: (draft: Draft) => boolean,
): Promise<TakenSlot<Draft>> {
  const first = `${owner}:${SET === null ? '' : `${SET}:`}${name}`
  const drafts = await listDrafts(first)
  const keys = drafts.map(({ key }) => key)
  for (const { key } of (drafts as readonly Draft[]).filter(isWanted)) {
    const release = await lockKey(key)
    // Another tab may have saved it in the meantime.
    if (!release) continue
    return { slot: { key, owner, release }, draft: await readDraft<Draft>(key) }
  }
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? first : `${first}\n${number}`
    const release = keys.includes(key) ? null : await lockKey(key)
    if (release) return { slot: { key, owner, release }, draft: null }
  }
}

/** False if another tab of this browser had the document open when this one opened it. */
export const isFirstTab = ({ key }: Pick<DraftSlot, 'key'>): boolean => !key.includes('\n')

/** Locks a key among the editors of this browser. Null if another one has it. */
function lockKey(key: string): Promise<(() => void) | null> {
  return lock(`draft:${key}`)
}
