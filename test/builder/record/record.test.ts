import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import type { BuildReport } from '../../../src/builder/base/request.js'
import { contentsOf } from '../folders.js'
import {
  COMMON,
  EDITS,
  EditedSite,
  OFTEN,
  randomNumbers,
  STYLES,
  TANGLED,
  BLOG_TEXTS,
} from '../random-edits.js'
import { AS_RECORDED } from '../recorded.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const DAY_MS = 86_400_000

/** A site that is built into one folder again and again, each time from what is on disk alone. */
class Bench extends EditedSite {
  readonly destination = join(this.root, 'out')
  now = Date.UTC(2026, 0, 1)
  rendered = 0
  all = 0

  async build(): Promise<BuildReport> {
    const request = { source: this.source, now: this.now, drafts: true, threads: 0, ...AS_RECORDED }
    const report = await build({ ...request, destination: this.destination, cache: 'site' })
    const whole = join(this.root, 'whole')
    rmSync(whole, { recursive: true, force: true })
    const expected = await build({ ...request, destination: whole })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(expected.ok)
    if (!report.ok) return report
    expect(sorted(contentsOf(this.destination))).to.deep.equal(sorted(contentsOf(whole)))
    this.rendered += report.counts.rendered
    this.all += expected.counts.rendered
    return report
  }
}

function sorted(contents: ReadonlyMap<string, string>): [string, string][] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1))
}

type Tamper = (bench: Bench, random: (limit: number) => number) => void

/** What may happen to the destination and to the record between two builds. */
const TAMPERS: Readonly<Record<string, Tamper>> = {
  append: (bench, random) => {
    const [path] = pickOutput(bench, random)
    if (path !== undefined) appendFileSync(join(bench.destination, path), 'x')
  },
  replace: (bench, random) => {
    const [path, text = ''] = pickOutput(bench, random)
    if (path !== undefined) writeFileSync(join(bench.destination, path), 'y'.repeat(text.length))
  },
  remove: (bench, random) => {
    const [path] = pickOutput(bench, random)
    if (path !== undefined) rmSync(join(bench.destination, path))
  },
  empty: (bench) => rmSync(bench.destination, { recursive: true, force: true }),
  record: (bench, random) => {
    for (const file of recordsOf(bench)) {
      const text = readFileSync(file, 'latin1')
      const at = random(text.length)
      const cut = text.slice(0, at)
      writeFileSync(file, random(2) === 0 ? cut : `${cut}7${text.slice(at + 1)}`, 'latin1')
    }
  },
  segments: (bench) => {
    const folder = join(bench.source, '.jekyll-cache/galley')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.cache'))) {
      rmSync(join(folder, name))
    }
  },
}

function pickOutput(bench: Bench, random: (limit: number) => number): readonly string[] {
  const all = [...contentsOf(bench.destination)]
  return all[random(all.length)] ?? []
}

function recordsOf({ source }: Bench): string[] {
  const folder = join(source, '.jekyll-cache/galley')
  return readdirSync(folder)
    .filter((name) => name.startsWith('record-'))
    .map((name) => join(folder, name))
}

/** Random edits, tampering and time; after each step everything is compared with a whole build. */
async function follow(bench: Bench, { seed, steps }: { seed: number; steps: number }) {
  const random = randomNumbers(seed)
  const all = [...COMMON, ...COMMON, ...OFTEN, ...Object.keys(EDITS)]
  const names = all.filter((name) => !STYLES.has(name))
  await bench.build()
  for (let step = 0; step < steps; step++) {
    const saved = mkdtempSync(join(tmpdir(), 'galley-before-'))
    cpSync(bench.source, saved, { recursive: true, preserveTimestamps: true })
    const edits = Array.from({ length: random(3) }, () => names[random(names.length)] ?? 'body')
    for (const name of edits) EDITS[name]?.(bench, random)
    const tampers = random(4) === 0 ? [Object.keys(TAMPERS)[random(6)] ?? ''] : []
    for (const name of tampers) TAMPERS[name]?.(bench, random)
    bench.now += [0, 1000, DAY_MS, 40 * DAY_MS][random(4)] ?? 0
    try {
      const { ok } = await bench.build()
      if (!ok) cpSync(saved, bench.source, { recursive: true, preserveTimestamps: true })
      if (!ok) await bench.build()
    } catch (error) {
      const did = [...edits, ...tampers].join(', ')
      throw new Error(`seed ${seed}, step ${step}: ${did}`, { cause: error })
    } finally {
      rmSync(saved, { recursive: true })
    }
  }
}

const STEPS = Number(process.env['STEPS'] ?? 8)

describe('An incremental build', () => {
  let bench: Bench
  afterEach(() => bench.remove())

  it('renders only what an edit affects', async () => {
    bench = new Bench({
      '_layouts/default.html': '{{ content }} {{ site.time | date: "%Y" }}',
      'index.html': '---\n---\n{% for p in site.posts %}{{ p.title }}{% endfor %}',
      ...Object.fromEntries(
        ['01', '02', '03', '04'].map((day) => [
          `_posts/2020-01-${day}-p.md`,
          `---\ntitle: p${day}\nlayout: default\n---\nText.\n`,
        ]),
      ),
    })
    const rendered = async () => (await bench.build()).counts.rendered
    expect(await rendered()).to.equal(5)
    bench.now += 1000
    expect(await rendered()).to.equal(0)
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: p02\nlayout: default\n---\nOther.\n')
    expect(await rendered()).to.equal(1)
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: new\nlayout: default\n---\nOther.\n')
    expect(await rendered()).to.equal(2)
    bench.now += 366 * DAY_MS
    expect(await rendered()).to.equal(4)
    bench.write('_layouts/default.html', '<p>{{ content }}')
    expect(await rendered()).to.equal(4)
    bench.write('_config.yml', 'title: Other\n')
    expect(await rendered()).to.equal(5)
  })

  it('follows the source map of a style sheet in site.pages', async () => {
    bench = new Bench({
      'main.scss': '---\ntitle: one\n---\na { b: c }\n',
      'other.md': '---\n---\nText.\n',
      'titles.html': '---\n---\n{% for p in site.pages %}{{ p.title }} {{ p.url }} {% endfor %}',
      'zip.html': '---\n---\n{% for p in site.pages %}{{ p.content }}{% endfor %}',
    })
    await bench.build()
    for (const sheet of ['---\ntitle: two\n---\na { b: c }\n', '---\n---\na { b: d }\n']) {
      bench.write('main.scss', sheet)
      await bench.build()
    }
  })

  it('continues counters from the pages before', async () => {
    const counting = (n: number) => `---\n---\n${'{% increment i %} '.repeat(n)}`
    bench = new Bench({
      'a.html': counting(1),
      'b.html': '---\n---\n{{ i }}',
      'c.html': counting(2),
      'd.html': '---\n---\nText',
    })
    await bench.build()
    for (const text of [counting(2), '---\n---\nNothing', counting(3)]) {
      bench.write('a.html', text)
      await bench.build()
    }
    bench.write('c.html', '---\n---\nNothing')
    await bench.build()
    bench.write('d.html', '---\n---\n{{ i }}')
    expect((await bench.build()).counts.rendered).to.equal(2)
  })

  it('uses the content of the previous page', async () => {
    bench = new Bench({
      '_layouts/l.html': '{{ content }}',
      'a.html': '---\nlayout: l\n---\na',
      'b.html': '---\nlayout: l\n---\nb',
      'c.html': '---\n---\nText',
      'd.html': '---\nlayout: l\n---\nd',
    })
    await bench.build()
    bench.write('c.html', '---\n---\n{{ content }}')
    await bench.build()
    bench.write('d.html', '---\nlayout: l\n---\nother')
    await bench.build()
    bench.write('b.html', '---\n---\nb')
    await bench.build()
    bench.write('c.html', '---\n---\nText')
    await bench.build()
    bench.write('d.html', '---\nlayout: l\n---\nd')
    expect((await bench.build()).counts.rendered).to.equal(1)
  })

  it('renders a page again if its output was changed', async () => {
    bench = new Bench({ 'a.md': '---\n---\nText', 'b.md': '---\n---\nText' })
    await bench.build()
    const file = join(bench.destination, 'a.html')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Text', 'Tixt'))
    expect((await bench.build()).counts.rendered).to.equal(1)
  })

  for (const [name, files] of Object.entries({ blog: BLOG_TEXTS, tangled: TANGLED })) {
    for (const seed of [1, 2]) {
      it(`equals a full build after random edits of a ${name} site (${seed})`, async () => {
        bench = new Bench(files)
        await follow(bench, { seed, steps: STEPS })
        expect(bench.rendered).to.be.below(bench.all)
      })
    }
  }

  for (const name of ['collections', 'paginated', 'templates', 'minima']) {
    it(`equals a full build after random edits of ${name}`, async () => {
      bench = new Bench(join(SITES, name))
      await follow(bench, { seed: name.length, steps: Math.ceil(STEPS / 3) })
    })
  }
})
