/**
 * `npm run bench:api`: requests a second and latencies of the API, beside a bare Koa "hello" and
 * beside native git committing the same change. Prints a Markdown table: a row a request, a column a
 * number of documents, each cell requests a second and, in brackets, the latencies p50 and p99 in
 * milliseconds. Below it stand the ratios that matter, and for how long the event loop was blocked.
 *
 *     npm run bench:api [-- 1000 10000 100000]
 *
 * The server runs in a process of its own, built (`npm run build`); autocannon asks from this one.
 * Documents lie in one folder (`_posts`), as they do on a blog.
 */

import autocannon from 'autocannon'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryAtRest, untilAtRest } from './at-rest.js'
import { freePort } from './free-port.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GALLEY = path.join(ROOT, 'bin/galley.js')
const SIZES = process.argv.slice(2).map(Number)
const SECONDS = 5
const WRITES = 100

interface Running {
  readonly process: ChildProcess
  readonly url: string
  readonly authorization: string
}

interface Row {
  readonly what: string
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/** What was measured at one number of documents. */
interface Column {
  readonly title: string
  readonly rows: ReadonlyMap<string, Row>
  readonly notes: ReadonlyMap<string, string>
}

const HELLO = 'bare Koa "hello"'
const NATIVE = 'native git add, commit'

async function main(): Promise<void> {
  const sizes = SIZES.length > 0 ? SIZES : [1000, 10_000, 100_000]
  const hello = await benchKoa()
  const columns: Column[] = []
  for (const size of sizes) {
    process.stderr.write(`${size} documents\n`)
    columns.push(await benchSize(size, hello))
  }
  console.log(`Node ${process.version}, ${execFileSync('git', ['--version']).toString().trim()}\n`)
  printTable(columns)
}

function printTable(columns: readonly Column[]): void {
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(['requests/s (p50, p99 ms)', ...columns.map(({ title }) => title)])
  line(['---', ...columns.map(() => '---')])
  for (const what of columns[0]?.rows.keys() ?? []) {
    line([what, ...columns.map(({ rows }) => cellOf(rows.get(what)))])
  }
  const first = columns[0]?.rows
  const ratios: [string, string, (column: Column) => Row | undefined][] = [
    ['GET document, of bare Koa', 'GET document', ({ rows }) => rows.get(HELLO)],
    ['GET list of 30, of the first column', 'GET list of 30', () => first?.get('GET list of 30')],
    ['GET search, of the first column', 'GET search', () => first?.get('GET search')],
    ['PUT document, of native git', 'PUT document', ({ rows }) => rows.get(NATIVE)],
  ]
  for (const [label, what, base] of ratios) {
    line([label, ...columns.map((column) => ratioOf(column.rows.get(what), base(column)))])
  }
  for (const label of columns[0]?.notes.keys() ?? []) {
    line([label, ...columns.map(({ notes }) => notes.get(label) ?? '')])
  }
}

function cellOf(row: Row | undefined): string {
  if (!row) return ''
  const [rate, p50, p99] = [row.rate, row.p50, row.p99].map((number) =>
    number.toFixed(number < 10 ? 1 : 0),
  )
  return `${rate} (${p50}, ${p99})`
}

function ratioOf(row: Row | undefined, base: Row | undefined): string {
  return row && base ? `${(row.rate / base.rate).toFixed(2)} ×` : ''
}

async function benchKoa(): Promise<Row> {
  const port = await freePort()
  const code = `import Koa from 'koa'; const app = new Koa(); app.use((ctx) => { ctx.body = { hello: 'world' } }); app.listen(${port}, '127.0.0.1')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT })
  await answering(`http://127.0.0.1:${port}/`)
  const row = await cannon('hello', `http://127.0.0.1:${port}/`)
  child.kill('SIGKILL')
  return row
}

async function benchSize(size: number, hello: Row): Promise<Column> {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-bench-'))
  let server = await serve(data)
  try {
    const site = await post(server, '/v2/sites', {
      title: 'Bench',
      domain: 'bench.test',
      empty: true,
    })
    await stop(server)
    const gitDir = path.join(data, 'sites', site['id'] ?? '', 'repository.git')
    fillRepository(gitDir, size)
    const started = performance.now()
    server = await serve(data, server.authorization)
    const indexing = (performance.now() - started) / 1000
    const indexingLag = await eventLoopLag(server)
    // The working tree is still written and compared behind the answers.
    const pid = server.process.pid ?? 0
    await untilAtRest(pid)
    const settled = (performance.now() - started) / 1000
    await eventLoopLag(server)
    const rows = new Map([[HELLO, hello], ...(await benchRequests(server, site['id'] ?? '', size))])
    const requestsLag = await eventLoopLag(server)
    rows.set(NATIVE, nativeCommits(gitDir))
    const notes = new Map([
      ['indexed from nothing, with start', `${indexing.toFixed(1)} s`],
      ['event loop blocked meanwhile, longest', indexingLag],
      ['nothing more to do after', `${settled.toFixed(1)} s`],
      ['event loop blocked by the requests, longest', requestsLag],
      ['memory at rest', `${await memoryAtRest(pid)} MB`],
    ])
    return { title: size.toLocaleString('en-US'), rows, notes }
  } finally {
    await stop(server)
    rmSync(data, { recursive: true, force: true })
  }
}

async function benchRequests(
  server: Running,
  siteId: string,
  size: number,
): Promise<[string, Row][]> {
  const lists = `/v2/sites/${siteId}/collections/posts/documents`
  const first: Record<string, string>[] = await get(server, `${lists}?per_page=30`)
  const id = first[0]?.['id'] ?? ''
  const render = `/v2/documents/${id}/render`
  // The first page of a site waits until the site is in memory.
  await send(server, { method: 'POST', url: render, body: {} })
  return [
    ['GET document', await ask(server, `/v2/documents/${id}`)],
    ['GET list of 30', await ask(server, `${lists}?per_page=30`)],
    ['GET list, last page', await ask(server, `${lists}?page=${Math.ceil(size / 30)}`)],
    ['GET search', await ask(server, `${lists}?q=number%2042`)],
    ['GET search, one match', await ask(server, `${lists}?q=post-777.md`)],
    [
      'POST render of unsaved text',
      await writes(server, (n) => ['POST', render, { body: `Not saved ${n}.\n` }]),
    ],
    [
      'PUT document',
      await writes(server, (n) => ['PUT', `/v2/documents/${id}`, { title: `Changed ${n}` }]),
    ],
    [
      'POST document',
      await writes(server, (n) => ['POST', lists, { title: `Fresh ${n}`, body: 'New.\n' }]),
    ],
    [
      'POST changes, 100 documents as one commit',
      await writes(server, (n) => ['POST', `/v2/sites/${siteId}/changes`, hundred(n)]),
    ],
  ]
}

/** A hundred new pages. */
function hundred(round: number): Record<string, unknown> {
  const changes = Array.from({ length: 100 }, (_, number) => ({
    action: 'create',
    type: 'page',
    title: `Page ${number}`,
    path: `pages/${round}/${number}.md`,
  }))
  return { changes }
}

/** One commit of so many posts, by git's own fast-import. */
function fillRepository(gitDir: string, size: number): void {
  const parts = [
    'commit refs/heads/main\ncommitter Bench <bench@test> 1700000000 +0000\ndata 5\nfill\n',
    'from refs/heads/main^0\n',
  ]
  for (let number = 0; number < size; number += 1) {
    const day = new Date(1_400_000_000_000 + number * 3_600_000).toISOString().slice(0, 10)
    const text = `---\ntitle: Post number ${number}\ntags: [a, b${number % 10}]\n---\n${'Some words of a post. '.repeat(40)}\n`
    parts.push(
      `M 100644 inline _posts/${day}-post-${number}.md\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
  }
  execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--force'], {
    input: parts.join(''),
  })
}

function nativeCommits(gitDir: string): Row {
  const tree = mkdtempSync(path.join(tmpdir(), 'galley-bench-tree-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@test', ...args], {
      cwd: tree,
      maxBuffer: Infinity,
    })
  execFileSync('git', ['clone', '--quiet', gitDir, tree])
  const file = git('ls-files', '_posts').toString().split('\n')[0] ?? ''
  const times = Array.from({ length: 20 }, (_, number) => {
    writeFileSync(path.join(tree, file), `---\ntitle: Changed ${number}\n---\nBody.\n`)
    const start = performance.now()
    git('add', file)
    git('commit', '--quiet', '-m', 'Change')
    return performance.now() - start
  })
  rmSync(tree, { recursive: true, force: true })
  return summary('native', times)
}

async function writes(
  server: Running,
  request: (number: number) => [string, string, Record<string, unknown>],
): Promise<Row> {
  const times: number[] = []
  for (let number = 0; number < WRITES; number += 1) {
    const [method, url, body] = request(number)
    const start = performance.now()
    await send(server, { method, url, body })
    times.push(performance.now() - start)
  }
  return summary('writes', times)
}

function summary(what: string, times: number[]): Row {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const total = times.reduce((sum, time) => sum + time, 0)
  return { what, rate: (times.length / total) * 1000, p50: at(0.5), p99: at(0.99) }
}

function ask(server: Running, url: string): Promise<Row> {
  return cannon(url, server.url + url, { authorization: server.authorization })
}

async function cannon(
  what: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Row> {
  await autocannon({ url, headers, connections: 20, duration: 1 })
  const result = await autocannon({ url, headers, connections: 20, duration: SECONDS })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers to ${url} were no success`)
  return { what, rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

async function serve(data: string, authorization = ''): Promise<Running> {
  const port = await freePort()
  const args = [GALLEY, 'serve', '--data', data, '--port', String(port), '--sites-port', '0']
  const child = spawn(process.execPath, [...args, '--rate-limit', '1000000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (/sites on/.test(output) && (authorization !== '' || /api_secret: .*\n/.test(output)))
        resolve()
    })
  })
  const key = /api_key: +(\S+)/.exec(output)?.[1] ?? ''
  const secret = /api_secret: +(\S+)/.exec(output)?.[1] ?? ''
  const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return { process: child, url: `http://127.0.0.1:${port}`, authorization: authorization || basic }
}

async function stop(server: Running): Promise<void> {
  if (server.process.exitCode !== null) return
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  server.process.kill('SIGTERM')
  await ended
}

async function get<Json>(server: Running, url: string): Promise<Json> {
  return send(server, { method: 'GET', url })
}

async function post(
  server: Running,
  url: string,
  body: Record<string, unknown>,
): Promise<Record<string, string>> {
  return send(server, { method: 'POST', url, body })
}

async function send<Json>(
  server: Running,
  { method, url, body }: { method: string; url: string; body?: Record<string, unknown> },
): Promise<Json> {
  const response = await fetch(server.url + url, {
    method,
    headers: { authorization: server.authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const text = await response.text()
  const value: Json = isJson ? JSON.parse(text) : text
  return value
}

/** The loop is looked at every 10 ms, which counts as no delay (prom-client, eventLoopLag). */
const RESOLUTION_MS = 10

/** The longest since it was last asked for: each scrape begins anew. */
async function eventLoopLag(server: Running): Promise<string> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]
  return `${Math.max(0, Number(seconds) * 1000 - RESOLUTION_MS).toFixed(0)} ms`
}

async function answering(url: string): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers at ${url}`)
}

await main()
