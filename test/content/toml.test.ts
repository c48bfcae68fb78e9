import { expect } from 'chai'
import { parseToml } from '../../src/content/toml.js'
import { isYamlMap, toJson } from '../../src/content/yaml/value.js'

const jsonOf = (text: string): unknown => {
  const { value, error } = parseToml(text)
  expect(error, text).to.equal(null)
  return { ...(toJson(value) as object) }
}

// What tomlrb, Jekyll's reader, makes of TOML is in fixtures/documented; it knows less than TOML 1.0.
describe('TOML', () => {
  it('reads what TOML 1.0 has over older ones', () => {
    expect(jsonOf('a.b."c.d" = 0x1F\na.e = 0o17\nf = 0b11\n')).to.deep.equal({
      a: { b: { 'c.d': 31 }, e: 15 },
      f: 3,
    })
    expect(jsonOf('a = [1, "b", {c = 2.5}]\nd = 07:32:00\n')).to.deep.equal({
      a: [1, 'b', { c: 2.5 }],
      d: '07:32:00',
    })
    expect(jsonOf('a = inf\nb = -inf\nc = 9007199254740993\n')).to.deep.equal({
      a: 'Infinity',
      b: '-Infinity',
      c: '9007199254740993',
    })
  })

  it('has the later of two settings, and the last of a list of tables', () => {
    expect(jsonOf('a = 1\r\na = 2\r\n[[b]]\r\nc = 1\r\n[[b]]\r\n[b.d]\r\ne = 2\r\n')).to.deep.equal(
      {
        a: 2,
        b: [{ c: 1 }, { d: { e: 2 } }],
      },
    )
  })

  const WRONG: readonly [text: string, reason: RegExp, line: number][] = [
    ['a = 1 b = 2\n', /expected to end here/, 1],
    ['# c\na\n', /'=' is missing/, 2],
    ['a = \n', /value is missing/, 1],
    ['a = b\n', /stands in quotes/, 1],
    ['a = [1 2]\n', /comma or bracket/, 1],
    ['\n\na = """x\n', /not closed/, 3],
    ['a = "\\x"\n', /is no escape/, 1],
    ['a = "\\UFFFFFFFF"\n', /out of range/, 1],
    ['[a\n', /bracket is missing/, 1],
    ['a = 1\n[a]\n', /is no table/, 2],
    ['a = 1\n[[a]]\n', /is there already/, 2],
    ['= 1\n', /name is missing/, 1],
  ]
  for (const [text, reason, line] of WRONG)
    it(`says what is wrong with ${JSON.stringify(text)}`, () => {
      const { value, error } = parseToml(text)
      expect(value).to.equal(null)
      expect(error?.reason).to.match(reason)
      expect(error?.line).to.equal(line)
    })

  it('ends with an error or a table for whatever is left open, however long', () => {
    for (const piece of [
      '[',
      '{',
      '"',
      '"""',
      "'",
      "'''",
      'a.',
      'a=[',
      'a={b=',
      'a="\\',
      '#',
      '1_',
      '\n',
      ' ',
    ]) {
      const { value, error } = parseToml(piece.repeat(200_000 / piece.length))
      expect(error !== null || (value !== null && isYamlMap(value)), piece).to.equal(true)
    }
    expect(parseToml(`a = ${'['.repeat(200)}`).error?.reason).to.match(/more than 100 tables/)
    expect(parseToml(`${'a.'.repeat(200)}a = 1`).error?.reason).to.match(/more than 100 names/)
    expect(parseToml(`a = ${'{b.c.d = '.repeat(90)}`).error?.reason).to.match(
      /more than 100 tables/,
    )
    expect(parseToml(`a = """${'x"\n\\"'.repeat(200_000)}"""`).error?.reason ?? '').to.equal('')
    expect(parseToml(' '.repeat(2 ** 20 + 1)).error?.reason).to.match(/more than 1048576/)
  })
})
