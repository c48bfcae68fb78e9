import { expect } from 'chai'
import { SIZE } from '../torture/figures.js'
import { markdownWith } from './cases.js'

/** Repetitions; more in `npm run torture`. */
const MANY = SIZE > 1 ? 50_000 : 10_000

/** Sources that make a naive parser look at the rest of the text for every character. */
const hostile: readonly (readonly [string, (count: number) => string])[] = [
  ['unclosed stars', (n) => '*a '.repeat(n)],
  ['unclosed double stars', (n) => '**a '.repeat(n)],
  ['stars without blanks', (n) => 'a*'.repeat(n)],
  ['stars of mixed width', (n) => '*a **b '.repeat(n)],
  ['stars that close in code', (n) => '*a `b*` '.repeat(n)],
  ['unclosed underscores', (n) => '_a '.repeat(n)],
  ['stars and backticks that do not end', (n) => '*a `b` ``'.repeat(n)],
  ['stars and math that do not end', (n) => `${'*a $$b '.repeat(n)}$$`],
  ['underscores and stars', (n) => '*_a **__b '.repeat(n)],
  ['a long run of stars', (n) => '*'.repeat(n)],
  ['stars that nearly close', (n) => `${'*a_ '.repeat(n)}${'_b* '.repeat(n)}`],
  ['open brackets', (n) => '['.repeat(n)],
  ['open brackets with text', (n) => '[a '.repeat(n)],
  ['nested brackets', (n) => '['.repeat(n) + ']'.repeat(n)],
  ['nested brackets with addresses', (n) => '['.repeat(n) + '](a)'.repeat(n)],
  ['images in images', (n) => '!['.repeat(n) + '](a)'.repeat(n)],
  ['open images', (n) => '![a '.repeat(n)],
  ['brackets and stars', (n) => '*[a _[b '.repeat(n)],
  ['addresses left open', (n) => '[a]('.repeat(n)],
  ['addresses in brackets left open', (n) => '[a](<'.repeat(n)],
  ['titles left open', (n) => '[a](b "c'.repeat(n)],
  ['references without definitions', (n) => '[a][b] '.repeat(n)],
  ['backticks', (n) => '`'.repeat(n)],
  [
    'backticks of growing runs',
    (n) => Array.from({ length: Math.sqrt(n) | 0 }, (_, i) => '`'.repeat(i + 1)).join(' '),
  ],
  ['angle brackets', (n) => '<'.repeat(n)],
  ['open tags', (n) => '<b>'.repeat(n)],
  ['open tags of different names', (n) => '<b><i><u>'.repeat(n)],
  ['open tags in emphasis', (n) => '*<b>'.repeat(n)],
  ['tags left open', (n) => '<a b="c" '.repeat(n)],
  ['autolinks left open', (n) => '<http:'.repeat(n)],
  ['mail addresses left open', (n) => '<a@b.'.repeat(n)],
  ['comments left open', (n) => 'a <!-- '.repeat(n)],
  ['block comments left open', (n) => '<!--\n\n'.repeat(n)],
  ['blocks of HTML left open', (n) => '<div>\n'.repeat(n)],
  ['Markdown in HTML left open', (n) => '<div markdown="1">\n'.repeat(n)],
  ['scripts left open', (n) => '<script>\n\n'.repeat(n)],
  ['end tags without start', (n) => '</div>\n'.repeat(n)],
  ['quotes', (n) => '"\''.repeat(n)],
  ['nested quotes', (n) => '>'.repeat(n)],
  ['nested quotes on lines', (n) => '> > > a\n'.repeat(n)],
  ['nested lists', (n) => '* '.repeat(n)],
  ['a long list', (n) => '* a\n'.repeat(n)],
  ['a list with blank lines', (n) => '* a\n\n'.repeat(n)],
  [
    'a staircase of lists',
    (n) => Array.from({ length: Math.min(n, 200) }, (_, i) => `${' '.repeat(2 * i)}* a\n`).join(''),
  ],
  ['definition lists', (n) => 'a\n: b\n\n'.repeat(n)],
  ['nested definitions', (n) => `a\n${': '.repeat(n)}`],
  ['pipes', (n) => '|'.repeat(n)],
  ['rows', (n) => 'a|b\n'.repeat(n)],
  ['rows that end in text', (n) => `${'a|b\n'.repeat(n)}c`],
  ['fences left open', (n) => '```\n\n~~~\n\n'.repeat(n)],
  [
    'fences of growing length',
    (n) => Array.from({ length: Math.sqrt(n) | 0 }, (_, i) => `${'`'.repeat(i + 3)}x\n\n`).join(''),
  ],
  ['extensions left open', (n) => '{::comment}\n\n'.repeat(n)],
  ['span extensions left open', (n) => 'a {::comment} '.repeat(n)],
  ['attribute lists left open', (n) => '{:a '.repeat(n)],
  ['attribute lists', (n) => `a\n${'{:.b}\n'.repeat(n)}`],
  ['math left open', (n) => '$$a '.repeat(n)],
  ['math blocks left open', (n) => `${'$$\n\n'.repeat(n)}$$a`],
  ['strikethrough left open', (n) => '~~a '.repeat(n)],
  ['footnotes', (n) => `${'[^a] '.repeat(n)}\n\n[^a]: b`],
  ['link definitions', (n) => '[a]: b "c\n'.repeat(n)],
  ['ampersands', (n) => '&'.repeat(n)],
  ['backslashes', (n) => '\\'.repeat(n)],
  ['hashes', (n) => `# ${'#'.repeat(n)}`],
  ['hashes and blanks', (n) => `# ${'# '.repeat(n)}`],
  ['blanks', (n) => `a${' '.repeat(n)}b`],
  ['blank lines', (n) => '\n'.repeat(n)],
  ['abbreviations', (n) => `*[a]: b\n\n${'a '.repeat(n)}`],
]

/** Of what kramdown 2.5 brought. */
const newer: readonly (readonly [string, (count: number) => string])[] = [
  ['a long run of underscores', (n) => '_'.repeat(n)],
  ['runs of underscores', (n) => `a${'_'.repeat(9)}b `.repeat(n / 9)],
  ['character data left open', (n) => 'a <![CDATA[ '.repeat(n)],
  ['character data left open in HTML', (n) => `<div>${'<![CDATA['.repeat(n)}`],
  ['character data', (n) => '<![CDATA[a]]>'.repeat(n)],
  [
    'abbreviations with blanks',
    (n) => `*[a b]: c\n*[ d]: e\n\n${`a${' '.repeat(50)}`.repeat(n / 50)}`,
  ],
  ['blanks in the text of abbreviations', (n) => `*[a b]: c\n*[ d]: e\n\na${' '.repeat(n)}d`],
  [
    'abbreviations of many separators',
    (n) => `*[a${' \u00a0'.repeat(20)} b]: c\n\na${'\u00a0'.repeat(n)}b`,
  ],
  ['headers with links', (n) => '# a\n'.repeat(n / 10)],
  ['times', (n) => '<time>'.repeat(n)],
]

const markdown = markdownWith({})

describe('hostile Markdown in kramdown 2.5', () => {
  const later = markdownWith({ version: '2.5', header_links: true })
  for (const [name, make] of [...newer, ...hostile.slice(0, 12)]) {
    it(`survives ${name}`, () => {
      expect(later.toHtml(make(MANY)).html).to.be.a('string')
    })
  }
})

describe('hostile Markdown', () => {
  for (const [name, make] of hostile) {
    it(`takes linear time for ${name}`, () => {
      const small = markdown.toHtml(make(1000)).work
      const large = markdown.toHtml(make(4000)).work
      expect(large).to.be.below(4.5 * small + 2000)
    })

    it(`survives ${name}`, () => {
      expect(markdown.toHtml(make(MANY)).html).to.be.a('string')
    })
  }
})
