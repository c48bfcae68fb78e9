/* oxlint-disable no-console -- it prints */

/**
 * `npm run parity -- [-v] [--keep folder] [folder …]`: builds sites with Galley and with Jekyll, and
 * compares file by file. How to read it: src/builder/README.md.
 *
 * Without folders the sites of `fixtures/sites`. `--keep` keeps the copies and what both built, and
 * takes what Jekyll built there before. Ends with 1 when a site is below the thresholds, or fails
 * with one builder only. Needs `jekyll` on the machine.
 */

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '../src/builder/build.js'
import { compareFolders, type Comparison, type Kind } from './parity/compare.js'
import { buildWithJekyll, installedGems } from './parity/oracle.js'
import { copySite, overlayFor } from './parity/site.js'

/** The moment of all builds: outputs kept from earlier runs stay comparable. */
const NOW = Date.UTC(2026, 10, 1, 12)
/** Shares of a site's files; style sheets that declare the same count as bytes. */
const LEAST = { bytes: 0.95, markup: 0.99 }

interface Result {
  readonly name: string
  readonly comparison: Comparison | null
  /** Both failed: nothing to compare. */
  readonly isSkipped: boolean
}

async function compareSite(folder: string, work: string): Promise<Result> {
  const name = basename(folder)
  mkdirSync(work, { recursive: true })
  const source = join(work, name)
  copySite(folder, source)
  const { overrides, theme, without } = overlayFor(folder, gems)
  // The overlay names its plugins: neither builder is to add those of this machine's choice.
  rmSync(join(source, 'Gemfile'), { force: true })
  const theirs = join(work, 'jekyll')
  const failure = jekyll({ source, overrides, theirs, work })
  const started = process.cpuUsage()
  const ours = join(work, 'galley')
  const report = await build({ source, destination: ours, overrides, now: NOW })
  const { user, system } = process.cpuUsage(started)
  console.log(`\n${name}: ${((user + system) / 1e6).toFixed(1)} s of CPU`)
  if (without.length > 0) console.log(`  without ${without.join(', ')}`)
  for (const { severity, path, line, message } of report.diagnostics)
    if (options.v || severity === 'error') console.log(`  ! ${path}:${line} ${message}`)
  if (failure !== null) console.log(`  jekyll fails: ${failure}`)
  if (failure !== null || !report.ok)
    return { name, comparison: null, isSkipped: failure !== null && !report.ok }
  const comparison = compareFolders(ours, theirs, { ownTheme: theme === 'minima' })
  print(comparison)
  return { name, comparison, isSkipped: false }
}

function jekyll(site: {
  source: string
  overrides: Readonly<Record<string, unknown>>
  theirs: string
  work: string
}): string | null {
  if (existsSync(site.theirs)) return null
  const { source, overrides, work } = site
  const destination = join(work, 'jekyll.part')
  const failure = buildWithJekyll({ source, destination, overrides, now: NOW, work })
  if (failure === null) renameSync(destination, site.theirs)
  return failure
}

function print({ kinds }: Comparison): void {
  const shown = options.v ? kinds : kinds.slice(0, 6)
  for (const kind of shown) printKind(kind)
  if (kinds.length > shown.length) console.log(`  … ${kinds.length - shown.length} more kinds (-v)`)
}

function printKind({ likeness, paths, ours, theirs }: Kind): void {
  console.log(`  ${likeness}: ${paths.length} × ${paths.slice(0, options.v ? 5 : 1).join(' ')}`)
  if (likeness === 'missing' || likeness === 'extra') return
  console.log(`    galley ${JSON.stringify(ours)}\n    jekyll ${JSON.stringify(theirs)}`)
}

/** Files that are equal in both senses. */
function equals({ counts }: Comparison): { bytes: number; markup: number } {
  const bytes = counts.bytes + counts.css
  return { bytes, markup: bytes + counts.markup }
}

function isGood(comparison: Comparison): boolean {
  const { bytes, markup } = equals(comparison)
  const { files } = comparison
  return bytes >= LEAST.bytes * files && markup >= LEAST.markup * files
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)}%`

function table(results: readonly Result[]): void {
  console.log('\n| site | files | to the byte | bytes, CSS by declarations | normalised | |')
  console.log('|---|---|---|---|---|---|')
  const sum = { files: 0, exact: 0, bytes: 0, markup: 0, good: 0, built: 0 }
  for (const { name, comparison, isSkipped } of results) {
    if (comparison === null) {
      console.log(`| ${name} | | | | | ${isSkipped ? 'fails with both' : 'FAILS WITH ONE'} |`)
      continue
    }
    const { bytes, markup } = equals(comparison)
    const { files } = comparison
    const exact = comparison.counts.bytes
    sum.files += files
    sum.exact += exact
    sum.bytes += bytes
    sum.markup += markup
    sum.built++
    if (isGood(comparison)) sum.good++
    const cells = [exact, bytes, markup].map((part) => percent(part, files)).join(' | ')
    console.log(`| ${name} | ${files} | ${cells} | ${isGood(comparison) ? '' : 'below'} |`)
  }
  const cells = [sum.exact, sum.bytes, sum.markup].map((part) => percent(part, sum.files))
  console.log(`| all ${sum.built} | ${sum.files} | ${cells.join(' | ')} | ${sum.good} reach both |`)
}

async function main(folders: readonly string[]): Promise<void> {
  console.log(execFileSync('jekyll', ['--version'], { encoding: 'utf8' }).trim())
  const results: Result[] = []
  for (const folder of folders) {
    const kept = options.keep === undefined ? null : resolve(options.keep, basename(folder))
    const work = kept ?? mkdtempSync(join(tmpdir(), 'galley-parity-'))
    try {
      results.push(await compareSite(folder, work))
    } finally {
      if (kept === null) rmSync(work, { recursive: true, force: true })
    }
  }
  table(results)
  const isFine = ({ comparison, isSkipped }: Result) =>
    comparison === null ? isSkipped : isGood(comparison)
  process.exitCode = results.every(isFine) ? 0 : 1
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { v: { type: 'boolean', short: 'v' }, keep: { type: 'string' } },
})
const FIXTURES = resolve(import.meta.dirname, '../fixtures/sites')
const gems = installedGems()
const named = positionals.map((folder) => resolve(folder))
const all = readdirSync(FIXTURES).map((name) => join(FIXTURES, name))
await main((named.length > 0 ? named : all).filter((folder) => statSync(folder).isDirectory()))
