/** Numbers for texts that are ordered by `position`: as few as possible change when one is moved. Pure. */

export interface Placed {
  readonly id: string
  /** Null for texts without a number, which come last. */
  readonly position: number | null
}

/** The texts after one has moved from one place to another. */
export function movedTo<Text>(texts: readonly Text[], from: number, to: number): readonly Text[] {
  const moved = texts.slice(from, from + 1)
  return texts.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}

/**
 * The numbers that must be written so that texts come in a new order.
 *
 * @param texts in the new order
 * @param moved the one that was moved; the others stand as they were sorted, those of one number by their paths
 * @returns by ids; whole numbers, the fewest that do
 */
export function newPositions(texts: readonly Placed[], moved: string): ReadonlyMap<string, number> {
  const end = 1 + texts.findLastIndex(({ id, position }) => id === moved || position !== null)
  const head = texts.slice(0, end)
  const kept = longestKept(head, moved)
  const numbers = new Map<string, number>()
  // Between two that keep theirs, and around all of them.
  let before = -1
  for (const after of [...kept, head.length]) {
    const start = startOf(head, before, after)
    for (let at = before + 1; at < after; at += 1) {
      numbers.set(head[at]?.id ?? '', start + at - before - 1)
    }
    before = after
  }
  return numbers
}

/** The number of the first text between two that keep theirs, or before the first or after the last of these. */
function startOf(head: readonly Placed[], before: number, after: number): number {
  const lower = head[before]?.position ?? null
  if (lower !== null) return Math.floor(lower) + 1
  const upper = head[after]?.position ?? null
  // 1 where nothing keeps a number, and where there is room for it.
  return upper === null ? 1 : Math.min(1, Math.ceil(upper) - after)
}

/** The places of the most texts that can keep their numbers. */
function longestKept(head: readonly Placed[], moved: string): readonly number[] {
  const best: { readonly count: number; readonly before: number }[] = []
  let last = -1
  for (const [at, text] of head.entries()) {
    // Of two ways with as many changes, the one that changes the text that was moved.
    const own = text.id === moved ? 0.5 : 1
    let [count, before] = [text.position === null ? 0 : own, -1]
    for (let from = 0; from < at && text.position !== null; from += 1) {
      const known = best[from]?.count ?? 0
      if (known > 0 && known + own > count && canBothKeep(head, [from, at], moved)) {
        ;[count, before] = [known + own, from]
      }
    }
    best.push({ count, before })
    if (count > (best[last]?.count ?? 0)) last = at
  }
  const kept: number[] = []
  for (let at = last; at >= 0; at = best[at]?.before ?? -1) kept.unshift(at)
  return kept
}

/** Whether there are whole numbers for all texts between two. */
function canBothKeep(
  head: readonly Placed[],
  [from, to]: readonly [number, number],
  moved: string,
): boolean {
  const [first, second] = [head[from], head[to]]
  const [low, high] = [first?.position ?? 0, second?.position ?? 0]
  const areNeighbours = to === from + 1
  // Of one number, they stand by their paths: right unless one has come here.
  if (areNeighbours && low === high) return first?.id !== moved && second?.id !== moved
  return low < high && Math.ceil(high) - Math.floor(low) - 1 >= to - from - 1
}
