import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { BLOG, EDITS, EditedSite, randomNumbers, TANGLED } from '../random-edits.js'
import { build } from '../../../src/builder/build.js'
import {
  RenderSession,
  type RenderReport,
} from '../../../src/builder/incremental/render-session.js'
import { AS_RECORDED } from '../recorded.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const NOW = Date.UTC(2026, 0, 1)

/** A site on disk and a session that shows unsaved text over it. */
class Desk extends EditedSite {
  readonly session = new RenderSession()
  hidesTexts = false

  show(path: string, text: string, changed: readonly string[] | null): Promise<RenderReport> {
    const file = { path, content: Buffer.from(text), modifiedAt: NOW, hidesTexts: this.hidesTexts }
    const destination = join(this.root, 'never')
    return this.session.render({
      source: this.source,
      destination,
      now: NOW,
      changed,
      file,
      ...AS_RECORDED,
    })
  }

  async page(path: string, text: string, changed: readonly string[] | null): Promise<string> {
    const { page, diagnostics } = await this.show(path, text, changed)
    if (page === null) throw new Error(JSON.stringify(diagnostics))
    return page.output
  }

  /** The files that a whole build writes. */
  async built(): Promise<(path: string) => string | null> {
    const destination = join(this.root, 'whole')
    rmSync(destination, { recursive: true, force: true })
    const { ok, diagnostics } = await build({
      source: this.source,
      destination,
      now: NOW,
      ...AS_RECORDED,
    })
    expect(ok, JSON.stringify(diagnostics)).to.equal(true)
    return (path) => {
      const file = join(destination, path)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    }
  }

  async close(): Promise<void> {
    await this.session.close()
    this.remove()
  }
}

const OWN_EDITS = [
  'body',
  'begin',
  'title',
  'date',
  'tags',
  'permalink',
  'reading',
  'add',
  'addPage',
]
const OTHER_EDITS = ['layout', 'include', 'newData', 'addNewest', 'body']

/** Before each random edit is on disk, its page is shown; then a whole build tells what it is. */
async function follow(desk: Desk, seed: number, steps: number): Promise<void> {
  const random = randomNumbers(seed)
  let changed: readonly string[] | null = null
  let compared = 0
  for (let step = 0; step < steps; step++) {
    const others = EDITS[OTHER_EDITS[random(OTHER_EDITS.length)] ?? '']?.(desk, random) ?? []
    if (changed !== null) changed = [...changed, ...others]
    const name = OWN_EDITS[random(OWN_EDITS.length)] ?? ''
    const before = new Map(desk.texts())
    const [path] = EDITS[name]?.(desk, random) ?? []
    if (path === undefined) continue
    const text = desk.read(path)
    const old = before.get(path)
    if (old === undefined) rmSync(join(desk.source, path))
    else desk.write(path, old)
    // Every page of a paginated list would be written to the one permalink.
    if (name === 'permalink' && path === 'index.html') continue
    const { page, diagnostics } = await desk.show(path, text, changed)
    desk.write(path, text)
    changed = [path]
    if (page === null && diagnostics.length === 0) continue
    expect(page, `${name} ${path}: ${JSON.stringify(diagnostics)}`).not.to.equal(null)
    const written = (await desk.built())(page?.outputPath ?? '')
    // What the site leaves out is shown all the same.
    if (written !== null) {
      compared += 1
      expect(page?.output, `seed ${seed}, step ${step}: ${name} ${path}`).to.equal(written)
    }
  }
  expect(compared).to.be.above(0)
}

describe('RenderSession', () => {
  let desk: Desk
  afterEach(() => desk.close())

  it('does not change the site', async () => {
    desk = new Desk(BLOG)
    const post = '_posts/2020-01-03-c.md'
    const text = desk.read(post)
    const before = await desk.page(post, text, null)
    const all = await desk.page('all.html', desk.read('all.html'), [])
    const other =
      '---\nlayout: post\ntitle: Else\ndate: 2024-05-05\npublished: true\n---\nOther {{ x }}'
    expect(await desk.page(post, other, []))
      .to.include('Other')
      .and.include('Else')
    expect(await desk.page('_posts/2024-01-01-new.md', other, [])).to.include('Else')
    expect(await desk.page('new.md', other, [])).to.include('Other')
    expect(await desk.page(post, text, [])).to.equal(before)
    expect(await desk.page('all.html', desk.read('all.html'), [])).to.equal(all)
  })

  it('shows drafts, hidden and future texts', async () => {
    desk = new Desk(BLOG)
    const front = '---\nlayout: post\ntitle: Secret\n'
    for (const path of ['_drafts/idea.md', '_posts/2031-01-01-future.md', 'hidden.md']) {
      expect(await desk.page(path, `${front}published: false\n---\nText.`, [])).to.include('Secret')
    }
  })

  it('reports the line of an error, and renders the next text', async () => {
    desk = new Desk(BLOG)
    const post = '_posts/2020-01-03-c.md'
    const { page, diagnostics } = await desk.show(post, '---\ntitle: c\n---\n\n{% if %}\n', null)
    expect(page).to.equal(null)
    expect(diagnostics[0]).to.include({ path: post, line: 5 })
    expect(await desk.page(post, desk.read(post), [])).to.include('Hello')
  })

  it('renders a page of a site that cannot be built, and the text that repairs it', async () => {
    desk = new Desk({ ...BLOG, 'broken.md': '---\n---\n{% nothing %}\n' })
    expect(await desk.page('data.html', desk.read('data.html'), null)).to.include('1')
    expect(await desk.page('broken.md', '---\n---\nMended\n', [])).to.include('Mended')
    desk.write('_posts/2020-01-01-a.md', '---\ndate: never\n---\n')
    const changed = ['_posts/2020-01-01-a.md']
    const text = '---\nlayout: post\ntitle: a\n---\nMended\n'
    expect(await desk.page('_posts/2020-01-01-a.md', text, changed)).to.include('Mended')
  })

  it('hides hidden entries from templates, if requested', async () => {
    for (const config of ['', 'page_excerpts: true\n']) {
      desk = new Desk({
        ...BLOG,
        '_config.yml': BLOG['_config.yml'] + config,
        '_posts/2020-02-02-secret.md': '---\npublished: false\n---\nSecret',
        '_posts/part.txt': 'part',
      })
      const include = (name: string) => `---\ntitle: x\n---\n{% include_relative ${name} %}`
      const list = '---\n---\n{% for p in site.posts %}{{ p.content }}{% endfor %}'
      const draft = '_drafts/mine.md'
      const own = '_posts/2020-03-03-x.md'
      const secret = include('2020-02-02-secret.md')
      expect(await desk.page(own, secret, null)).to.include('Secret')
      desk.hidesTexts = true
      expect((await desk.show(own, secret, [])).page).to.equal(null)
      expect(await desk.page(own, include('part.txt'), [])).to.include('part')
      expect(await desk.page(draft, list, [])).not.to.include('Secret')
      await desk.close()
    }
  })

  it('renders as another version of Jekyll as soon as the configuration asks for it', async () => {
    desk = new Desk(BLOG)
    const text = '---\n---\n{{ jekyll.version }} a[^1]\n\n[^1]: b\n'
    expect(await desk.page('x.md', text, null)).to.include('4.3.1 a<sup id="fnref:1" role')
    desk.write('_config.yml', `${BLOG['_config.yml']}jekyll_version: 4.4\n`)
    expect(await desk.page('x.md', text, ['_config.yml'])).to.include('4.4.1 a<sup id="fnref:1">')
  })

  it('reports that a file has no page', async () => {
    desk = new Desk(BLOG)
    const { page, diagnostics } = await desk.show('_unknown/x.md', '---\n---\nx', null)
    expect({ page, diagnostics }).to.deep.equal({ page: null, diagnostics: [] })
  })

  it('equals a whole build after random edits of a site whose pages depend on each other', async () => {
    // Who renders a remembered include first is known after a whole build alone.
    desk = new Desk({
      ...TANGLED,
      '_includes/cached.html': '<nav>{{ include.of | join: "," }}</nav>',
    })
    await follow(desk, 7, Number(process.env['STEPS'] ?? 8))
  })

  for (const seed of [1, 2, 3]) {
    it(`equals a whole build after random edits of a blog (${seed})`, async () => {
      desk = new Desk(BLOG)
      await follow(desk, seed, Number(process.env['STEPS'] ?? 8))
    })
  }

  it('renders a page and nothing else, with what generators and other pages make of it', async () => {
    desk = new Desk({
      ...TANGLED,
      '_includes/cached.html': '<nav>{{ include.of | join: "," }}</nav>',
      '_config.yml': `${TANGLED['_config.yml']}limit_posts: 5\n`,
      'headings.md':
        '# A heading\n\n[one](_notes/one.md) {{ page.title }} {{ site.notes.last.content }}\n',
    })
    await desk.page('index.html', desk.read('index.html'), null)
    for (const path of [
      '_notes/one.md',
      '_notes/two.md',
      'parts.html',
      'related.md',
      'index.html',
    ]) {
      const text = `${desk.read(path)}\nMore of ${path}.\n`
      const { page } = await desk.show(path, text, [])
      const before = desk.read(path)
      desk.write(path, text)
      expect(page?.output, path).to.equal((await desk.built())(page?.outputPath ?? ''))
      desk.write(path, before)
    }
  })

  it('renders a text that turns away to another address', async () => {
    desk = new Desk(TANGLED)
    const text = '---\nredirect_to: /elsewhere/\n---\n'
    expect(await desk.page('_notes/one.md', text, null)).to.include('url=/elsewhere/')
  })

  it('shows a text that is hidden, a draft or of the future where others of its kind are', async () => {
    desk = new Desk({ ...TANGLED, '_posts/2031-01-01-later.md': '---\ntitle: Later\n---\nText.' })
    const shown = (path: string, title: string) =>
      desk.page(
        path,
        `---\nlayout: default\ntitle: ${title}\n---\n{{ page.previous.title }}.`,
        null,
      )
    expect(await shown('_posts/2031-01-01-later.md', 'Later')).to.include('<p>e.')
    expect(await shown('_notes/three.md', 'Three')).to.include('Three')
    expect(await shown('_drafts/idea.md', 'Idea')).to.include('Idea')
  })

  for (const name of ['basic', 'collections', 'templates', 'minima', 'gems', 'paginate-v2']) {
    it(`equals a whole build after random edits of ${name}`, async () => {
      desk = new Desk(join(SITES, name))
      await follow(desk, name.length, Number(process.env['STEPS'] ?? 4))
    })
  }
})
