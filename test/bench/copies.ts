/**
 * `npm run bench:copies [-- POSTS [EDITS]]` (10,000, 100): what copies off the machine cost, and
 * how old they are.
 *
 * Run `npm run build` before. A server with the blog of `bench:build` copies to a folder every 5 seconds. The seconds
 * of an edit are those from its answer until a point in time has it; edits come at random moments. An object in the store
 * is one request that writes. `npm run bench:idle` has what an idle server takes. Needs `git`.
 */

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { call, GALLEY, makeSite, sleep, start, stop, type Bench } from './own-server.js'

const [posts = 10_000, edits = 100] = process.argv.slice(2).map(Number)
const EVERY_MS = 5000
const LOOK_MS = 50

const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-copies-'))
const data = path.join(root, 'data')
const keyFile = path.join(root, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'))

/** Flags for copies to a new folder. */
function placeAt(store: string): string[] {
  mkdirSync(store)
  return ['--copies-to', store, '--copies-key-file', keyFile]
}

interface Amount {
  readonly bytes: number
  readonly objects: number
}

function storedIn(store: string): Amount {
  const entries = readdirSync(store, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), objects: files.length }
}

/** What has come since. */
function since(before: Amount, now: Amount): Amount {
  return { bytes: now.bytes - before.bytes, objects: now.objects - before.objects }
}

/** Milliseconds since the Unix epoch: what was acknowledged before is in the store. */
function coveredAt(): number {
  const file = path.join(data, 'copies.json')
  // Written at the end of the first round.
  if (!existsSync(file)) return 0
  const status: { coveredAt: number | null } = JSON.parse(readFileSync(file, 'utf8'))
  return status.coveredAt ?? 0
}

/** Seconds until what is acknowledged now is in the store. */
async function untilCovered(): Promise<number> {
  const now = Date.now()
  while (coveredAt() <= now) await sleep(LOOK_MS)
  return (Date.now() - now) / 1000
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

function row(what: string, value: string): void {
  console.log(`| ${what} | ${value} |`)
}

const told = ({ bytes, objects }: Amount) => `${(bytes / 1024).toFixed(1)} kB in ${objects} objects`

async function measureEdits(bench: Bench, store: string): Promise<void> {
  await untilCovered()
  const empty = storedIn(store)
  const { site } = await makeSite(bench, { folder: mkdtempSync(path.join(root, 'clone-')), posts })
  row('first copy, seconds after the push', (await untilCovered()).toFixed(1))
  row('first copy', told(since(empty, storedIn(store))))
  const all = `GET /v2/sites/${site.id}/collections/posts/documents`
  const list = await call<{ id: string }[]>(bench, all)
  const amounts: Amount[] = []
  const seconds: number[] = []
  for (let edit = 0; edit < edits; edit += 1) {
    await sleep(Math.random() * EVERY_MS)
    const before = storedIn(store)
    const { id = '' } = list[edit % list.length] ?? {}
    await call(bench, `PUT /v2/documents/${id}`, { body: `Edit ${edit}.\n` })
    seconds.push(await untilCovered())
    amounts.push(since(before, storedIn(store)))
  }
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const bytes = quantile(
      amounts.map((amount) => amount.bytes),
      part,
    )
    const objects = quantile(
      amounts.map((amount) => amount.objects),
      part,
    )
    row(`one edit, ${name}`, told({ bytes, objects }))
    row(`seconds until an edit is in the store, ${name}`, quantile(seconds, part).toFixed(1))
  }
}

console.log(`| ${posts} posts, ${edits} edits | |\n|---|---|`)
try {
  const store = path.join(root, 'store')
  const place = placeAt(store)
  const bench = await start(data, '', [...place, '--copies-seconds', String(EVERY_MS / 1000)])
  try {
    await measureEdits(bench, store)
  } finally {
    await stop(bench)
  }
  const began = performance.now()
  const restoring = ['copies', 'restore', '--data', path.join(root, 'restored'), ...place]
  execFileSync(process.execPath, [GALLEY, ...restoring], { stdio: 'ignore' })
  row('seconds to restore everything', ((performance.now() - began) / 1000).toFixed(1))
  console.log(
    `\nload average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  )
} finally {
  rmSync(root, { recursive: true, force: true })
}
