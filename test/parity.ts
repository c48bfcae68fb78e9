/* oxlint-disable no-console -- it prints */

/**
 * `npm run parity [folder …]`: builds sites with Galley and with Jekyll, and compares file by file.
 *
 * Without arguments the sites of `fixtures/sites`; with arguments those folders. Prints, a site, how
 * many files are equal and the first difference of each that is not. Needs `jekyll` on the machine.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { build } from '../src/builder/build.js'

const NOW = new Date()

/** Paths of all files below a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
}

function jekyllBuild(source: string, destination: string): string | null {
  const args = ['build', '-s', source, '-d', destination, '--disable-disk-cache', '-q']
  const env = {
    ...process.env,
    TZ: 'UTC',
    JEKYLL_ENV: 'development',
    JEKYLL_NO_BUNDLER_REQUIRE: '1',
  }
  const result = spawnSync('jekyll', args, { encoding: 'utf8', env, cwd: source })
  return result.status === 0 ? null : result.stderr.slice(-600)
}

/** What differs by nature: the time of the build. */
function comparable(text: string): string {
  const day = NOW.toISOString().slice(0, 10)
  return text.replace(
    new RegExp(`${day}[T ]\\d\\d:\\d\\d:\\d\\d(?:\\+00:00| [+]0000)?`, 'g'),
    'NOW',
  )
}

function firstDifference(ours: string, theirs: string): string {
  let at = 0
  while (at < ours.length && ours[at] === theirs[at]) at++
  const from = Math.max(0, at - 60)
  const show = (text: string) => JSON.stringify(text.slice(from, at + 100))
  return `    at ${at}\n    galley ${show(ours)}\n    jekyll ${show(theirs)}`
}

interface Tally {
  equal: number
  all: number
}

async function compareSite(folder: string, verbose: boolean): Promise<Tally> {
  const work = mkdtempSync(join(tmpdir(), 'galley-parity-'))
  const source = join(work, 'source')
  const tally = { equal: 0, all: 0 }
  try {
    cpSync(folder, source, {
      recursive: true,
      filter: (path) => !/\/(?:\.git|_site|expected)$/.test(path),
    })
    const failure = jekyllBuild(source, join(work, 'jekyll'))
    const started = performance.now()
    const report = await build({ source, destination: join(work, 'galley'), now: NOW.getTime() })
    const ms = Math.round(performance.now() - started)
    if (failure !== null || !report.ok) {
      const errors = report.diagnostics.filter(({ severity }) => severity === 'error')
      console.log(
        `${basename(folder)}: jekyll ${failure ?? 'ok'}; galley ${report.ok ? 'ok' : JSON.stringify(errors)}`,
      )
      if (failure !== null && !report.ok) return { equal: 1, all: 1 }
      return { equal: 0, all: 1 }
    }
    const lines = compareFolders(join(work, 'galley'), join(work, 'jekyll'), tally)
    console.log(`${basename(folder)}: ${tally.equal} of ${tally.all} files equal (${ms} ms)`)
    for (const line of verbose ? lines : lines.slice(0, 12)) console.log(line)
    for (const { message, path } of verbose ? report.diagnostics : [])
      console.log(`  ! ${path}: ${message}`)
    return tally
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function compareFolders(ours: string, theirs: string, tally: Tally): string[] {
  const [mine, other] = [new Set(filesOf(ours)), new Set(filesOf(theirs))]
  const lines: string[] = []
  for (const path of new Set([...mine, ...other])) {
    if (path.endsWith('.css.map')) continue
    tally.all++
    if (!mine.has(path) || !other.has(path))
      lines.push(`  ${mine.has(path) ? 'extra' : 'missing'} ${path}`)
    else if (readFileSync(join(ours, path)).equals(readFileSync(join(theirs, path)))) tally.equal++
    else {
      const [left, right] = [ours, theirs].map((root) =>
        comparable(readFileSync(join(root, path), 'utf8')),
      )
      if (left === right) tally.equal++
      else lines.push(`  differs ${path}`, firstDifference(left ?? '', right ?? ''))
    }
  }
  return lines
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const verbose = args.includes('-v')
  const named = args.filter((arg) => !arg.startsWith('-')).map((arg) => resolve(arg))
  const fixtures = resolve(import.meta.dirname, '../fixtures/sites')
  const folders =
    named.length > 0 ? named : readdirSync(fixtures).map((name) => join(fixtures, name))
  console.log(execFileSync('jekyll', ['--version'], { encoding: 'utf8' }).trim())
  const sum = { equal: 0, all: 0 }
  for (const folder of folders.filter((path) => statSync(path).isDirectory())) {
    const { equal, all } = await compareSite(folder, verbose)
    sum.equal += equal
    sum.all += all
  }
  console.log(`all: ${sum.equal} of ${sum.all} files equal`)
}

await main()
