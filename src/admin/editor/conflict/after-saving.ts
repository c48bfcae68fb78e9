/**
 * What is in the editor after a save, where the user has typed on meanwhile and the server has merged what others
 * saved.
 */

import { mergeParagraphs } from './merge-text.js'
import { conflictingFields, resolvedForm, valueOf, type FieldPath, type Form } from '../form.js'

interface Saving {
  /** The version with which the edit began; null for a document that was just created, which is nobody else's. */
  readonly base: Form | null
  readonly sent: Form
  /** The server's version now. */
  readonly saved: Form
  /** What is in the editor now. */
  readonly current: Form
}

/**
 * The server's version with what was typed while saving. Null if both touch the same place: then only the server
 * can merge them, from the version with which the edit began.
 */
export function afterSaving({ base, sent, saved, current }: Saving): Form | null {
  const sides = { base: sent, mine: current, theirs: saved }
  const body = bodyAfter(saved.body, sent.body, current.body) ?? (base ? null : current.body)
  if (body === null) return null
  // In a field that was sent, a difference is not somebody else's: that would have been a conflict.
  const isTheirs = (name: FieldPath) =>
    base !== null &&
    name !== 'body' &&
    JSON.stringify(valueOf(base, name)) === JSON.stringify(valueOf(sent, name))
  if (conflictingFields(sides).some(isTheirs)) return null
  return { ...resolvedForm(sides, {}), body }
}

/** The text with both changes; null if they clash. Line breaks at the end, which the server adds, are no change. */
function bodyAfter(saved: string, sent: string, current: string): string | null {
  if (current === sent) return saved
  if (saved.trimEnd() === sent.trimEnd()) return current
  const pieces = mergeParagraphs({ base: sent, mine: current, theirs: saved })
  const texts = pieces.map((piece) => (piece.kind === 'merged' ? piece.text : null))
  return texts.includes(null) ? null : texts.join('')
}
