/** Sites with plugins of their own, built again after edits: as whole builds of the same. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import { BuildSession } from '../../../src/builder/incremental/session.js'
import { contentsOf } from '../folders.js'
import { ReleaseFolder, sorted } from '../release-folder.js'
import {
  BLOG_TEXTS,
  COMMON,
  EDITS,
  EditedSite,
  OFTEN,
  randomNumbers,
  STYLES,
  type Edit,
} from '../random-edits.js'
import { AS_RECORDED } from '../recorded.js'

/** Reads all that can be read, and remembers what it can. */
const PLUGIN = `
let calls = 0
galley.tag('card', (path, context) => {
  const post = context.get(path)
  return '<b>' + (post ? post.title + post.url : 'none') + ' ' + ++calls + '</b>'
})
galley.block('note', (args, content, context) =>
  context.markdown(content) + context.render('{{ page.title }} {{ site.data.menu.one }}') + Math.random())
galley.filter('named', function (list) { return list.map((post) => post.title + this.get('site.title')) })
galley.tag('year', () => String(new Date().getFullYear()))
`

const SITE = {
  ...BLOG_TEXTS,
  '_plugins/own.js': PLUGIN,
  '_layouts/post.html':
    '---\nlayout: default\n---\n{% card page.next %}{{ content }}{% note x %}*in* {{ page.url }}{% endnote %}',
  'cards.html':
    '---\ntitle: Cards\n---\n{% card site.posts.first %}{% card site.posts.last %}{{ page.title }}',
  'names.html': '---\n---\n{{ site.tags.red | named | join: "," }}',
  'year.html': '---\n---\n{% year %}',
}

/** Makes a page of each post, and one of all that there is. */
const GENERATING = {
  ...SITE,
  '_plugins/pages.js': `
galley.generator((site) => site.posts.map(({ title, url, tags, content }) => ({
  path: 'own' + url.replace('.html', '.md'),
  layout: 'default',
  data: { title, tags },
  content: '{% card site.posts.first %} ' + content.length,
})))
galley.generator((site) => [{ path: 'own/all.html', content: JSON.stringify([site.data, site.pages.length]) }])`,
}

class Bench extends EditedSite {
  readonly session = new BuildSession()
  readonly destination = join(this.root, 'out')
  now = Date.UTC(2026, 0, 1)
  rendered = 0
  all = 0
  readonly #release = new ReleaseFolder(join(this.root, 'release'))

  /** Builds by the record and in the session, and compares both with a whole build. */
  async build(changed: readonly string[] | null): Promise<boolean> {
    const asked = {
      source: this.source,
      drafts: true,
      threads: 0,
      sitePlugins: true,
      ...AS_RECORDED,
    }
    const whole = await this.#whole({ ...asked, now: this.now })
    const report = await build({
      ...asked,
      now: this.now,
      destination: this.destination,
      cache: 'site',
    })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(whole.ok)
    if (whole.ok) expect([...contentsOf(this.destination)]).to.deep.equal(whole.files)
    this.rendered += report.counts.rendered
    this.all += whole.rendered
    await this.#inSession(asked, changed)
    return whole.ok
  }

  async #inSession(
    asked: { readonly source: string },
    changed: readonly string[] | null,
  ): Promise<void> {
    const former = this.#release.former()
    const { destination } = this.#release
    const request = { ...asked, now: this.now, former, destination, changed }
    const report = await this.session.build(request)
    const whole = await this.#whole({ ...asked, now: this.now })
    expect(report.ok, JSON.stringify(report.diagnostics)).to.equal(whole.ok)
    if (!report.ok) return
    this.#release.take(report)
    expect(this.#release.contents).to.deep.equal(sorted(new Map(whole.files)))
  }

  async #whole(asked: { readonly source: string; readonly now: number }) {
    const destination = join(this.root, 'whole')
    rmSync(destination, { recursive: true, force: true })
    const { ok, counts } = await build({ ...asked, destination })
    return { ok, rendered: counts.rendered, files: [...contentsOf(destination)] }
  }

  async close(): Promise<void> {
    await this.session.close()
    this.remove()
  }
}

/** Edits of the plugins themselves, and of who uses them. */
const OWN: Readonly<Record<string, Edit>> = {
  plugin: (site, random) => {
    const text = `galley.tag('card', (path) => '<i>' + path + ' ${random(9)}</i>')\n`
    site.write('_plugins/z.js', text)
    return ['_plugins/z.js']
  },
  noPlugin: (site) => {
    site.write('_plugins/z.js', '')
    return ['_plugins/z.js']
  },
  use: (site, random) => {
    const path = `p${random(3)}.md`
    site.write(
      path,
      `---\ntitle: P\n---\n{% note %}${random(9)}{% endnote %}{% card site.posts[1] %}\n`,
    )
    return [path]
  },
}

async function follow(bench: Bench, { seed, steps }: { seed: number; steps: number }) {
  const random = randomNumbers(seed)
  const own = Object.keys(OWN)
  const names = [...COMMON, ...OFTEN, ...Object.keys(EDITS), ...own, ...own].filter(
    (name) => !STYLES.has(name),
  )
  await bench.build(null)
  for (let step = 0; step < steps; step++) {
    const saved = mkdtempSync(join(tmpdir(), 'galley-before-'))
    cpSync(bench.source, saved, { recursive: true, preserveTimestamps: true })
    const name = names[random(names.length)] ?? 'body'
    try {
      const changed = (OWN[name] ?? EDITS[name])?.(bench, random) ?? []
      bench.now += [0, 1000, 86_400_000][random(3)] ?? 0
      if (!(await bench.build(changed))) {
        cpSync(saved, bench.source, { recursive: true, preserveTimestamps: true })
        await bench.build(null)
      }
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${name}`, { cause: error })
    } finally {
      rmSync(saved, { recursive: true })
    }
  }
}

describe('an incremental build of a site with its own plugins', () => {
  let bench: Bench
  afterEach(() => bench.close())
  const steps = Number(process.env['STEPS'] ?? 6)

  for (const seed of [1, 2, 3, 4]) {
    const makes = seed % 2 === 0 ? ', with generators' : ''
    it(`equals a full build, whatever was edited (seed ${seed}${makes})`, async () => {
      bench = new Bench(makes === '' ? SITE : GENERATING)
      await follow(bench, { seed, steps })
      expect(bench.rendered).to.be.below(bench.all)
    })
  }

  it('renders only what a change affects through a plugin', async () => {
    bench = new Bench({
      '_plugins/own.js': PLUGIN,
      '_data/menu.yml': 'one: 1\n',
      'a.html': '---\ntitle: A\n---\n{% note %}x{% endnote %}',
      'b.html': '---\n---\n{% card site.posts.first %}',
      'c.html': '---\n---\n{% year %}',
      'd.html': '---\n---\nd',
      '_posts/2020-01-01-p.md': '---\ntitle: P\n---\nText.\n',
    })
    const rendered = async (changed: readonly string[]) => {
      const before = bench.rendered
      await bench.build(changed)
      return bench.rendered - before
    }
    expect(await rendered([])).to.equal(5)
    expect(await rendered([])).to.equal(0)
    bench.write('_data/menu.yml', 'one: 2\n')
    expect(await rendered(['_data/menu.yml'])).to.equal(1)
    bench.write('_posts/2020-01-01-p.md', '---\ntitle: Q\n---\nText.\n')
    expect(await rendered(['_posts/2020-01-01-p.md'])).to.equal(2)
    bench.now += 1000
    expect(await rendered([])).to.equal(1)
    bench.write('_plugins/own.js', PLUGIN.replaceAll('b>', 'i>'))
    expect(await rendered(['_plugins/own.js'])).to.equal(5)
  })
})
