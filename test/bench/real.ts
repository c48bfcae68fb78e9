/**
 * `npm run bench:real -- CHECKOUT…`: what editing costs on sites as they are.
 *
 * Run `npm run build` before. Each checkout of a Jekyll site (a folder; nothing is written to it) is pushed to a site of a
 * server of its own. Printed are seconds of wall time and, in brackets, of processor time of the server and all that it
 * starts: until the push is indexed, of the first publish, of renders of unsaved text (the first of a session; then 20 of one
 * text with body, title and tags changed in turn: median and longest, and the mean of the processor time), of publishes after
 * an edited body, an edited title and a new post, beside `galley build` from cold and, where it is installed and can build
 * the site, `jekyll build`, whole processes. Needs `git`, and GNU time.
 */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { measured } from './blog/process.js'
import {
  call,
  cpuOfAll,
  fillSite,
  GALLEY,
  start,
  stop,
  type Bench,
  type Site,
} from './own-server.js'

const RENDERS = 20
/** Characters of the reason why a site could not be measured. */
const MAX_REASON = 200

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

/** Seconds of wall time, and of processor time of all processes. */
interface Took {
  readonly wall: number
  readonly cpu: number
}

/** What something takes. */
async function timed<Result>(
  bench: Bench,
  run: () => Promise<Result>,
): Promise<Took & { readonly result: Result }> {
  const [began, used] = [performance.now(), cpuOfAll(bench)]
  const result = await run()
  const wall = (performance.now() - began) / 1000
  return { wall, cpu: (cpuOfAll(bench) - used) / 1000, result }
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
async function renders({ bench, kind, text }: Subject): Promise<Took[]> {
  const times: Took[] = []
  for (let round = 0; round <= RENDERS; round += 1) {
    const changes = [
      { body: `${text.body}\n\nWritten in round ${round}.\n` },
      { title: `Title ${round}` },
      kind === 'pages' ? { body: `Round ${round}.\n\n${text.body}` } : { tags: [`tag${round}`] },
    ]
    const input = changes[round % changes.length] ?? {}
    times.push(await timed(bench, () => call(bench, `POST /v2/${kind}/${text.id}/render`, input)))
  }
  return times
}

/** A build on the command line; null where it fails. */
function build(command: readonly string[], site: string): Took | null {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-bench-cold-'))
  try {
    const [source, destination] = [path.join(root, 'source'), path.join(root, 'site')]
    cpSync(site, source, { recursive: true, verbatimSymlinks: true })
    return measured([...command, 'build', '-q', '-s', source, '-d', destination], source)
  } catch {
    return null
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Row = readonly (readonly [string, Took | null])[]

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
    const folder = path.join(root, 'clone')
    const imported = await timed(bench, () => fillSite(bench, { folder, fill }))
    const { site } = imported.result
    const subject = { bench, site, ...(await pickText(bench, site)) }
    const { kind, text } = subject
    const [firstRender = null, ...more] = await renders(subject)
    const first = await timed(bench, () => publish(subject))
    const sorted = more.toSorted((a, b) => a.wall - b.wall)
    // The system counts in hundredths of a second.
    const mean = more.reduce((sum, { cpu }) => sum + cpu, 0) / more.length
    const median = sorted[Math.floor(sorted.length / 2)]
    const change = async (what: string, input: object) => {
      await call(bench, what, input)
      return timed(bench, () => publish(subject))
    }
    const address = `PUT /v2/${kind}/${text.id}`
    const body = await change(address, { body: `${text.body}\n\nEdited.\n` })
    const title = await change(address, { title: `${text.title} edited` })
    const post = { title: 'A new post', body: 'New.\n' }
    const added = await change(`POST /v2/sites/${site.id}/collections/posts/documents`, post)
    return [
      ['import', imported],
      ['first render', firstRender],
      ['render p50', median === undefined ? null : { wall: median.wall, cpu: mean }],
      ['render max', sorted.at(-1) ?? null],
      ['first publish', first],
      ['body edited', body],
      ['title edited', title],
      ['new post', added],
      ['galley build', build([process.execPath, GALLEY], checkout)],
      ['jekyll build', build(['jekyll'], checkout)],
    ]
  } finally {
    await stop(bench)
  }
}

async function main(checkouts: readonly string[]): Promise<void> {
  const digits = (value: number) => value.toFixed(value < 1 ? 3 : 2)
  const shown = (took: Took | null) =>
    took === null ? '' : `${digits(took.wall)} (${digits(took.cpu)})`
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
      const why = error instanceof Error ? error.message.replaceAll(/[|\s]+/g, ' ') : ''
      console.log(`| ${path.basename(checkout)} | ${why.slice(0, MAX_REASON)} |`)
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  }
}

await main(process.argv.slice(2))
