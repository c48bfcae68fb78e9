import { assert } from 'chai'
import { readFileSync } from 'node:fs'
import { classify } from '../../src/content/classify.js'
import { describeEntry, fileNameFor, numberedName } from '../../src/content/document.js'
import { readFrontMatter } from '../../src/content/front-matter/read.js'
import { outputExtension } from '../../src/content/permalink.js'
import { addressOf } from '../../src/content/url.js'
import { readSiteConfig } from '../../src/content/site-config.js'
import type { EntryKind } from '../../src/model/entry.js'
import { destinationPath } from '../../src/content/url.js'

interface Item {
  readonly path: string
  readonly url: string
  readonly title: string | null
  readonly date: number | null
  readonly tags: readonly string[] | null
  readonly categories: readonly string[] | null
  readonly defaults: unknown
  readonly destination: string
}

interface Fixture {
  readonly files: Readonly<Record<string, string>>
  readonly sites: readonly { readonly config: string; readonly items: readonly Item[] }[]
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/content/jekyll.json', import.meta.url), 'utf8'),
)

describe('describe', () => {
  for (const { config: text, items } of fixture.sites) {
    const config = readSiteConfig(text)
    for (const item of items) {
      it(`describes ${item.path} with ${config.permalink} as Jekyll`, () => {
        const source = fixture.files[item.path] ?? ''
        const facts = describeEntry(item.path, readFrontMatter(source), config)
        // Where no date is given Jekyll takes the time of the build.
        const isUndated = item.date === null && /:(year|i_|y_day|hour)/.test(config.permalink)
        if (!isUndated || facts.collection !== 'posts') assert.equal(facts.url, addressOf(item.url))
        if (facts.kind === 'document') {
          assert.equal(facts.title, item.title)
          assert.equal(facts.dateEpoch === null ? null : facts.dateEpoch / 1000, item.date)
          assert.deepEqual(facts.text?.tags, item.tags)
          assert.deepEqual(facts.text?.categories, item.categories)
        }
        assert.deepEqual(JSON.parse(JSON.stringify(facts.text?.defaults)) as unknown, item.defaults)
        const extension = outputExtension(item.path, facts.text?.permalink ?? null, config)
        assert.equal(destinationPath(item.url, extension), item.destination)
      })
    }
  }

  const config = readSiteConfig('collections:\n  recipes:\n    output: true\n  hidden: {}\n')

  it('derives the title from the file name if front matter is invalid', () => {
    const facts = describeEntry(
      '_recipes/my-soup.md',
      readFrontMatter('---\na: [\n---\nbody\n'),
      config,
    )
    assert.equal(facts.title, 'My Soup')
    assert.equal(facts.text?.frontMatterError?.line, 3)
    assert.equal(facts.text?.body, 'body\n')
  })

  it('leaves the fields of the API out of metadata', () => {
    const text = '---\ntitle: T\ntags: a\nauthor: Ann\nposition: 3\n---\n'
    const facts = describeEntry('_recipes/a.md', readFrontMatter(text), config)
    assert.deepEqual(JSON.parse(JSON.stringify(facts.text?.metadata)) as unknown, {
      author: 'Ann',
      position: 3,
    })
    assert.equal(facts.position, 3)
  })

  it('reads whether an entry is visible, hidden or a draft', () => {
    const visibilityOf = (path: string, yaml: string) =>
      describeEntry(path, readFrontMatter(`---\n${yaml}---\n`), config).visibility
    assert.equal(visibilityOf('_recipes/a.md', ''), 'visible')
    assert.equal(visibilityOf('_recipes/a.md', 'published: false\n'), 'hidden')
    assert.equal(visibilityOf('_drafts/a.md', 'published: false\n'), 'draft')
  })

  it('leaves out long defaults, which every file would be kept with, and the short ones last', () => {
    const tags = Array.from({ length: 4900 }, (_, at) => `t${at}`)
    const values = ['published: false', `long: ${'x'.repeat(9000)}`, 'layout: post', 'mood: calm']
    const config = (list: readonly string[]) =>
      readSiteConfig(
        `defaults:\n- values:\n    ${values.join('\n    ')}\n    tags: [${list.join()}]\n`,
      )
    const front = readFrontMatter('---\ntitle: x\n---\n')
    const many = describeEntry('_posts/2020-01-02-x.md', front, config(tags))
    assert.deepEqual(many.text?.tags, [])
    assert.equal(many.visibility, 'hidden')
    assert.deepEqual(many.text?.defaults, { published: false, layout: 'post', mood: 'calm' })
    const tagged = (count: number) =>
      describeEntry('_posts/2020-01-02-x.md', front, config(tags.slice(0, count))).text?.tags
    assert.lengthOf(tagged(70) ?? [], 70)
    // Of the request that creates 2,000 documents, each tag of each is written in one turn.
    assert.lengthOf(tagged(500) ?? [], 0)
  })

  it('gives an address that stays on the site, whatever the permalink hides by encoding', () => {
    const urlOf = (permalink: string) =>
      describeEntry('a.md', readFrontMatter(`---\npermalink: '${permalink}'\n---\n`), config).url
    assert.equal(urlOf('/%2e%2e/x/'), '/x/')
    assert.equal(urlOf('/a/%2E%2e/%2e/b.html'), '/a/b.html')
    assert.equal(urlOf('/%2fevil.example.org/'), '/evil.example.org/')
    assert.equal(urlOf('/%5Cevil.example.org/..%5cx/'), '/evil.example.org/x/')
    assert.equal(urlOf('/%2e%2e/'), '/')
    assert.equal(urlOf('/%252e%252e/x/'), '/%252e%252e/x/')
  })

  it('gives static files a URL', () => {
    const urlOf = (path: string) => describeEntry(path, null, config).url
    assert.equal(urlOf('img/a b.png'), '/img/a%20b.png')
    assert.equal(urlOf('img/a?b#c%.png'), '/img/a%3Fb%23c%25.png')
    // Jekyll writes it to `img/a b.png`, and in a collection to `a%20b.png`.
    assert.equal(urlOf('img/a%20b.png'), '/img/a%20b.png')
    assert.equal(urlOf('_recipes/a%20b.png'), '/recipes/a%2520b.png')
    assert.equal(urlOf('img/a..png'), '/img/a.png')
    assert.equal(urlOf('_recipes/pic.png'), '/recipes/pic.png')
    assert.isNull(urlOf('_hidden/pic.png'))
    assert.isNull(urlOf('_layouts/x.html'))
    assert.isNull(urlOf('_config.yml'))
  })
})

describe('classify', () => {
  const config = readSiteConfig('collections: [recipes]\n')
  const inside = readSiteConfig('collections_dir: content\ncollections: [recipes]\n')
  const CASES: readonly [string, boolean, typeof config, EntryKind, string | null, string][] = [
    ['_config.yml', false, config, 'config', null, '_config.yml'],
    ['_posts/2024-01-01-a.md', true, config, 'document', 'posts', '2024-01-01-a.md'],
    ['_posts/2024-01-01-a.md', false, config, 'file', 'posts', '2024-01-01-a.md'],
    ['x/y/_posts/z/2024-01-01-a.md', true, config, 'document', 'posts', 'z/2024-01-01-a.md'],
    ['_x/_posts/2024-01-01-a.md', true, config, 'file', null, '_x/_posts/2024-01-01-a.md'],
    ['_drafts/a.md', true, config, 'document', 'posts', 'a.md'],
    ['_recipes/b/a.md', true, config, 'document', 'recipes', 'b/a.md'],
    ['_recipes/b/a.jpg', false, config, 'file', 'recipes', 'b/a.jpg'],
    ['x/_recipes/a.md', true, config, 'file', null, 'x/_recipes/a.md'],
    ['_layouts/a.html', true, config, 'file', null, '_layouts/a.html'],
    ...[
      '_posts/2024-01-01-a.conflict-1a2b3c4d.md',
      '_drafts/a.conflict-1a2b3c4d.md',
      '_recipes/a.conflict-1a2b3c4-2.md',
      '_recipes/b.conflict-1a2b3c4/a.md',
      'about.conflict-1a2b3c4d.md',
      'conflict-1a2b3c4-about.md',
    ].map((path): (typeof CASES)[number] => [path, true, config, 'file', null, path]),
    ['a.conflict-of-interest.md', true, config, 'page', null, 'a.conflict-of-interest.md'],
    ['conflict-2024.md', true, config, 'page', null, 'conflict-2024.md'],
    ['about.md', true, config, 'page', null, 'about.md'],
    ['about.md', false, config, 'file', null, 'about.md'],
    ['.github/a.md', true, config, 'file', null, '.github/a.md'],
    ['content/_recipes/a.md', true, inside, 'document', 'recipes', 'a.md'],
    ['_recipes/a.md', true, inside, 'file', null, '_recipes/a.md'],
    ['content/es/_posts/2024-01-01-a.md', true, inside, 'document', 'posts', '2024-01-01-a.md'],
    ['_posts/2024-01-01-a.md', true, inside, 'file', null, '_posts/2024-01-01-a.md'],
  ]
  for (const [path, hasFrontMatter, site, kind, collection, relativePath] of CASES) {
    it(`gives ${kind} for ${path}${hasFrontMatter ? ' with front matter' : ''}`, () => {
      const facts = classify(path, { hasFrontMatter }, site)
      assert.deepInclude({ ...facts }, { kind, collection, relativePath })
    })
  }
})

describe('fileNameFor', () => {
  it('dates posts in the time zone of the site', () => {
    const post = { title: 'Hello, Wörld!', collection: 'posts', epochMs: Date.UTC(2024, 0, 1, 23) }
    assert.equal(fileNameFor(post, { timezone: 'Europe/Rome' }), '2024-01-02-hello-wörld.md')
    assert.equal(fileNameFor({ ...post, collection: 'x' }, { timezone: 'UTC' }), 'hello-wörld.md')
    assert.equal(
      fileNameFor({ ...post, title: '!!!', collection: 'x' }, { timezone: 'UTC' }),
      'untitled.md',
    )
  })

  it('numbers a name that is taken', () => {
    assert.equal(numberedName('a/soup.md', 2), 'a/soup-2.md')
    assert.equal(numberedName('soup', 3), 'soup-3')
  })
})
