/**
 * Ids of the API: 24 lower-case hexadecimal characters, random.
 *
 * @see decisions.md §1
 */

const ID = /^[0-9a-f]{24}$/

/** Makes a new id; passed in from `server.ts`, so that tests can count. */
export type NewId = () => string

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
