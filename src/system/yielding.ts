/**
 * Yielding to the event loop in long synchronous work, so that other requests are answered meanwhile. However many such
 * pieces of work run at the same time, only one of them runs in each round of the event loop.
 */

/** Milliseconds of work after which it yields. */
const TURN_MS = 8

/** The work that waits for its round, oldest first. */
const waiting: (() => void)[] = []

/** Resolves in a later round of the event loop, in which no other caller of this function resumes. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    // Twice, since the first may be in the round that the work before was in.
    if (waiting.length === 1) setImmediate(() => setImmediate(giveTurn))
  })
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveTurn)
}

let roundBegan: number | null = null

/** When the first work of this round of the event loop began: several may begin in one and share its time. */
function beginning(): number {
  if (roundBegan !== null) return roundBegan
  roundBegan = performance.now()
  setImmediate(() => {
    roundBegan = null
  })
  return roundBegan
}

/** Makes a function to await between two steps of work: it yields if the last yield is {@link TURN_MS} ago. */
export function createYielder(): () => Promise<void> {
  let since = beginning()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}

/** Items between two looks at the clock. */
const ITEMS_A_LOOK = 100

/** Calls `act`, which must be quick, for each item in order, and yields in between when it is due. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
): Promise<void> {
  const yieldIfDue = createYielder()
  let done = 0
  for (const item of items) {
    if (done % ITEMS_A_LOOK === 0) await yieldIfDue()
    act(item)
    done += 1
  }
}

/** Bytes that are joined without yielding. */
const JOINED_AT_ONCE = 1024 * 1024

/** Like `Buffer.concat`, for any number of bytes: a hundred million of them take a tenth of a second. */
export async function concatYielding(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= JOINED_AT_ONCE) return Buffer.concat(pieces)
  const yieldIfDue = createYielder()
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const piece of pieces) {
    await yieldIfDue()
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Items that are sorted without yielding. */
const SORTED_AT_ONCE = 2000

/** Like `toSorted` (stable), for any number of items: sorts short parts, then merges them, and yields in between. */
export async function sortYielding<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (items.length <= SORTED_AT_ONCE) return items.toSorted(compare)
  const yieldIfDue = createYielder()
  let runs: Item[][] = []
  for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
    await yieldIfDue()
    runs.push(items.slice(at, at + SORTED_AT_ONCE).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergeYielding(runs[at] ?? [], runs[at + 1] ?? [], { compare, yieldIfDue }))
    }
    runs = merged
  }
  return runs[0] ?? []
}

interface Merging<Item> {
  readonly compare: (a: Item, b: Item) => number
  readonly yieldIfDue: () => Promise<void>
}

async function mergeYielding<Item>(
  first: readonly Item[],
  second: readonly Item[],
  { compare, yieldIfDue }: Merging<Item>,
): Promise<Item[]> {
  const merged: Item[] = []
  let [next, done] = [0, 0]
  for (const item of first) {
    // Equal items keep their order.
    for (
      let one = second[next];
      one !== undefined && compare(one, item) < 0;
      one = second[++next]
    ) {
      merged.push(one)
    }
    merged.push(item)
    done += 1
    if (done % ITEMS_A_LOOK === 0) await yieldIfDue()
  }
  for (const one of second.slice(next)) merged.push(one)
  return merged
}
