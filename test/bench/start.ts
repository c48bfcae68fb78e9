/**
 * `npm run bench:start`: milliseconds from the start of the server to the first 200 of a document: after a
 * clean stop, after kill -9, and with the index deleted; and how long stopping takes while requests run.
 * Prints a Markdown table, a column a number of documents.
 *
 *     npm run bench:start [-- 1000 10000 100000]
 *
 * The server runs in a process of its own, built (`npm run build`). The documents are one commit.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.js'

const GALLEY = fileURLToPath(new URL('../../bin/galley.js', import.meta.url))
const COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const PASSWORD = 'a password of the benchmark'
const EMAIL = 'bench@example.org'

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly started: number
  /** Resolves when it has printed where it listens. */
  readonly printed: Promise<void>
}

interface Asked {
  readonly url: string
  readonly authorization: string
}

async function main(): Promise<void> {
  const columns: Map<string, string>[] = []
  for (const count of COUNTS) {
    process.stderr.write(`${count} documents\n`)
    columns.push(await bench(count))
  }
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  line(['', ...COUNTS.map((count) => count.toLocaleString('en-US'))])
  line(['---', ...COUNTS.map(() => '---')])
  for (const what of columns[0]?.keys() ?? []) {
    line([what, ...columns.map((column) => column.get(what) ?? '')])
  }
  console.log(
    `\nNode ${process.version}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
}

async function bench(count: number): Promise<Map<string, string>> {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-bench-start-'))
  const rows = new Map<string, string>()
  try {
    const { authorization, siteId, documentId } = await prepare(data, count)
    const first = async (server: Server): Promise<string> => {
      await answers({ url: `${server.url}/v2/documents/${documentId}`, authorization })
      return `${Math.round(performance.now() - server.started)} ms`
    }
    let server = await start(data)
    rows.set('after a clean stop', await first(server))
    await end(server, 'SIGKILL')
    server = await start(data)
    rows.set('after kill -9', await first(server))
    rows.set('stopping, with the index being looked through', await end(server, 'SIGTERM'))
    const index = path.join(data, 'index.db')
    rows.set('index.db, a document', `${Math.round(statSync(index).size / count)} bytes`)
    for (const suffix of ['', '-wal', '-shm', '.state']) rmSync(index + suffix, { force: true })
    server = await start(data)
    await answers({ url: `${server.url}/v2/sites`, authorization })
    rows.set('without an index: the sites', `${Math.round(performance.now() - server.started)} ms`)
    rows.set('without an index: a document', await first(server))
    const writing = write(server, { siteId, authorization })
    rows.set('stopping, with writes at work', await end(server, 'SIGTERM'))
    await writing
    return rows
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** A data folder with one site of so many documents, read in; its server has stopped. */
async function prepare(data: string, count: number) {
  let server = await start(data)
  // The first administrator is made a moment after the port is open.
  await server.printed
  const pair = await asked(`${server.url}/v2/auth`, basic(EMAIL, PASSWORD), {})
  const authorization = basic(String(pair['api_key']), String(pair['api_secret']))
  const input = { title: 'Bench', domain: 'bench.test', empty: true }
  const site = await asked(`${server.url}/v2/sites`, authorization, input)
  const siteId = String(site['id'])
  await end(server, 'SIGTERM')
  fill(path.join(data, 'sites', siteId, 'repository.git'), count)
  server = await start(data)
  const list = `/v2/sites/${siteId}/collections/posts/documents?per_page=1`
  await answers({ url: server.url + list, authorization })
  const found: unknown = await (
    await fetch(server.url + list, { headers: { authorization } })
  ).json()
  const [document] = found as readonly { readonly id: string }[]
  await end(server, 'SIGTERM')
  return { authorization, siteId, documentId: document?.id ?? '' }
}

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}

function fill(gitDir: string, count: number): void {
  const parts = [
    'commit refs/heads/main\ncommitter Bench <bench@test> 1700000000 +0000\ndata 5\nfill\n',
    'from refs/heads/main^0\n',
  ]
  for (let number = 0; number < count; number += 1) {
    const day = new Date(1_400_000_000_000 + number * 3_600_000).toISOString().slice(0, 10)
    const text = `---\ntitle: Post number ${number}\ntags: [a, b${number % 10}]\n---\n${wordsOf(number)}\n`
    const name = `_posts/${day}-post-${number}.md`
    parts.push(`M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  const input = parts.join('')
  execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--force'], { input })
}

/** Some 2.5 kB, with words that come rarely and often. */
function wordsOf(number: number): string {
  const word = (at: number) => `word${(number * 31 + at * at) % 5000}`
  return Array.from({ length: 280 }, (_, at) => word(at)).join(' ')
}

async function start(data: string): Promise<Server> {
  const started = performance.now()
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [GALLEY, 'serve', '--data', data, '--port', String(port), '--sites-port', '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        GALLEY_ADMIN_EMAIL: EMAIL,
        GALLEY_ADMIN_PASSWORD: PASSWORD,
        GALLEY_RATE_LIMIT: '1000000000',
        GALLEY_LOG_LEVEL: 'error',
      },
    },
  )
  const printed = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('sites on')) resolve()
    })
  })
  const server = { child, url: `http://127.0.0.1:${port}`, started, printed }
  await answers({ url: `${server.url}/v2/openapi.json`, authorization: '' })
  return server
}

/** Asks until the answer is 200. */
async function answers({ url, authorization }: Asked): Promise<void> {
  const headers: Record<string, string> = authorization === '' ? {} : { authorization }
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await delay(5)
  }
}

async function asked(
  url: string,
  authorization: string,
  body: object,
): Promise<Record<string, unknown>> {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Writes until the server does not answer any more. */
async function write(
  { url }: Server,
  { siteId, authorization }: { readonly siteId: string; readonly authorization: string },
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: `Fresh ${number}`, body: 'New.' })
    const to = `${url}/v2/sites/${siteId}/collections/posts/documents`
    const answer = await fetch(to, { method: 'POST', headers, body }).catch(() => null)
    if (!answer?.ok) return
  }
}

async function end({ child }: Server, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
  const from = performance.now()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
  return `${Math.round(performance.now() - from)} ms`
}

await main()
