/**
 * `npm run bench:idle [-- SITES…]` (1, 100 and 1,000): the processor time of a server with that many sites of which
 * nobody wants anything, while it copies to a folder every 30 seconds.
 *
 * Run `npm run build` before. The sites have the default theme, and their working trees are watched. Counting begins when
 * the server has settled after a second start. What counts is processor time of the server and its threads, not of a
 * program that it starts, of which there is none. Linux; needs `git`.
 */

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { processorMs, residentMb, untilAtRest, untilSettled } from './at-rest.js'
import { call, sleep, start, stop, type Bench } from './own-server.js'

const COUNTED_MS = 120_000
const AT_ONCE = 4

const given = process.argv.slice(2).map(Number)
const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-idle-'))
const keyFile = path.join(root, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'))

/** Makes the sites, starts the server again, and counts when it has settled. */
async function measure(sites: number): Promise<string> {
  const data = path.join(root, `data-${sites}`)
  const store = path.join(root, `store-${sites}`)
  mkdirSync(store)
  const copies = ['--copies-to', store, '--copies-key-file', keyFile]
  let bench = await start(data, '', copies)
  try {
    await makeSites(bench, sites)
    await stop(bench)
    bench = await start(data, bench.pair, copies)
    const pid = bench.child.pid ?? 0
    await untilAtRest(pid)
    await untilSettled(pid)
    const before = processorMs(pid)
    await sleep(COUNTED_MS)
    const percent = ((processorMs(pid) - before) / COUNTED_MS) * 100
    return `${percent.toFixed(2)}% | ${residentMb(pid)} MB`
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

try {
  console.log('| idle sites | of one processor | memory |\n|---|---|---|')
  for (const sites of given.length === 0 ? [1, 100, 1000] : given) {
    console.log(`| ${sites} | ${await measure(sites)} |`)
  }
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(`\nload average ${load.join(' ')}`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
