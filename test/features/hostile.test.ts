import { expect } from 'chai'
import type { BuildRequest } from '../../src/builder/base/request.js'
import { buildSite, page } from './site.js'

type Site = Readonly<Record<string, string>>

/** A site whose hostile part is n long. */
type Make = (n: number) => Site

const filtered =
  (piece: string, filters: string, around: readonly [string, string] = ['', '']): Make =>
  (n) => ({
    'a.html': page(
      '',
      `{% capture x %}${around[0]}${piece.repeat(n / piece.length)}${around[1]}{% endcapture %}{{ x | ${filters} | size }}`,
    ),
  })

const withPlugin = (name: string, body: (n: number) => string, more = ''): Make => {
  const config = `plugins: [${name}]\n${more}`
  return (n) => ({ '_config.yml': config, 'a.md': page('toc: true', body(n)) })
}

const BLANKS: readonly [string, string] = ['a', 'b']

/** What a naive expression looks at again and again. */
const CASES: Readonly<Record<string, Make>> = {
  'blanks inside a text that is stripped': filtered(' ', 'strip | rstrip | lstrip', BLANKS),
  'blanks that are normalized': filtered(' ', 'normalize_whitespace', BLANKS),
  'zero bytes that are normalized': filtered('\0', 'normalize_whitespace', BLANKS),
  'blanks that are no number': filtered(' ', 'plus: 1', BLANKS),
  'digits that are no number': filtered('1_', 'plus: 1', ['', 'x']),
  'a number of many digits': filtered('9', 'plus: 1'),
  'tags left open that are stripped': filtered('<a ', 'strip_html'),
  'comments left open that are stripped': filtered('<!--', 'strip_html'),
  'scripts left open that are stripped': filtered('<script>', 'strip_html'),
  'ampersands that are escaped once': filtered('&a', 'escape_once'),
  'words that are cut': filtered('a ', 'truncatewords: 10'),
  'words that are counted': filtered('你a ', "number_of_words: 'cjk'"),
  'a slug of dashes': filtered('-', 'slugify', BLANKS),
  'a slug that is pretty': filtered('!?', "slugify: 'pretty'", BLANKS),
  'a slug of letters with marks': filtered('ä', "slugify: 'latin'"),
  'percents that are decoded': filtered('%c3', 'url_decode'),
  'an address of slashes': filtered('/', 'relative_url', BLANKS),
  'an address of dots': filtered('/..', 'absolute_url', BLANKS),
  'an address of marks': filtered('@:', 'absolute_url', ['http://', '']),
  'a text that is split at nothing': filtered('ab', "split: ''"),
  'a text that is replaced': filtered('ab', "replace: 'a', 'bb'"),
  'quotes that are smart': filtered('"\'', 'smartify'),
  'tags left open that are smart': filtered('<a ', 'smartify'),
  'elements that are smart': filtered('<p>', 'smartify'),
  'a date of digits': filtered('1', "date: '%F'"),
  'a date of dashes': filtered('1-', "date: '%F'"),
  'a date of blanks': filtered(' ', "date: '%F'", ['1', '1']),
  'a date of words': filtered('jan ', "date: '%F'"),
  'a date of dots': filtered('1.', "date: '%F'"),
  'a date of colons': filtered('1:', "date: '%F'"),
  'a format of percents': (n) => ({
    'a.html': page('', `{{ 'now' | date: "${'%-'.repeat(n / 2)}" }}`),
  }),
  'folders of a post that is linked': (n) => ({
    'a.html': page('', `{% post_url ${'a/'.repeat(n / 2)}x %}`),
  }),
  'an include of slashes': (n) => ({ 'a.html': page('', `{% include ${'a/'.repeat(n / 2)}! %}`) }),
  'an include of variables': (n) => ({
    'a.html': page('', `{% include ${'{{ a | b }}'.repeat(n / 11)} } %}`),
  }),
  'an include of backslashes': (n) => ({
    'a.html': page('', `{% include a.html x="${'\\'.repeat(n)} %}`),
  }),
  'code of options': (n) => ({
    'a.html': page('', `{% highlight ruby ${'a=1 '.repeat(n / 4)}! %}{% endhighlight %}`),
  }),
  'code of lines that end': (n) => ({
    'a.html': page('', `{% highlight ruby %}a${'\n'.repeat(n)}b{% endhighlight %}`),
  }),
  'code with marked lines': (n) => ({
    'a.html': page(
      '',
      `{% highlight plaintext mark_lines="1" %}${'a\n'.repeat(n / 2)}{% endhighlight %}`,
    ),
  }),
  'tags in an excerpt': (n) => ({
    '_posts/2020-01-01-a.md': page('', `${'{% raw % '.repeat(n / 9)}\n\nx`),
  }),
  'blocks left open in an excerpt': (n) => ({
    '_posts/2020-01-01-a.md': page(
      'excerpt_separator: "@@"',
      `${'{% if a %}'.repeat(90)}@@${'{% endif %}'.repeat(90)}${' '.repeat(n)}`,
    ),
  }),
  'definitions behind an excerpt': (n) => ({
    '_posts/2020-01-01-a.md': page('', `a\n\n${'   ['.repeat(n / 4)}`),
  }),
  'definitions in lines behind an excerpt': (n) => ({
    '_posts/2020-01-01-a.md': page('', `a\n\n${'[\n'.repeat(n / 2)}`),
  }),
  'headings of hashes': withPlugin(
    'jekyll-titles-from-headings',
    (n) => `# ${'# '.repeat(n / 2)}x`,
  ),
  'headings of blanks': withPlugin('jekyll-titles-from-headings', (n) => `# a${' '.repeat(n)}b`),
  'headings of dashes': withPlugin('jekyll-titles-from-headings', (n) => `a\n${'-'.repeat(n)}x`),
  'links left open': withPlugin('jekyll-relative-links', (n) => '[a]('.repeat(n / 4)),
  'labels left open': withPlugin('jekyll-relative-links', (n) => '['.repeat(n)),
  'titles left open': withPlugin('jekyll-relative-links', (n) => `[a](b ${'"x '.repeat(n / 3)}`),
  'fragments left open': withPlugin('jekyll-relative-links', (n) => `[a](b${'#'.repeat(n)}`),
  'definitions left open': withPlugin(
    'jekyll-relative-links',
    (n) => `[a]: ${'b '.repeat(n / 2)}\n`,
  ),
  'blank lines before links': withPlugin('jekyll-relative-links', (n) => '\n'.repeat(n)),
  'headings left open': withPlugin(
    'jekyll-toc',
    (n) => `{{ '${'<h1>'.repeat(n / 4)}' | toc | size }}`,
  ),
  'people left open': withPlugin('jekyll-mentions', (n) => `@${'a-'.repeat(n / 2)}`),
  'people beside people': withPlugin('jekyll-mentions', (n) => '@a'.repeat(n / 2)),
  'seo of a long text': withPlugin('jekyll-seo-tag', (n) => `{% seo %}${'<a '.repeat(n / 3)}`),
  'a feed of blanks': (n) => ({
    '_config.yml': 'plugins: [jekyll-feed]\nurl: http://a.b\n',
    '_posts/2020-01-01-a.md': page('', `a${' '.repeat(n)}b`),
  }),
  'a table of quotes': (n) => ({ '_data/a.csv': `a,b\n${'"a""b",'.repeat(n / 8)}\n` }),
  'a style sheet of blanks': (n) => ({ 'a.scss': page('', `a {${' '.repeat(n)}b: c }`) }),
  'a style sheet of strings': (n) => ({ 'a.scss': page('', `a { b: "${'{;}'.repeat(n / 3)}" }`) }),
  'a style sheet of selectors': (n) => ({
    'a.scss': page('', `${'a,\n'.repeat(n / 3)}b { c: d }`),
  }),
  'a style sheet of characters for a font': (n) => ({
    'a.scss': page('', `a { unicode-range: ${'U+1  '.repeat(n / 10)}${' '.repeat(n / 2)}$ }`),
  }),
  'a style sheet of icons': (n) => ({
    'a.scss': page(
      '',
      `$a: "\\f000"; b { c: ${'"\\f001" '.repeat(n / 16)}; d: ${'$a '.repeat(n / 6)} }`,
    ),
  }),
  'a style sheet of dashes': (n) => ({ 'a.scss': page('', `a { b: ${'-'.repeat(n)} }`) }),
  'a style sheet of dashes that is compressed': (n) => ({
    '_config.yml': 'sass: { style: compressed }\n',
    'a.scss': page('', `a { b: "rgb("; c: ${'-'.repeat(n)} }`),
  }),
  'a style sheet of digits of a colour': (n) => ({
    'a.scss': page('', `@if false { a { b: rgba(1,${'1'.repeat(n)}) } }`),
  }),
  'a style sheet of quotes that are escaped': (n) => ({
    'a.scss': page('', `a { b: ${'\\"'.repeat(n / 2)} }`),
  }),
  'a style sheet of addresses left open': (n) => ({
    'a.scss': page('', `a { b: "" ${'url('.repeat(n / 4)}\n}`),
  }),
  'a style sheet of colours that are compressed': (n) => ({
    '_config.yml': 'sass: { style: compressed }\n',
    'a.scss': page('', `a { b: ${'rgba(1, 2, 3, 0.5) '.repeat(n / 8)} }`),
  }),
  'a style sheet of imports in a text': (n) => ({
    'a.scss': page('', `a { b: "${'@import '.repeat(n / 2)}" }`),
  }),
  'a style sheet of imports in a comment': (n) => ({
    'a.scss': page('', `/* @import "a" ${'@import "a" '.repeat(n / 12)} */`),
  }),
  'a style sheet of an import of blanks': (n) => ({
    'a.scss': page('', `// @import url(${' '.repeat(n)}x`),
  }),
  'a style sheet of slashes': (n) => ({
    'a.scss': page('', `a { b: #{1}${' / '.repeat(n / 6)}#{2}; c: ${'#{3}'.repeat(n / 8)} }`),
  }),
  'a style sheet of brackets for a mixin': (n) => ({
    'a.scss': page('', `@mixin m($a) {} a { @include m(${'(a '.repeat(n / 3)}\n}`),
  }),
  'a style sheet of comments in which something is put': (n) => ({
    'a.scss': page('', Array.from({ length: n / 16 }, (_, i) => `/*\n ${i} #{1}*/`).join('\n')),
  }),
  'a style sheet of frames': (n) => ({
    'a.scss': page(
      '',
      `@keyframes a { ${'b, '.repeat(n / 8)}c { d: e } ${'f { }'.repeat(n / 8)} }`,
    ),
  }),
  'a style sheet of tabs': (n) => ({ 'a.sass': page('', `a\n  b: c\n//${'\t'.repeat(n)}x\n`) }),
  'front matter of dashes': (n) => ({ 'a.md': `---\na: b\n${'--- \n- '.repeat(n / 7)}` }),
  'front matter of quotes': (n) => ({ 'a.md': `---\na: "${"\\'".repeat(n / 2)}\n---\n` }),
  'front matter of colons': (n) => ({ 'a.md': `---\n${'a: '.repeat(n / 3)}\n---\n` }),
  'front matter of brackets': (n) => ({ 'a.md': `---\na: ${'['.repeat(n)}\n---\n` }),
  'a permalink of placeholders': (n) => ({
    'a.md': page(`permalink: "${'/:path'.repeat(n / 6)}"`),
  }),
  'a permalink of dots': (n) => ({ 'a.md': page(`permalink: "${'/..'.repeat(n / 3)}"`) }),
  'a permalink of slashes': (n) => ({ 'a.md': page(`permalink: "${'/'.repeat(n)}x"`) }),
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const cost = async (site: Site, request: Partial<BuildRequest> = {}): Promise<number> => {
  const start = cpuMs()
  await buildSite(site, request)
  return cpuMs() - start
}

describe('a hostile site', () => {
  const N = 30_000

  for (const [name, make] of Object.entries(CASES)) {
    it(`takes linear time to build: ${name}`, async () => {
      // The second time: code that runs for the first time hides what grows.
      const small = Math.min(await cost(make(N)), await cost(make(N)))
      // Four times as long: 16 times the work where it is quadratic.
      const most = 8 * small + 700
      let large = await cost(make(4 * N))
      // Once in a while somebody else's garbage is collected meanwhile; never each time.
      for (let left = 3; left > 0 && large >= most; left -= 1) large = await cost(make(4 * N))
      expect(large).to.be.below(most)
    })
  }
})
