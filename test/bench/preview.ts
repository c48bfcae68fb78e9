/**
 * `npm run bench:preview [-- POSTS [EDITS]]`: how soon an edit of a post is in the preview.
 *
 * Run `npm run build` before. A server of its own gets the blog of `bench:build` by a push; after one
 * preview of the whole, each round changes the body of a post over the API, asks for a preview
 * (every other round: waits for it) and looks at the built-in host until the page has the new text. Prints milliseconds of wall time, and of
 * processor time a round (server and builder). Needs `git`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { blogPost } from './blog/jekyll.js'
import {
  call,
  cpu,
  makeSite,
  sleep,
  start,
  stop,
  type Bench,
  type Site,
  type Used,
} from './own-server.js'

const POSTS = Number(process.argv[2] ?? 10_000)
const EDITS = Number(process.argv[3] ?? 40)
const POLL_MS = 5
const GIVEN_UP_MS = 120_000

/** The text of a page of the preview. */
function page({ sitesUrl }: Bench, address: string): Promise<string> {
  const { host, pathname } = new URL(address)
  const { port } = new URL(sitesUrl)
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: pathname, headers: { host } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(text))
    })
    asked.on('error', reject).end()
  })
}

async function untilShown(bench: Bench, address: string, words: string): Promise<void> {
  const end = performance.now() + GIVEN_UP_MS
  while (!(await page(bench, address)).includes(words)) {
    if (performance.now() > end) throw new Error(`${address} never showed ${words}`)
    await sleep(POLL_MS)
  }
}

type Times = Record<'edit' | 'request' | 'asked' | 'byItself', number[]>

async function edits(bench: Bench, { id, preview_url: preview }: Site): Promise<void> {
  const documents = `GET /v2/sites/${id}/collections/posts/documents?q=`
  const times: Times = { edit: [], request: [], asked: [], byItself: [] }
  const each: number[] = []
  let before: Used = { server: 0, builder: 0 }
  for (let round = 0; round < EDITS; round += 1) {
    const number = (round * 997) % POSTS
    const name = blogPost(number, POSTS).slice('_posts/'.length)
    const found = await call<{ id: string; path: string; url: string }[]>(bench, documents + name)
    const post = found.find((one) => one.path.endsWith(name)) ?? found[0]
    if (post === undefined) throw new Error(`${name} is not in the API`)
    const words = `Edited in round ${round}.`
    const start = performance.now()
    const used = cpu(bench)
    await call(bench, `PUT /v2/documents/${post.id}`, { body: `Some text.\n\n${words}\n` })
    const edited = performance.now()
    const isAsked = round % 2 === 0
    if (isAsked) {
      await call(bench, `POST /v2/sites/${id}/preview`)
      times.request.push(performance.now() - edited)
    }
    await untilShown(bench, new URL(post.url, preview).href, words)
    const shown = performance.now() - edited
    each.push(shown)
    if (round === 0) before = used
    times.edit.push(edited - start)
    times[isAsked ? 'asked' : 'byItself'].push(shown)
    // An edit sooner than this would be one of a burst.
    await sleep(1100)
  }
  const after = cpu(bench)
  const a = (key: keyof Used) => (after[key] - before[key]) / EDITS
  report(times, { server: a('server'), builder: a('builder') })
  console.log(`\neach, in ms: ${each.map((ms) => ms.toFixed(0)).join(' ')}`)
}

function at(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
}

function report({ edit, request: posted, asked, byItself }: Times, used: Used): void {
  console.log(`\n| ms, ${POSTS} posts, ${EDITS} edits | p50 | p99 |\n|---|---|---|`)
  const row = (what: string, times: readonly number[]) =>
    console.log(`| ${what} | ${at(times, 0.5)} | ${at(times, 0.99)} |`)
  row('PUT of a body until its answer', edit)
  row('POST preview until its answer', posted)
  row('from the answer of the edit until the page is served, asked for', asked)
  row('the same, by itself', byItself)
  console.log(
    `| processor time of the server a round, polling included | ${used.server.toFixed(0)} | |`,
  )
  console.log(`| processor time of the builder a round | ${used.builder.toFixed(0)} | |`)
  console.log(
    `\nload average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
}

async function main(): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-preview-'))
  const bench = await start(path.join(root, 'data'))
  try {
    const { site } = await makeSite(bench, { folder: path.join(root, 'work'), posts: POSTS })
    const began = performance.now()
    const { job_id: job } = await call<{ job_id: string }>(
      bench,
      `POST /v2/sites/${site.id}/preview`,
    )
    const events = await call<string>(bench, `GET /v2/jobs/${job}`)
    if (!events.includes('"status":"complete"')) throw new Error(events)
    console.log(`first preview: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const known = await call<Site>(bench, `GET /v2/sites/${site.id}`)
    await edits(bench, known)
  } finally {
    await stop(bench)
    rmSync(root, { recursive: true, force: true })
  }
}

await main()
