/**
 * `npm run bench:watch [-- SITES FILES]` (100 and 1,000 if left out): what it costs to look at working trees
 * that are not watched, and how soon an edit in one of them is a commit.
 *
 * Run `npm run build` before. A server of its own may have one watch alone, so that every tree is
 * polled. When it has nothing else to do, its processor time is counted for a while; then a file in each of
 * some trees is changed on disk, and the API is asked until it has the new text. Needs `git`.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { processorMs, residentMb, untilSettled } from './at-rest.js'
import { call, sleep, start, stop, type Bench } from './own-server.js'

const SITES = Number(process.argv[2] ?? 100)
const FILES = Number(process.argv[3] ?? 1000)
const FILES_IN_FOLDER = 25
const COUNTED_MS = 120_000
const EDITS = 6
const ASK_MS = 200
const FLAGS = ['--max-watches', '1']

/** What `git fast-import` makes of a whole site. */
function manyFiles(): string {
  const lines = ['commit refs/heads/main', 'committer Dev <dev@test> 1700000000 +0000']
  lines.push('data 4', 'many', 'from refs/heads/main^0')
  for (let at = 0; at < FILES; at += 1) {
    const text = `---\ntitle: Page ${at}\n---\nText of ${at}.\n`
    lines.push(`M 100644 inline f${Math.floor(at / FILES_IN_FOLDER)}/page-${at}.md`)
    lines.push(`data ${text.length}`, text)
  }
  return `${lines.join('\n')}\n`
}

async function makeSites(bench: Bench, data: string): Promise<string[]> {
  const input = manyFiles()
  const ids: string[] = []
  for (let number = 0; number < SITES; number += 1) {
    const made = { title: 'Bench', domain: `bench-${number}.localhost`, empty: true }
    const { id } = await call<{ id: string }>(bench, 'POST /v2/sites', made)
    const gitDir = path.join(data, 'sites', id, 'repository.git')
    execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--force'], { input })
    ids.push(id)
  }
  return ids
}

/** Seconds from a save on disk until the API has it. */
async function edited(bench: Bench, data: string, id: string): Promise<number> {
  const text = `Edited ${id}.\n`
  writeFileSync(path.join(data, 'sites', id, 'tree', 'f0/page-7.md'), text)
  const began = performance.now()
  const read = () => call<string>(bench, `GET /v2/sites/${id}/source/f0/page-7.md?download`)
  while ((await read()) !== text) await sleep(ASK_MS)
  return (performance.now() - began) / 1000
}

const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-watch-'))
const data = path.join(root, 'data')
let bench = await start(data, '', FLAGS)
try {
  const ids = await makeSites(bench, data)
  await stop(bench)
  bench = await start(data, bench.pair, FLAGS)
  const pid = bench.child.pid ?? 0
  await untilSettled(pid)
  const before = processorMs(pid)
  await sleep(COUNTED_MS)
  const share = ((processorMs(pid) - before) / COUNTED_MS) * 100
  const times: number[] = []
  for (let number = 0; number < EDITS; number += 1) {
    const id = ids[Math.floor((number * SITES) / EDITS)] ?? ''
    times.push(await edited(bench, data, id))
  }
  const all = times.map((seconds) => seconds.toFixed(1)).join(', ')
  console.log(`| ${SITES} sites of ${FILES} files, none watched | |\n|---|---|`)
  console.log(`| of one processor, at rest | ${share.toFixed(1)}% |`)
  console.log(`| an edit on disk is a commit after, s | ${all} |`)
  console.log(`| memory at rest | ${residentMb(pid)} MB |`)
  console.log(
    `\nload average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await stop(bench)
  rmSync(root, { recursive: true, force: true })
}
