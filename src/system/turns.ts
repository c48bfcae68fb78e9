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
