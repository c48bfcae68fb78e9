/**
 * A new text gets an address of its own with its first save, and goes on in the editor that it is in: with
 * its cursor, what is typed meanwhile, and what can be undone.
 */

/** By the id of a text, the editor that it was begun in. */
const begun = new Map<string, string>()

/** @param place where new texts go, such as a collection */
function newKey(place: string): string {
  return `new-${place}-${begun.size}`
}

/** What stays the same for as long as one editor is on the screen. @param id null for a new text */
export function editorKey(place: string, id: string | null): string {
  return id === null ? newKey(place) : (begun.get(id) ?? id)
}

/** To be called before the address changes; the next new text gets an editor of its own. */
export function goOnAs(id: string, place: string): void {
  begun.set(id, newKey(place))
}
