/**
 * A server of its own for a benchmark, with the blog of `bench:build` in one site.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBlog } from './blog/jekyll.js'

/** The command; it needs `npm run build` before. */
export const GALLEY = fileURLToPath(new URL('../../bin/galley.js', import.meta.url))

export interface Bench {
  readonly child: ChildProcess
  readonly url: string
  readonly sitesUrl: string
  /** Key and secret. */
  readonly pair: string
}

export interface Site {
  readonly id: string
  readonly preview_url: string
}

/**
 * Starts a server on free ports; Node's own flags are those of `BENCH_FLAGS`.
 *
 * @param known key and secret of an earlier start with the same data, which are told but once
 * @param more flags of `galley serve`
 */
export async function start(
  data: string,
  known = '',
  more: readonly string[] = [],
): Promise<Bench> {
  const ports = ['--port', '0', '--sites-port', '0', '--rate-limit', '1000000000', ...more]
  const flags = process.env['BENCH_FLAGS']?.split(' ') ?? []
  const args = [...flags, GALLEY, 'serve', '--data', data, ...ports, '--log-level', 'error']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const isReady = () =>
    output.includes('sites on') && (known !== '' || /api_secret: +\S+\n/.test(output))
  while (!isReady()) await sleep(20)
  const value = (pattern: RegExp) => pattern.exec(output)?.[1] ?? ''
  return {
    child,
    url: value(/listening on (\S+)/),
    sitesUrl: value(/sites on (\S+)/),
    pair: known === '' ? `${value(/api_key: +(\S+)/)}:${value(/api_secret: +(\S+)/)}` : known,
  }
}

/** Ends a server. */
export async function stop({ child }: Bench): Promise<void> {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** One request, `METHOD /path`; JSON where the answer is, else its text. @throws Error for a failure */
export async function call<Json>({ url, pair }: Bench, what: string, body?: object): Promise<Json> {
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

/** A clone that commits to its server. */
export interface Clone {
  readonly folder: string
  /** Commits all that the folder holds, and pushes it to the server. */
  push(to?: Bench): void
}

/** A new site with a blog of so many posts in it, and the clone that it came from. */
export function makeSite(
  bench: Bench,
  { folder, posts }: { readonly folder: string; readonly posts: number },
): Promise<Made> {
  return fillSite(bench, { folder, fill: (clone) => writeBlog(clone, posts) })
}

export interface Made {
  readonly site: Site
  readonly clone: Clone
}

/** A new site of what `fill` puts into the clone that it comes from. */
export async function fillSite(
  bench: Bench,
  { folder, fill }: { readonly folder: string; readonly fill: (folder: string) => void },
): Promise<Made> {
  const made = { title: 'Bench', domain: 'bench.localhost', empty: true }
  const site = await call<Site>(bench, 'POST /v2/sites', made)
  const remote = ({ url, pair }: Bench) =>
    `${url.replace('//', `//${pair}@`)}/v2/sites/${site.id}/repository.git`
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@test', '-c', 'gc.auto=0']
    execFileSync('git', [...identity, '-C', folder, ...args], { stdio: 'pipe' })
  }
  const push = (to: Bench = bench) => {
    git('add', '-A')
    git('commit', '-q', '-m', 'Fill')
    git('push', '-q', remote(to), 'main')
  }
  execFileSync('git', ['clone', '-q', remote(bench), folder])
  // What `galley build` remembers is none of the site's.
  appendFileSync(path.join(folder, '.git/info/exclude'), '.jekyll-cache\n')
  fill(folder)
  push()
  return { site, clone: { folder, push } }
}

const TICK_MS = 10

/** Milliseconds of processor time. */
export interface Used {
  readonly server: number
  /** Of the server's children that still run. */
  readonly builder: number
}

/** Processor time of the server and of its children until now. */
export function cpu(bench: Pick<Bench, 'child'>): Used {
  const { own, children } = treeOf(bench)
  return { server: own.ms, builder: children.reduce((sum, { ms }) => sum + ms, 0) }
}

/** Milliseconds of processor time of the server and of all that it has started, also of what has ended. */
export function cpuOfAll(bench: Pick<Bench, 'child'>): number {
  const { own, children } = treeOf(bench)
  return [own, ...children].reduce((sum, { ms, endedMs }) => sum + ms + endedMs, 0)
}

interface Ticks {
  readonly ms: number
  /** Of its children that have ended. */
  readonly endedMs: number
}

/** What the server and its running children have used. @see proc_pid_stat(5) */
function treeOf({ child }: Pick<Bench, 'child'>): { own: Ticks; children: Ticks[] } {
  const root = child.pid ?? 0
  const children: Ticks[] = []
  let own: Ticks = { ms: 0, endedMs: 0 }
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
      const ms = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) * TICK_MS
      const used = { ms: ms(11), endedMs: ms(13) }
      if (Number(name) === root) own = used
      else if (fields[1] === root) children.push(used)
    } catch {
      // It has ended meanwhile.
    }
  }
  return { own, children }
}
