import { assert } from 'chai'
import { readDataFile, type DataFormat } from '../../../src/content/data/data-file.js'
import { MAX_DATA_BYTES } from '../../../src/model/limits.js'

const CSV = 'name;x,role,note\r\n"Ada",admin,"says ""hi"",\r\nand more"\r\nBob,,\r\n'

describe('reading a data file', () => {
  const REASONS: readonly [string, DataFormat, string, number?][] = [
    ['', 'yaml', 'empty'],
    ['# nothing yet\n', 'yaml', 'empty'],
    ['just a text\n', 'yaml', 'no_collection'],
    ['"text"', 'json', 'no_collection'],
    ['a: &x 1\nb: *x\n', 'yaml', 'unusual'],
    ['a: &x {b: 1}\nc:\n  <<: *x\n', 'yaml', 'unusual'],
    ['a: !!str 1\n', 'yaml', 'unusual'],
    ['? [a, b]\n: 1\n', 'yaml', 'unusual'],
    ['a: 1\n---\nb: 1\n', 'yaml', 'unusual'],
    ['a: 1\nb:\n  c: 1\n  c: 2\n', 'yaml', 'repeated_key'],
    ['{"a": [{"b": 1, "b": 2}]}', 'json', 'repeated_key'],
    ['a: [1\n', 'yaml', 'broken', 2],
    ['{\n"a": 1,}', 'json', 'broken', 2],
    ['{"a": 1} x', 'json', 'broken', 1],
    ['a\n"b\n', 'csv', 'broken', 2],
    ['a,"b"c\n', 'csv', 'broken', 1],
    [`a: ${'x'.repeat(MAX_DATA_BYTES)}\n`, 'yaml', 'too_large'],
    [`${'['.repeat(20)}${']'.repeat(20)}`, 'json', 'too_large'],
    [`${'['.repeat(20_000)}`, 'json', 'broken', 1],
    [`[${'1,'.repeat(21_000)}1]`, 'json', 'too_large'],
    [`${'a\n'.repeat(21_000)}`, 'csv', 'too_large'],
  ]
  for (const [text, format, why, line] of REASONS) {
    it(`shows ${JSON.stringify(text.slice(0, 20))} as source: ${why}`, () => {
      const read = readDataFile(text, format)
      assert.equal(read.kind === 'source' ? read.reason.why : 'form', why)
      if (line !== undefined) assert.equal(read.kind === 'source' && read.reason.line, line)
    })
  }

  it('gives rows of texts for a table', () => {
    assert.deepEqual(readDataFile(CSV, 'csv'), {
      kind: 'form',
      value: [
        ['name;x', 'role', 'note'],
        ['Ada', 'admin', 'says "hi",\r\nand more'],
        ['Bob', '', ''],
      ],
    })
    assert.deepEqual(readDataFile('a\tb\n1\t\n', 'tsv'), {
      kind: 'form',
      value: [
        ['a', 'b'],
        ['1', ''],
      ],
    })
  })
})
