import { assert } from 'chai'
import { ContentError } from '../../../src/content/error.js'
import { editYaml, removeIn, setIn } from '../../../src/content/yaml/edit.js'
import { outline } from '../../../src/content/yaml/outline.js'
import { pack, unpack } from '../../../src/content/yaml/packing.js'
import { parseYaml } from '../../../src/content/yaml/parse.js'
import { equalValues, isYamlMap, YamlDate, YamlFloat } from '../../../src/content/yaml/value.js'
import type { YamlMap, YamlValue } from '../../../src/content/yaml/value.js'
import { withEdits, type YamlEdit } from '../../../src/content/yaml/with-edits.js'
import { YAML_CORPUS } from '../front-matter/corpus.js'
import { assertScales } from '../../growth.js'
import { fc } from '../../random.js'
import { SIZE } from '../../torture/figures.js'

function mapOf(source: string): YamlMap {
  const { value, error } = parseYaml(source)
  assert.isNull(error, source)
  return value !== null && isYamlMap(value) ? value : new Map()
}

/** What another thread gets. */
const unpackFrom = (packed: unknown): YamlValue => unpack(structuredClone(packed)) as YamlValue

/** What stands before a key's value and after its last line; all of it for a key that is new. */
function around(source: string, key: string): [string, string] {
  const pair = outline(source)?.pairs.findLast((one) => one.key === key)
  if (pair === undefined) return [source, '']
  const end = source.slice(0, Math.max(pair.colon + 1, pair.value.end)).trimEnd().length
  const next = source.indexOf('\n', Math.max(end, pair.colon + 1))
  return [source.slice(0, pair.colon + 1), next < 0 ? '' : source.slice(next)]
}

function assertKept(edited: string, source: string, key: string): void {
  const [before, after] = around(source, key)
  if (before.length + after.length < source.length || after !== '') {
    assert.isTrue(edited.startsWith(before), edited)
    assert.isTrue(edited.endsWith(after), edited)
    return
  }
  const inserted = edited.length - source.length
  const isInserted = [...source.split(''), ''].some(
    (_, at) => edited.slice(0, at) + edited.slice(at + inserted) === source,
  )
  assert.isTrue(isInserted, edited)
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('yes', '010', ':sym', '2020-01-01', '12:30', '1_000', 'a: b', '- x', '# c', ''),
  fc.constantFrom(
    'a\nb',
    'a\n',
    ' lead\nx',
    'x\n\n',
    "it's",
    '"q"',
    '\\',
    '<<',
    '=',
    '~',
    '_1',
    '2,',
  ),
)

const value: fc.Arbitrary<YamlValue> = fc.letrec<{ value: YamlValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true }).filter((n) => !Number.isInteger(n)),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(new YamlFloat(2), new YamlFloat(-0), new YamlDate('2021-03-04'), 10n ** 20n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 3 })
      .map((pairs) => new Map(pairs) as YamlMap),
  ),
})).value

/** More in `npm run torture`. */
const RUNS = 1500 * SIZE

/** A last line without a line break may have gained one, which is a part of the value of a block. */
function isEdited(edited: string, source: string, edits: readonly YamlEdit[]): boolean {
  return [source, ...(source.endsWith('\n') ? [] : [`${source}\n`])].some((text) =>
    equalValues(mapOf(edited), withEdits(mapOf(text), edits)),
  )
}

describe('editYaml', () => {
  it('sets any key of any text to any value, and no other byte changes', () => {
    let refused = 0
    const property = fc.property(
      fc.constantFrom(...YAML_CORPUS),
      fc.nat(),
      fc.oneof(text, value),
      (source, choice, wish) => {
        const keys = [...mapOf(source).keys()].map(String)
        const key = [...keys, 'brand_new'][choice % (keys.length + 1)] ?? 'x'
        let edited: string
        try {
          edited = setIn(source, [key], wish)
        } catch (error) {
          assert.instanceOf(error, ContentError)
          refused++
          return
        }
        assert.isTrue(isEdited(edited, source, [{ path: [key], value: wish }]))
        assertKept(edited, source, key)
      },
    )
    fc.assert(property, { numRuns: RUNS })
    assert.isBelow(refused, RUNS / 50)
  })

  it('removes any key of any text, and no other byte changes', () => {
    for (const source of YAML_CORPUS) {
      for (const key of [...mapOf(source).keys()].map((one) => (one === null ? '' : String(one)))) {
        let edited: string
        try {
          edited = removeIn(source, [key])
        } catch (error) {
          assert.match(source, /&/, String(error))
          continue
        }
        assert.isTrue(equalValues(mapOf(edited), withEdits(mapOf(source), [{ path: [key] }])))
        const kept = edited.split('\n')
        const lines = source.split('\n')
        assert.isBelow(kept.length, lines.length + 1)
        for (; kept.at(-1) === lines.at(-1) && kept.length > 0; kept.pop()) lines.pop()
        assert.isTrue(lines.join('\n').startsWith(kept.join('\n')) || /title: b/.test(source))
      }
    }
  })

  it('does not change the text if the value is the same', () => {
    for (const source of YAML_CORPUS) {
      const map = mapOf(source)
      const edits = [...map].map(([key, one]) => ({ path: [String(key ?? '')], value: one }))
      assert.equal(editYaml(source, edits), source)
    }
  })

  it('makes any number of changes at once, in order', () => {
    let refused = 0
    const name = fc.constantFrom('title', 'a', 'b', 'list', 'tags', 'new', 'other', '1', 'true')
    const edit = fc.record(
      {
        path: fc.oneof(
          { weight: 4, arbitrary: fc.tuple(name) },
          { weight: 1, arbitrary: fc.tuple(name, name) },
        ),
        value: fc.oneof(text, value),
      },
      { requiredKeys: ['path'] },
    )
    const edits = fc.array(edit, { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...YAML_CORPUS), edits, (source, changes) => {
        let edited: string
        try {
          edited = editYaml(source, changes)
        } catch (error) {
          assert.instanceOf(error, ContentError)
          refused++
          return
        }
        assert.isTrue(isEdited(edited, source, changes), edited)
        assert.equal(editYaml(edited, changes.slice(-1)), edited)
      }),
      { numRuns: RUNS },
    )
    assert.isBelow(refused, RUNS / 20)
  })

  it('keeps keys that are no texts, however they are written anew', () => {
    const source = 'a: {2020-01-01: 1, 2.0: 2, [x]: 3, {{ z }: y}: 4}\n'
    const { value } = parseYaml(source)
    const moved = `${setIn('', ['a'], mapOf(source).get('a') ?? null)}`
    assert.isTrue(equalValues(parseYaml(moved).value, value), moved)
    assert.isTrue(equalValues(unpackFrom(pack(value)), value))
    const edited = setIn('a: {2020-01-01: 1, [x]: 3}\n', ['a', 'b'], 5)
    assert.equal(edited, 'a: {2020-01-01: 1, [x]: 3, b: 5}\n')
  })

  it('adds, changes and removes at once', () => {
    const source = '# top\nz: 1 # c\na: 1\nb:\n  x: 1\n  y: 2 # d\na: 2'
    const edits = [
      { path: ['a'] },
      { path: ['new'], value: 'text' },
      { path: ['b', 'x'] },
      { path: ['b', 'w'], value: [1] },
      { path: ['z'], value: 5 },
      { path: ['more'], value: 'm' },
    ]
    const wish = '# top\nz: 5 # c\nb:\n  y: 2 # d\n  w:\n  - 1\nnew: text\nmore: m\n'
    assert.equal(editYaml(source, edits), wish)
  })

  const keys = (count: number) => Array.from({ length: count }, (_, i) => [`key${i}`])

  it('sets many keys in linear time', () => {
    assertScales(
      (count) =>
        editYaml(
          'title: x\n',
          keys(count).map((path) => ({ path, value: 'text' })),
        ),
      60,
    )
  })

  it('removes many keys, and a repeated key, in linear time', () => {
    const text = (count: number) => keys(count).map(([key]) => `${key}: 1\n`)
    assertScales(
      (count) =>
        editYaml(
          text(count).join(''),
          keys(count).map((path) => ({ path })),
        ),
      60,
    )
    assertScales((count) => removeIn(`title: x\n${'a: 1\n'.repeat(count)}`, ['a']), 60)
  })

  const CASES: readonly [string, string, readonly string[], YamlValue, string][] = [
    ['keeps a comment after a value', 'a: 1 # c\nb: 2\n', ['a'], 5, 'a: 5 # c\nb: 2\n'],
    ['keeps single quotes', "a: 'x'\n", ['a'], "it's", "a: 'it''s'\n"],
    ['keeps double quotes', 'a: "x"\n', ['a'], 'y', 'a: "y"\n'],
    ['quotes what Ruby would misread', 'a: x\n', ['a'], 'yes', "a: 'yes'\n"],
    ['keeps a list on one line', 'a: [x, y] # c\n', ['a'], ['z'], 'a: [z] # c\n'],
    ['keeps padding', 'a: [ x ]\n', ['a'], ['z'], 'a: [ z ]\n'],
    ['keeps a flush list', 'a:\n- x\nb: 1\n', ['a'], ['u', 'z'], 'a:\n- u\n- z\nb: 1\n'],
    ['keeps an indented list', 'a:\n  - x\nb: 1\n', ['a'], ['z'], 'a:\n  - z\nb: 1\n'],
    ['moves a comment up to the key', 'a: x # c\nb: 1\n', ['a'], ['z'], 'a: # c\n- z\nb: 1\n'],
    [
      'keeps a comment of a block',
      'a: | # c\n  x\nb: 1\n',
      ['a'],
      'y\nz\n',
      'a: | # c\n  y\n  z\nb: 1\n',
    ],
    [
      'ends a line with blanks before a block',
      'a: 1 \nb: 2\n',
      ['a'],
      'x\ny',
      'a: |-\n  x\n  y\nb: 2\n',
    ],
    [
      'writes dates and floats without a tag',
      'a: 1\n',
      ['b'],
      [new YamlDate('2024-01-02'), new YamlFloat(2)],
      'a: 1\nb:\n- 2024-01-02\n- 2.0\n',
    ],
    [
      'replaces a list that ends in empty items',
      'a:\n  b:\n    - x\n    - # y\n    - # z\n      # w\nc: 1\n',
      ['a'],
      2,
      'a: 2\n      # w\nc: 1\n',
    ],
    ['never ends the document', 'a: 1\n', ['b'], ['x\n\n'], 'a: 1\nb:\n- "x\\n\\n"\n'],
    ['fills an empty value', 'a: # c\nb: 1\n', ['a'], 'x', 'a: x # c\nb: 1\n'],
    ['adds a key after the last', 'a: 1\n# end\n', ['b'], 2, 'a: 1\nb: 2\n# end\n'],
    ['uses the line ends of the text', 'a: 1\r\n', ['b'], ['x'], 'a: 1\r\nb:\r\n- x\r\n'],
    ['ends the last line first', 'a: 1', ['b'], 2, 'a: 1\nb: 2\n'],
    ['ends a last block first', 'a: |\n  x', ['b'], 2, 'a: |\n  x\nb: 2\n'],
    ['writes a first key', '# c\n', ['a'], 1, '# c\na: 1\n'],
    [
      'sets a nested key',
      'a:\n    b: 1 # x\n    c: 2\n',
      ['a', 'b'],
      3,
      'a:\n    b: 3 # x\n    c: 2\n',
    ],
    ['adds a nested key', 'a:\n    b: 1\nz: 2\n', ['a', 'c'], 3, 'a:\n    b: 1\n    c: 3\nz: 2\n'],
    ['makes maps on the way', 'a: 1\n', ['b', 'c', 'd'], 2, 'a: 1\nb:\n  c:\n    d: 2\n'],
    ['opens an empty key', 'b:\nc: 1\n', ['b', 'x'], 2, 'b:\n  x: 2\nc: 1\n'],
    ['goes into a map on one line', 'b: {x: 1, z: 2}\n', ['b', 'x'], 3, 'b: {x: 3, z: 2}\n'],
    ['indents what is nested', 'a:\n  b: 1\n', ['a', 'b'], ['x'], 'a:\n  b:\n  - x\n'],
    ['sets the last of doubled keys', 'a: 1\na: 2\n', ['a'], 3, 'a: 1\na: 3\n'],
    ['finds a key that is no string', 'yes: 1\n', ['true'], 2, 'yes: 2\n'],
    ['replaces a value with an anchor', 'a: &x 1\nb: 2\n', ['a'], 3, 'a: 3\nb: 2\n'],
  ]
  for (const [title, source, path, wish, expected] of CASES)
    it(title, () => assert.equal(setIn(source, path, wish), expected))

  const REMOVALS: readonly [string, string, readonly string[], string][] = [
    [
      'takes the lines of a key only',
      '# 1\na: 1\n# 2\nb:\n  - x\n# 3\n',
      ['b'],
      '# 1\na: 1\n# 2\n# 3\n',
    ],
    ['removes empty items', 'a:\n- x\n-\n- # z\n# w\nc: 1\n', ['a'], '# w\nc: 1\n'],
    ['removes a nested key', 'a:\n  b: 1\n  c: 2\n', ['a', 'b'], 'a:\n  c: 2\n'],
    ['leaves an empty map for the last one', 'a:\n  b: 1\nc: 2\n', ['a', 'b'], 'a: {}\nc: 2\n'],
    ['removes every one of doubled keys', 'a: 1\nb: 0\na: 2\n', ['a'], 'b: 0\n'],
    ['changes nothing without the key', 'a: 1\n', ['b', 'c'], 'a: 1\n'],
  ]
  for (const [title, source, path, expected] of REMOVALS)
    it(title, () => assert.equal(removeIn(source, path), expected))

  const REFUSED: readonly [string, string, readonly string[]][] = [
    ['an anchor that others need', 'a: &x {k: 1}\nb: *x\n', ['a']],
    ['broken YAML', 'a: [\n', ['a']],
    ['a list', '- a\n', ['a']],
    ['several documents', 'a: 1\n---\nb: 2\n', ['a']],
    ['a key with a question mark', '? a\n: 1\n', ['a']],
  ]
  for (const [title, source, path] of REFUSED)
    it(`refuses ${title}`, () => assert.throws(() => setIn(source, path, 'new'), ContentError))
})
