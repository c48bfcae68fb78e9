/** Compares two lists, for the smallest change of one into the other. */

import { equalValues, type YamlValue } from './value.js'

export interface ListChange {
  readonly old: readonly YamlValue[]
  readonly value: readonly YamlValue[]
}

interface ListPlan {
  /** Indices of items that change in place: the same in both lists. */
  readonly replaced: readonly number[]
  /** Indices of old items to remove: from `from` to `to` (exclusive). */
  readonly removed: { readonly from: number; readonly to: number }
  /** Items to add after the old item before `removed.from`. There are none if items are removed. */
  readonly added: readonly YamlValue[]
}

/** Keeps equal items at both ends; changes, then removes or adds those between them. */
export function planOf({ old, value }: ListChange): ListPlan {
  const most = Math.min(old.length, value.length)
  let head = 0
  while (head < most && isEqualAt(old, value, head)) head++
  let tail = 0
  while (tail < most - head && isEqualAt(old, value, -1 - tail)) tail++
  const from = most - tail
  return {
    replaced: Array.from({ length: from - head }, (_, i) => head + i),
    removed: { from, to: old.length - tail },
    added: value.slice(from, value.length - tail),
  }
}

function isEqualAt(old: readonly YamlValue[], value: readonly YamlValue[], at: number): boolean {
  return equalValues(old.at(at) ?? null, value.at(at) ?? null)
}

/** An item before and after. */
export interface Changed {
  readonly old: YamlValue
  readonly value: YamlValue
}

export function changedAt({ old, value }: ListChange, at: number): Changed {
  return { old: old[at] ?? null, value: value[at] ?? null }
}
