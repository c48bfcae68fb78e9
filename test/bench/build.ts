/**
 * `npm run build && npm run bench:build [-- --jekyll] [-- --only galley,hugo] [-- 100 1000 10000]`:
 * builds one generated blog with Galley and with others, each build a process of its own.
 *
 * Every post has headings, lists, a table, code and links; every page has the five newest posts and its
 * neighbours; an index has all. Figures are of the whole process (GNU time), start included: seconds of wall
 * time, seconds of CPU, and the most memory. Up to 1,000 posts the median of three runs, else one run.
 *
 * `--jekyll`: Jekyll beyond 1,000 posts, too, where it takes minutes. Eleventy is installed from npm into the
 * bench's own folder below the temporary files; where that fails, and where there is no Jekyll or Hugo, the row says so.
 */

import { existsSync, readdirSync, renameSync, rmSync, mkdtempSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installEleventy, writeEleventySite } from './blog/eleventy.js'
import { writeHugoSite } from './blog/hugo.js'
import { blogPost, editPost, writeBlog } from './blog/jekyll.js'
import { measured, median, type Cost } from './blog/process.js'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { jekyll: { type: 'boolean' }, only: { type: 'string' } },
})
const sizes = positionals.length === 0 ? [100, 1000, 10_000] : positionals.map(Number)
const tools = (flags.only ?? 'galley,jekyll,hugo,eleventy').split(',')

const GALLEY = fileURLToPath(new URL('../../bin/galley.js', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'galley-bench-'))

/** One line of the table. */
interface Row {
  readonly posts: number
  readonly build: string
  readonly cost: Cost | null
}

interface Run {
  readonly command: readonly string[]
  readonly cwd: string
  readonly before?: () => void
}

function timed(count: number, run: Run): Cost {
  const costs: Cost[] = []
  for (let i = 0; i < (count > 1000 ? 1 : 3); i++) {
    run.before?.()
    costs.push(measured(run.command, run.cwd))
  }
  return median(costs)
}

let aside = 0
/** Out of the way, and removed later: a file system that has just removed much is slow for a while. */
function putAside(path: string): void {
  if (existsSync(path)) renameSync(path, join(root, `aside-${(aside += 1)}`))
}

function galley(count: number): Row[] {
  const site = join(root, `jekyll-${count}`)
  const output = join(root, 'galley-out')
  const post = join(site, blogPost(Math.floor(count / 2), count))
  writeBlog(site, count)
  const command = [process.execPath, GALLEY, 'build', '-q', '-s', site, '-d', output]
  const run = (build: string, before: () => void, extra: readonly string[] = []): Row => {
    const cost = timed(count, { command: [...command, ...extra], cwd: root, before })
    checkPages(output, count)
    return { posts: count, build: `galley build, ${build}`, cost }
  }
  const rows = [
    run('cold', () => [output, join(site, '.jekyll-cache')].forEach(putAside)),
    run('cold, with its cache', () => putAside(output)),
    run('after one edit', () => editPost(post)),
  ]
  putAside(output)
  return rows
}

function jekyll(count: number): Row[] {
  const site = join(root, `jekyll-${count}`)
  const output = join(root, 'jekyll-out')
  if (!tools.includes('galley')) writeBlog(site, count)
  const command = ['jekyll', 'build', '-q', '-s', site, '-d', output, '--disable-disk-cache']
  return [other(count, 'jekyll build', { command, output })]
}

function hugo(count: number): Row[] {
  const site = join(root, `hugo-${count}`)
  const output = join(root, 'hugo-out')
  writeHugoSite(site, count)
  const command = ['hugo', '--quiet', '-s', site, '-d', output]
  return [other(count, 'hugo', { command, output })]
}

let installed: string | null | undefined
function eleventy(count: number): Row[] {
  installed ??= installEleventy(join(root, 'eleventy'))
  if (installed === null) return [{ posts: count, build: 'eleventy', cost: null }]
  const site = join(root, 'eleventy', `site-${count}`)
  const output = join(root, 'eleventy-out')
  writeEleventySite(site, count)
  const command = [process.execPath, installed, '--quiet', `--output=${output}`]
  return [other(count, 'eleventy', { command, output, cwd: site })]
}

interface Other {
  readonly command: readonly string[]
  readonly output: string
  readonly cwd?: string
}

function other(count: number, build: string, { command, output, cwd = root }: Other): Row {
  const before = () => putAside(output)
  try {
    const cost = timed(count, { command, cwd, before })
    checkPages(output, count)
    return { posts: count, build, cost }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { posts: count, build, cost: null }
  } finally {
    before()
  }
}

/** Nobody is fast by building less: a page a post, and the index. */
function checkPages(output: string, count: number): void {
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((name) => name.endsWith('.html')).length
  if (pages !== count + 1) throw new Error(`${pages} pages instead of ${count + 1}`)
}

function rowsOf(count: number): Row[] {
  const known: Record<string, (count: number) => Row[]> = { galley, jekyll, hugo, eleventy }
  const isShort = count <= 1000 || flags.jekyll === true
  return tools
    .filter((name) => name !== 'jekyll' || isShort)
    .flatMap((name) => known[name]?.(count) ?? [])
}

function show(rows: readonly Row[]): void {
  const cold = rows[0]?.cost ?? null
  const line = ({ posts, build, cost }: Row) => {
    const times = cost === null || cold === null ? '' : (cost.wall / cold.wall).toFixed(2)
    if (cost === null) return [posts.toLocaleString('en-US'), build, 'not measured', '', '', '']
    const figures = [cost.wall.toFixed(2), cost.cpu.toFixed(2), cost.mb.toFixed(0), times]
    return [posts.toLocaleString('en-US'), build, ...figures]
  }
  for (const row of rows) console.log(`| ${line(row).join(' | ')} |`)
}

const load = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')
try {
  console.log(`node ${process.version}, ${cpus().length} processors, load ${load()}\n`)
  console.log(
    '| posts | build | wall s | CPU s | MB | times the first |\n|---|---|---|---|---|---|',
  )
  for (const count of sizes) show(rowsOf(count))
  console.log(`\nload at the end ${load()}`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
