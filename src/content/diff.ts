/**
 * Compares two lists of texts, such as lines or words, with Myers' algorithm, by divide and conquer in linear space.
 * Pure; the web admin uses it too.
 *
 * @see E. Myers, "An O(ND) difference algorithm and its variations", 1986
 */

/** Texts `[fromA, toA)` of one list became `[fromB, toB)` of the other. */
export interface Hunk {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

/** The differences of two lists, in order. Between the hunks, the lists are equal. */
export function diffLists(a: readonly string[], b: readonly string[]): Hunk[] {
  const [idsA, idsB] = numbered(a, b)
  const whole = { fromA: 0, toA: a.length, fromB: 0, toB: b.length }
  // Equal ends go first, as in git: it is clear what they match.
  const { fromA: head, toA, toB } = withoutEqualEnds(idsA, idsB, whole)
  return diffIds(idsA.slice(head, toA), idsB.slice(head, toB)).map((hunk) => ({
    fromA: head + hunk.fromA,
    toA: head + hunk.toA,
    fromB: head + hunk.fromB,
    toB: head + hunk.toB,
  }))
}

function diffIds(idsA: readonly number[], idsB: readonly number[]): Hunk[] {
  // Texts that only one side has match nothing; leaving them out saves most of the work.
  const [sharedA, sharedB] = [shared(idsA, idsB), shared(idsB, idsA)]
  const differ = new Differ(
    sharedA.map((at) => idsA[at] ?? -1),
    sharedB.map((at) => idsB[at] ?? -1),
  )
  differ.compare({ fromA: 0, toA: sharedA.length, fromB: 0, toB: sharedB.length })
  return hunksBetween(
    keptAt(idsA, sharedA, differ.isChangedA),
    keptAt(idsB, sharedB, differ.isChangedB),
  )
}

/** Positions of the texts that the other side has, too. */
function shared(ids: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others)
  return ids.flatMap((id, at) => (known.has(id) ? [at] : []))
}

/** True for each text that stays. */
function keptAt(ids: readonly number[], positions: readonly number[], isChanged: boolean[]) {
  const isKept = ids.map(() => false)
  for (const [i, at] of positions.entries()) isKept[at] = isChanged[i] !== true
  return isKept
}

function hunksBetween(isKeptA: readonly boolean[], isKeptB: readonly boolean[]): Hunk[] {
  const hunks: Hunk[] = []
  let [i, j] = [0, 0]
  while (i < isKeptA.length || j < isKeptB.length) {
    const [fromA, fromB] = [i, j]
    while (isKeptA[i] === false) i++
    while (isKeptB[j] === false) j++
    if (i > fromA || j > fromB) hunks.push({ fromA, toA: i, fromB, toB: j })
    else {
      i++
      j++
    }
  }
  return hunks
}

/** Replaces equal texts by equal numbers, which are cheap to compare. */
function numbered(a: readonly string[], b: readonly string[]): [number[], number[]] {
  const ids = new Map<string, number>()
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }
  return [a.map(idOf), b.map(idOf)]
}

function withoutEqualEnds(a: readonly number[], b: readonly number[], box: Hunk): Hunk {
  let { fromA, toA, fromB, toB } = box
  for (; fromA < toA && fromB < toB && a[fromA] === b[fromB]; fromA++) fromB++
  for (; fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]; toA--) toB--
  return { fromA, toA, fromB, toB }
}

interface Snake {
  readonly a: number
  readonly b: number
}

/** Most edits of a range; with more, it counts as changed as a whole. Bounds the time for hostile input. */
const MAX_EDITS = 600

class Differ {
  readonly isChangedA: boolean[]
  readonly isChangedB: boolean[]

  constructor(
    readonly a: readonly number[],
    readonly b: readonly number[],
  ) {
    this.isChangedA = a.map(() => false)
    this.isChangedB = b.map(() => false)
  }

  compare(box: Hunk): void {
    const { fromA, toA, fromB, toB } = withoutEqualEnds(this.a, this.b, box)
    const middle = fromA < toA && fromB < toB ? this.#middle({ fromA, toA, fromB, toB }) : null
    if (middle === null) {
      this.isChangedA.fill(true, fromA, toA)
      this.isChangedB.fill(true, fromB, toB)
      return
    }
    this.compare({ fromA, toA: middle.a, fromB, toB: middle.b })
    this.compare({ fromA: middle.a, toA, fromB: middle.b, toB })
  }

  /** A point on a shortest path through the box, searched from both ends; null if none is found inside. */
  #middle(box: Hunk): Snake | null {
    const [n, m] = [box.toA - box.fromA, box.toB - box.fromB]
    const isOdd = (n - m) % 2 !== 0
    const most = Math.min(Math.ceil((n + m) / 2), MAX_EDITS)
    const [forward, backward] = [newEnds(most), newEnds(most)]
    for (let edits = 0; edits <= most; edits++) {
      const there = this.#step({ box, ends: forward, others: isOdd ? backward : null }, edits)
      if (there !== null)
        return this.#inside({ a: box.fromA + there.a, b: box.fromB + there.b }, box)
      const back = this.#step(
        { box, ends: backward, others: isOdd ? null : forward, isBackward: true },
        edits,
      )
      if (back !== null) return this.#inside({ a: box.toA - back.a, b: box.toB - back.b }, box)
    }
    return null
  }

  /** Extends every diagonal by one edit. The point where the other direction is met, from this end, or null. */
  #step({ box, ends, others, isBackward = false }: Search, edits: number): Snake | null {
    const [n, m] = [box.toA - box.fromA, box.toB - box.fromB]
    const isEqual = isBackward
      ? (i: number, j: number) => this.a[box.toA - 1 - i] === this.b[box.toB - 1 - j]
      : (i: number, j: number) => this.a[box.fromA + i] === this.b[box.fromB + j]
    for (let k = -edits; k <= edits; k += 2) {
      const x = advance(ends, { n, m, k }, isEqual)
      const other = others === null ? NONE : endOf(others, n - m - k)
      if (x >= 0 && other >= 0 && x + other >= n) return { a: x, b: x - k }
    }
    return null
  }

  /** Null for a corner of the box, which would not divide it. */
  #inside(point: Snake, { fromA, toA, fromB, toB }: Hunk): Snake | null {
    const isCorner =
      (point.a === fromA && point.b === fromB) || (point.a === toA && point.b === toB)
    return isCorner ? null : point
  }
}

/** Farthest position on each diagonal; diagonal 0 is in the middle of the array. */
type Ends = Int32Array

/** The position on a diagonal that has not been reached. */
const NONE = -2

function newEnds(edits: number): Ends {
  const ends = new Int32Array(2 * edits + 3).fill(NONE)
  ends[edits + 2] = 0
  return ends
}

function endOf(ends: Ends, diagonal: number): number {
  return ends[diagonal + (ends.length >> 1)] ?? NONE
}

interface Search {
  readonly box: Hunk
  /** Of this direction. */
  readonly ends: Ends
  /** Of the other direction; null if the two cannot meet in this step. */
  readonly others: Ends | null
  readonly isBackward?: boolean
}

interface Step {
  readonly n: number
  readonly m: number
  readonly k: number
}

/** Goes one edit further on a diagonal, then over equal lines. The new position, or -1 outside the box. */
function advance(
  ends: Ends,
  { n, m, k }: Step,
  isEqual: (i: number, j: number) => boolean,
): number {
  const down = endOf(ends, k + 1)
  const right = endOf(ends, k - 1) + 1
  let x = Math.max(down >= 0 && down - k <= m ? down : -1, right >= 0 && right <= n ? right : -1)
  if (x < 0 || x - k < 0 || x - k > m) {
    ends[k + (ends.length >> 1)] = NONE
    return -1
  }
  while (x < n && x - k < m && isEqual(x, x - k)) x++
  ends[k + (ends.length >> 1)] = x
  return x
}
