/**
 * `npm run bench:git`: clone and push of 10,000 files over Galley's git door, beside the same over
 * lighttpd with git's own `http-backend`, turn by turn, both with Basic authentication; then how soon a push is in the API, how soon
 * a save on disk is a commit, and the memory of the server during a push of 200 MB. Prints Markdown.
 *
 *     npm run bench:git [-- 10000]
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { memoryAtRest, residentMb } from './at-rest.js'
import { freePort } from './free-port.js'

const FILES = Number(process.argv[2] ?? 10_000)
const CLONES = 5
const FIRST_PUSHES = 3
const SMALL_PUSHES = 8
const SAVES = 8
const LARGE = 200 * 1024 * 1024

interface Bench {
  readonly root: string
  readonly galley: GalleyProcess
  /** `http://key:secret@host`. */
  readonly door: string
  /** Base URL of plain `http-backend` over every folder below `root`. */
  readonly plain: string
}

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@test', '-c', 'gc.auto=0']
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...identity, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .trim()
}

/** As `git`, without holding up this process; milliseconds. */
function timed(cwd: string, ...args: string[]): Promise<number> {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('exit', (code) => {
      if (code === 0) resolve(performance.now() - start)
      else reject(new Error(`git ${args.join(' ')} ended with ${code}`))
    })
  })
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function row(what: string, ours: readonly number[], plain: readonly number[]): void {
  const [a, b] = [median(ours), median(plain)]
  console.log(`| ${what} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(a / b).toFixed(2)} |`)
}

async function main(): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-git-'))
  const galley = await startGalley(path.join(root, 'data'), ['--rate-limit', '1000000000'])
  const lighttpd = await startPlain(root)
  const [key, secret] = Buffer.from(galley.authorization.slice(6), 'base64').toString().split(':')
  const door = galley.url.replace('//', `//${key}:${secret}@`)
  const bench = { root, galley, door, plain: lighttpd.url }
  try {
    console.log(`Node ${process.version}, ${git(root, '--version')}, ${FILES} files, medians\n`)
    console.log('| what | Galley ms | http-backend ms | ratio |\n|---|---|---|---|')
    const { siteId, work } = await firstPushes(bench)
    await clones(bench, siteId)
    await smallPushes(bench, { siteId, work })
    console.log('\n| what | |\n|---|---|')
    const pid = galley.child.pid ?? 0
    console.log(`| memory at rest after these pushes | ${await memoryAtRest(pid)} MB |`)
    await saves(bench, siteId)
    await largePush(bench)
  } finally {
    await galley.kill('SIGTERM')
    lighttpd.child.kill('SIGTERM')
    rmSync(root, { recursive: true, force: true })
  }
}

interface Filled {
  readonly siteId: string
  readonly work: string
}

/** Into an empty site, and into a bare repository of the same beginning. */
async function firstPushes(bench: Bench): Promise<Filled> {
  const times = { ours: [] as number[], plain: [] as number[] }
  let filled: Filled = { siteId: '', work: '' }
  for (let round = 0; round < FIRST_PUSHES; round += 1) {
    const siteId = await createSite(bench)
    const work = path.join(bench.root, `work-${round}`)
    git(bench.root, 'clone', '-q', remoteOf(bench, siteId), work)
    git(bench.root, 'clone', '-q', '--bare', bareOf(bench, siteId), `plain-${round}.git`)
    git(path.join(bench.root, `plain-${round}.git`), 'config', 'http.receivepack', 'true')
    fill(work)
    times.ours.push(await timed(work, 'push', '-q', 'origin', 'main'))
    times.plain.push(await timed(work, 'push', '-q', `${bench.plain}/plain-${round}.git`, 'main'))
    filled = { siteId, work }
  }
  row(`push of ${FILES} new files (with index and working tree)`, times.ours, times.plain)
  return filled
}

function fill(work: string): void {
  mkdirSync(path.join(work, '_posts'))
  for (let number = 0; number < FILES; number += 1) {
    const day = new Date(1_400_000_000_000 + number * 3_600_000).toISOString().slice(0, 10)
    const text = `---\ntitle: Post ${number}\n---\n${'Some words of a post. '.repeat(40)}${number}\n`
    writeFileSync(path.join(work, `_posts/${day}-post-${number}.md`), text)
  }
  git(work, 'add', '-A')
  git(work, 'commit', '-q', '-m', 'Fill')
}

/** Of one repository, by both servers. */
async function clones(bench: Bench, siteId: string): Promise<void> {
  const times = { ours: [] as number[], plain: [] as number[] }
  const target = path.join(bench.root, 'clone.git')
  const plain = `${bench.plain}/data/sites/${siteId}/repository.git`
  for (let round = 0; round < CLONES; round += 1) {
    times.ours.push(
      await timed(bench.root, 'clone', '-q', '--bare', remoteOf(bench, siteId), target),
    )
    rmSync(target, { recursive: true })
    times.plain.push(await timed(bench.root, 'clone', '-q', '--bare', plain, target))
    rmSync(target, { recursive: true })
  }
  row(`clone of ${FILES} files`, times.ours, times.plain)
}

async function smallPushes(bench: Bench, { siteId, work }: Filled): Promise<void> {
  const times = { ours: [] as number[], plain: [] as number[] }
  const plain = `${bench.plain}/plain-${FIRST_PUSHES - 1}.git`
  let late = 0
  for (let round = 0; round < SMALL_PUSHES; round += 1) {
    writeFileSync(path.join(work, 'page.md'), `---\ntitle: Round ${round}\n---\n`)
    git(work, 'add', '-A')
    git(work, 'commit', '-q', '-m', 'Page')
    times.ours.push(await timed(work, 'push', '-q', 'origin', 'main'))
    const pages = await get<{ title: string }[]>(bench, `/v2/sites/${siteId}/pages`)
    if (pages[0]?.title !== `Round ${round}`) late += 1
    times.plain.push(await timed(work, 'push', '-q', plain, 'main'))
  }
  row('push of one changed file', times.ours, times.plain)
  console.log(`| pushes after which the API had not the new content yet | ${late} | – | – |`)
}

async function saves(bench: Bench, siteId: string): Promise<void> {
  const ref = path.join(bareOf(bench, siteId), 'refs/heads/main')
  const file = path.join(bench.root, 'data/sites', siteId, 'tree/page.md')
  const times: number[] = []
  for (let round = 0; round < SAVES; round += 1) {
    // What the server writes itself must have come to rest.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const before = readFileSync(ref, 'utf8')
    const start = performance.now()
    writeFileSync(file, `---\ntitle: Saved ${round}\n---\n`)
    while (readFileSync(ref, 'utf8') === before) await new Promise((r) => setTimeout(r, 5))
    times.push(performance.now() - start)
  }
  console.log(
    `| save on disk to commit, median (a second of it is the quiet) | ${median(times).toFixed(0)} ms |`,
  )
}

async function largePush(bench: Bench): Promise<void> {
  const siteId = await createSite(bench)
  const work = path.join(bench.root, 'large')
  git(bench.root, 'clone', '-q', remoteOf(bench, siteId), work)
  for (let part = 0; part < 20; part += 1) {
    writeFileSync(path.join(work, `part-${part}.bin`), randomBytes(LARGE / 20))
  }
  git(work, 'add', '-A')
  git(work, 'commit', '-q', '-m', 'Large')
  const pid = bench.galley.child.pid ?? 0
  const before = residentMb(pid)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20)
  const time = await timed(work, 'push', '-q', 'origin', 'main')
  clearInterval(timer)
  console.log(`| push of 200 MB | ${(time / 1000).toFixed(1)} s |`)
  console.log(
    `| memory of the server before it, and most of it meanwhile | ${before} MB, ${peak} MB |`,
  )
}

let sites = 0

async function createSite({ galley }: Bench): Promise<string> {
  sites += 1
  const response = await fetch(`${galley.url}/v2/sites`, {
    method: 'POST',
    headers: { authorization: galley.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Bench', domain: `bench-${sites}.test`, empty: true }),
  })
  const site: { id: string } = await response.json()
  return site.id
}

async function get<Json>({ galley }: Bench, url: string): Promise<Json> {
  const { authorization } = galley
  const json: Json = await (await fetch(galley.url + url, { headers: { authorization } })).json()
  return json
}

function remoteOf({ door }: Bench, siteId: string): string {
  return `${door}/v2/sites/${siteId}/repository.git`
}

function bareOf({ root }: Bench, siteId: string): string {
  return path.join(root, 'data/sites', siteId, 'repository.git')
}

/** lighttpd that runs `git http-backend` for everything below a folder. */
async function startPlain(root: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const backend = path.join(git(root, '--exec-path'), 'git-http-backend')
  const file = path.join(root, 'lighttpd.conf')
  const users = path.join(root, 'users')
  writeFileSync(users, 'key:secret\n')
  writeFileSync(
    file,
    `server.document-root = "${root}"
server.bind = "127.0.0.1"
server.port = ${port}
server.upload-dirs = ("${root}")
server.stream-request-body = 2
server.stream-response-body = 2
server.modules = ("mod_auth", "mod_authn_file", "mod_alias", "mod_setenv", "mod_cgi")
auth.backend = "plain"
auth.backend.plain.userfile = "${users}"
auth.require = ("/git" => ("method" => "basic", "realm" => "git", "require" => "valid-user"))
alias.url = ("/git" => "${backend}")
cgi.assign = ("" => "")
setenv.set-environment = ("GIT_PROJECT_ROOT" => "${root}", "GIT_HTTP_EXPORT_ALL" => "1", "HOME" => "/nonexistent")
`,
  )
  const child = spawn('lighttpd', ['-D', '-f', file], { stdio: 'inherit' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  return { child, url: `http://key:secret@127.0.0.1:${port}/git` }
}

await main()
