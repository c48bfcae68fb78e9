/**
 * Lets the requests of many connections begin in several rounds of the event loop. Node reads everything that has come
 * on up to a thousand connections in one round, and would start as many requests before anything else can run. Waiting
 * requests start in turns by asker, so that only those who send many wait longer.
 */

/** Milliseconds of a round after which no other request begins in it. */
const ROUND_MS = 8

/** Requests that waited and may begin in one round. */
const BEGUN_A_ROUND = 50

/**
 * Begins a request at once, or in a later round: those of one asker in the order of the calls.
 *
 * @param asker any text; calls with the same text share one line. It must not be one that can be invented
 */
type RequestTurns = (asker: string, begin: () => void) => void

export function createRequestTurns(): RequestTurns {
  /** What waits, by asker, oldest first. The first asker of the map is next. */
  const lines = new Map<string, (() => void)[]>()
  let until: number | null = null
  let isDue = false

  /** Whether this round has gone on for long since the first request began in it. */
  const isOver = (): boolean => {
    if (until !== null) return performance.now() >= until
    until = performance.now() + ROUND_MS
    setImmediate(() => (until = null))
    return false
  }
  const beginNext = () => {
    const [first] = lines
    if (!first || isOver()) return
    const [asker, line] = first
    lines.delete(asker)
    const begin = line.shift()
    if (line.length > 0) lines.set(asker, line)
    begin?.()
  }
  const inNextRound = () => {
    if (isDue) return
    isDue = true
    // Each by itself: what a request goes on with after its first promise is done before the next begins.
    for (let count = 0; count < BEGUN_A_ROUND; count += 1) setImmediate(beginNext)
    setImmediate(() => {
      isDue = false
      if (lines.size > 0) inNextRound()
    })
  }
  return (asker, begin) => {
    if (lines.size === 0 && !isOver()) return begin()
    const line = lines.get(asker)
    if (line) line.push(begin)
    else lines.set(asker, [begin])
    inNextRound()
  }
}
