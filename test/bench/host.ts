/**
 * `npm run bench:host`: requests a second that the built-in host answers, beside nginx and Caddy's file server with the
 * same files. Prints a Markdown table: a row a request, a column a server, each cell the median of the rounds and, in
 * brackets, the processor time of the server for one request in microseconds. The last column is the built-in host's part of
 * Caddy's requests a second, and of the requests that one second of processor time answers: on a busy machine only that says
 * something.
 *
 *     npm run build && npm run bench:host [-- ROUNDS]
 *
 * Each is one process, and one process more asks (autocannon, 20 connections). nginx has one worker, Caddy as many
 * threads as it takes by itself. The servers take turns within a round, so that each sees the same machine. A server that
 * is not installed is left out (Debian: `nginx-light`, `caddy`). `BENCH_FLAGS` holds flags for the built-in host's Node.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { freePort } from './free-port.js'
import { call, cpu, fillSite, sleep, start, stop, type Bench } from './own-server.js'

const ROUNDS = Number(process.argv[2] ?? 3)
const SECONDS = 2
const CONNECTIONS = 20
/** Requests before the first that count: compiled by then, whatever the machine has to do. */
const WARM = 3000
const HOST = 'bench.localhost'

const KB = 1024

/** What a page of a site is made of; none has front matter, so that all servers have the same bytes. */
const FILES: Readonly<Record<string, Buffer>> = {
  'index.html': Buffer.from(`<!doctype html><title>Bench</title>\n${words(8 * KB)}`),
  'style.css': Buffer.from(words(20 * KB)),
  'photo.jpg': randomBytes(100 * KB),
  'film.mp4': randomBytes(5 * KB * KB),
}

const REQUESTS: readonly (readonly [title: string, path: string, headers: Headers])[] = [
  ['page of 8 KB', '/', {}],
  ['the same, compressed (gzip)', '/', { 'accept-encoding': 'gzip' }],
  ['style sheet of 20 KB, compressed (gzip)', '/style.css', { 'accept-encoding': 'gzip' }],
  ['picture of 100 KB', '/photo.jpg', {}],
  ['first 64 KB of 5 MB', '/film.mp4', { range: 'bytes=0-65535' }],
  ['missing', '/none', {}],
]

type Headers = Readonly<Record<string, string>>

interface Server {
  readonly name: string
  readonly url: string
  readonly child: ChildProcess
  readonly stop: () => Promise<void>
}

/** About so many bytes of text that compresses as prose does. */
function words(bytes: number): string {
  const line = () =>
    `<p>${randomBytes(30).toString('base64')} and the rest of what is said here</p>\n`
  return Array.from({ length: bytes / 88 }, line).join('')
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-bench-host-'))
  const files = path.join(folder, 'files')
  writeFiles(files)
  const servers = [await galley(folder)]
  if (isInstalled('nginx')) servers.push(await nginx(folder, files))
  if (isInstalled('caddy')) servers.push(await caddy(folder, files))
  try {
    print(servers, await measure(servers))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true })
  }
}

function writeFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(path.join(folder, name), bytes)
}

async function galley(folder: string): Promise<Server> {
  const bench = await start(path.join(folder, 'data'), '', ['--connections', '1000'])
  const made = await fillSite(bench, { folder: path.join(folder, 'clone'), fill: writeFiles })
  await publish(bench, made.site.id)
  return { name: 'built-in', url: bench.sitesUrl, child: bench.child, stop: () => stop(bench) }
}

async function publish(bench: Bench, id: string): Promise<void> {
  const { job_id } = await call<{ readonly job_id: string }>(bench, `POST /v2/sites/${id}/publish`)
  const events = await call<string>(bench, `GET /v2/jobs/${job_id}`)
  if (!events.includes('"status":"complete"')) throw new Error(events)
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, [command === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function nginx(folder: string, files: string): Promise<Server> {
  const port = await freePort()
  const configuration = path.join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; master_process off; worker_processes 1; error_log stderr crit;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  types { text/html html; text/css css; image/jpeg jpg; video/mp4 mp4; }
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  gzip on; gzip_types text/css;
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`,
  )
  return started(
    'nginx',
    port,
    spawn('nginx', ['-c', configuration, '-p', folder], { stdio: 'inherit' }),
  )
}

async function caddy(folder: string, files: string): Promise<Server> {
  const port = await freePort()
  const configuration = path.join(folder, 'Caddyfile')
  writeFileSync(
    configuration,
    `{
  admin off
  auto_https off
  log {
    level ERROR
  }
}
http://:${port} {
  bind 127.0.0.1
  root * ${files}
  encode gzip
  file_server
}
`,
  )
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const args = ['run', '--config', configuration, '--adapter', 'caddyfile']
  return started('Caddy', port, spawn('caddy', args, { stdio: 'ignore', env }))
}

async function started(name: string, port: number, child: ChildProcess): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await sleep(50)
  const end = async () => {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  return { name, url, child, stop: end }
}

interface Result {
  /** Requests a second. */
  readonly rate: number
  /** Microseconds of processor time for one. */
  readonly cost: number
}

/** One of each round, by request and server. */
type Results = ReadonlyMap<string, Result[]>

async function measure(servers: readonly Server[]): Promise<Results> {
  const results = new Map<string, Result[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [title, target, more] of REQUESTS) {
      for (const server of servers) {
        const asked = { url: server.url + target, headers: { host: HOST, ...more } }
        if (round === 0) await autocannon({ ...asked, connections: CONNECTIONS, amount: WARM })
        const key = `${title} ${server.name}`
        results.set(key, [...(results.get(key) ?? []), await measureOne(server, asked)])
      }
    }
  }
  return results
}

async function measureOne(
  { child, name }: Server,
  asked: { readonly url: string; readonly headers: Record<string, string> },
): Promise<Result> {
  const before = cpu({ child }).server
  const answer = await autocannon({ ...asked, connections: CONNECTIONS, duration: SECONDS })
  if (answer.errors > 0) throw new Error(`${name} ${asked.url}: ${answer.errors} errors`)
  const used = cpu({ child }).server - before
  return { rate: answer.requests.average, cost: (used * 1000) / answer.requests.total }
}

function print(servers: readonly Server[], results: Results): void {
  const [load = 0] = loadavg()
  console.log(`Node ${process.version}, load average ${load.toFixed(0)}, ${ROUNDS} rounds\n`)
  const names = servers.map(({ name }) => name)
  console.log(`| requests/s (CPU µs) | ${names.join(' | ')} | beside Caddy: requests/s, CPU |`)
  console.log(`|---|${names.map(() => '---|').join('')}---|`)
  for (const [title] of REQUESTS) {
    const values = names.map((name) => medianOf(results.get(`${title} ${name}`) ?? []))
    const [own, other] = [values[0], values[names.indexOf('Caddy')]]
    const part = own && other ? [own.rate / other.rate, other.cost / own.cost] : []
    const cells = values.map(({ rate, cost }) => `${whole(rate)} (${whole(cost)})`)
    const parts = part.map((one) => one.toFixed(2)).join(', ')
    console.log(`| ${title} | ${cells.join(' | ')} | ${parts} |`)
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')

function medianOf(results: readonly Result[]): Result {
  const rate = median(results.map((one) => one.rate))
  return { rate, cost: median(results.map((one) => one.cost)) }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

await main()
