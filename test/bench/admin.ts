/**
 * `npm run bench:admin [-- PAGES…]`: what the web admin costs whoever uses it, for sites of so many pages.
 *
 * Run `npm run build` before. A server of its own gets the blog of `bench:build`; Chromium looks at it as the
 * admin's tests do. Prints bytes as they came over the wire, times, dropped frames and memory. Needs `git` and
 * `/usr/bin/chromium`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { countFirstLoad, countHeap, countScrolling, countTyping } from './admin/measures.js'
import type { Ground } from './admin/ground.js'
import { call, makeSite, start, stop } from './own-server.js'

const CHROMIUM = '/usr/bin/chromium'
const SIZES = process.argv.slice(2).map(Number)
const PERSON = {
  email: 'bench@example.org',
  firstname: 'Bench',
  password: 'a long enough password',
}

async function measure(browser: Browser, pages: number, isFirst: boolean): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-admin-'))
  const bench = await start(path.join(root, 'data'))
  try {
    await call(bench, 'POST /v2/users', { ...PERSON, admin: true })
    const folder = path.join(root, 'work')
    const { site } = await makeSite(bench, { folder, posts: pages })
    const { job_id: job } = await call<{ job_id: string }>(
      bench,
      `POST /v2/sites/${site.id}/preview`,
    )
    await call(bench, `GET /v2/jobs/${job}`)
    const ground: Ground = { browser, bench, siteId: site.id, pages, person: PERSON }
    if (isFirst) await countFirstLoad(ground)
    await countTyping(ground)
    await countScrolling(ground)
    if (isFirst) await countHeap(ground)
  } finally {
    await stop(bench)
    rmSync(root, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc']
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  console.log('| what | measured |\n|---|---|')
  try {
    const sizes = SIZES.length > 0 ? SIZES : [1_000, 10_000]
    for (const [index, pages] of sizes.entries()) await measure(browser, pages, index === 0)
  } finally {
    await browser.close()
  }
  const load = loadavg().map((one) => one.toFixed(1))
  console.log(`\nload average ${load.join(' ')}`)
}

await main()
