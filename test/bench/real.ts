/**
 * `npm run bench:real -- CHECKOUT…`: what editing costs on sites as they are.
 *
 * Run `npm run build` before. Each checkout of a Jekyll site (a folder; nothing is written to it) is pushed to a site of a
 * server of its own. Printed are seconds of wall time: until the push is indexed, of the first publish, of renders of unsaved
 * text (the first of a session; then 20 of one text with body, title and tags changed in turn: median and longest), of
 * publishes after an edited body, an edited title and a new post, beside `galley build` from cold and, where it is installed
 * and can build the site, `jekyll build`, whole processes. Needs `git`.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { call, fillSite, GALLEY, start, stop, type Bench, type Site } from './own-server.js'

const RENDERS = 20

interface Text {
  readonly id: string
  readonly title: string
  readonly body: string
}

interface Subject {
  readonly bench: Bench
  readonly site: Site
  /** Kind of the text that is edited, as in its address. */
  readonly kind: 'documents' | 'pages'
  readonly text: Text
}

/** Seconds that something takes. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return (performance.now() - began) / 1000
}

async function publish({ bench, site }: Pick<Subject, 'bench' | 'site'>): Promise<void> {
  const { job_id: job } = await call<{ job_id: string }>(bench, `POST /v2/sites/${site.id}/publish`)
  const events = await call<string>(bench, `GET /v2/jobs/${job}`)
  if (!events.includes('"status":"complete"')) throw new Error(events.slice(-1000))
}

/** A text in the middle of the largest collection, or of the pages where there is none. */
async function pickText(bench: Bench, { id }: Site): Promise<Pick<Subject, 'kind' | 'text'>> {
  const site = `/v2/sites/${id}`
  const collections = await call<{ path: string; count: number }[]>(
    bench,
    `GET ${site}/collections`,
  )
  const [largest] = collections.toSorted((a, b) => b.count - a.count)
  const kind = (largest?.count ?? 0) > 0 ? 'documents' : 'pages'
  const folder =
    kind === 'pages' ? `${site}/pages` : `${site}/collections/${largest?.path}/documents`
  const list = await call<Text[]>(bench, `GET ${folder}?per_page=100`)
  const middle = list[Math.floor(list.length / 2)]
  if (middle === undefined) throw new Error('The site has no texts')
  return { kind, text: await call<Text>(bench, `GET /v2/${kind}/${middle.id}`) }
}

/** One text with its body, title and tags changed in turn. */
async function renders({ bench, kind, text }: Subject): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= RENDERS; round += 1) {
    const changes = [
      { body: `${text.body}\n\nWritten in round ${round}.\n` },
      { title: `Title ${round}` },
      kind === 'pages' ? { body: `Round ${round}.\n\n${text.body}` } : { tags: [`tag${round}`] },
    ]
    const input = changes[round % changes.length] ?? {}
    times.push(await timed(() => call(bench, `POST /v2/${kind}/${text.id}/render`, input)))
  }
  return times
}

/** Seconds of a build on the command line; null where it fails. */
function build(command: string, args: readonly string[], site: string): number | null {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-cold-'))
  try {
    const [source, destination] = [path.join(root, 'source'), path.join(root, 'site')]
    cpSync(site, source, { recursive: true, verbatimSymlinks: true })
    const began = performance.now()
    const folders = ['build', '-q', '-s', source, '-d', destination]
    const { status } = spawnSync(command, [...args, ...folders], { cwd: source, stdio: 'ignore' })
    return status === 0 ? (performance.now() - began) / 1000 : null
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Row = readonly (readonly [string, number | null])[]

async function measure(checkout: string, root: string): Promise<Row> {
  const bench = await start(path.join(root, 'data'))
  try {
    const fill = (folder: string) => {
      const seen = new Set<string>()
      // The server takes no names that differ only in case.
      const filter = (file: string) => {
        const name = file.toLowerCase()
        const isFirst = !seen.has(name)
        seen.add(name)
        return isFirst && path.basename(file) !== '.git'
      }
      cpSync(checkout, folder, { recursive: true, verbatimSymlinks: true, filter })
    }
    const began = performance.now()
    const { site } = await fillSite(bench, { folder: path.join(root, 'clone'), fill })
    const imported = (performance.now() - began) / 1000
    const subject = { bench, site, ...(await pickText(bench, site)) }
    const { kind, text } = subject
    const [firstRender = 0, ...more] = await renders(subject)
    const first = await timed(() => publish(subject))
    const sorted = more.toSorted((a, b) => a - b)
    const change = async (what: string, input: object) => {
      await call(bench, what, input)
      return timed(() => publish(subject))
    }
    const address = `PUT /v2/${kind}/${text.id}`
    const body = await change(address, { body: `${text.body}\n\nEdited.\n` })
    const title = await change(address, { title: `${text.title} edited` })
    const post = { title: 'A new post', body: 'New.\n' }
    const added = await change(`POST /v2/sites/${site.id}/collections/posts/documents`, post)
    return [
      ['import', imported],
      ['first render', firstRender],
      ['render p50', sorted[Math.floor(sorted.length / 2)] ?? 0],
      ['render max', sorted.at(-1) ?? 0],
      ['first publish', first],
      ['body edited', body],
      ['title edited', title],
      ['new post', added],
      ['galley build', build(process.execPath, [GALLEY], checkout)],
      ['jekyll build', build('jekyll', [], checkout)],
    ]
  } finally {
    await stop(bench)
  }
}

async function main(checkouts: readonly string[]): Promise<void> {
  const shown = (value: number | null) => (value === null ? '' : value.toFixed(value < 1 ? 3 : 2))
  for (const [i, checkout] of checkouts.entries()) {
    const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-real-'))
    try {
      const row = await measure(checkout, root)
      if (i === 0) {
        console.log(`| s | ${row.map(([what]) => what).join(' | ')} | load |`)
        console.log(`|---|${'---|'.repeat(row.length + 1)}`)
      }
      const figures = row.map(([, value]) => shown(value)).join(' | ')
      console.log(`| ${path.basename(checkout)} | ${figures} | ${loadavg()[0]?.toFixed(1)} |`)
    } catch (error) {
      console.log(`| ${path.basename(checkout)} | ${error instanceof Error ? error.message : ''} |`)
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  }
}

await main(process.argv.slice(2))
