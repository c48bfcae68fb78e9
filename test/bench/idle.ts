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
import { measureIdle } from './idle-sites.js'

const SITES = Number(process.argv[2] ?? 1000)

const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-idle-'))
try {
  const { percent, mb } = await measureIdle(path.join(root, 'data'), SITES)
  console.log(`| ${SITES} sites, nothing to do | |\n|---|---|`)
  console.log(`| of one processor | ${percent.toFixed(2)}% |`)
  console.log(`| memory | ${mb} MB |`)
  const load = loadavg().map((value) => value.toFixed(1))
  console.log(`\nload average ${load.join(' ')}`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
