import { expect } from 'chai'
import { parseYaml } from '../../../src/content/yaml/parse.js'
import { readSimpleMapping } from '../../../src/content/yaml/simple.js'
import { fc } from '../../random.js'

const KEYS = ['title', 'a', 'Date', 'x_y', 'b-c', 'yes', 'No', 'null', 'on', 'y', 'k2', '~', '<<']
const VALUES = [
  'word',
  'two words',
  'yes',
  'No',
  'off',
  'null',
  '~',
  '12',
  '1.5',
  '0x1f',
  '0o7',
  '017',
  '1_000',
  '1,5',
  '2024-01-02',
  '12e3',
  '1e+3',
  'a, b',
  'a - b',
  '- a',
  'a: b',
  'a #b',
  'a#b',
  '#a',
  '.5',
  '"in quotes"',
  "'in quotes'",
  '"a: b # c"',
  "'it''s'",
  '"a\\nb"',
  '"',
  "'",
  '"ä𝛼"',
  '""',
  '"yes"',
  "'12'",
  '""',
  "''",
  '"a" b',
  '[a, b]',
  '[]',
  '[a]',
  '[ a , b ]',
  '[a, ]',
  '[1, yes]',
  '[a: b]',
  '[a, [b]]',
  '["a", b]',
  '[a b, c-d]',
  '{a: b}',
  '|',
  '>',
  '&a b',
  '*a',
  '!!str 1',
  '',
  'a	',
  'a!',
  'what?',
  'a;b',
  'a+b',
  '+1',
  '1+',
  '(a)',
  'end.',
  'ünd',
  'a  ',
  '  a',
  'a/b.md',
]
const GAPS = [': ', ':', ':  ', ' : ', ': \t']
const ENDS = ['\n', '\n', '\n', '\n\n', '\r\n', ' \n', '\n ', '\n- ', '\n---\n', '']

const line = fc
  .tuple(
    fc.constantFrom(...KEYS),
    fc.constantFrom(...GAPS, ...Array<string>(12).fill(': ')),
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...VALUES) }, fc.string({ maxLength: 6 })),
    fc.constantFrom(...ENDS, ...Array<string>(20).fill('\n')),
  )
  .map((parts) => parts.join(''))

describe('simple YAML', () => {
  it('equals the result of the full parser', () => {
    let simple = 0
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const source = lines.join('')
        const mapping = readSimpleMapping(source)
        if (mapping === null) return
        simple++
        // A comment is never simple.
        expect(parseYaml(`# parsed\n${source}`)).to.deep.equal({ value: mapping, error: null })
      }),
      { numRuns: 20_000 },
    )
    expect(simple).to.be.greaterThan(1000)
  })

  it('includes every usual kind of line', () => {
    const source =
      'layout: post\ntitle: "A: b"\ntags: [a, b c]\ndate: 2024-01-02\nn: 12\nx: \'y\'\n'
    expect([...(readSimpleMapping(source)?.keys() ?? [])]).to.deep.equal([
      'layout',
      'title',
      'tags',
      'date',
      'n',
      'x',
    ])
  })
})
