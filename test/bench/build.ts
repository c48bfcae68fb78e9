/**
 * `npm run bench:build [-- --jekyll]`: builds one generated blog at 100, 1,000 and 10,000 posts.
 *
 * Run `npm run build` before. Each build is a process of its own; wall time and memory are of the whole process, its start
 * included. Columns: Galley into an empty folder, again without a change, again after an edit of one
 * post; Jekyll into an empty folder (10,000 posts only with `--jekyll`, for it takes minutes).
 */

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

const LAYOUT = `<!doctype html>
<title>{{ page.title }}</title>
<ul>{% for post in site.posts limit: 5 %}<li><a href="{{ post.url | relative_url }}">{{ post.title }}</a></li>{% endfor %}</ul>
{{ content }}
{% if page.previous %}<a href="{{ page.previous.url }}">{{ page.previous.title | escape }}</a>{% endif %}
{% if page.next %}<a href="{{ page.next.url }}">{{ page.next.title | escape }}</a>{% endif %}
`

function post(i: number): string {
  const words = (from: number) =>
    Array.from({ length: 40 }, (_, n) => `word${(from * 31 + n * 7) % 997}`).join(' ')
  return `---
layout: default
title: "Post number ${i}"
tags: [tag${i % 10}, tag${i % 7}]
---
${words(i)} with *emphasis*, **strong**, \`code\` and a [link](https://example.org/${i}).

## Heading ${i}

* item ${words(i + 1)}
* item two
  * nested

| name | value |
|------|-------|
| a    | ${i}  |

\`\`\`ruby
def post_${i}(x)
  puts "number #{x}" if x > ${i}
end
\`\`\`

> ${words(i + 2)}
`
}

function generate(folder: string, size: number): void {
  mkdirSync(join(folder, '_posts'), { recursive: true })
  mkdirSync(join(folder, '_layouts'))
  writeFileSync(join(folder, '_config.yml'), 'title: Bench\n')
  writeFileSync(join(folder, '_layouts/default.html'), LAYOUT)
  const index =
    '{% for post in site.posts %}<a href="{{ post.url }}">{{ post.title }}</a>\n{% endfor %}'
  writeFileSync(join(folder, 'index.html'), `---\nlayout: default\ntitle: All\n---\n${index}`)
  for (let i = 0; i < size; i++) {
    const day = new Date(Date.UTC(1995, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    writeFileSync(join(folder, `_posts/${day}-post-${i}.md`), post(i))
  }
}

function measure(size: number, withJekyll: boolean): Record<string, string | number> {
  const root = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  const [source, output] = [join(root, 'site'), join(root, 'out')]
  try {
    generate(source, size)
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
