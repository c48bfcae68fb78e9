/**
 * `npm run bench:preview [-- POSTS [EDITS]]`: how soon an edit of a post is in the preview.
 *
 * Run `npm run build` before. A server of its own gets the blog of `bench:build` by a push; after one
 * preview of the whole, each round changes the body of a post over the API, asks for a preview
 * (every other round: waits for it) and looks at the built-in host until the page has the new text. Prints milliseconds of wall time, and of
 * processor time a round (server and builder). Needs `git`.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { blogPost, writeBlog } from './blog/jekyll.js'

const POSTS = Number(process.argv[2] ?? 10_000)
const EDITS = Number(process.argv[3] ?? 40)
const GALLEY = fileURLToPath(new URL('../../bin/galley.js', import.meta.url))
const POLL_MS = 5
const GIVEN_UP_MS = 120_000

interface Bench {
  readonly child: ChildProcess
  readonly url: string
  readonly sitesUrl: string
  readonly pair: string
}

interface Site {
  readonly id: string
  readonly preview_url: string
}

async function start(data: string): Promise<Bench> {
  const ports = ['--port', '0', '--sites-port', '0', '--rate-limit', '1000000000']
  const flags = process.env['BENCH_FLAGS']?.split(' ') ?? []
  const args = [...flags, GALLEY, 'serve', '--data', data, ...ports, '--log-level', 'error']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('sites on') || !/api_secret: +\S+\n/.test(output)) await sleep(20)
  const value = (pattern: RegExp) => pattern.exec(output)?.[1] ?? ''
  return {
    child,
    url: value(/listening on (\S+)/),
    sitesUrl: value(/sites on (\S+)/),
    pair: `${value(/api_key: +(\S+)/)}:${value(/api_secret: +(\S+)/)}`,
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function call<Json>({ url, pair }: Bench, what: string, body?: object): Promise<Json> {
  const [method = '', address = ''] = what.split(' ')
  const headers = {
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url + address, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const json: Json = isJson ? JSON.parse(text) : text
  return json
}

/** A new site with the blog in it. */
async function makeSite(bench: Bench, work: string): Promise<Site> {
  const made = { title: 'Bench', domain: 'bench.localhost', empty: true }
  const site = await call<Site>(bench, 'POST /v2/sites', made)
  const remote = `${bench.url.replace('//', `//${bench.pair}@`)}/v2/sites/${site.id}/repository.git`
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@test', '-c', 'gc.auto=0']
    execFileSync('git', [...identity, '-C', work, ...args], { stdio: 'pipe' })
  }
  execFileSync('git', ['clone', '-q', remote, work])
  writeBlog(work, POSTS)
  git('add', '-A')
  git('commit', '-q', '-m', 'Fill')
  git('push', '-q', remote, 'main')
  return site
}

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

const TICK_MS = 10

interface Used {
  readonly server: number
  readonly builder: number
}

/** Processor time of the server and of its children until now, in milliseconds. */
function cpu({ child }: Bench): Used {
  const root = child.pid ?? 0
  const parents = new Map<number, { readonly parent: number; readonly ms: number }>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      const ticks = Number(fields[11]) + Number(fields[12])
      parents.set(Number(name), { parent: Number(fields[1]), ms: ticks * TICK_MS })
    } catch {
      // It has ended meanwhile.
    }
  }
  const children = [...parents.values()].filter(({ parent }) => parent === root)
  const builder = children.reduce((sum, { ms }) => sum + ms, 0)
  return { server: parents.get(root)?.ms ?? 0, builder }
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
    const site = await makeSite(bench, path.join(root, 'work'))
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
    bench.child.kill('SIGTERM')
    await new Promise((resolve) => bench.child.once('exit', resolve))
    rmSync(root, { recursive: true, force: true })
  }
}

await main()
