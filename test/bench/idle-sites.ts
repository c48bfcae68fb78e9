/** The processor time of a server with many sites of which nobody wants anything. Linux. */

import { processorMs, residentMb, untilAtRest, untilSettled } from './at-rest.js'
import { call, sleep, start, stop, type Bench } from './own-server.js'

const COUNTED_MS = 120_000
const AT_ONCE = 4

export interface Idle {
  /** Of one processor. */
  readonly percent: number
  readonly mb: number
}

/**
 * Makes sites with the default theme, starts the server again, and counts when it has settled.
 *
 * @param data an empty data folder
 * @param more flags of `galley serve`
 */
export async function measureIdle(
  data: string,
  sites: number,
  more: readonly string[] = [],
): Promise<Idle> {
  let bench = await start(data, '', more)
  try {
    await makeSites(bench, sites)
    await stop(bench)
    bench = await start(data, bench.pair, more)
    const pid = bench.child.pid ?? 0
    await untilAtRest(pid)
    await untilSettled(pid)
    const before = processorMs(pid)
    await sleep(COUNTED_MS)
    const used = processorMs(pid) - before
    return { percent: (used / COUNTED_MS) * 100, mb: residentMb(pid) }
  } finally {
    await stop(bench)
  }
}

async function makeSites(bench: Bench, sites: number): Promise<void> {
  let made = 0
  const makeNext = async () => {
    while (made < sites) {
      made += 1
      const site = { title: `Site ${made}`, domain: `idle-${made}.localhost` }
      await call(bench, 'POST /v2/sites', site)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
}
