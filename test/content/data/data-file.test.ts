import { assert } from 'chai'
import { ContentError } from '../../../src/content/error.js'
import {
  editDataFile,
  type DataEdit,
  type DataFormat,
} from '../../../src/content/data/data-file.js'

const NAVIGATION = `# The menu
- title: Home # first
  url: /

# Where we write
- title: "Blog"
  url: '/blog/'
  children:
    - title: Archive
      url: /archive/
    # by hand
    - { title: Tags, url: /tags/ }
- title: About
  url: /about/
# end
`
const AUTHORS = `# Who writes
ada:
  name: Ada # the first
  born: 1815-12-10
"bob":
  name: 'Bob'

# left
cy:
  name: Cy
`
const PLAIN = '- b\n- a\n'
const JSON_FILE = `{
\t"main": [
\t\t{ "title": "Home", "url": "/" },
\t\t{
\t\t\t"title": "Blög",
\t\t\t"url": "/blog/"
\t\t}
\t],
\t"open": true, "count": 1.50
}
`
const CSV = 'name;x,role,note\r\n"Ada",admin,"says ""hi"",\r\nand more"\r\nBob,,\r\n'

type Case = readonly [title: string, source: string, edit: DataEdit, to: string]

const YAML_CASES: readonly Case[] = [
  [
    'sets a text in its quotes',
    NAVIGATION,
    { op: 'set', at: [1, 'title'], value: 'News' },
    NAVIGATION.replace('"Blog"', '"News"'),
  ],
  [
    'sets a value deep inside, in brackets',
    NAVIGATION,
    { op: 'set', at: [1, 'children', 1, 'url'], value: '/topics/' },
    NAVIGATION.replace('/tags/', '/topics/'),
  ],
  [
    'keeps a date a date',
    AUTHORS,
    { op: 'set', at: ['ada', 'born'], value: '1815-12-11' },
    AUTHORS.replace('12-10', '12-11'),
  ],
  [
    'adds a key',
    NAVIGATION,
    { op: 'set', at: [0, 'icon'], value: 'yes' },
    NAVIGATION.replace('  url: /\n', "  url: /\n  icon: 'yes'\n").replace("'yes'", '"yes"'),
  ],
  [
    'removes a key',
    NAVIGATION,
    { op: 'remove', at: [2, 'url'] },
    NAVIGATION.replace('  url: /about/\n', ''),
  ],
  [
    'removes an item',
    NAVIGATION,
    { op: 'remove', at: [2] },
    NAVIGATION.replace('- title: About\n  url: /about/\n', ''),
  ],
  [
    'adds an item',
    NAVIGATION,
    { op: 'insert', at: [3], value: { title: 'Contact', url: '/contact/' } },
    NAVIGATION.replace('/about/\n', '/about/\n- title: Contact\n  url: /contact/\n'),
  ],
  [
    'moves an item with the comment above it, and no other line',
    NAVIGATION,
    { op: 'move', at: [1], to: 2 },
    NAVIGATION.replace(/(# Where[^]*?\/tags\/ \}\n)(- title: About\n {2}url: \/about\/\n)/, '$2$1'),
  ],
  [
    'moves an item in a list inside',
    NAVIGATION,
    { op: 'move', at: [1, 'children', 1], to: 0 },
    NAVIGATION.replace(
      /( {4}- title: Archive\n {6}url: \/archive\/\n)( {4}# by hand\n {4}- .*\n)/,
      '$2$1',
    ),
  ],
  [
    'moves the first item, but not the comment above all of them',
    '# all\n- a # one\n\n- b\n- c\n',
    { op: 'move', at: [0], to: 2 },
    '# all\n- b\n\n- c\n- a # one\n',
  ],
  [
    'moves keys',
    AUTHORS,
    { op: 'move', at: ['cy'], to: 0 },
    `# Who writes
# left
cy:
  name: Cy
ada:
  name: Ada # the first
  born: 1815-12-10

"bob":
  name: 'Bob'
`,
  ],
  [
    'moves the last item, which has no line end',
    '- a\n- b',
    { op: 'move', at: [1], to: 0 },
    '- b\n- a',
  ],
  [
    'repeats an item as it is written',
    NAVIGATION,
    { op: 'copy', at: [1, 'children', 1] },
    NAVIGATION.replace(/( {4}- \{.*\n)/, '$1$1'),
  ],
  [
    'repeats a key under another name',
    AUTHORS,
    { op: 'copy', at: ['bob'], as: 'dee' },
    AUTHORS.replace("  name: 'Bob'\n", `  name: 'Bob'\n"dee":\n  name: 'Bob'\n`),
  ],
  [
    'renames a key',
    AUTHORS,
    { op: 'rename', at: ['ada'], as: 'eve' },
    AUTHORS.replace('ada:', 'eve:'),
  ],
  [
    'renames a key in quotes',
    AUTHORS,
    { op: 'rename', at: ['bob'], as: 'no' },
    AUTHORS.replace('"bob"', '"no"'),
  ],
  ['empties a list', PLAIN, { op: 'remove', at: [0] }, '- a\n'],
  ['removes the last item', '# x\n- a\n', { op: 'remove', at: [0] }, '# x\n[]\n'],
  [
    'fills an empty list',
    '[]\n',
    { op: 'insert', at: [0], value: { a: 1, b: [2] } },
    '- a: 1\n  b:\n  - 2\n',
  ],
  [
    'fills an empty mapping',
    '--- # x\n{}\n',
    { op: 'set', at: ['a'], value: { b: '2' } },
    "--- # x\na:\n  b: '2'\n",
  ],
  [
    'keeps CRLF',
    'a: 1\r\nb:\r\n- x\r\n',
    { op: 'insert', at: ['b', 0], value: 'z' },
    'a: 1\r\nb:\r\n- z\r\n- x\r\n',
  ],
  ['keeps the byte order mark', '\ufeffa: 1\n', { op: 'set', at: ['a'], value: 2 }, '\ufeffa: 2\n'],
  [
    'moves an item behind a block',
    '- |\n  a\n  b\n- c',
    { op: 'move', at: [0], to: 1 },
    '- c\n- |\n  a\n  b\n',
  ],
  [
    'changes nothing for the same value',
    '- 1.0\n- 0x10\n',
    { op: 'set', at: [1], value: 16 },
    '- 1.0\n- 0x10\n',
  ],
]

const JSON_CASES: readonly Case[] = [
  [
    'sets a text',
    JSON_FILE,
    { op: 'set', at: ['main', 1, 'title'], value: 'News "x"' },
    JSON_FILE.replace('Blög', 'News \\"x\\"'),
  ],
  [
    'adds an item, indented as its like',
    JSON_FILE,
    { op: 'insert', at: ['main', 2], value: { title: 'A', sub: [1] } },
    JSON_FILE.replace(
      '\t\t}\n\t]',
      '\t\t},\n\t\t{\n\t\t\t"title": "A",\n\t\t\t"sub": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t]',
    ),
  ],
  [
    'adds a first item',
    JSON_FILE,
    { op: 'insert', at: ['main', 0], value: 1 },
    JSON_FILE.replace('\t\t{ "t', '\t\t1,\n\t\t{ "t'),
  ],
  [
    'removes an item',
    JSON_FILE,
    { op: 'remove', at: ['main', 1] },
    JSON_FILE.replace(',\n\t\t{\n\t\t\t"title": "Blög",\n\t\t\t"url": "/blog/"\n\t\t}', ''),
  ],
  [
    'removes a key',
    JSON_FILE,
    { op: 'remove', at: ['open'] },
    JSON_FILE.replace('"open": true, ', ''),
  ],
  [
    'adds a key',
    JSON_FILE,
    { op: 'set', at: ['main', 0, 'icon'], value: null },
    JSON_FILE.replace('"/" }', '"/", "icon": null }'),
  ],
  [
    'moves an item',
    JSON_FILE,
    { op: 'move', at: ['main', 0], to: 1 },
    JSON_FILE.replace(/(\{ "title": "Home".*\}),\n\t\t(\{[^}]*\})/, '$2,\n\t\t$1'),
  ],
  [
    'renames a key',
    JSON_FILE,
    { op: 'rename', at: ['open'], as: 'is open' },
    JSON_FILE.replace('"open"', '"is open"'),
  ],
  ['repeats a key', '{"a": [1]}', { op: 'copy', at: ['a'], as: 'b' }, '{"a": [1], "b": [1]}'],
  ['repeats an item', '[ 1,\r\n  2 ]', { op: 'copy', at: [1] }, '[ 1,\r\n  2,\r\n  2 ]'],
  [
    'fills an empty list',
    '{\n  "a": []\n}\n',
    { op: 'insert', at: ['a', 0], value: 1 },
    '{\n  "a": [\n    1\n  ]\n}\n',
  ],
  ['removes the last key', '{ "a": 1 }\n', { op: 'remove', at: ['a'] }, '{}\n'],
  [
    'keeps a list on its line',
    '{"a": ["x"]}',
    { op: 'set', at: ['a'], value: ['x', 'y'] },
    '{"a": ["x", "y"]}',
  ],
]

const CSV_CASES: readonly Case[] = [
  ['sets a cell', CSV, { op: 'set', at: [2, 1], value: 'x' }, CSV.replace('Bob,,', 'Bob,x,')],
  [
    'sets a cell in its quotes',
    CSV,
    { op: 'set', at: [1, 0], value: 'Eve' },
    CSV.replace('Ada', 'Eve'),
  ],
  [
    'quotes what needs it',
    CSV,
    { op: 'set', at: [2, 2], value: 'a "b",\nc' },
    CSV.replace('Bob,,', 'Bob,,"a ""b"",\nc"'),
  ],
  ['adds a row', CSV, { op: 'insert', at: [3], value: ['Cy', '', 'x'] }, `${CSV}Cy,,x\r\n`],
  [
    'adds a row in front',
    CSV,
    { op: 'insert', at: [1], value: ['Cy', 1] },
    CSV.replace('"Ada"', 'Cy,1\r\n"Ada"'),
  ],
  ['removes a row', CSV, { op: 'remove', at: [2] }, CSV.replace('Bob,,\r\n', '')],
  [
    'moves a row with its line breaks',
    CSV,
    { op: 'move', at: [1], to: 2 },
    CSV.replace(/("Ada"[^]*more")\r\n(Bob,,)/, '$2\r\n$1'),
  ],
  ['repeats a row', 'a,b\n1,"2"', { op: 'copy', at: [1] }, 'a,b\n1,"2"\n1,"2"'],
  ['fills a short row', 'a,b,c\n1\n', { op: 'set', at: [1, 2], value: 3 }, 'a,b,c\n1,,3\n'],
  [
    'adds a row to a last line without an end',
    'a\n1',
    { op: 'insert', at: [2], value: ['2'] },
    'a\n1\n2',
  ],
  [
    'quotes an empty cell that would be no row without a line end',
    'a\nb',
    { op: 'set', at: [1, 0], value: '' },
    'a\n""',
  ],
  ['quotes the empty cell of the only row', 'a', { op: 'set', at: [0, 0], value: '' }, '""'],
  [
    'quotes the empty cell of a table that would be blank',
    'a\r\n',
    { op: 'set', at: [0, 0], value: null },
    '""\r\n',
  ],
  ['empties a cell before a line end', 'a\nb\n', { op: 'set', at: [1, 0], value: '' }, 'a\n\n'],
  [
    'adds an empty row to a last line without an end',
    'a\nb',
    { op: 'insert', at: [2], value: [''] },
    'a\nb\n""',
  ],
  ['moves an empty row to the end', 'a\n\nb', { op: 'move', at: [1], to: 2 }, 'a\nb\n""'],
  ['removes the row after an empty one', 'a\n\nb', { op: 'remove', at: [2] }, 'a\n""'],
  ['removes the only row', 'a', { op: 'remove', at: [0] }, ''],
  [
    'quotes where everything is quoted',
    '"a"\n',
    { op: 'insert', at: [1], value: ['b'] },
    '"a"\n"b"\n',
  ],
]

const ALL: readonly [DataFormat, readonly Case[]][] = [
  ['yaml', YAML_CASES],
  ['json', JSON_CASES],
  ['csv', CSV_CASES],
]

describe('an edit of a data file', () => {
  for (const [format, cases] of ALL) {
    describe(`in ${format}`, () => {
      for (const [title, source, edit, to] of cases) {
        it(title, () => {
          assert.equal(editDataFile(source, format, [edit]), to)
        })
      }
    })
  }

  it('makes several in order, on one line as well', () => {
    const edits: DataEdit[] = [
      { op: 'insert', at: [2], value: 'c' },
      { op: 'move', at: [2], to: 0 },
      { op: 'set', at: [0], value: 'd' },
    ]
    assert.equal(editDataFile('[a, b]\n', 'yaml', edits), '[d, a, b]\n')
    assert.equal(editDataFile('["a", "b"]\n', 'json', edits), '["d", "a", "b"]\n')
  })

  const WRONG: readonly [string, DataFormat, DataEdit][] = [
    ['- a\n', 'yaml', { op: 'set', at: [1], value: 'x' }],
    ['- a\n', 'yaml', { op: 'set', at: ['a'], value: 'x' }],
    ['- a\n', 'yaml', { op: 'move', at: [0], to: 1 }],
    ['a: 1\n', 'yaml', { op: 'set', at: ['a', 'b'], value: 1 }],
    ['a: 1\n', 'yaml', { op: 'insert', at: [0], value: 1 }],
    ['a: 1\nb: 2\n', 'yaml', { op: 'rename', at: ['a'], as: 'b' }],
    ['a: 1\n', 'yaml', { op: 'copy', at: ['a'] }],
    ['{"a": 1}', 'json', { op: 'remove', at: ['b'] }],
    ['a,b\n', 'csv', { op: 'set', at: [0], value: 'x' }],
    ['a,b\n', 'csv', { op: 'set', at: [0, 5000], value: 'x' }],
    ['a,b\n', 'csv', { op: 'insert', at: [1], value: [{}] }],
    ['a,b\n', 'csv', { op: 'remove', at: ['a'] }],
  ]
  for (const [source, format, edit] of WRONG) {
    it(`refuses ${JSON.stringify(edit)} in ${JSON.stringify(source)}`, () => {
      assert.throws(() => editDataFile(source, format, [edit]), ContentError)
    })
  }
})
