/** The time as the server has it: what is live is decided there, and the clock of a laptop may be wrong. */

/** Smaller differences are those of the way, and of a header in whole seconds. */
const MIN_DIFFERENCE_MS = 10_000

const clock = { difference: 0 }

/** Called with the headers of each answer. One that the browser may have kept tells an old time. */
export function noteServerTime(headers: Headers): void {
  const time = Date.parse(headers.get('date') ?? '')
  const isKept = /max-age=[1-9]/.test(headers.get('cache-control') ?? '')
  if (Number.isNaN(time) || isKept) return
  const difference = time - Date.now()
  clock.difference = Math.abs(difference) < MIN_DIFFERENCE_MS ? 0 : difference
}

/** Milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + clock.difference
}
