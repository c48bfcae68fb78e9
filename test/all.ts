/**
 * `npm test`: runs all tests in groups, several at a time: a folder is a group, a large one is several. With
 * names of folders or files it runs only those. Folders that start many processes run as JavaScript (`compiled.ts`),
 * the others from source. The output of the others is printed when the first has ended, and all
 * failures are repeated at the end of the log. When nothing failed, every status of every operation that the
 * OpenAPI document promises must have been seen.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compile } from './compiled.js'
import { readCosts } from './costs.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A file system in memory. */
const IN_MEMORY = '/dev/shm'
/** Bytes that must be free in it, and of memory besides: the tests have had 1.3 GB in it at once. */
const ENOUGH = 6e9

/**
 * Tests make and remove hundreds of thousands of small files, so they keep them in memory where there is much of it
 * and nobody has named a place.
 */
function folderInMemory(): string | null {
  if (process.env['TMPDIR'] !== undefined || !existsSync(IN_MEMORY)) return null
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  if (bavail * bsize < ENOUGH || process.availableMemory() < ENOUGH * 2) return null
  const folder = mkdtempSync(path.join(IN_MEMORY, 'galley-'))
  // Tests start programs as other users, too.
  chmodSync(folder, 0o1777)
  return (process.env['TMPDIR'] = folder)
}

const inMemory = folderInMemory()

/** All that is in no folder of its own part. It looks at the sources, so it is not compiled. */
const REST = 'the rest'

/**
 * Folders that take long enough to be a part of their own, and the rest, each with the number of groups that it
 * is cut into, in their order: what is wrong with a part alone is seen before what is wrong with the whole. Those with
 * a browser come last, as many as keep the processors busy, so that nothing else is in its way. (Its work is more
 * than the table of costs shows: Chromium doesn't wait for its own processes, so nobody counts them.)
 */
const GROUPS = new Map([
  [REST, 2],
  ['features', 1],
  ['store', 1],
  ['http', 1],
  ['cli', 1],
  ['git', 1],
  ['builder', 1],
  ['service', 1],
  ['deploy', 1],
  ['torture', 1],
  ['api', 3],
  ['stories', 1],
  ['admin', 3],
])
const PARTS = [...GROUPS.keys()]

/** A folder, or every nth file of one: neighbours are alike, and so in groups of their own. */
interface Part {
  readonly name: string
  readonly files: readonly string[]
  readonly isCompiled: boolean
}

/** Coverage is of the sources, so they are what runs where it is counted (`npm run coverage`). */
const isFromSource = process.env['NODE_V8_COVERAGE'] !== undefined

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PARTS.includes(name) && !existsSync(path.join(ROOT, name)))
if (unknown.length > 0) {
  const all = PARTS.join(', ')
  process.stderr.write(`No such part of the tests: ${unknown.join(', ')}. There are: ${all}.\n`)
  process.exit(1)
}
const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .toSorted()
const folderOf = (file: string) => file.split(path.sep)[0] ?? ''
const partOf = (file: string) => (PARTS.includes(folderOf(file)) ? folderOf(file) : REST)
const parts: readonly Part[] = Array.from(GROUPS, ([name, groups]) => {
  const own = files.filter(
    (file) =>
      partOf(file) === name &&
      (wanted.length === 0 || wanted.includes(name) || wanted.includes(`test/${file}`)),
  )
  return Array.from({ length: groups }, (_, group) => ({
    name: groups === 1 ? name : `${name} (${group + 1} of ${groups})`,
    files: own.filter((_file, at) => at % groups === group),
    isCompiled: !isFromSource && name !== REST,
  }))
})
  .flat()
  .filter((part) => part.files.length > 0)

/** What `package.json` has for tests from source, but for their loader. */
const AS_JAVASCRIPT = [
  '--no-package',
  '--node-option=enable-source-maps',
  '--reporter=test/reporter.js',
  '--timeout=300000',
  '--forbid-only',
]

/** The web admin for all groups that open it, built beside the compilation. */
const admin = mkdtempSync(path.join(tmpdir(), 'galley-admin-'))

async function buildAdmin(): Promise<void> {
  const isShown = (name: string) => ['admin', 'stories'].includes(folderOf(name))
  if (!parts.some(({ files: names }) => names.some(isShown))) return
  const program = path.join(ROOT, 'bin/build-admin.js')
  await promisify(execFile)(process.execPath, [program, admin], { cwd: ROOT })
}

const [compiled] = await Promise.all([compile(), buildAdmin()])

/** Where the parts note which statuses of the API they have seen. */
const seen = mkdtempSync(path.join(tmpdir(), 'galley-seen-'))

/** Where the parts note what each file has cost. */
const costs = mkdtempSync(path.join(tmpdir(), 'galley-costs-'))

/** The parts that run. */
const running = new Set<ChildProcess>()

function removeOwnFolders(): void {
  for (const folder of [seen, costs, compiled, admin, ...(inMemory === null ? [] : [inMemory])])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

// An interrupted run leaves no folder behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of running) child.kill('SIGKILL')
    removeOwnFolders()
    process.exit(1)
  })

/** How much is shown again of a part that ended badly without a test that failed. */
const LAST_LINES = 60

interface Result {
  readonly isWell: boolean
  /** Mocha's list of what failed; empty if nothing did. */
  readonly failures: string
}

const print = (chunk: Buffer | string) => process.stdout.write(chunk)

/** Prints what parts say: the eldest that runs at once, the others when it is their turn. */
const printer = (() => {
  const waiting: { held: Buffer[]; isDone: boolean }[] = []
  function goOn(): void {
    while (waiting[0]) {
      print(Buffer.concat(waiting[0].held.splice(0)))
      if (!waiting[0].isDone) return
      waiting.shift()
    }
  }
  return {
    begin() {
      const own = { held: [] as Buffer[], isDone: false }
      waiting.push(own)
      return {
        say(chunk: Buffer) {
          own.held.push(chunk)
          goOn()
        },
        end() {
          own.isDone = true
          goOn()
        },
      }
    },
  }
})()

function namesOf({ files, isCompiled }: Part): string[] {
  return files.map((name) => path.join('test', isCompiled ? name.replace(/\.ts$/, '.js') : name))
}

/** Runs the tests of a part. */
async function run(part: Part): Promise<Result> {
  const mocha = path.join(ROOT, 'node_modules/mocha/bin/mocha.js')
  const child = spawn(
    process.execPath,
    [mocha, ...(part.isCompiled ? AS_JAVASCRIPT : []), ...namesOf(part)],
    {
      cwd: part.isCompiled ? compiled : ROOT,
      env: { ...process.env, GALLEY_API_SEEN: seen, GALLEY_COSTS: costs, GALLEY_ADMIN: admin },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  const began = Date.now()
  const said: Buffer[] = []
  const output = printer.begin()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.push(chunk)
      output.say(chunk)
    })
  const status = await new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0))
    // What a test left running may hold the pipe open.
    child.once('exit', (code, signal) => setTimeout(resolve, 5_000, signal ?? code ?? 0).unref())
  })
  const isWell = status === 0
  running.delete(child)
  const seconds = Math.round((Date.now() - began) / 1000)
  output.say(Buffer.from(`${part.name}: ${isWell ? 'passed' : 'failed'}, after ${seconds} s\n`))
  output.end()
  const text = Buffer.concat(said).toString()
  const [, failures = ''] = text.split(/^.*\b\d+ failing\b.*$/m)
  return { isWell, failures: failures || (isWell ? '' : endOf(part.name, status, text)) }
}

/**
 * Says how a part ended of which no test failed: before its tests did, by an error behind the last of them, or
 * because something kept it open. What it said last tells which; a reader may see the end of the log alone.
 */
function endOf(name: string, status: number | string, text: string): string {
  const last = text.trimEnd().split('\n').slice(-LAST_LINES)
  // Marked, so that `.ci/run` does not count the tests in them again.
  const quoted = last.map((line) => `  | ${line}`).join('\n')
  return `\n\n  ${name} ended with ${status}, though no test failed. It said last:\n\n${quoted}\n`
}

/** Runs one part after the other, until none is left that nobody has begun. */
async function runInTurn(left: Part[], results: Result[]): Promise<void> {
  for (let part = left.shift(); part; part = left.shift()) results.push(await run(part))
}

/** A test that failed or did not run leaves gaps, so it is asked only where all is well. */
function sawAllOfApi(): boolean {
  const args = ['--import', 'tsx', 'test/api/coverage.ts', '--missing']
  const env = { ...process.env, GALLEY_API_SEEN: seen }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env })
  print(Buffer.concat([stdout, stderr]))
  return status === 0
}

/** Seconds for which the processors of the machine had nothing to do, all together, since it was started. */
const idleSeconds = () => cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000

/** Files in the table at the end. */
const DEAREST = 25

function printCosts(): void {
  const rows = readCosts(costs)
  const total = rows.reduce((sum, { own, children }) => sum + own + children, 0)
  const idle = (idleSeconds() - idleAtFirst).toFixed(0)
  print(`\nseconds of a processor: ${total.toFixed(0)} (and ${idle} without work), of which\n`)
  for (const { file, own, children } of rows.slice(0, DEAREST))
    print(
      `${(own + children).toFixed(1).padStart(7)} ${file} (${children.toFixed(1)} in child processes)\n`,
    )
}

/** Parts wait about half of their time, for a disk, a browser or a quiet moment: so many more than processors. */
const WAITING = 3

const left = [...parts]
const idleAtFirst = idleSeconds()
const results: Result[] = []
await Promise.all(
  Array.from({ length: availableParallelism() + WAITING }, () => runInTurn(left, results)),
)
for (const { failures } of results) if (failures) print(`\nWhat failed:${failures}`)
printCosts()
const isWell = results.every((result) => result.isWell) && (wanted.length > 0 || sawAllOfApi())
removeOwnFolders()
// Once all that was printed has gone: an exit drops what a slow reader has not taken from a pipe.
process.stdout.write('', () => process.exit(isWell ? 0 : 1))
