import { assert } from 'chai'
import { readFileSync } from 'node:fs'
import { parseYaml } from '../../../src/content/yaml/parse.js'
import {
  fromJson,
  isYamlMap,
  toJson,
  YamlDate,
  YamlFloat,
  YamlTime,
} from '../../../src/content/yaml/value.js'
import type { YamlKey, YamlValue } from '../../../src/content/yaml/value.js'

interface Case {
  readonly yaml: string
  readonly value: unknown
}

const battery: { cases: Case[] } = JSON.parse(
  readFileSync(new URL('../../../fixtures/content/psych.json', import.meta.url), 'utf8'),
)

/** The form in which the Ruby script of the fixture writes values. */
function describeValue(value: YamlValue | YamlKey): unknown {
  if (Array.isArray(value)) return ['list', value.map(describeValue)]
  if (isYamlMap(value))
    return ['map', [...value].map(([key, item]) => [describeKey(key), describeValue(item)])]
  if (value instanceof YamlTime) return ['time', value.epochMs, value.offsetSeconds ?? 0]
  if (value instanceof YamlDate)
    return ['date', value.iso.replace(/-(\d)(?!\d)/g, '-0$1').replace(/-(\d)-/, '-0$1-')]
  if (value instanceof YamlFloat)
    return ['float', Object.is(value.value, -0) ? '-0.0' : `${value.value}.0`]
  if (typeof value === 'string') return ['string', value]
  if (typeof value === 'bigint') return ['integer', String(value)]
  if (typeof value !== 'number') return ['word', value]
  if (Number.isInteger(value)) return ['integer', String(value)]
  return ['float', String(value)]
}

/** Keys that are no plain scalars are text here: dates, lists. */
function describeKey(key: YamlKey): unknown {
  return describeValue(key)
}

/** Where this reads on purpose what Psych refuses, or refuses what Psych reads. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '2020-01-02: x\n': 'keys that are dates are text',
  '? [a]\n: b\n': 'keys that are lists are JSON',
  'a: :sym\n': 'symbols are text, as SafeYAML has them',
  'a: {b: :c}\n': 'symbols are text, as SafeYAML has them',
}

describe('parseYaml', () => {
  for (const { yaml, value } of battery.cases) {
    const different = DIFFERENT[yaml]
    it(`reads ${JSON.stringify(yaml)} as Psych${different === undefined ? '' : `, but ${different}`}`, () => {
      const parsed = parseYaml(yaml)
      const mine = parsed.error === null ? describeValue(parsed.value) : ['error']
      const theirs = Array.isArray(value) && value[0] === 'error' ? ['error'] : value
      if (different === undefined) assert.deepEqual(mine, theirs)
      else assert.notDeepEqual(mine, theirs)
    })
  }

  const lol = 'a: &a [x, x, x, x, x, x, x, x, x]\n'
  const laughs =
    lol +
    'bcdefghi'
      .split('')
      .map((name, i) => `${name}: &${name} [${`*${'abcdefghi'[i] ?? ''}, `.repeat(9)}]\n`)
      .join('')
  const HOSTILE: readonly [string, string, RegExp][] = [
    ['a billion laughs', laughs, /more than 20000 values/],
    ['ten thousand levels', '- '.repeat(10_000), /maxDepth/],
    ['brackets without end', '['.repeat(100_000), /maxDepth/],
    ['many aliases', `a: &a x\nb: [${'*a, '.repeat(101)}]\n`, /more than 100 aliases/],
    ['a value inside itself', 'a: &a {b: *a}\n', /contains itself/],
    ['too many bytes', `a: ${'x'.repeat(1024 * 1024)}\n`, /more than 1048576 bytes/],
    [
      'many keys',
      Array.from({ length: 12_000 }, (_, i) => `k${i}: 1\n`).join(''),
      /more than 20000/,
    ],
    [
      'merges of merges',
      `a: &a {${Array.from({ length: 500 }, (_, i) => `k${i}: 1`).join(', ')}}\nb:\n${'  - <<: *a\n'.repeat(30)}`,
      /more than (10000 merged keys|20000 values)/,
    ],
    ['lines to join without end', `a: [\n${'b,\n'.repeat(50_000)}`, /./],
    ['a class of Ruby', 'a: !ruby/object:Gem::Installer {i: x}\n', /not allowed/],
  ]
  for (const [title, source, reason] of HOSTILE) {
    it(`answers ${title} with an error`, () => {
      const { value, error } = parseYaml(source)
      assert.isNull(value)
      assert.match(error?.reason ?? '', reason)
    })
  }

  it('reports where the error is', () => {
    assert.deepInclude(parseYaml('a: 1\nb: "x\\q"\n').error, { line: 2 })
    assert.deepEqual(parseYaml('a: 1\nb: *x\n').error?.line, 2)
  })

  it('pollutes no prototype', () => {
    const { value } = parseYaml(
      '__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: 1}}\n',
    )
    const json = toJson(value)
    assert.notProperty({}, 'polluted')
    assert.deepEqual(JSON.parse(JSON.stringify(json)), {
      constructor: { prototype: { polluted: 1 } },
    })
    assert.notProperty(Object.assign({}, json), 'polluted')
  })

  // What `ruby -ryaml -e 'p YAML.load(…)'` gives.
  const AT_THE_END = [
    ['a: |\n  x', 'x'],
    ['a: >\n  x\n  y', 'x y'],
    ['a: |+\n  x', 'x'],
    ['a: |-\n  x', 'x'],
    ['a: |\n  x\n   ', 'x\n '],
    ['a: |\n  x\n  ', 'x\n'],
    ['a: |+\n  x\n\n  ', 'x\n\n'],
    ['a: |\n  x\r\n', 'x\n'],
    ['a: |\n  c\n # c', 'c\n'],
    ['a: |', ''],
  ] as const
  for (const [yaml, value] of AT_THE_END) {
    it(`adds no line break to a block at the end of a text: ${JSON.stringify(yaml)}`, () => {
      assert.deepEqual(toJson(parseYaml(yaml).value), { a: value })
    })
  }
})

describe('toJson and fromJson', () => {
  it('keeps the offset of times, and floats as numbers', () => {
    const { value } = parseYaml(
      't: 2013-09-14 20:46:50 -0400\nd: 2020-01-02\nf: 2.0\nn: .nan\nb: 12345678901234567890\n',
    )
    assert.deepEqual(JSON.parse(JSON.stringify(toJson(value))), {
      t: '2013-09-14T20:46:50-04:00',
      d: '2020-01-02',
      f: 2,
      n: 'NaN',
      b: '12345678901234567890',
    })
  })

  it('keeps the types of values that are sent back unchanged', () => {
    const { value } = parseYaml('a: {d: 2020-01-02, f: 2.0, 1: x, s: y}\nl: [2020-01-02]\n')
    const json = JSON.parse(JSON.stringify(toJson(value)))
    assert.deepEqual(fromJson(json, value), value)
    json.a.s = 'z'
    const changed = fromJson(json, value)
    assert.deepEqual(toJson(changed), toJson(fromJson(json)))
    assert.deepEqual(isYamlMap(changed) && changed.get('l'), [new YamlDate('2020-01-02')])
  })

  it('refuses whole numbers that JSON does not keep exactly, unless they were there', () => {
    const budget = { values: 100, characters: 100, lines: 100, isExact: true }
    for (const number of [2 ** 53, -(2 ** 60), 1e21, 1.7976931348623157e308])
      assert.throws(() => fromJson([number], [], budget), /too large to be kept exactly/)
    const numbers = [2 ** 53 - 1, 1.5, 5e-324]
    assert.deepEqual(fromJson(numbers, [], budget), numbers)
    assert.deepEqual(fromJson([-0, 1e21]), [0, 1e21])
    const { value } = parseYaml('a: 1.0e+21\n')
    assert.deepEqual(fromJson({ a: 1e21 }, value, budget), value)
  })

  it('refuses circular and very large values', () => {
    const list: YamlValue[] = []
    list.push(list)
    assert.throws(() => toJson(list), /contains itself/)
    assert.throws(() => toJson(Array.from({ length: 20_001 }, () => 1)), /more than 20,000/)
    assert.throws(() => fromJson(Array.from({ length: 20_001 }, () => 1)), /more than 20,000/)
  })
})

describe('a whole number', () => {
  it('is a number up to a number of digits, and a text beyond', () => {
    const most = '9'.repeat(4000)
    assert.equal(parseYaml(most).value, BigInt(most))
    for (const long of [`${most}9`, `-${most}`, `0x${'f'.repeat(250_000)}`, `0${'7'.repeat(4000)}`])
      assert.equal(parseYaml(long).value, long)
  })
})
