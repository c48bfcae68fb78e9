/**
 * `npm run bench:publish [-- POSTS …]`: how soon a change is live, and what releases take on disk.
 *
 * Run `npm run build` before. A server of its own gets the blog of `bench:build` by a push. Each row is
 * the time from `POST …/publish` until its job is complete, when the release is live: of the first
 * publish, of one with nothing changed, of one changed post (median), one new post, one changed layout,
 * and after a restart of the server; beside `galley build` on the command line after the same. Then
 * what the releases take on disk, shared contents once. Needs `git` and `du`.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { blogPost, editPost } from './blog/jekyll.js'
import { memoryAtRest } from './at-rest.js'
import {
  call,
  GALLEY,
  makeSite,
  start,
  stop,
  type Bench,
  type Clone,
  type Site,
} from './own-server.js'

const SIZES = process.argv.slice(2).map(Number)
const EDITS = 5

/** Milliseconds by row. */
type Column = Map<string, number>

interface Subject {
  bench: Bench
  readonly root: string
  readonly posts: number
  readonly site: Site
  readonly clone: Clone
}

/** From the request until the job says that the release is live. */
async function publish({ bench, site }: Subject): Promise<number> {
  const began = performance.now()
  const { job_id: job } = await call<{ job_id: string }>(bench, `POST /v2/sites/${site.id}/publish`)
  const events = await call<string>(bench, `GET /v2/jobs/${job}`)
  if (!events.includes('"status":"complete"')) throw new Error(events)
  return performance.now() - began
}

/** The command line's build of the clone, whole process. */
function build({ clone, root }: Subject): number {
  const began = performance.now()
  const folders = ['-s', clone.folder, '-d', path.join(root, 'site')]
  const { status, stderr } = spawnSync(process.execPath, [GALLEY, 'build', '-q', ...folders])
  if (status !== 0) throw new Error(stderr.toString())
  return performance.now() - began
}

interface Rows {
  readonly service: Column
  readonly command: Column
}

async function both(subject: Subject, rows: Rows, what: string): Promise<void> {
  rows.service.set(what, await publish(subject))
  rows.command.set(what, build(subject))
}

async function measure(subject: Subject): Promise<Rows & { readonly disk: number }> {
  const { clone, posts } = subject
  const rows: Rows = { service: new Map(), command: new Map() }
  await both(subject, rows, 'first')
  await both(subject, rows, 'nothing changed')
  const one = diskOf(subject)
  const edits: Rows[] = []
  for (let round = 0; round < EDITS; round += 1) {
    editPost(path.join(clone.folder, blogPost((round * 997) % posts, posts)))
    clone.push()
    const row: Rows = { service: new Map(), command: new Map() }
    await both(subject, row, 'edit')
    edits.push(row)
  }
  const disk = diskOf(subject) / one
  const middle = (of: keyof Rows) => median(edits.map((row) => row[of].get('edit') ?? 0))
  rows.service.set('one changed post', middle('service'))
  rows.command.set('one changed post', middle('command'))
  await stop(subject.bench)
  subject.bench = await start(path.join(subject.root, 'data'), subject.bench.pair)
  editPost(path.join(clone.folder, blogPost(7, posts)))
  clone.push(subject.bench)
  await both(subject, rows, 'one changed post after a restart')
  const text = '---\nlayout: default\ntitle: New\n---\nNew.\n'
  writeFileSync(path.join(clone.folder, '_posts/2025-12-31-new.md'), text)
  clone.push(subject.bench)
  await both(subject, rows, 'one new post')
  appendFileSync(path.join(clone.folder, '_layouts/default.html'), '<p>More.</p>')
  clone.push(subject.bench)
  await both(subject, rows, 'one changed layout')
  return { ...rows, disk }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Bytes of the releases; a content that several share counts once. */
function diskOf({ root, site }: Subject): number {
  const folder = path.join(root, 'data', 'sites', site.id, 'releases')
  return Number(execFileSync('du', ['-sk', folder]).toString().split('\t')[0]) * 1024
}

async function benchSize(posts: number): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-publish-'))
  const bench = await start(path.join(root, 'data'))
  const made = await makeSite(bench, { folder: path.join(root, 'work'), posts })
  const subject: Subject = { bench, root, posts, ...made }
  try {
    const { service, command, disk } = await measure(subject)
    console.log(`\n| s, ${posts} posts | POST publish until live | galley build |\n|---|---|---|`)
    for (const [what, ms] of service) {
      console.log(`| ${what} | ${seconds(ms)} | ${seconds(command.get(what) ?? 0)} |`)
    }
    console.log(
      `\nreleases after ${EDITS} publishes more, as many times the first: ${disk.toFixed(2)}`,
    )
    const pid = subject.bench.child.pid ?? 0
    console.log(`memory of the server at rest: ${await memoryAtRest(pid)} MB`)
    console.log(
      `load average ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    )
  } finally {
    await stop(subject.bench)
    rmSync(root, { recursive: true, force: true })
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

for (const size of SIZES.length > 0 ? SIZES : [1000, 10_000]) await benchSize(size)
