import { expect } from 'chai'
import {
  languageCode,
  languageFacts,
  placeOfVersion,
  readLanguages,
} from '../../src/content/languages.js'
import { assertScales } from '../growth.js'

type Config = Readonly<Record<string, unknown>>

const settings = (config: Config) => readLanguages((key) => config[key])
type Text = readonly [path: string, data?: Config, permalink?: string]

const facts = ([path, data = {}, permalink]: Text, config: Config = {}) =>
  languageFacts(
    { path, data: new Map(Object.entries(data)) as never, permalink: permalink ?? null },
    settings(config),
  )

describe('languages of texts', () => {
  it('are codes in one form', () => {
    const cases: [unknown, string | null][] = [
      ['de', 'de'],
      ['DE', 'de'],
      ['pt_br', 'pt-BR'],
      ['zh-hans-cn', 'zh-Hans-CN'],
      ['about', null],
      ['de-', null],
      ['de-CH-1901', 'de-CH-1901'],
      ['es-419', 'es-419'],
      // Names that are no code, but have its length.
      ['web-app', null],
      ['my-old-app', null],
      ['de-a1', null],
      ['de-DE-DE', null],
      ['zh-cmn-hans', null],
      ['x'.repeat(10_000), null],
      [7, null],
      [null, null],
    ]
    for (const [given, code] of cases) expect(languageCode(given), String(given)).to.equal(code)
  })

  it('are told by front matter, a folder, a suffix, and the configuration, in this order', () => {
    const cases: [string, Config, Config, string | null][] = [
      ['de/about.md', { lang: 'fr' }, { lang: 'en' }, 'fr'],
      ['about.md', { language: 'fr' }, {}, 'fr'],
      ['de/about.md', {}, { lang: 'en' }, 'de'],
      ['_posts/de/2026-01-02-a.md', {}, {}, 'de'],
      ['de/_posts/2026-01-02-a.md', {}, {}, 'de'],
      ['about.de.md', {}, { lang: 'en' }, 'de'],
      ['about.md', {}, { lang: 'en' }, 'en'],
      ['about.md', {}, { default_lang: 'de', lang: 'en' }, 'de'],
      ['about.md', {}, { locale: 'en_US' }, 'en'],
      ['about.md', {}, {}, null],
      // Folders that only look like a language, unless the site says that it is one.
      ['cv/index.md', {}, { lang: 'en' }, 'en'],
      ['cv/index.md', {}, { languages: ['en', 'cv'], lang: 'en' }, 'cv'],
      ['web-app/api-doc/notes.foo-bar.md', {}, { languages: ['web-app'] }, null],
      ['jquery.min.js', {}, {}, null],
      ['it-support/index.md', {}, { lang: 'en' }, 'en'],
      ['es-modules/de-facto.md', {}, {}, null],
      ['it-2024/index.md', {}, { languages: ['it-2024'] }, 'it-2024'],
      ['zh-hant-tw/index.md', {}, {}, 'zh-Hant-TW'],
      // Where the site lists its languages, there are no others.
      ['de/about.md', {}, { languages: ['en', 'fr'], default_lang: 'en' }, 'en'],
      ['about.md', { lang: 'de' }, { languages: ['en', 'fr'] }, null],
      ['de/about.md', {}, { languages: new Map([['de', {}]]) }, 'de'],
      // All of its languages are made of one file.
      [
        'de/about.md',
        {},
        { plugins: ['jekyll-multiple-languages-plugin'], languages: ['de'] },
        null,
      ],
    ]
    for (const [path, data, config, language] of cases)
      expect(facts([path, data], config).language, path).to.equal(language)
  })

  it('are versions of one text by their path, their permalink, or a name', () => {
    const languages = ['en', 'de', 'pt-BR']
    const polyglot = { plugins: ['jekyll-polyglot'], languages, default_lang: 'en' }
    const one: Text[][] = [
      [['about.md'], ['de/about.md'], ['about.de.markdown'], ['about-de.html', { lang: 'de' }]],
      [['_guides/intro.md'], ['_guides/de/intro.md']],
      [['de/_posts/2026-01-02-a.md'], ['_drafts/2026-01-02-a.md'], ['_posts/2026-01-02-a.md']],
      [
        ['about.md', {}, '/about/'],
        ['ueber.md', { lang: 'de' }, '/about/'],
      ],
      [
        ['about.md', {}, '/about/'],
        ['de/ueber.md', {}, '/de/about'],
      ],
      [
        ['a.md', { ref: 'x' }],
        ['b.md', { lang: 'de', page_id: 'x' }],
      ],
      [['index.html'], ['de/index.md']],
      [['a-bit.md'], ['a-bit-de.md', { lang: 'de' }]],
      [['team.de.md'], ['team.pt_BR.md', { lang: 'pt-BR' }], ['team.pt-BR.md', { lang: 'pt-BR' }]],
    ]
    for (const texts of one) {
      const [first = [], ...others] = texts
        .map((text) => facts(text, polyglot))
        .map(({ versionKeys }) => versionKeys)
      for (const keys of others)
        expect(keys).to.satisfy(
          () => keys.some((key) => first.includes(key)),
          JSON.stringify([first, keys]),
        )
    }
    const apart = [
      facts(['about-de.md', { lang: 'en' }]),
      facts(['about.md', { lang: 'en' }]),
      facts(['a/about.md', { lang: 'en' }]),
    ]
    expect(new Set(apart.flatMap(({ versionKeys }) => versionKeys))).to.have.property('size', 3)
  })

  it('have a place each', () => {
    let config: Config = { lang: 'en' }
    const place = (relativePath: string, to: string, more: object = {}) => {
      const source = {
        relativePath,
        language: 'en',
        isPost: false,
        url: '/about/',
        permalink: null,
        ...more,
      }
      const { path, permalink } = placeOfVersion(source, to, settings(config))
      return permalink === null ? path : `${path} ${permalink}`
    }
    expect(place('about.md', 'de')).to.equal('de/about.md')
    expect(place('en/team/about.md', 'de')).to.equal('de/team/about.md')
    expect(place('about.en.md', 'de')).to.equal('about.de.md')
    expect(place('a.md', 'de', { permalink: '/about/' })).to.equal('de/a.md /de/about/')
    const german = { language: 'de', url: '/de/ueber/' }
    expect(place('de/about.md', 'en', german)).to.equal('about.md')
    expect(place('de/about.md', 'fr', german)).to.equal('fr/about.md')
    const post = { isPost: true, url: '/2026/01/02/a.html' }
    expect(place('2026-01-02-a.md', 'de', post)).to.equal(
      'de/2026-01-02-a.md /de/2026/01/02/a.html',
    )
    // A suffix of a region, and of a post, whose address follows its name.
    const brazilian = { language: 'pt-BR', url: '/about.pt_BR.html' }
    expect(place('about.pt_BR.md', 'en', brazilian)).to.equal('about.md')
    expect(place('about.pt_BR.md', 'de', brazilian)).to.equal('about.de.md')
    const suffixed = { language: 'de', isPost: true, url: '/2026/01/02/a.de.html' }
    expect(place('2026-01-02-a.de.md', 'en', suffixed)).to.equal('2026-01-02-a.md')
    expect(place('2026-01-02-a.de.md', 'pt-BR', suffixed)).to.equal('2026-01-02-a.pt-BR.md')
    // Two texts never have one address.
    const unmarked = { language: 'de', url: '/ueber/', permalink: '/ueber/' }
    expect(place('de/ueber.md', 'en', unmarked)).to.equal('ueber.md /en/ueber/')
    expect(place('de/2026-01-02-a.md', 'en', { ...post, language: 'de' })).to.equal(
      '2026-01-02-a.md /en/2026/01/02/a.html',
    )
    config = { plugins: ['jekyll-polyglot'], languages: ['en', 'de'], default_lang: 'en' }
    expect(place('2026-01-02-a.md', 'de', post)).to.equal('de/2026-01-02-a.md')
    expect(place('about.md', 'de', { permalink: '/about/' })).to.equal('de/about.md /about/')
  })

  it('take time that grows with what is given', () => {
    assertScales((size) => {
      const path = `${'de/'.repeat(size)}${'a.de'.repeat(size)}.md`
      return facts([path, { lang: 'de', ref: ['x'] }, path])
    }, 20_000)
    expect(
      settings({
        languages: Array.from(
          { length: 9000 },
          (_, at) => `a${String.fromCharCode(97 + (at % 26))}-${1000 + at}`,
        ),
      }).all,
    ).to.have.length(50)
  })
})
