/**
 * Chooses what is next of work that waits for one of a few places, so that one asker with much work does not delay
 * everybody else. Used for jobs and for pages of unsaved texts.
 *
 * The asker with the fewest running pieces comes first; among equals, the one whose last piece started longest ago.
 * The same then decides between the keys (sites).
 */

/** Whose work it is. */
interface Owner {
  /** A user, or what else counts as one. */
  readonly asker: string
  /** What the work is on. */
  readonly key: string
}

interface FairOrder<Item> {
  /** What to start now; `waiting` has the oldest first. Null if all of it belongs to askers at their limit. */
  next<Waiting extends Item>(waiting: readonly Waiting[], running: readonly Item[]): Waiting | null
  /** To be called for each piece that starts. */
  started(item: Item): void
}

/** Most askers and keys whose last start is remembered. */
const MAX_REMEMBERED = 10_000

/** @param places pieces that run at the same time; if there are several, no asker gets the last one */
export function createFairOrder<Item>(
  places: number,
  ownerOf: (item: Item) => Owner,
): FairOrder<Item> {
  const maxEach = Math.max(1, places - 1)
  const lastTurns = new Map<string, number>()
  let turn = 0
  const note = (name: string): void => {
    lastTurns.delete(name)
    lastTurns.set(name, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > MAX_REMEMBERED && oldest !== undefined) lastTurns.delete(oldest)
  }
  /** Numbers to compare in order; the item with the smaller ones starts first. */
  const claimOf = (item: Item, running: readonly Owner[]): readonly number[] => {
    const { asker, key } = ownerOf(item)
    const count = (isSame: (one: Owner) => boolean) => running.filter(isSame).length
    const last = (name: string) => lastTurns.get(name) ?? 0
    return [
      count((one) => one.asker === asker),
      last(`asker ${asker}`),
      count((one) => one.key === key),
      last(`key ${key}`),
    ]
  }
  return {
    next: (waiting, running) => {
      const owners = running.map(ownerOf)
      let best: (typeof waiting)[number] | null = null
      let bestClaim: readonly number[] = []
      for (const item of waiting) {
        const claim = claimOf(item, owners)
        if ((claim[0] ?? 0) >= maxEach) continue
        if (best !== null && !isBefore(claim, bestClaim)) continue
        best = item
        bestClaim = claim
      }
      return best
    },
    started: (item) => {
      const { asker, key } = ownerOf(item)
      turn += 1
      note(`asker ${asker}`)
      note(`key ${key}`)
    },
  }
}

function isBefore(claim: readonly number[], other: readonly number[]): boolean {
  const place = claim.findIndex((value, index) => value !== other[index])
  return place >= 0 && (claim[place] ?? 0) < (other[place] ?? 0)
}
