import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { BLOG, COMMON, EDITS, EditedSite, OFTEN, randomNumbers } from '../random-edits.js'
import { contentsOf } from '../folders.js'
import { build } from '../../../src/builder/build.js'
import { BuildSession, type SessionReport } from '../../../src/builder/incremental/session.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const NOW = Date.UTC(2026, 0, 1)

/** A site on disk, a session that follows it, and whole builds to compare with. */
class Bench extends EditedSite {
  readonly session = new BuildSession()
  incremental = 0
  #number = 0
  #known = new Map<string, string>()

  async build(changed: readonly string[] | null): Promise<SessionReport> {
    const destination = join(this.root, `out${this.#number++}`)
    const request = { source: this.source, now: NOW + this.#number, drafts: true }
    const report = await this.session.build({ ...request, destination, changed })
    await this.#compare(report, { ...request, now: report.now }, destination)
    rmSync(destination, { recursive: true, force: true })
    return report
  }

  async #compare(
    report: SessionReport,
    request: { source: string; now: number },
    destination: string,
  ): Promise<void> {
    const whole = join(this.root, 'whole')
    rmSync(whole, { recursive: true, force: true })
    const expected = await build({ ...request, destination: whole })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(expected.ok)
    if (!report.ok) return
    if (!report.isPartial) this.#known.clear()
    for (const path of report.removed) this.#known.delete(path)
    for (const [path, text] of contentsOf(destination)) this.#known.set(path, text)
    const known = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1))
    const wanted = [...contentsOf(whole)].sort(([a], [b]) => (a < b ? -1 : 1))
    expect(known).to.deep.equal(wanted)
    if (report.isPartial) this.incremental++
  }

  async close(): Promise<void> {
    await this.session.close()
    this.remove()
  }
}

/** What makes a site one that is built whole each time. */
const CARRYING: ReadonlySet<string> = new Set(['counting', 'readingCounts', 'readingContent'])
const ALL = Object.keys(EDITS).filter((name) => !CARRYING.has(name))

/** Random edits, small ones more often than large ones; each step is compared with a whole build. */
async function follow(bench: Bench, { seed, steps }: { seed: number; steps: number }) {
  const random = randomNumbers(seed)
  const names = [...COMMON, ...COMMON, ...OFTEN, ...ALL]
  await bench.build(null)
  for (let step = 0; step < steps; step++) {
    const done: string[] = []
    const saved = mkdtempSync(join(tmpdir(), 'galley-before-'))
    cpSync(bench.source, saved, { recursive: true, preserveTimestamps: true })
    const edits = Array.from({ length: 1 + random(2) }, () => names[random(names.length)] ?? 'body')
    const changed = edits.flatMap((name) => EDITS[name]?.(bench, random) ?? [])
    done.push(...edits, ...changed)
    try {
      const { ok } = await bench.build(changed)
      // A dead link fails both builds; it is taken back.
      if (!ok) cpSync(saved, bench.source, { recursive: true, preserveTimestamps: true })
      if (!ok) await bench.build(null)
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${done.join(', ')}`, { cause: error })
    } finally {
      rmSync(saved, { recursive: true })
    }
  }
}

/** Nothing that is on every page reads a list, so that only what an edit reaches is rendered. */
const QUIET_BLOG = {
  ...BLOG,
  '_layouts/default.html':
    '<b>{{ page.title }}</b>{{ content }}{{ page.previous.title }} {{ page.next.url }}',
  'part.html': '---\n---\n{{ site.posts.first.previous.previous.excerpt }}',
}

describe('BuildSession', () => {
  let bench: Bench
  afterEach(() => bench.close())

  it('renders only what an edit affects', async () => {
    bench = new Bench({
      '_layouts/default.html': '{{ content }}',
      'index.html': '---\n---\n{% for p in site.posts %}{{ p.title }}{% endfor %}',
      ...Object.fromEntries(
        ['01', '02', '03', '04'].map((day) => [
          `_posts/2020-01-${day}-p.md`,
          `---\ntitle: p${day}\nlayout: default\n---\nText.\n`,
        ]),
      ),
    })
    expect((await bench.build(null)).rendered).to.equal(5)
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: p02\nlayout: default\n---\nOther.\n')
    const body = await bench.build(['_posts/2020-01-02-p.md'])
    expect(body.rendered).to.equal(1)
    expect(body.written).to.deep.equal(['2020/01/02/p.html'])
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: new\nlayout: default\n---\nOther.\n')
    expect((await bench.build(['_posts/2020-01-02-p.md'])).rendered).to.equal(2)
    bench.write('_layouts/default.html', '<p>{{ content }}')
    expect((await bench.build(['_layouts/default.html'])).rendered).to.equal(4)
  })

  it('follows the source map of a style sheet in site.pages', async () => {
    bench = new Bench({
      'main.scss': '---\ntitle: one\n---\na { b: c }\n',
      'other.md': '---\n---\nText.\n',
      'titles.html': '---\n---\n{% for p in site.pages %}{{ p.title }} {{ p.url }} {% endfor %}',
      'zip.html': '---\n---\n{% for p in site.pages %}{{ p.content }}{% endfor %}',
    })
    await bench.build(null)
    for (const sheet of ['---\ntitle: two\n---\na { b: c }\n', '---\n---\na { b: d }\n']) {
      bench.write('main.scss', sheet)
      await bench.build(['main.scss'])
    }
  })

  it('puts a new file of a collection in the order of names', async () => {
    bench = new Bench({
      '_config.yml': 'collections: { docs: { output: true } }\n',
      '_docs/a/b.md': '---\ntitle: b\n---\nText.\n',
      '_docs/0': 'text',
      '_docs/plain': 'text',
      'files.html': '---\n---\n{% for f in site.static_files %}{{ f.path }} {% endfor %}',
    })
    await bench.build(null)
    bench.write('_docs/a/b.md', 'Text.\n')
    expect((await bench.build(['_docs/a/b.md'])).isPartial).to.equal(true)
  })

  it('builds the whole site if pages use the content of earlier ones', async () => {
    bench = new Bench({
      '_layouts/l.html': '{{ content }}',
      'a.html': '---\nlayout: l\n---\na',
      'b.html': '---\n---\n{{ content }}',
    })
    await bench.build(null)
    bench.write('a.html', '---\nlayout: l\n---\nother')
    expect((await bench.build(['a.html'])).isPartial).to.equal(false)
  })

  it('builds the whole site if pages count with increment', async () => {
    bench = new Bench({
      'a.html': '---\n---\n{% increment i %}',
      'b.html': '---\n---\n{% increment i %}',
      'c.html': '---\n---\n{{ i }}',
      'd.html': '---\n---\nText',
    })
    await bench.build(null)
    bench.write('b.html', '---\n---\nText')
    expect((await bench.build(['b.html'])).isPartial).to.equal(false)
    bench.write('a.html', '---\n---\nText')
    await bench.build(['a.html'])
    bench.write('a.html', '---\n---\nOther')
    expect((await bench.build(['a.html'])).isPartial).to.equal(true)
    bench.write('b.html', '---\n---\n{% increment i %}')
    expect((await bench.build(['b.html'])).isPartial).to.equal(false)
  })

  for (const seed of [1, 2, 3]) {
    it(`equals a whole build after random edits of a blog (${seed})`, async () => {
      bench = new Bench(BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 10) })
      expect(bench.incremental).to.be.above(5)
    })
  }

  for (const seed of [4, 5, 6]) {
    it(`equals a whole build after random edits of a quiet blog (${seed})`, async () => {
      bench = new Bench(QUIET_BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 10) })
      expect(bench.incremental).to.be.above(5)
    })
  }

  for (const name of [
    'basic',
    'collections',
    'paginated',
    'permalinks',
    'templates',
    'minima',
    'source-maps',
  ]) {
    it(`equals a whole build after random edits of ${name}`, async () => {
      bench = new Bench(join(SITES, name))
      await follow(bench, { seed: name.length, steps: Number(process.env['STEPS'] ?? 4) })
    })
  }
})
