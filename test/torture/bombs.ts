/**
 * Inputs that grow while they are read, by the parser that reads them. Each is small on the wire and
 * large, deep or slow inside; sizes are numbers of repetitions.
 */

import { GRAMMARS } from '../../src/highlight/lexers.js'

export interface Bomb {
  readonly title: string
  readonly text: string
}

type Shape = readonly [title: string, make: (times: number) => string]

const SIZES = [100, 3000, 50_000] as const

export function atSizes(shapes: readonly Shape[], sizes: readonly number[] = SIZES): Bomb[] {
  return shapes.flatMap(([title, make]) =>
    sizes.map((times) => ({ title: `${title} × ${times}`, text: make(times) })),
  )
}

export const lines = (times: number, line: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => line(at)).join('\n')

/** Bodies of a request that says it is JSON. */
export const jsonBombs = atSizes([
  ['open lists', (n) => '['.repeat(n)],
  ['lists in lists', (n) => '['.repeat(n) + ']'.repeat(n)],
  ['objects in objects', (n) => '{"a":'.repeat(n) + '1' + '}'.repeat(n)],
  ['metadata in metadata', (n) => `{"title":"x","metadata":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`],
  ['one key again', (n) => `{${lines(n, () => '"title":"x",')}"title":"x"}`],
  ['many keys', (n) => `{"title":"x","metadata":{${lines(n, (at) => `"k${at}":1,`)}"k":1}}`],
  ['prototypes', (n) => `{"title":"x","metadata":${'{"__proto__":'.repeat(n)}1${'}'.repeat(n)}}`],
  ['a long number', (n) => `{"title":"x","metadata":{"n":${'9'.repeat(n)}}}`],
  ['an exponent', (n) => `{"title":"x","metadata":{"n":1e${'9'.repeat(Math.min(n, 5000))}}}`],
  ['escapes', (n) => `{"title":"${'\\u0041'.repeat(n)}"}`],
  ['zeros', (n) => `{"title":"x","body":"${'\\u0000'.repeat(n)}"}`],
  ['halves of pairs', (n) => `{"title":"x","body":"${'\\ud800'.repeat(n)}"}`],
  ['blanks', (n) => `${' '.repeat(n)}{"title":"x"}`],
  ['tags', (n) => `{"title":"x","tags":[${'"a",'.repeat(n)}"a"]}`],
  ['a long title', (n) => `{"title":"${'-'.repeat(n)}"}`],
  ['a long path', (n) => `{"title":"x","path":"${'a/'.repeat(n)}b.md"}`],
])

const aliases = (width: number, depth: number) =>
  lines(depth, (at) =>
    at === 0
      ? `k0: &k0 [${'x,'.repeat(width)}x]`
      : `k${at}: &k${at} [${`*k${at - 1},`.repeat(width)}*k${at - 1}]`,
  )

/** Front matter. */
export const yamlBombs: readonly Bomb[] = [
  ...atSizes([
    ['lists in lists', (n) => `a: ${'['.repeat(n)}${']'.repeat(n)}`],
    ['open lists', (n) => `a: ${'['.repeat(n)}`],
    ['maps in maps', (n) => `a: ${'{a: '.repeat(n)}1${'}'.repeat(n)}`],
    ['dashes', (n) => `a:\n  ${'- '.repeat(n)}x`],
    ['questions', (n) => '? '.repeat(n)],
    ['one key again', (n) => lines(n, () => 'a: 1')],
    ['many keys', (n) => lines(n, (at) => `k${at}: v`)],
    ['many anchors', (n) => lines(n, (at) => `k${at}: &a${at} v`)],
    ['aliases of one', (n) => `a: &a x\n${lines(n, (at) => `k${at}: *a`)}`],
    ['merges', (n) => `a: &a {x: 1}\nb: {${'<<: *a, '.repeat(n)}y: 1}`],
    ['line ends', (n) => `a: "${'\\n'.repeat(n)}"`],
    ['folded', (n) => `a: >\n${lines(n, () => '  x')}`],
    ['blank lines', (n) => `a: |${'\n'.repeat(n)}b: 1`],
    ['comments', (n) => `a: 1\n${lines(n, () => '# c')}`],
    ['blanks', (n) => `a:${' '.repeat(n)}1`],
    ['colons', (n) => `a: ${': '.repeat(n)}`],
    ['quotes', (n) => `a: ${"''".repeat(n)}`],
    ['a tag', (n) => `a: !<${'x'.repeat(n)}> y`],
    ['digits', (n) => `a: ${'1_'.repeat(n)}1`],
    ['sixties', (n) => `a: 1${':59'.repeat(n)}`],
    ['dates', (n) => `date: ${'2024-01-01 '.repeat(n)}`],
  ]),
  ...[2, 10, 30].flatMap((width) =>
    [4, 12, 40].map((depth) => ({
      title: `aliases of aliases, ${width} wide, ${depth} deep`,
      text: aliases(width, depth),
    })),
  ),
]

/** Markdown. */
export const markdownBombs = atSizes(
  [
    ['quotes in quotes', (n) => `${'> '.repeat(n)}x`],
    ['lists in lists', (n) => lines(Math.min(n, 400), (at) => `${'  '.repeat(at)}- x`)],
    ['brackets', (n) => '['.repeat(n)],
    ['brackets, closed', (n) => '['.repeat(n) + 'x' + ']'.repeat(n)],
    ['links in links', (n) => '[a]('.repeat(n)],
    ['pictures', (n) => '!['.repeat(n)],
    ['stars', (n) => '*'.repeat(n)],
    ['stars apart', (n) => '*a '.repeat(n)],
    ['emphasis in emphasis', (n) => '*a _b '.repeat(n)],
    ['backticks', (n) => lines(Math.min(n, 1500), (at) => '`'.repeat(at + 1))],
    ['angles', (n) => '<'.repeat(n)],
    ['tags', (n) => '<b>'.repeat(n)],
    ['tags, closed', (n) => '<div>'.repeat(n) + '</div>'.repeat(n)],
    ['comments', (n) => '<!--'.repeat(n)],
    ['entities', (n) => '&#'.repeat(n)],
    ['backslashes', (n) => '\\'.repeat(n)],
    ['pipes', (n) => `${'|'.repeat(n)}\n${'|-'.repeat(n)}|\n${'|x'.repeat(n)}|`],
    ['rows', (n) => `| a |\n|---|\n${lines(n, () => '| x |')}`],
    ['references', (n) => lines(n, (at) => `[a${at}]: /x "t"`)],
    ['reference definitions, open', (n) => lines(n, () => '[a]: <')],
    ['footnotes', (n) => lines(n, (at) => `x[^${at}]\n\n[^${at}]: y[^${at + 1}]\n`)],
    ['abbreviations', (n) => `${lines(Math.min(n, 2000), (at) => `*[A${at}]: x`)}\n\nA1 A2`],
    ['attributes', (n) => `x\n{:${' .a'.repeat(n)}}`],
    ['attribute lists', (n) => lines(n, (at) => `{:r${at}: .a}`)],
    ['rings of attribute lists', (n) => lines(n, (at) => `{:r${at}: r${(at + 1) % n}}`)],
    ['dollars', (n) => '$$'.repeat(n)],
    ['headings', (n) => lines(n, () => '# x\n')],
    ['underlines', (n) => `x\n${'='.repeat(n)}`],
    ['definition lists', (n) => lines(n, () => 'a\n: b\n')],
    ['quotation marks', (n) => `"'`.repeat(n)],
    ['dots', (n) => '... -- '.repeat(n)],
    ['fences', (n) => '`'.repeat(n)],
    ['tabs', (n) => `${'\t'.repeat(n)}x`],
    ['addresses', (n) => '<http://'.repeat(n)],
    ['extensions', (n) => '{::nomarkdown}'.repeat(n)],
    ['ends of lines', (n) => 'x  \n'.repeat(n)],
  ],
  [100, 3000, 20_000],
)

/** Liquid, which is a program. */
export const liquidBombs: readonly Bomb[] = [
  ...atSizes(
    [
      ['open outputs', (n) => '{{'.repeat(n)],
      ['open tags', (n) => '{%'.repeat(n)],
      ['ifs in ifs', (n) => '{% if true %}'.repeat(n) + '{% endif %}'.repeat(n)],
      ['ifs, open', (n) => '{% if true %}'.repeat(n)],
      ['filters', (n) => `{{ "a" ${'| upcase '.repeat(n)}}}`],
      ['dots', (n) => `{{ a${'.a'.repeat(n)} }}`],
      ['brackets', (n) => `{{ a${'[a'.repeat(n)} }}`],
      ['conditions', (n) => `{% if a ${'and a '.repeat(n)}%}{% endif %}`],
      ['cases', (n) => `{% case 1 %}${'{% when 2 %}'.repeat(n)}{% endcase %}`],
      ['raws', (n) => '{% raw %}'.repeat(n)],
      ['assigns', (n) => '{% assign a = a | append: "x" %}'.repeat(n)],
      ['blanks', (n) => `{{${' '.repeat(n)}x}}`],
    ],
    [100, 3000, 20_000],
  ),
  ...[
    ['a loop of a thousand million', '{% for i in (1..1000000000) %}x{% endfor %}'],
    [
      'loops in loops',
      `${Array.from('abcdefgh', (name) => `{% for ${name} in (1..1000) %}`).join('')}x${'{% endfor %}'.repeat(8)}`,
    ],
    [
      'a text that doubles',
      `{% assign a = "xxxxxxxxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a | size }}`,
    ],
    [
      'a capture that doubles',
      `${'{% capture a %}{{ a }}{{ a }}xxxxxxxx{% endcapture %}'.repeat(40)}{{ a | size }}`,
    ],
    [
      'a text replaced by itself',
      `{% assign a = "aaaaaaaa" %}${'{% assign a = a | replace: "a", a %}'.repeat(12)}{{ a | size }}`,
    ],
    ['a large range', '{{ (1..100000000) | join: "," | size }}'],
    ['a sorted range', '{% assign r = (1..5000000) | sort | reverse | uniq %}{{ r | size }}'],
    ['a page in itself', '{{ page.content }}{{ site.pages | jsonify }}'],
    ['everything as JSON, often', '{{ site | jsonify }}'.repeat(50)],
    ['wide padding', '{{ "a" | prepend: site.time | date: "%99999999d" }}'],
    ['a slice beyond', '{{ "abc" | slice: -99999999999, 999999999999 }}'],
    ['truncated words', `{{ "${'a '.repeat(20_000)}" | truncatewords: 19999 }}`],
    ['numbers that grow', `{% assign a = 9 %}${'{% assign a = a | times: a %}'.repeat(30)}{{ a }}`],
    ['a table row', '{% tablerow i in (1..100000000) cols:1 %}x{% endtablerow %}'],
    ['a cycle', `{% for i in (1..100000) %}{% cycle ${'"a",'.repeat(500)}"b" %}{% endfor %}`],
  ].map(([title = '', text = '']) => ({ title, text })),
]

const CODE: readonly string[] = ['"', '(', '\\', '/*', '<', '{', '#{', '`', "'''", 'a.', '$(', '0x']

/** Code in a fence, for every language that has a lexer one kind of repetition after another. */
export const codeBombs: readonly Bomb[] = Object.keys(GRAMMARS).flatMap((language, at) =>
  [0, 5].map((step) => {
    const unit = CODE[(at + step) % CODE.length] ?? '"'
    const text = `\`\`\`${language}\n${unit.repeat(10_000)}\n\`\`\`\n`
    return { title: `${language}: ${unit} × 10000`, text }
  }),
)
