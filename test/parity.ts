/* oxlint-disable no-console -- it prints */

/**
 * `npm run parity -- [-v] [--keep folder] [--list name] [folder …]`: builds sites with Galley and with
 * Jekyll, and compares file by file. How to read it: test/parity/README.md.
 *
 * Without folders the sites of `fixtures/sites`; `--list` takes those of `fixtures/parity/<name>.json`,
 * public repositories that are fetched into `--sites` (default: a folder of the system's for passing files). `--keep` keeps the copies and what both built, and
 * takes what Jekyll built there before. `--as-is` needs no Jekyll: it builds with Galley alone (parity/as-is.ts). Ends with 1 when a site is below the thresholds, or fails
 * with one builder only. Needs `jekyll` on the machine, or a command in JEKYLL; Galley builds as that version.
 * `--jekyll 3.10`, `4.3` or `4.4` says which one is meant to be there.
 */

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
import type { JekyllVersion } from '../src/builder/base/jekyll-version.js'
import { build } from '../src/builder/build.js'
import { buildAsTheyAre } from './parity/as-is.js'
import { compareFolders, type Comparison, type Kind } from './parity/compare.js'
import { fetchList } from './parity/lists.js'
import { buildWithJekyll, installedGems, jekyllsLine } from './parity/oracle.js'
import { copySite, overlayFor } from './parity/site.js'

/** The moment of all builds: outputs kept from earlier runs stay comparable. */
const NOW = Date.UTC(2026, 10, 1, 12)
/** What the overlay of a site is called as a second file of its configuration. */
const OVERRIDES = 'overrides.yml'
/** Shares of a site's files; style sheets that declare the same count as bytes. */
const LEAST = { bytes: 0.95, markup: 0.99 }

interface Result {
  readonly name: string
  readonly comparison: Comparison | null
  /** Why a builder failed: first Galley's words, then Jekyll's. */
  readonly reasons: readonly [ours: string | null, theirs: string | null]
}

/** Both failed: nothing to compare. */
function isSkipped({ reasons: [ours, theirs] }: Result): boolean {
  return ours !== null && theirs !== null
}

async function compareSite(folder: string, work: string, version: JekyllVersion): Promise<Result> {
  const name = basename(folder)
  mkdirSync(work, { recursive: true })
  const source = join(work, name)
  const { overrides: overlay, plugins, theme, without } = overlayFor(folder, gems)
  const overrides = { ...overlay, jekyll_version: version }
  copySite(folder, source, plugins)
  // The overlay names its plugins: neither builder is to add those of this machine's choice.
  for (const name of ['Gemfile', 'Gemfile.lock']) rmSync(join(source, name), { force: true })
  const theirs = join(work, 'jekyll')
  const failure = jekyll({ source, overrides, theirs, work, version })
  const started = process.cpuUsage()
  const ours = join(work, 'galley')
  const report = await build({
    source,
    destination: ours,
    configFiles: ['_config.yml', OVERRIDES],
    configTexts: { [OVERRIDES]: JSON.stringify(overrides) },
    now: NOW,
  })
  const { user, system } = process.cpuUsage(started)
  console.log(`\n${name}: ${((user + system) / 1e6).toFixed(1)} s of CPU`)
  if (without.length > 0) console.log(`  without ${without.join(', ')}`)
  for (const { severity, path, line, message } of report.diagnostics)
    if (options.v || severity === 'error') console.log(`  ! ${path}:${line} ${message}`)
  if (failure !== null) console.log(`  jekyll fails: ${failure}`)
  const fault = report.diagnostics.find(({ severity }) => severity === 'error')?.message
  const reasons = [report.ok ? null : (fault ?? 'it fails'), failure] as const
  if (failure !== null || !report.ok) return { name, comparison: null, reasons }
  const comparison = compareFolders(ours, theirs, { ownTheme: theme === 'minima' })
  print(comparison)
  return { name, comparison, reasons }
}

function jekyll(site: {
  source: string
  overrides: Readonly<Record<string, unknown>>
  theirs: string
  work: string
  version: JekyllVersion
}): string | null {
  if (existsSync(site.theirs)) return null
  const { source, overrides, work, version } = site
  const destination = join(work, 'jekyll.part')
  const failure = buildWithJekyll({ source, destination, version, overrides, now: NOW, work })
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

interface Equals {
  readonly exact: number
  readonly bytes: number
  readonly markup: number
  readonly colours: number
}

/** Files that are equal in each sense, from the strictest. */
function equals({ counts }: Comparison): Equals {
  const bytes = counts.bytes + counts.css
  const markup = bytes + counts.markup
  return { exact: counts.bytes, bytes, markup, colours: markup + counts.colours }
}

function isGood(comparison: Comparison): boolean {
  const { bytes, markup } = equals(comparison)
  const { files } = comparison
  return bytes >= LEAST.bytes * files && markup >= LEAST.markup * files
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)}%`

const SENSES = ['exact', 'bytes', 'markup', 'colours'] as const

function table(results: readonly Result[]): void {
  console.log(
    '\n| site | files | to the byte | bytes, CSS by declarations | normalised | without colours | |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const result of results) printRow(result)
  const compared = results.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]))
  const files = compared.reduce((sum, one) => sum + one.files, 0)
  const cells = SENSES.map((sense) =>
    percent(
      compared.reduce((sum, one) => sum + equals(one)[sense], 0),
      files,
    ),
  )
  const good = compared.filter(isGood).length
  console.log(`| all ${compared.length} | ${files} | ${cells.join(' | ')} | ${good} reach both |`)
  summary(results, compared)
}

function printRow(result: Result): void {
  const { name, comparison } = result
  if (comparison === null) {
    console.log(
      `| ${name} | | | | | | ${isSkipped(result) ? 'fails with both' : 'FAILS WITH ONE'} |`,
    )
    return
  }
  const cells = SENSES.map((sense) => percent(equals(comparison)[sense], comparison.files))
  const mark = isGood(comparison) ? '' : 'below'
  console.log(`| ${name} | ${comparison.files} | ${cells.join(' | ')} | ${mark} |`)
}

/** Means over the sites that Jekyll builds: one that only Galley fails to build counts as nothing. */
function summary(results: readonly Result[], compared: readonly Comparison[]): void {
  const failing = results.filter(({ reasons: [ours, theirs] }) => ours !== null && theirs === null)
  const sites = compared.length + failing.length
  const means = SENSES.map((sense) => {
    const shares = compared.map((one) => (one.files === 0 ? 1 : equals(one)[sense] / one.files))
    return percent(
      shares.reduce((sum, share) => sum + share, 0),
      sites,
    )
  })
  const near = compared.filter((one) => equals(one).markup >= LEAST.markup * one.files).length
  console.log(`\n${compared.length} of ${sites} sites that Jekyll builds are built.`)
  console.log(
    `Mean of a site: ${means[0]} to the byte, ${means[2]} normalised, ${means[3]} without colours; ` +
      `${near} of ${sites} have ${100 * LEAST.markup}% normalised.`,
  )
  for (const { name, reasons } of failing) console.log(`  ${name} fails: ${reasons[0]}`)
}

async function main(folders: readonly string[], version: JekyllVersion): Promise<void> {
  console.log(`Jekyll ${version}`)
  const results: Result[] = []
  for (const folder of folders) {
    const kept = options.keep === undefined ? null : resolve(options.keep, basename(folder))
    const work = kept ?? mkdtempSync(join(tmpdir(), 'galley-parity-'))
    try {
      results.push(await compareSite(folder, work, version))
    } finally {
      if (kept === null) rmSync(work, { recursive: true, force: true })
    }
  }
  table(results)
  const isFine = (result: Result) =>
    result.comparison === null ? isSkipped(result) : isGood(result.comparison)
  process.exitCode = results.every(isFine) ? 0 : 1
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    v: { type: 'boolean', short: 'v' },
    keep: { type: 'string' },
    list: { type: 'string' },
    'as-is': { type: 'boolean' },
    jekyll: { type: 'string' },
    themes: { type: 'string', default: join(tmpdir(), 'galley-parity-themes') },
    sites: { type: 'string', default: join(tmpdir(), 'galley-parity-sites') },
  },
})
const FIXTURES = resolve(import.meta.dirname, '../fixtures/sites')
const gems = options['as-is'] === true ? new Set<string>() : installedGems()
const list = options.list === undefined ? null : fetchList(options.list, resolve(options.sites))
if (list !== null && list.missing.length > 0)
  console.log(`Not to be had: ${list.missing.join(', ')}`)
const given = [...positionals.map((folder) => resolve(folder)), ...(list?.folders ?? [])]
const fixtures = readdirSync(FIXTURES).map((name) => join(FIXTURES, name))
const isGiven = positionals.length > 0 || list !== null
const folders = (isGiven ? given : fixtures).filter((folder) => statSync(folder).isDirectory())
if (options['as-is'] === true) {
  const settings = { themes: resolve(options.themes), isVerbose: options.v === true, now: NOW }
  process.exitCode = (await buildAsTheyAre(folders, settings)) ? 0 : 1
} else {
  const version = jekyllsLine()
  if (version !== (options.jekyll ?? version))
    throw new Error(
      `JEKYLL is of the line ${version}; name the command of ${options.jekyll} there.`,
    )
  await main(folders, version)
}
