/** The state of a file by which it is seen that nobody has written to it since. */

import type { Stats } from 'node:fs'

/** Bytes, then the times of the last change of content and of anything, in milliseconds. */
export type FileState = readonly [size: number, modifiedMs: number, changedMs: number]

/** A file that is written to again so soon may have the same state; in milliseconds. */
export const TICK_MS = 50

export function stateOf({ size, mtimeMs, ctimeMs }: Stats): FileState {
  return [size, mtimeMs, ctimeMs]
}

export function isSameState(a: FileState, b: FileState): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2]
}
