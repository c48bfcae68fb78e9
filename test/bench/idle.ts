/**
 * `npm run bench:idle [-- SITES]` (1,000 if left out): the processor time of a server with that many sites of which
 * nobody wants anything.
 *
 * Run `npm run build` before. The sites have the default theme, and their working trees are watched. Counting begins when
 * the server has settled after a second start. Linux; needs `git`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { processorMs, residentMb, untilAtRest, untilSettled } from './at-rest.js'
import { call, sleep, start, stop, type Bench } from './own-server.js'

const SITES = Number(process.argv[2] ?? 1000)
const COUNTED_MS = 120_000
const AT_ONCE = 4

async function makeSites(bench: Bench): Promise<void> {
  let made = 0
  const makeNext = async () => {
    while (made < SITES) {
      made += 1
      const site = { title: `Site ${made}`, domain: `idle-${made}.localhost` }
      await call(bench, 'POST /v2/sites', site)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
}

const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-idle-'))
const data = path.join(root, 'data')
let bench = await start(data)
try {
  await makeSites(bench)
  await stop(bench)
  bench = await start(data, bench.pair)
  const pid = bench.child.pid ?? 0
  await untilAtRest(pid)
  await untilSettled(pid)
  const before = processorMs(pid)
  await sleep(COUNTED_MS)
  const used = processorMs(pid) - before
  console.log(`| ${SITES} sites, nothing to do | |\n|---|---|`)
  console.log(`| of one processor | ${((used / COUNTED_MS) * 100).toFixed(2)}% |`)
  console.log(`| memory | ${residentMb(pid)} MB |`)
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(`\nload average ${load.join(' ')}`)
} finally {
  await stop(bench)
  rmSync(root, { recursive: true, force: true })
}
