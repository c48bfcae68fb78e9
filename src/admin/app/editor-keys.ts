/**
 * React keys of editors. A new text gets its address with the first save; the key stays the same then, so that React
 * keeps the editor with its cursor, its undo history, and what is typed while the save runs.
 */

/** Keys of the editors in which documents were created, by the id of the document. */
const keysById = new Map<string, string>()

/** @param place where new texts go, such as a collection */
function newKey(place: string): string {
  return `new-${place}-${keysById.size}`
}

/** The key for an editor. @param place where new texts go, such as a collection @param id null for a new text */
export function editorKey(place: string, id: string | null): string {
  return id === null ? newKey(place) : (keysById.get(id) ?? id)
}

/** Call this after the first save, before the address changes. The next new text gets another key. */
export function keepEditor(id: string, place: string): void {
  keysById.set(id, newKey(place))
}
