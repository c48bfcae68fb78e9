import { assert } from 'chai'
import { ContentError } from '../../../src/content/error.js'
import {
  editDataFile,
  type DataEdit,
  type DataFormat,
} from '../../../src/content/data/data-file.js'

const PRICES = `# What it costs
- item: Tea # hot
  price: 3

# sweet
- { item: Cake, note: "a, b" }
- just a text
- price: 4
  item: Pie
  parts:
    - item: Crust
`
const RAGGED = 'a,"b ""1""",c\r\n1\r\n\r\n1,2,3,"4"\r\n"x\r\ny",,'

type Case = readonly [title: string, source: string, edit: DataEdit, to: string, format: DataFormat]

const COLUMN_CASES: readonly Case[] = [
  [
    'adds a column to each mapping without it',
    PRICES,
    { op: 'insert', at: [null, 'note'], value: '' },
    PRICES.replace('price: 3\n', "price: 3\n  note: ''\n").replace(
      '- item: Crust\n',
      "- item: Crust\n  note: ''\n",
    ),
    'yaml',
  ],
  [
    'renames a column, but not inside of values',
    PRICES,
    { op: 'rename', at: [null, 'item'], as: 'what' },
    PRICES.replace('- item: Tea', '- what: Tea')
      .replace('{ item', '{ what')
      .replace('  item: Pie', '  what: Pie'),
    'yaml',
  ],
  [
    'removes a column',
    PRICES,
    { op: 'remove', at: [null, 'price'] },
    PRICES.replace('  price: 3\n', '').replace('price: 4\n  ', ''),
    'yaml',
  ],
  [
    'moves a column behind the nearest one that a mapping has',
    PRICES,
    { op: 'move', at: [null, 'item'], to: 2 },
    PRICES.replace('item: Tea # hot\n  price: 3', 'price: 3\n  item: Tea # hot').replace(
      '{ item: Cake, note: "a, b" }',
      '{ note: "a, b", item: Cake }',
    ),
    'yaml',
  ],
  [
    'is in a list inside',
    PRICES,
    { op: 'rename', at: [3, 'parts', null, 'item'], as: 'part' },
    PRICES.replace('item: Crust', 'part: Crust'),
    'yaml',
  ],
  [
    'takes the last value of a mapping',
    '- a: 1\n- a: 2\n  b: 3\n',
    { op: 'remove', at: [null, 'a'] },
    '- {}\n- b: 3\n',
    'yaml',
  ],
  [
    'keeps CRLF and a last line without an end',
    '- a: 1\r\n- a: 2',
    { op: 'insert', at: [null, 'b'], value: 'yes' },
    "- a: 1\r\n  b: 'yes'\r\n- a: 2\r\n  b: 'yes'\r\n",
    'yaml',
  ],
  [
    'is added in JSON as it is indented',
    '[\n\t{ "a": 1 }, 5,\n\t{\n\t\t"a": 2\n\t}, {}\n]\n',
    { op: 'insert', at: [null, 'b'], value: null },
    '[\n\t{ "a": 1, "b": null }, 5,\n\t{\n\t\t"a": 2,\n\t\t"b": null\n\t}, {\n\t\t"b": null\n\t}\n]\n',
    'json',
  ],
  [
    'is moved in JSON',
    '[{"a": 1, "b": [2]}, {"c":0,"b" : 3}]',
    { op: 'move', at: [null, 'b'], to: 0 },
    '[{"b": [2], "a": 1}, {"b" : 3,"c":0}]',
    'json',
  ],
  [
    'is removed and renamed in JSON',
    '[{"a": 1, "b": [2]}, {"b" : 3}]',
    { op: 'remove', at: [null, 'b'] },
    '[{"a": 1}, {}]',
    'json',
  ],
  [
    'is added in front of a table',
    RAGGED,
    { op: 'insert', at: [null, 0], value: 'n, o' },
    '"n, o",a,"b ""1""",c\r\n,1\r\n\r\n,1,2,3,"4"\r\n,"x\r\ny",,',
    'csv',
  ],
  [
    'is added behind the widest row, with cells where the others end',
    RAGGED,
    { op: 'insert', at: [null, 4], value: 'n' },
    RAGGED.replace(',c\r', ',c,,n\r').replace('"4"', '"4",'),
    'csv',
  ],
  [
    'is removed with its quotes',
    RAGGED,
    { op: 'remove', at: [null, 1] },
    'a,c\r\n1\r\n\r\n1,3,"4"\r\n"x\r\ny",',
    'csv',
  ],
  [
    'leaves an empty cell of a row that had no other',
    'a,b\n1',
    { op: 'remove', at: [null, 0] },
    'b\n""',
    'csv',
  ],
  [
    'is moved, over what short rows do not have',
    RAGGED,
    { op: 'move', at: [null, 0], to: 2 },
    '"b ""1""",c,a\r\n,,1\r\n\r\n2,3,1,"4"\r\n,,"x\r\ny"',
    'csv',
  ],
  [
    'is moved from where short rows end, and adds nothing to them',
    RAGGED,
    { op: 'move', at: [null, 2], to: 1 },
    'a,c,"b ""1"""\r\n1\r\n\r\n1,3,2,"4"\r\n"x\r\ny",,',
    'csv',
  ],
  [
    'is renamed, also where the header is short',
    'a\n1,2\n',
    { op: 'rename', at: [null, 1], as: 'b' },
    'a,b\n1,2\n',
    'csv',
  ],
  [
    'is one of several with one name',
    'a,a\n1,2\n',
    { op: 'rename', at: [null, 1], as: 'b' },
    'a,b\n1,2\n',
    'csv',
  ],
  [
    'is quoted where everything is',
    '"a"\n"1"\n',
    { op: 'insert', at: [null, 1], value: 'b' },
    '"a","b"\n"1",""\n',
    'csv',
  ],
  [
    'is parted by tabs in TSV',
    'a\tb\n1\t2\n',
    { op: 'move', at: [null, 1], to: 0 },
    'b\ta\n2\t1\n',
    'tsv',
  ],
]

describe('an edit of a column of a data file', () => {
  for (const [title, source, edit, to, format] of COLUMN_CASES) {
    it(title, () => {
      assert.equal(editDataFile(source, format, [edit]), to)
    })
  }

  it('is made of as many rows as a form has, at once', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => index)
    const yaml = rows(1_000).map((row) => `- a: ${row}\n  b: x\n`)
    const json = rows(1_000).map((row) => `{"a":${row},"b":"x"}`)
    const csv = rows(9_999).map((row) => `${row},x\n`)
    const sources: readonly [DataFormat, string, (string | number)[]][] = [
      ['yaml', yaml.join(''), ['a', 'b']],
      ['json', `[${json.join(',')}]`, ['a', 'b']],
      ['csv', `a,b\n${csv.join('')}`, [0, 1]],
    ]
    for (const [format, source, [a = 0, b = 1]] of sources) {
      const edits: DataEdit[] = [
        { op: 'move', at: [null, b], to: 0 },
        { op: 'rename', at: [null, format === 'csv' ? 1 : a], as: 'c' },
        { op: 'remove', at: [null, format === 'csv' ? 0 : b] },
      ]
      const edited = editDataFile(source, format, edits)
      const lines = { yaml: '- c: 7\n', json: '{"c":7}', csv: '\n7\n', tsv: '' }
      assert.isTrue(edited.includes(lines[format]), format)
      assert.isFalse(edited.includes('x'), format)
    }
  })

  it('never makes more of a table than a form can show', () => {
    const source = `a\n${'1\n'.repeat(15_000)}`
    const add: DataEdit = { op: 'insert', at: [null, 1], value: 'b' }
    const most = 'at most 256 KB and 20000 values'
    assert.throws(() => editDataFile(source, 'csv', [add]), most)
    const field: DataEdit = { op: 'insert', at: [null, 'b'], value: '' }
    assert.throws(() => editDataFile('- a: 1\n'.repeat(6_000), 'yaml', [field]), most)
    const wide = Array.from({ length: 1000 }, (_, index) => `c${index}`).join(',')
    assert.throws(() => editDataFile(`${wide}\n`, 'csv', [add]), 'at most 1000 columns')
  })

  const WRONG: readonly [string, DataFormat, DataEdit][] = [
    ['a,b\n', 'csv', { op: 'insert', at: [null, 3], value: 'c' }],
    ['a,b\n', 'csv', { op: 'insert', at: [null, 1], value: 'b' }],
    ['a,b\n', 'csv', { op: 'insert', at: [null, 1], value: ['c'] }],
    ['a,b\n', 'csv', { op: 'rename', at: [null, 0], as: 'b' }],
    ['a,b\n', 'csv', { op: 'move', at: [null, 0], to: 2 }],
    ['a,b\n', 'csv', { op: 'remove', at: [null, 0, 0] }],
    ['a,b\n', 'csv', { op: 'set', at: [null, 0], value: 'x' }],
    ['a,b\n', 'csv', { op: 'copy', at: [null, 0] }],
    ['a,b\n', 'csv', { op: 'remove', at: [null] }],
    ['a\n1\n', 'csv', { op: 'remove', at: [null, 0] }],
    ['- a: 1\n', 'yaml', { op: 'set', at: [null, 'a'], value: 2 }],
    ['- a: 1\n', 'yaml', { op: 'copy', at: [null, 'a'], as: 'b' }],
    ['- a: 1\n', 'yaml', { op: 'insert', at: [null, 'a'], value: 2 }],
    ['- a: 1\n', 'yaml', { op: 'remove', at: [null, 'b'] }],
    ['- a: 1\n', 'yaml', { op: 'remove', at: [null] }],
    ['- a: 1\n', 'yaml', { op: 'move', at: [null, 'a'], to: 1 }],
    ['- a: 1\n  b: 2\n', 'yaml', { op: 'rename', at: [null, 'a'], as: 'b' }],
    ['- [1]\n', 'yaml', { op: 'remove', at: [null, 0] }],
    ['a: {b: 1}\n', 'yaml', { op: 'remove', at: [null, 'b'] }],
    ['- - a: 1\n', 'yaml', { op: 'remove', at: [null, null, 'a'] }],
    ['- &x {a: 1}\n- *x\n', 'yaml', { op: 'remove', at: [null, 'a'] }],
    ['[{"a": 1}]', 'json', { op: 'remove', at: [null, 'b'] }],
  ]
  for (const [source, format, edit] of WRONG) {
    it(`refuses ${JSON.stringify(edit)} in ${JSON.stringify(source)}`, () => {
      assert.throws(() => editDataFile(source, format, [edit]), ContentError)
    })
  }
})
