/** Moves and repeats parts of a text as they are written. */

import type { Cut } from '../yaml/splice.js'

/** From `start` to `end` (exclusive). */
export interface Segment {
  readonly start: number
  readonly end: number
}

/** The cuts that move one of several segments; what stands between them stays where it is. */
export function moveCuts(
  source: string,
  segments: readonly Segment[],
  { from, to }: { readonly from: number; readonly to: number },
): Cut[] {
  const order = segments.map((_, index) => index)
  order.splice(to, 0, ...order.splice(from, 1))
  return segments.flatMap(({ start, end }, index): Cut[] => {
    const moved = segments[order[index] ?? index]
    if (moved === undefined || order[index] === index) return []
    return [{ start, end, text: source.slice(moved.start, moved.end) }]
  })
}

/** What stands between two of the parts beside each other, one of which is `at`; `none` for a single part. */
export function separatorAt(
  source: string,
  parts: readonly Segment[],
  { at, none }: { readonly at: number; readonly none: string },
): string {
  const first = at + 1 < parts.length ? at : at - 1
  const [left, right] = [parts[first], parts[first + 1]]
  return left && right ? source.slice(left.end, right.start) : none
}
