import { assert, expect } from 'chai'
import {
  editSiteConfig,
  removeCollection,
  renameCollection,
  setCollection,
} from '../../src/content/site-config-edit.js'
import { describeEntry } from '../../src/content/document.js'
import { readFrontMatter } from '../../src/content/front-matter/read.js'
import { readSiteConfig } from '../../src/content/site-config.js'
import type { YamlValue } from '../../src/content/yaml/value.js'

describe('readSiteConfig', () => {
  it('has posts and the defaults of Jekyll without a file', () => {
    const config = readSiteConfig(null)
    assert.deepInclude(config, {
      title: '',
      timezone: 'UTC',
      permalink: 'date',
      collectionsDir: '',
    })
    assert.deepEqual(
      config.collections.map(({ label, output }) => [label, output]),
      [['posts', true]],
    )
  })

  it('reads collections as a map and as a list', () => {
    const labels = (text: string) => readSiteConfig(text).collections.map(({ label }) => label)
    assert.deepEqual(labels('collections: [a, b]\n'), ['posts', 'a', 'b'])
    assert.deepEqual(labels('collections:\n  a:\n  posts: {x: 1}\n'), ['a', 'posts'])
  })

  // As Debian's Jekyll 4.3.1 does: of `café` it writes nothing, even with `_caf/a.md`.
  it('reduces labels to ASCII as Jekyll does, with the settings of the reduced label', () => {
    const rows = (text: string) =>
      readSiteConfig(text).collections.map(({ label, output, title }) => [label, output, title])
    const café = '  café: {output: true, title: A}\n'
    const posts = ['posts', true, null]
    assert.deepEqual(rows(`collections:\n${café}`), [posts, ['caf', false, null]])
    const both = `collections:\n${café}  caf: {output: true, title: B}\n`
    assert.deepEqual(rows(both), [posts, ['caf', true, 'B']])
    assert.deepEqual(rows('collections: {книги: {output: true}, posts!: {}}\n'), [posts])
  })

  it('keeps unknown fields of a collection as metadata', () => {
    const [, recipes] = readSiteConfig(
      'collections:\n  r: {title: R, output: true, sort_by: x}\n',
    ).collections
    assert.deepEqual([...(recipes?.metadata ?? [])], [['sort_by', 'x']])
    assert.deepInclude(recipes, { title: 'R', output: true, permalink: null })
  })

  it('accepts defaults in both forms', () => {
    const text =
      'defaults:\n- {scope: {path: a, type: post}, values: {x: 1}}\n- {path: b, values: {}}\n- 5\n'
    const rules = readSiteConfig(text).defaults.map(({ path, type }) => [path, type])
    assert.deepEqual(rules, [
      ['a', 'posts'],
      ['b', null],
    ])
  })

  it('reports what is wrong, and is otherwise like an empty file', () => {
    assert.isNotNull(readSiteConfig('a: [\n').error)
    assert.match(readSiteConfig('- a\n').error?.reason ?? '', /mapping/)
    assert.equal(readSiteConfig('- a\n').collections.length, 1)
  })
})

const CONFIG = `# The site
title: "Ann's"   # shown at the top

timezone: Europe/Rome
collections:
  recipes:
    output: true   # yes
  # the news
  news:
    output: false
    sort_by: title
defaults:
  - scope:
      path: ""
      type: recipes
    values:
      layout: recipe
# mine
author: Ann
social: {a: 1}
`

describe('editSiteConfig', () => {
  it('changes title and time zone, and no other byte', () => {
    const edited = editSiteConfig(CONFIG, { title: 'Bob', timezone: 'UTC' })
    assert.equal(edited, CONFIG.replace('"Ann\'s"', '"Bob"').replace('Europe/Rome', 'UTC'))
  })

  it('replaces all metadata: removed, changed, new and equal keys', () => {
    const metadata = new Map<string, YamlValue>([
      ['social', new Map([['a', 1]])],
      ['lang', 'no'],
    ])
    const edited = editSiteConfig(CONFIG, { metadata })
    assert.equal(edited, CONFIG.replace('author: Ann\n', '') + 'lang: "no"\n')
  })

  it('writes defaults in the flat form as Jekyll’s form', () => {
    const rule = new Map<string, YamlValue>([
      ['type', 'posts'],
      ['values', new Map([['layout', 'x']])],
    ])
    const edited = editSiteConfig('title: x\n', { defaults: [rule] })
    assert.deepInclude(readSiteConfig(edited).defaults[0], { path: '', type: 'posts' })
    assert.include(edited, 'scope:')
  })

  it('keeps a byte order mark', () => {
    assert.equal(editSiteConfig('\ufefftitle: a\n', { title: 'b' }), '\ufefftitle: b\n')
  })

  it('adds to an empty file', () => {
    assert.equal(editSiteConfig('', { title: 'b' }), 'title: b\n')
  })
})

describe('setCollection', () => {
  it('changes an entry in place', () => {
    const edited = setCollection(CONFIG, 'recipes', { output: false, permalink: '/r/:title' })
    const expected = CONFIG.replace('true   # yes', 'false   # yes\n    permalink: /r/:title')
    assert.equal(edited, expected)
  })

  it('adds an entry after the others', () => {
    const edited = setCollection(CONFIG, 'team', { title: 'Team', output: true })
    const expected = CONFIG.replace(
      'sort_by: title\n',
      'sort_by: title\n  team:\n    title: Team\n    output: true\n',
    )
    assert.equal(edited, expected)
  })

  it('replaces metadata, and keeps fields', () => {
    const edited = setCollection(CONFIG, 'news', { metadata: new Map([['defaults', 1]]) })
    assert.equal(edited, CONFIG.replace('sort_by: title', 'defaults: 1'))
  })

  it('removes a permalink', () => {
    const edited = setCollection('collections:\n  a:\n    output: true\n    permalink: x\n', 'a', {
      permalink: null,
    })
    assert.equal(edited, 'collections:\n  a:\n    output: true\n')
  })

  it('turns a list of labels into a map', () => {
    const edited = setCollection('collections:\n- a\n- b\n', 'a', { output: true })
    assert.deepEqual(
      readSiteConfig(edited).collections.map((one) => [one.label, one.output]),
      [
        ['posts', true],
        ['a', true],
        ['b', false],
      ],
    )
  })
})

describe('removeCollection', () => {
  it('removes all labels that are reduced to the one', () => {
    const map = 'collections:\n  caf:\n    output: true\n  café: {}\n  b: {}\n'
    assert.equal(removeCollection(map, 'caf'), 'collections:\n  b: {}\n')
    const rest = readSiteConfig(removeCollection('collections: [café, b]\n', 'caf'))
    assert.deepEqual(
      rest.collections.map(({ label }) => label),
      ['posts', 'b'],
    )
  })
})

describe('renameCollection', () => {
  it('changes the key and the defaults that name it, in place', () => {
    const edited = renameCollection(CONFIG, 'recipes', 'food')
    assert.include(edited, '  food:\n    output: true   # yes\n  # the news\n')
    assert.equal(readSiteConfig(edited).defaults[0]?.type, 'food')
  })

  it('keeps everything else byte for byte', () => {
    assert.equal(renameCollection(CONFIG, 'news', 'blog'), CONFIG.replace('news:', 'blog:'))
  })

  it('renames in a list', () => {
    assert.equal(renameCollection('collections: [a, b]\n', 'a', 'c'), 'collections: [c, b]\n')
  })
})

describe('removeCollection', () => {
  it('removes the entry', () => {
    const edited = removeCollection(CONFIG, 'news')
    assert.equal(edited, CONFIG.replace('  news:\n    output: false\n    sort_by: title\n', ''))
    assert.equal(removeCollection('collections: [a, b]\n', 'a'), 'collections: [b]\n')
  })
})

describe('patterns of defaults', () => {
  const pathsOf = (paths: readonly string[]) => {
    const rules = paths.map((path) => `- {scope: {path: "${path}"}, values: {a: 1}}\n`)
    return readSiteConfig(`defaults:\n${rules.join('')}`).defaults.map(({ path }) => path)
  }

  it('apply up to a total limit, counting their alternatives; plain paths always apply', () => {
    const heavy = (at: number) => `${'*a'.repeat(40)}{a,b}{a,b}{a,b}{a,b}x${at}`
    const many = Array.from({ length: 300 }, (_, at) => heavy(at))
    const found = pathsOf(['first/*', ...many, 'late/*', 'plain'])
    expect(found[0]).to.equal('first/*')
    expect(found.at(-1)).to.equal('plain')
    expect(found).not.to.include('late/*')
    expect(found.length).to.be.within(3, 20)
    const usual = Array.from({ length: 100 }, (_, at) => `section-${at}/**/*.md`)
    expect(pathsOf(usual)).to.deep.equal(usual)
  })
})

describe('the URL of a document', () => {
  it('is limited to the length of a path, whatever its template', () => {
    const title = 'a'.repeat(200)
    const template = `/${':title/:slug-'.repeat(10_000)}`
    const config = readSiteConfig(`permalink: "${template}"\n`)
    const text = `---\ntitle: x\nslug: ${'b'.repeat(20_000)}\n---\n`
    for (const slug of ['', text]) {
      const { url } = describeEntry(
        `_posts/2024-01-02-${title}.md`,
        readFrontMatter(slug || '---\n---\n'),
        config,
      )
      expect(url?.length).to.be.within(10_000, 16 * 1024 + 1)
    }
  })
})
