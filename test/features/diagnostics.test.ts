import { expect } from 'chai'
import { buildSite, page } from './site.js'

type Site = Readonly<Record<string, string>>

/** What is wrong, where (path:line:column, as far as it is known), and what is said of it. */
type Row = readonly [what: string, site: Site, where: string, says: RegExp]

const config = (text: string): Site => ({ '_config.yml': text, 'a.html': page('t: 1', 'a') })
const post = (frontMatter: string): Site => ({ '_posts/2020-01-01-a.md': page(frontMatter) })
const template = (body: string, more: Site = {}): Site => ({ 'a.md': page('t: 1', body), ...more })
const style = (body: string, more: Site = {}): Site => ({ 'a.scss': page('t: 1', body), ...more })

const ERRORS: readonly Row[] = [
  [
    'front matter, when it is strict',
    { '_config.yml': 'strict_front_matter: true', 'a.md': '---\nt: [\n---\n' },
    'a.md:3:1',
    /not valid YAML: unexpected end/,
  ],
  [
    'a date',
    post('date: nonsense'),
    '_posts/2020-01-01-a.md:2:7',
    /^Invalid date 'nonsense'.*front matter or name/,
  ],
  ['an empty permalink', { 'a.md': page('permalink: ""') }, 'a.md:2:12', /permalink is empty/],
  [
    'a placeholder',
    post('permalink: /:nope/'),
    '_posts/2020-01-01-a.md:2:12',
    /nope.*Check your permalink/,
  ],
  [
    'a condition',
    template('\n{% if %}{% endif %}'),
    'a.md:5',
    /tag 'if' - Valid syntax: if \[expression\]/,
  ],
  ['a block left open', template('{% if true %}\n\n'), 'a.md:6', /'if' tag was never closed/],
  ['a variable left open', template('\n{{ a '), 'a.md:5', /not properly terminated/],
  ['a tag that nobody knows', template('{% nope %}'), 'a.md:4', /Unknown tag 'nope'/],
  [
    'a tag in an include',
    template('{% include i.html %}', { '_includes/i.html': 'x\n{% nope %}' }),
    '_includes/i.html:2',
    /Unknown tag 'nope'/,
  ],
  [
    'an include that is not there',
    template('\n{% include no.html %}'),
    'a.md:5',
    /'no.html' in any of \["\/_includes"\]. Ensure it exists/,
  ],
  [
    'an include of itself',
    template('{% include i.html %}', { '_includes/i.html': '{% include i.html %}' }),
    '_includes/i.html:1',
    /Nesting too deep/,
  ],
  [
    'a sum in a layout',
    { 'a.md': page('layout: l'), '_layouts/l.html': '---\na: 1\n---\n\n{{ 1 | divided_by: 0 }}' },
    '_layouts/l.html:5',
    /divided by 0/,
  ],
  [
    'a link',
    template('{% link no.md %}'),
    'a.md:4',
    /'no.md' in tag 'link'. Make sure the document exists/,
  ],
  [
    'a post that is linked',
    template('{% post_url 2020-01-01-no %}'),
    'a.md:4',
    /"2020-01-01-no".*Make sure the post exists/,
  ],
  [
    'code without a language',
    template('{% highlight %}{% endhighlight %}'),
    'a.md:4',
    /Valid syntax: highlight <lang>/,
  ],
  [
    'a variable, when it is strict',
    { '_config.yml': 'liquid: {strict_variables: true}', 'a.md': page('', '\n{{ no }}') },
    'a.md:5',
    /undefined variable no/,
  ],
  [
    'a filter, when it is strict',
    { '_config.yml': 'liquid: {strict_filters: true}', 'a.md': page('', '\n{{ 1 | no }}') },
    'a.md:5',
    /undefined filter no/,
  ],
  ['a variable of Sass', style('a {\n b: $x }'), 'a.scss:5:5', /Undefined variable/],
  [
    'a variable in what Sass imports',
    style('@import "x";', { '_sass/_x.scss': 'a {\n\n b: $x }' }),
    '_sass/_x.scss:3:5',
    /Undefined variable/,
  ],
  [
    'a style sheet that is not there',
    style('\n@import "no";'),
    'a.scss:5:9',
    /Can't find stylesheet/,
  ],
  [
    'a data file in YAML',
    { '_data/a.yml': 'a: 1\nb: [' },
    '_data/a.yml:2:5',
    /data file is not valid: unexpected end/,
  ],
  [
    'a data file in JSON',
    { '_data/a.json': '{"a": 1,\n "b" 2}' },
    '_data/a.json:2:6',
    /data file is not valid/,
  ],
  [
    'a data file in CSV',
    { '_data/a.csv': 'a,b\n"x,y\n' },
    '_data/a.csv:2',
    /data file is not valid: .*at line 2/,
  ],
  [
    'aliases that multiply',
    { '_data/a.yml': multiplied() },
    '_data/a.yml:8:7',
    /more than 10000000 values once aliases/,
  ],
  [
    'the configuration',
    config('a: 1\nb: ['),
    '_config.yml:2:5',
    /configuration is not valid: unexpected end/,
  ],
  [
    'a configuration that is a list',
    config('- a'),
    '_config.yml:1:1',
    /configuration is not valid: .*mapping of keys/,
  ],
  [
    'a list that is none',
    config('exclude: x'),
    '_config.yml:1:10',
    /'exclude'.*as an array, such as exclude: \[a, b\]/,
  ],
  [
    'a limit',
    config('limit_posts: -1'),
    '_config.yml:1:14',
    /limit_posts must be a non-negative number/,
  ],
]

const WARNINGS: readonly Row[] = [
  [
    'front matter',
    { 'a.md': '---\nt: a: b\n---\n' },
    'a.md:2:5',
    /not valid YAML: bad indentation/,
  ],
  [
    'front matter that is a list',
    { 'a.md': '---\n- a\n---\n' },
    'a.md:2:1',
    /must be a mapping of keys/,
  ],
  [
    'aliases that multiply in it',
    { 'a.md': `---\n${multiplied()}\n---\n` },
    'a.md:9:7',
    /more than 10000000 values/,
  ],
  [
    'a variable',
    template('\n{{ a | }}'),
    'a.md:5',
    /Expected id but found end_of_string in "\{\{ a \| \}\}"/,
  ],
  [
    'a layout',
    { 'a.md': page('layout: gone') },
    'a.md:2:9',
    /Layout 'gone' requested in a.md does not exist/,
  ],
  [
    'a theme',
    config('theme: gone'),
    '_config.yml:1:8',
    /theme 'gone' is not available; put its _layouts/,
  ],
  [
    'a remote theme',
    config('remote_theme: a/b'),
    '_config.yml:1:15',
    /remote theme 'a\/b' is not available; put/,
  ],
  [
    'a plugin',
    config('plugins: [gone]'),
    '_config.yml:1:10',
    /plugin 'gone' is not available; the site is built without/,
  ],
  [
    'a Markdown processor',
    config('markdown: gone'),
    '_config.yml:1:11',
    /processor 'gone' is not available; the site is built with kramdown/,
  ],
  [
    'a math engine',
    config('kramdown: {math_engine: gone}'),
    '_config.yml:1:11',
    /math engine 'gone' is not available/,
  ],
  [
    'a time zone',
    config('timezone: No/Where'),
    '_config.yml:1:11',
    /time zone 'No\/Where' is unknown: use a name such as Europe\/Berlin/,
  ],
  [
    'two files of one place',
    { 'a.html': page('t: 1'), 'b.html': page('permalink: /a.html') },
    '',
    /^a.html and b.html are both written to a.html/,
  ],
]

/** Lists of nine aliases each, ten deep: 9^10 values. */
function multiplied(): string {
  const names = 'a b c d e f g h i j'.split(' ')
  const lists = names.map((name, i) => {
    const item = i === 0 ? 'x' : `*${names[i - 1]}`
    return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(',')}]`
  })
  return lists.join('\n')
}

const places = (parts: readonly (string | number | null)[]) =>
  parts.filter((part) => part !== null).join(':')

describe('the diagnostics of a site with mistakes', () => {
  const check = (severity: 'error' | 'warning', rows: readonly Row[]) => {
    for (const [what, site, where, says] of rows) {
      it(`name the place and the mistake for ${what} (${severity})`, async () => {
        const { report, files } = await buildSite(site)
        const found = report.diagnostics.filter((one) => one.severity === severity)
        const said = found.map(({ path, line, column, message }) => [
          places([path, line, column]),
          message,
        ])
        expect(said.map(([place]) => place)).to.deep.equal([where])
        expect(said[0]?.[1]).to.match(says)
        if (severity === 'error') expect(files).to.deep.equal({})
      })
    }
  }
  check('error', ERRORS)
  check('warning', WARNINGS)
})
