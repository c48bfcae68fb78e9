/**
 * Long work of many small pieces, done so that nobody waits for it: however many do such work at a time,
 * requests are looked at between any two of their turns.
 */

const TURN_MS = 8

/** Who waits for a turn, in their order. */
const waiting: (() => void)[] = []

/** Waits for a turn. One has it alone in its round of the event loop. */
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

/** When the first work of this round of the event loop began, since several may begin in one. */
function beginning(): number {
  if (roundBegan !== null) return roundBegan
  roundBegan = performance.now()
  setImmediate(() => {
    roundBegan = null
  })
  return roundBegan
}

/** Between two pieces of work: lets others have their turn where the last is some milliseconds ago. */
export function createTurns(): () => Promise<void> {
  let since = beginning()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}

/** Items between two looks at the clock. */
const ITEMS_A_LOOK = 100

/** Does something quick with each of many, in their order; others have their turn in between. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
): Promise<void> {
  const others = createTurns()
  let done = 0
  for (const item of items) {
    if (done % ITEMS_A_LOOK === 0) await others()
    act(item)
    done += 1
  }
}

/** Items that are sorted without a turn for others. */
const SORTED_AT_ONCE = 2000

/** As `toSorted`, of however many items: short parts are sorted, then merged. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (items.length <= SORTED_AT_ONCE) return items.toSorted(compare)
  const others = createTurns()
  let runs: Item[][] = []
  for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
    await others()
    runs.push(items.slice(at, at + SORTED_AT_ONCE).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergedInTurns(runs[at] ?? [], runs[at + 1] ?? [], { compare, others }))
    }
    runs = merged
  }
  return runs[0] ?? []
}

interface Merging<Item> {
  readonly compare: (a: Item, b: Item) => number
  readonly others: () => Promise<void>
}

async function mergedInTurns<Item>(
  first: readonly Item[],
  second: readonly Item[],
  { compare, others }: Merging<Item>,
): Promise<Item[]> {
  const merged: Item[] = []
  let [next, done] = [0, 0]
  for (const item of first) {
    // What is equal stays in its order.
    for (
      let one = second[next];
      one !== undefined && compare(one, item) < 0;
      one = second[++next]
    ) {
      merged.push(one)
    }
    merged.push(item)
    done += 1
    if (done % ITEMS_A_LOOK === 0) await others()
  }
  for (const one of second.slice(next)) merged.push(one)
  return merged
}
