import { expect } from 'chai'
import { editSiteConfig } from '../../../src/content/site-config-edit.js'
import { readTheme } from '../../../src/service/sites/theme.js'
import { buildTheme, elementsOf, SITE_URL, type BuiltSite, type Element } from './theme-build.js'
import { contrast, rootColours } from './theme-colours.js'

const RICH = `---
title: '"Quotes" & <tags> in a title'
tags: [C++, two words, 日本, "5 > 4"]
author: Ann & Bob
updated: 2026-05-08
---
Text with a footnote[^1], \`code\` & more.

| a | b |
|---|---|
| 1 | 2 |

- [x] done

~~~ruby
puts "hello" # a comment
~~~

[^1]: Its text.
`

/** Written through the API: no layout, no date but in the name. */
const PLAIN = '---\ntitle: Plain\n---\nOnly text.\n'

const MORE: Readonly<Record<string, string>> = {
  '_posts/2025-12-31-rich.md': RICH,
  '_posts/2025-01-02-plain.md': PLAIN,
  'contact.md': '---\ntitle: Contact & more\nposition: 3\n---\nCall.\n',
  'assets/own.css': '---\n---\nbody { color: red }\n',
}

const NO_POSTS = { '_posts/2026-05-09-welcome.md': null }

const isPage = (name: string): boolean => name.endsWith('.html')

function pagesOf(site: BuiltSite): [name: string, elements: Element[]][] {
  return [...site.files]
    .filter(([name]) => isPage(name))
    .map(([name, text]) => [name, elementsOf(text)])
}

describe('the default theme', () => {
  let site: BuiltSite

  before(async () => {
    site = await buildTheme({ files: MORE })
  })

  it('names its first post by the day of creation', async () => {
    const names = [...(await readTheme('2031-02-03')).keys()]
    expect(names).to.include.members([
      '.gitignore',
      '_config.yml',
      '404.html',
      '_posts/2031-02-03-welcome.md',
      'about.md',
      'feed.xml',
      'index.md',
      'posts.html',
      'sitemap.xml',
      'tags.html',
    ])
    expect(names.some((name) => name.startsWith('_uploads/'))).to.equal(true)
    expect(names.filter((name) => name.includes('0000'))).to.deep.equal([])
  })

  it('builds without a warning', () => {
    expect(site.messages).to.deep.equal([])
    expect([...site.files.keys()].toSorted()).to.deep.equal([
      '2025/01/02/plain/index.html',
      '2025/12/31/rich/index.html',
      '2026/05/09/welcome/index.html',
      '404.html',
      'about/index.html',
      'assets/code.css',
      'assets/favicon.svg',
      'assets/main.css',
      'assets/own.css',
      'contact/index.html',
      'feed.xml',
      'index.html',
      'posts/index.html',
      'robots.txt',
      'sitemap.xml',
      'tags/index.html',
      'uploads/ship.svg',
    ])
  })

  it('gives each page one h1, a title, a language, a description, landmarks, and no script', () => {
    for (const [name, elements] of pagesOf(site)) {
      const named = (tag: string): Element[] => elements.filter((one) => one.name === tag)
      expect(named('h1').length, name).to.equal(1)
      expect(named('h1')[0]?.text.trim(), name).not.to.equal('')
      expect(named('title')[0]?.text.trim(), name).to.match(/A new site$/)
      expect(named('html')[0]?.attributes['lang'], name).to.equal('en')
      expect(named('main').length, name).to.equal(1)
      expect(named('script').length, name).to.equal(0)
      expect(site.files.get(name), name).to.include('<meta name="description" content="')
      const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? [])
      expect(new Set(ids).size, `ids of ${name}`).to.equal(ids.length)
      for (const image of named('img'))
        expect(image.attributes['alt'], name).not.to.equal(undefined)
    }
  })

  it('keeps the order of headings', () => {
    for (const [name, elements] of pagesOf(site)) {
      const levels = elements.flatMap((one) =>
        /^h[1-6]$/.test(one.name) ? [+one.name.slice(1)] : [],
      )
      levels.reduce((before, level) => {
        expect(level, name).to.be.at.most(before + 1)
        return level
      }, 0)
    }
  })

  for (const baseurl of ['', '/some/where'])
    for (const [what, files] of [
      ['posts', MORE],
      ['no posts', NO_POSTS],
    ] as const)
      it(`has no broken link with ${what} at "${baseurl}/"`, async () => {
        const built = await buildTheme({ baseurl, files })
        expect(brokenLinks(built, baseurl)).to.deep.equal([])
      })

  it('loads nothing from other servers', () => {
    for (const [name, text] of site.files) {
      if (name.endsWith('.css')) expect(text, name).not.to.match(/url\(|@import/)
      if (!isPage(name)) continue
      for (const { attributes, name: tag } of elementsOf(text)) {
        const address = attributes['src'] ?? (tag === 'link' ? attributes['href'] : undefined)
        if (address !== undefined && attributes['rel'] !== 'canonical')
          expect(address, name).to.match(/^\/(?!\/)/)
      }
    }
  })

  it('leads from a post to its neighbours and its tags', () => {
    const links = linksIn(site, '2025/12/31/rich/index.html')
    expect(links).to.include.members(['/2025/01/02/plain/', '/2026/05/09/welcome/'])
    expect(links).to.include('/tags/#tag-C%2B%2B')
  })

  it('puts pages with a position into the menu, and marks the one that is open', () => {
    const menu = elementsOf(site.files.get('contact/index.html') ?? '').find(
      ({ name }) => name === 'nav',
    )
    expect(menu?.text.split(/\s*\n\s*/).filter(Boolean)).to.deep.equal([
      'Posts',
      'About',
      'Contact & more',
    ])
    const open = elementsOf(site.files.get('contact/index.html') ?? '').filter(
      ({ attributes }) => attributes['aria-current'] === 'page',
    )
    expect(open.map(({ text }) => text)).to.deep.equal(['Contact & more'])
  })

  it('renders posts and pages that name no layout, and leaves assets bare', () => {
    expect(site.files.get('2025/01/02/plain/index.html')).to.include('<time datetime="2025-01-02">')
    expect(site.files.get('assets/own.css')).to.equal('body { color: red }\n')
  })

  it('stays whole when a client replaces all metadata of the site', async () => {
    const config = (await readTheme('2026-05-09')).get('_config.yml')?.toString() ?? ''
    const bare = editSiteConfig(config, { metadata: new Map() })
    const built = await buildTheme({ files: { ...MORE, '_config.yml': bare } })
    expect(bare).not.to.include('permalink')
    expect(brokenLinks(built, '')).to.deep.equal([])
    expect(built.files.get('2025/12/31/rich.html')).to.include('31 December 2025</time>')
  })

  it('writes a feed of the posts, newest first', () => {
    const feed = elementsOf(site.files.get('feed.xml') ?? '')
    const texts = (tag: string): string[] =>
      feed.filter(({ name }) => name === tag).map(({ text }) => text)
    expect(texts('title')).to.deep.equal([
      'A new site',
      'Your first post',
      '"Quotes" & <tags> in a title',
      'Plain',
    ])
    expect(texts('id')[1]).to.equal(`${SITE_URL}/2026/05/09/welcome/`)
    expect(texts('updated')).to.deep.equal([
      '2026-05-09T00:00:00+00:00',
      '2026-05-09T00:00:00+00:00',
      '2026-05-08T00:00:00+00:00',
      '2025-01-02T00:00:00+00:00',
    ])
    expect(texts('content')[2]).to.equal('<p>Only text.</p>\n')
  })

  it('writes a sitemap of all pages but the one for errors', () => {
    const listed = elementsOf(site.files.get('sitemap.xml') ?? '')
      .filter(({ name }) => name === 'loc')
      .map(({ text }) => text)
    const pages = [...site.files.keys()]
      .filter((name) => isPage(name) && name !== '404.html')
      .map((name) => `${SITE_URL}/${name.replace('index.html', '')}`)
    expect(listed.toSorted()).to.deep.equal(pages.toSorted())
  })

  it('describes a post by the beginning of its text, without footnotes', () => {
    expect(site.files.get('2025/12/31/rich/index.html')).to.match(
      /<meta name="description" content="Text with a footnote1, code &amp; more\." \/>/,
    )
    expect(site.files.get('index.html')).not.to.include('Its text.')
  })

  it('keeps search engines away from previews and from the error page', async () => {
    const preview = await buildTheme({ environment: 'staging' })
    const noindex = '<meta name="robots" content="noindex" />'
    expect(preview.files.get('index.html')).to.include(noindex)
    expect(preview.files.get('robots.txt')).to.include('Disallow: /\n')
    expect(site.files.get('index.html')).not.to.include(noindex)
    expect(site.files.get('404.html')).to.include(noindex)
    expect(site.files.get('robots.txt')).to.include('Disallow:\n')
  })

  it('is byte-for-byte the same at every build of the same content', async () => {
    const again = await buildTheme({ files: MORE })
    expect([...again.files]).to.deep.equal([...site.files])
  })
})

function linksIn(site: BuiltSite, name: string): string[] {
  return elementsOf(site.files.get(name) ?? '').flatMap(({ attributes }) =>
    [attributes['href'], attributes['src']].filter((link) => link !== undefined),
  )
}

/** `page -> link` for each link that leads nowhere within the site. */
function brokenLinks(site: BuiltSite, baseurl: string): string[] {
  return [...site.files.keys()].filter(isPage).flatMap((from) =>
    linksIn(site, from)
      .filter((link) => !leadsSomewhere(site, { from, link, baseurl }))
      .map((link) => `${from} -> ${link}`),
  )
}

function leadsSomewhere(
  site: BuiltSite,
  {
    from,
    link,
    baseurl,
  }: { readonly from: string; readonly link: string; readonly baseurl: string },
): boolean {
  const [address = '', fragment] = link.replace(SITE_URL, '').split('#')
  const file = address === '' ? from : fileOf(address, baseurl)
  const text = file === null ? undefined : site.files.get(file)
  if (text === undefined) return false
  return fragment === undefined || text.includes(`id="${fragment}"`)
}

function fileOf(address: string, baseurl: string): string | null {
  if (!address.startsWith(`${baseurl}/`)) return null
  return decodeURI(address.slice(baseurl.length + 1)).replace(/(^|\/)$/, '$1index.html')
}

/** Text, and what it stands on. */
const TEXTS: readonly (readonly [text: string, ground: string])[] = [
  ...['--ink', '--muted', '--accent', '--accent-strong'].flatMap((text) =>
    ['--paper', '--raised'].map((ground) => [text, ground] as const),
  ),
  ['--ink', '--mark'],
  ['--accent', '--mark'],
  ['--accent', '--code-paper'],
  ...[
    'ink',
    'comment',
    'keyword',
    'name',
    'type',
    'string',
    'number',
    'symbol',
    'removed',
    'added',
  ].map((text) => [`--code-${text}`, '--code-paper'] as const),
  ['--code-ink', '--mark'],
  ['--code-removed', '--code-removed-paper'],
  ['--code-added', '--code-added-paper'],
]

describe('the colours of the default theme', () => {
  let schemes: Map<string, string>[]
  let pages: readonly string[]

  before(async () => {
    const { files } = await buildTheme()
    const main = rootColours(files.get('assets/main.css') ?? '')
    const code = rootColours(files.get('assets/code.css') ?? '')
    pages = [...files].filter(([name]) => isPage(name)).map(([, text]) => text)
    schemes = main.map((colours, at) => new Map([...colours, ...(code[at] ?? [])]))
  })

  for (const [at, scheme] of ['light', 'dark'].entries()) {
    for (const [text, ground] of TEXTS)
      it(`have enough contrast for ${text} on ${ground} when ${scheme}`, () => {
        expect(ratio(at, text, ground)).to.be.at.least(4.5)
      })

    it(`show the focus when ${scheme}`, () => {
      expect(ratio(at, '--focus', '--paper')).to.be.at.least(3)
    })

    it(`are used for the bars of the browser when ${scheme}`, () => {
      const paper = schemes[at]?.get('--paper')
      for (const page of pages)
        expect(page).to.include(
          `<meta name="theme-color" content="${paper}" media="(prefers-color-scheme: ${scheme})" />`,
        )
    })
  }

  function ratio(at: number, text: string, ground: string): number {
    const colour = (name: string): string => {
      const value = schemes[at]?.get(name)
      if (value === undefined) throw new Error(`no colour ${name}`)
      return value
    }
    return contrast(colour(text), colour(ground))
  }
})
