/**
 * `npm run bench:build [-- --jekyll]`: builds one generated blog at 100, 1,000 and 10,000 posts.
 *
 * Run `npm run build` before. Each build is a process of its own; wall time and memory are of the whole process, its start
 * included. Columns: Galley into an empty folder, again without a change, again after an edit of one
 * post; Jekyll into an empty folder (10,000 posts only with `--jekyll`, for it takes minutes).
 */

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBlog } from './blog.js'

const SIZES = [100, 1000, 10_000]

interface Run {
  readonly ms: number
  readonly mb: number
}

/** What a process of its own runs: the compiled builder, as users have it. */
const PROGRAM = `
const { build } = await import(process.argv[1])
const [source, destination] = process.argv.slice(2)
const report = await build({ source, destination, now: Date.UTC(2026, 0, 1) })
if (!report.ok) throw new Error(JSON.stringify(report.diagnostics))
console.log(JSON.stringify({ rss: process.resourceUsage().maxRSS, phases: report.phases }))
`
const BUILDER = new URL('../../dist/builder/build.js', import.meta.url).href

function galley(source: string, destination: string): Run {
  const started = performance.now()
  const args = ['--input-type=module', '-e', PROGRAM, BUILDER, source, destination]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const { rss }: { rss: number } = JSON.parse(stdout)
  return { ms: performance.now() - started, mb: rss / 1024 }
}

function jekyll(source: string, destination: string): Run | null {
  const started = performance.now()
  const env = { ...process.env, JEKYLL_NO_BUNDLER_REQUIRE: '1' }
  const args = ['build', '-q', '-s', source, '-d', destination, '--disable-disk-cache']
  const { status } = spawnSync('jekyll', args, { env, cwd: source })
  return status === 0 ? { ms: performance.now() - started, mb: Number.NaN } : null
}

function measure(size: number, withJekyll: boolean): Record<string, string | number> {
  const root = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  const [source, output] = [join(root, 'site'), join(root, 'out')]
  try {
    writeBlog(source, size)
    const cold = galley(source, output)
    const again = galley(source, output)
    appendFileSync(join(source, '_posts/1995-01-01-post-0.md'), '\nEdited.\n')
    const edited = galley(source, output)
    const other = withJekyll ? jekyll(source, join(root, 'jekyll')) : null
    const seconds = (run: Run | null) => (run === null ? '-' : (run.ms / 1000).toFixed(2))
    return {
      posts: size,
      'cold s': seconds(cold),
      'again s': seconds(again),
      'one edit s': seconds(edited),
      'peak MB': Math.round(cold.mb),
      'jekyll s': seconds(other),
      'times faster': other === null ? '-' : (other.ms / cold.ms).toFixed(1),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const flag = process.argv[2]
console.table(SIZES.map((size) => measure(size, size < 10_000 || flag === '--jekyll')))
