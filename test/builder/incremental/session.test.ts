import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { BLOG, COMMON, EDITS, EditedSite, OFTEN, randomNumbers, TANGLED } from '../random-edits.js'
import { contentsOf } from '../folders.js'
import { ReleaseFolder, sorted, writtenBy } from '../release-folder.js'
import { putTheme } from '../theme/installed-theme.js'
import { build } from '../../../src/builder/build.js'
import type { ThemePlace } from '../../../src/builder/base/request.js'
import { BuildSession, type SessionReport } from '../../../src/builder/incremental/session.js'
import { AS_RECORDED } from '../recorded.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const NOW = Date.UTC(2026, 0, 1)

/** A site on disk, a session that follows it, the release that it leaves, and whole builds to compare with. */
class Bench extends EditedSite {
  session = new BuildSession()
  themes: ThemePlace | null = null
  incremental = 0
  #number = 0
  readonly #release = new ReleaseFolder(join(this.root, 'release'))

  async build(changed: readonly string[] | null): Promise<SessionReport> {
    const themes = this.themes === null ? {} : { themes: this.themes }
    const now = NOW + this.#number++
    const request = { source: this.source, now, drafts: true, ...AS_RECORDED, ...themes }
    const cache = { folder: join(this.root, 'cache') }
    const former = this.#release.former()
    const { destination } = this.#release
    const report = await this.session.build({ ...request, cache, former, destination, changed })
    await this.#compare(report, request)
    return report
  }

  /** Another process takes over; it begins from what the one before has saved, if it has. */
  async restart({ isSaved }: { readonly isSaved: boolean }): Promise<void> {
    if (isSaved) this.session.save()
    await this.session.close()
    this.session = new BuildSession()
  }

  async #compare(
    report: SessionReport,
    request: { source: string; now: number; themes?: ThemePlace },
  ): Promise<void> {
    const whole = join(this.root, 'whole')
    rmSync(whole, { recursive: true, force: true })
    const expected = await build({ ...request, destination: whole })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(expected.ok)
    if (!report.ok) return
    this.#release.take(report)
    expect(this.#release.contents).to.deep.equal(sorted(contentsOf(whole)))
    if (report.isPartial) this.incremental++
  }

  async close(): Promise<void> {
    await this.session.close()
    this.remove()
  }
}

const ALL = Object.keys(EDITS)

/** Random edits, small ones more often than large ones, kills between; each step is compared with a whole build. */
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
      const isKilled = random(4) === 0
      if (isKilled) await bench.restart({ isSaved: random(3) > 0 })
      const { ok } = await bench.build(isKilled ? null : changed)
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
    expect((await bench.build(null)).counts.rendered).to.equal(5)
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: p02\nlayout: default\n---\nOther.\n')
    const body = await bench.build(['_posts/2020-01-02-p.md'])
    expect(body.counts.rendered).to.equal(1)
    expect(writtenBy(body)).to.deep.equal(['2020/01/02/p.html'])
    bench.write('_posts/2020-01-02-p.md', '---\ntitle: new\nlayout: default\n---\nOther.\n')
    expect((await bench.build(['_posts/2020-01-02-p.md'])).counts.rendered).to.equal(2)
    bench.write('_layouts/default.html', '<p>{{ content }}')
    expect((await bench.build(['_layouts/default.html'])).counts.rendered).to.equal(4)
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

  it('builds anew with another version of the theme, and writes what is of the theme once', async () => {
    bench = new Bench({ '_config.yml': 'theme: leaf\n', 'a.md': '---\nlayout: page\n---\nText.\n' })
    const folder = join(bench.root, 'themes')
    const [old, fresh] = ['1.0.0', '2.0.0'].map((version) =>
      putTheme({
        folder,
        below: 'gems/leaf',
        facts: { version },
        files: {
          '_layouts/page.html': `${version} {{ content }}`,
          'assets/a.css': `/* ${version} */`,
          'assets/b.css': `---\n---\n/* ${version} */`,
        },
      }),
    )
    bench.themes = { folder, chosen: old ?? '' }
    await bench.build(null)
    bench.write('a.md', '---\nlayout: page\n---\nOther.\n')
    expect(writtenBy(await bench.build(['a.md']))).to.deep.equal(['a.html'])
    bench.themes = { folder, chosen: fresh ?? '' }
    const report = await bench.build([])
    expect(report.isPartial).to.equal(false)
    expect(writtenBy(report)).to.have.members(['a.html', 'assets/a.css', 'assets/b.css'])
    for (const path of ['leaf.gemspec', 'Gemfile.lock']) {
      bench.write(path, 'GEM\n')
      expect((await bench.build([path])).isPartial, path).to.equal(false)
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

  it('follows what pages use of the content of earlier ones', async () => {
    bench = new Bench({
      '_layouts/l.html': '{{ content }}',
      'a.html': '---\nlayout: l\n---\na',
      'b.html': '---\n---\n{{ content }}',
    })
    await bench.build(null)
    bench.write('a.html', '---\nlayout: l\n---\nother')
    expect((await bench.build(['a.html'])).isPartial).to.equal(true)
    bench.write('b.html', '---\n---\n{{ content }}!')
    await bench.build(['b.html'])
  })

  it('follows pages that count with increment', async () => {
    bench = new Bench({
      'a.html': '---\n---\n{% increment i %}',
      'b.html': '---\n---\n{% increment i %}',
      'c.html': '---\n---\n{{ i }}',
      'd.html': '---\n---\nText',
    })
    await bench.build(null)
    for (const [path, text] of [
      ['b.html', 'Text'],
      ['a.html', 'Text'],
      ['a.html', 'Other'],
      ['b.html', '{% increment i %}'],
    ] as const) {
      bench.write(path, `---\n---\n${text}`)
      expect((await bench.build([path])).isPartial).to.equal(true)
    }
  })

  it('follows every post if only so many are built, and one of the future', async () => {
    const config = `${BLOG['_config.yml']}limit_posts: 3\n`
    bench = new Bench({ ...BLOG, '_config.yml': config, 'links.md': 'No links.' })
    await bench.build(null)
    for (const date of ['2019-01-01', '2021-01-01', '2031-01-01']) {
      const path = `_posts/${date}-new.md`
      bench.write(path, '---\nlayout: post\ntitle: New\n---\nNew.\n')
      expect((await bench.build([path])).isPartial, path).to.equal(true)
    }
  })

  it('tells of a warning until its cause is gone', async () => {
    bench = new Bench({ 'a.md': '---\nlayout: none such\n---\na', 'b.md': '---\n---\nb' })
    const warnings = async (path: string, text: string) => {
      bench.write(path, text)
      return (await bench.build([path])).diagnostics.length
    }
    await bench.build(null)
    expect(await warnings('b.md', '---\n---\nother')).to.equal(1)
    expect(await warnings('a.md', '---\n---\na')).to.equal(0)
  })

  it('equals a whole build after random edits of a site whose pages depend on each other', async () => {
    bench = new Bench(TANGLED)
    await follow(bench, { seed: 9, steps: Number(process.env['STEPS'] ?? 10) })
    expect(bench.incremental).to.be.above(2)
  })

  for (const seed of [1, 2, 3]) {
    it(`equals a whole build after random edits of a blog (${seed})`, async () => {
      bench = new Bench(BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 10) })
      expect(bench.incremental).to.be.above(2)
    })
  }

  for (const seed of [4, 5, 6]) {
    it(`equals a whole build after random edits of a quiet blog (${seed})`, async () => {
      bench = new Bench(QUIET_BLOG)
      await follow(bench, { seed, steps: Number(process.env['STEPS'] ?? 10) })
      expect(bench.incremental).to.be.above(2)
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
    'gems',
    'paginate-v2',
    'headings',
  ]) {
    it(`equals a whole build after random edits of ${name}`, async () => {
      bench = new Bench(join(SITES, name))
      await follow(bench, { seed: name.length, steps: Number(process.env['STEPS'] ?? 4) })
    })
  }
})
