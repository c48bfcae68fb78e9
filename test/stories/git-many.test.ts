/**
 * Many sites with many files: as many trees are watched as there may be watches, the others are
 * polled; the log says which, and an edit in any of them is committed.
 *
 * GALLEY_WATCH_SITES and GALLEY_WATCH_FILES make it larger (100 and 1,000 before a release).
 */

import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startApi, type Running } from '../api/server.js'
import { eventually } from './git-client.js'

const SITES = Number(process.env['GALLEY_WATCH_SITES'] ?? 8)
const FILES = Number(process.env['GALLEY_WATCH_FILES'] ?? 200)
const FILES_IN_FOLDER = 25
/** Of each tree, its root included. */
const FOLDERS = Math.ceil(FILES / FILES_IN_FOLDER) + 1
/** The two folders of each repository in which git stores `main`; they do not count as watches of trees. */
const OF_REFS = 2 * SITES
const WATCHED = Math.ceil(SITES * 0.6)

/** What `git fast-import` makes of a whole site. */
function manyFiles(): string {
  const lines = ['commit refs/heads/main', 'committer Dev <dev@test> 1700000000 +0000']
  lines.push('data 4', 'many', 'from refs/heads/main^0')
  for (let at = 0; at < FILES; at += 1) {
    const text = `---\ntitle: Page ${at}\n---\nText of ${at}.\n`
    const name = `f${Math.floor(at / FILES_IN_FOLDER)}/page-${at}.md`
    lines.push(`M 100644 inline ${name}`, `data ${text.length}`, text)
  }
  return `${lines.join('\n')}\n`
}

/** Watches that this process holds, as the system counts them. */
async function countWatches(): Promise<number> {
  const texts = await Promise.all(
    (await readdir('/proc/self/fdinfo')).map((name) =>
      readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => ''),
    ),
  )
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('inotify wd:')).length
}

describe(`${SITES} sites of ${FILES} files`, function () {
  this.timeout(300_000 + SITES * FILES * 20)
  const ids: string[] = []
  let api: Running
  let others = 0

  before('make the sites and start again', async () => {
    const data = await mkdtemp(path.join(tmpdir(), 'galley-many-'))
    const first = await startApi({ data, keep: true })
    const stream = manyFiles()
    for (let made = 0; made < SITES; made += 1) {
      const { id } = await first.site()
      await first.fastImport(id, stream)
      ids.push(id)
    }
    await first.stop()
    others = await countWatches()
    await start(data, 'first')
  })
  after(() => api.finish())

  const polled = (): string[] =>
    api.warned.flatMap(({ fields, message }) => {
      const isIt = message.includes('is polled instead of watched') && 'siteId' in fields
      return isIt ? [String(fields.siteId)] : []
    })
  async function start(data: string, which: string): Promise<void> {
    const maxWatches = String(WATCHED * FOLDERS + 2)
    const began = performance.now()
    api = await startApi({ data, settings: { watch: 'true', maxWatches } })
    warn(`${which} start: answers after ${seconds(began)} s`)
    await eventually(
      () => expect(polled().length).to.equal(SITES - WATCHED),
      240 + SITES * FILES * 0.01,
    )
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    const memory = `${Math.round(rss / 1e6)} MB, ${Math.round(heapUsed / 1e6)} MB of it heap`
    warn(`${which} start: watches or polls all after ${seconds(began)} s; ${memory}`)
  }

  const watched = () => ids.filter((id) => !polled().includes(id))

  it('watches as many as possible, and logs which are polled', async () => {
    const expected = others + WATCHED * FOLDERS + OF_REFS
    await eventually(async () => expect(await countWatches()).to.equal(expected))
    expect(new Set(polled()).size).to.equal(SITES - WATCHED)
    expect(polled().length).to.equal(SITES - WATCHED)
    expect(api.warned.length).to.equal(SITES - WATCHED)
  })

  for (const how of ['watched', 'polled'] as const) {
    it(`commits an edit in a tree that is ${how}`, async () => {
      const of = how === 'watched' ? watched() : polled()
      for (const id of [of[0] ?? '', of.at(-1) ?? '']) {
        const file = path.join(api.data, 'sites', id, 'tree', 'f3/page-80.md')
        await writeFile(file, 'Edited.\n')
        const began = performance.now()
        await eventually(
          async () => expect(await api.file(id, 'f3/page-80.md')).to.equal('Edited.\n'),
          240 + 2 * SITES,
        )
        warn(`${how}: committed after ${seconds(began)} s`)
      }
    })
  }

  it('frees the watches', async () => {
    await api.stop()
    expect(await countWatches()).to.equal(others)
    await start(api.data, 'second')
  })
})

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1)
}

/** Figures, where somebody asked for a size of their own. */
function warn(text: string): void {
  if (process.env['GALLEY_WATCH_SITES'] !== undefined) process.stdout.write(`      ${text}\n`)
}
