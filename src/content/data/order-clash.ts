/**
 * Says whether two people have ordered the same list, or one its columns. A merge by lines cannot tell: where both have
 * moved one item to different places, it would be there twice, and a row of one would not have the columns of the other.
 */

import { isObject, type JsonValue } from '../yaml/value.js'
import type { DataEdit, DataPath } from './data-edit.js'

/**
 * True if an edit of `base` moves something in a list or mapping whose order is another one in `now`, or changes a column
 * of a list that is another one.
 */
export function orderClashes(
  edits: readonly DataEdit[],
  { base, now }: { readonly base: JsonValue; readonly now: JsonValue },
): boolean {
  return edits.some(({ op, at }) => {
    if (at.includes(null)) {
      const [old, current] = [base, now].map((side) => valueAt(side, at.slice(0, at.indexOf(null))))
      return JSON.stringify(old) !== JSON.stringify(current)
    }
    if (op !== 'move') return false
    const outer = at.slice(0, -1)
    return !isInSameOrder(valueAt(base, outer), valueAt(now, outer))
  })
}

function valueAt(value: JsonValue | undefined, path: DataPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((found, step) => {
    if (Array.isArray(found)) return typeof step === 'number' ? found[step] : undefined
    return isObject(found) ? found[String(step)] : undefined
  }, value)
}

/** Items may have changed inside, but none may stand where another one was. */
function isInSameOrder(base: JsonValue | undefined, now: JsonValue | undefined): boolean {
  if (Array.isArray(base) && Array.isArray(now)) {
    if (base.length !== now.length) return false
    const [old, current] = [base, now].map((list) => list.map((item) => JSON.stringify(item)))
    if (old === undefined || current === undefined) return false
    const gone = new Set(old.filter((item, index) => item !== current[index]))
    return !current.some((item, index) => item !== old[index] && gone.has(item))
  }
  if (isObject(base) && isObject(now))
    return JSON.stringify(Object.keys(base)) === JSON.stringify(Object.keys(now))
  return base === now
}
