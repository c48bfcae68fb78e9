import { assert } from 'chai'
import { ContentError } from '../../../src/content/error.js'
import { createFrontMatter } from '../../../src/content/front-matter/create.js'
import { editFrontMatter } from '../../../src/content/front-matter/edit.js'
import { readFrontMatter } from '../../../src/content/front-matter/read.js'
import { splitFrontMatter } from '../../../src/content/front-matter/split.js'
import { equalValues, YamlFloat, type YamlMap } from '../../../src/content/yaml/value.js'
import { MAX_FRONT_MATTER_BYTES } from '../../../src/model/limits.js'
import { YAML_CORPUS } from './corpus.js'
import { fc } from '../../random.js'

/** Jekyll's own pattern, with Ruby's blanks and line ends. */
const JEKYLL =
  /^(---[ \t\r\n\f\v]*\n[\s\S]*?\n?)(?<=\n)(---|\.\.\.)([ \t\r\n\f\v]*(?=\n|$(?![\s\S]))\n?)/

describe('splitFrontMatter', () => {
  it("finds what Jekyll's pattern finds", () => {
    const piece = fc.constantFrom(
      '---',
      '...',
      '\n',
      '\r\n',
      ' ',
      '\t',
      'a: 1',
      'x',
      '-',
      '\u00a0',
      '\u2028',
      '\f',
    )
    const text = fc.array(piece, { maxLength: 14 }).map((parts) => '---' + parts.join(''))
    fc.assert(
      fc.property(text, (source) => {
        const match = JEKYLL.exec(source)
        const span = splitFrontMatter(source)
        assert.equal(span?.bodyStart ?? null, match === null ? null : match[0].length)
        if (match !== null) assert.equal(span?.yamlEnd, match[1]?.length)
      }),
      { numRuns: 20_000 },
    )
  })

  const NONE = [
    '---js\n1\n---\n',
    '--- js\n---\n',
    '----\na: 1\n----\n',
    ' ---\n---\n',
    '---\na: 1\n',
    'x\n---\n---\n',
    '---',
    '',
  ]
  for (const text of NONE)
    it(`finds none in ${JSON.stringify(text)}`, () => assert.isNull(splitFrontMatter(text)))

  it('reads a text of blank lines in one pass', () => {
    assert.isNull(splitFrontMatter(`---${'\n'.repeat(1_000_000)}x`))
    assert.isNull(splitFrontMatter('---\n'.repeat(1) + '--- x\n'.repeat(200_000)))
  })
})

describe('readFrontMatter', () => {
  it('reads data, body and where the body starts', () => {
    const read = readFrontMatter('\ufeff---\r\ntitle: x\r\n---\r\n\r\nbody\r\n')
    assert.deepEqual([...read.data], [['title', 'x']])
    assert.deepInclude(read, { has: true, body: 'body\r\n', bodyStart: 23, error: null })
    assert.deepEqual(read.span, { yamlStart: 6, yamlEnd: 16, bodyStart: 23 })
  })

  it('reports where in the file the YAML is invalid', () => {
    assert.deepInclude(readFrontMatter('---\na: 1\nb: *x\n---\n').error, { line: 3 })
    assert.match(readFrontMatter('---\n- a\n---\n').error?.reason ?? '', /mapping/)
  })

  it('never runs or reads another language', () => {
    const marker = '---js\nglobalThis.galleyWasHere = true\n---\n'
    assert.deepInclude(readFrontMatter(marker), { has: false, body: marker })
    assert.notProperty(globalThis, 'galleyWasHere')
  })
})

const wrap = (yaml: string) =>
  `---\n${yaml}${yaml === '' || yaml.endsWith('\n') ? '' : '\n'}---\nBody\n\n--- not a fence ---\n`

function failureOf(work: () => unknown): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}

describe('editFrontMatter', () => {
  it('keeps every byte of body and fences, whatever keys are set', () => {
    for (const yaml of YAML_CORPUS) {
      const text = wrap(yaml)
      const edited = editFrontMatter(text, { set: new Map([['added', ['x', 'yes']]]) })
      assert.isTrue(
        edited.startsWith('---\n') && edited.endsWith('---\nBody\n\n--- not a fence ---\n'),
      )
      assert.isTrue(equalValues(readFrontMatter(edited).data.get('added') ?? null, ['x', 'yes']))
      assert.equal(editFrontMatter(edited, { remove: ['added'] }).trimEnd(), text.trimEnd())
    }
  })

  it('changes nothing if no keys are given', () => {
    for (const yaml of YAML_CORPUS) assert.equal(editFrontMatter(wrap(yaml), {}), wrap(yaml))
  })

  it('keeps byte order mark, line ends and blank lines when the body changes', () => {
    const text = '\ufeff---\r\na: 1 # c\r\n---  \r\n\r\nold'
    assert.equal(
      editFrontMatter(text, { body: 'new' }),
      '\ufeff---\r\na: 1 # c\r\n---  \r\n\r\nnew',
    )
    assert.equal(editFrontMatter('---\na: 1\n---', { body: 'new' }), '---\na: 1\n---\nnew')
  })

  it('fills empty front matter in the line ends of the file', () => {
    const set = new Map([['a', ['x']]])
    assert.equal(editFrontMatter('---\r\n---\r\nb', { set }), '---\r\na:\r\n- x\r\n---\r\nb')
    assert.equal(editFrontMatter('---\n---\r\nb', { set }), '---\na:\n- x\n---\r\nb')
  })

  it('does not end the front matter with a value that ends in blank lines', () => {
    const set = new Map([['a', ['x\n\n']]])
    const edited = editFrontMatter('---\na: 1\n---\nb', { set })
    assert.isTrue(edited.endsWith('\n---\nb'), edited)
    assert.equal(readFrontMatter(edited).body, 'b')
  })

  it('adds front matter to a text without any', () => {
    const set = new Map([['title', 'x']])
    assert.equal(editFrontMatter('body\n', { set }), '---\ntitle: x\n---\nbody\n')
    assert.equal(editFrontMatter('\ufeffa\r\nb', { set }), '\ufeff---\r\ntitle: x\r\n---\r\na\r\nb')
    assert.equal(editFrontMatter('body\n', { remove: ['x'] }), 'body\n')
  })

  it('keeps a fence at the very end of the file if there is no body', () => {
    const set = new Map([['a', 2]])
    assert.equal(editFrontMatter('---\na: 1\n---', { set }), '---\na: 2\n---')
  })

  it('refuses to write more front matter than can be read back', () => {
    const edit = (text: string, size: number) =>
      editFrontMatter(text, { set: new Map([['long', 'x'.repeat(size)]]) })
    const limit = MAX_FRONT_MATTER_BYTES
    for (const text of ['---\na: 1\n---\nBody\n', 'Body\n']) {
      assert.equal(
        readFrontMatter(edit(text, limit - 100)).data.get('long'),
        'x'.repeat(limit - 100),
      )
      const failure = failureOf(() => edit(text, limit))
      assert.instanceOf(failure, ContentError)
      assert.propertyVal(failure, 'code', 'too_large')
    }
  })

  it('accepts a new body below front matter that is too long to be changed', () => {
    const long = `---\na: ${'x'.repeat(MAX_FRONT_MATTER_BYTES)}\n---\n`
    assert.equal(editFrontMatter(`${long}old`, { body: 'new' }), `${long}new`)
  })

  it('refuses to change invalid front matter', () => {
    const edit = () => editFrontMatter('---\na: [\n---\n', { set: new Map([['b', 1]]) })
    assert.throws(edit, ContentError)
    assert.equal(editFrontMatter('---\na: [\n---\nx', { body: 'y' }), '---\na: [\n---\ny')
  })
})

describe('createFrontMatter', () => {
  it('writes keys in order, then the body', () => {
    const data: YamlMap = new Map<string, string | string[]>([
      ['title', 'Yes: no'],
      ['tags', ['a', 'on']],
    ])
    const text = createFrontMatter(data, 'Body\n')
    assert.equal(text, "---\ntitle: 'Yes: no'\ntags:\n- a\n- 'on'\n---\nBody\n")
  })

  it('writes front matter even without any key', () => {
    assert.equal(createFrontMatter(new Map(), 'Body'), '---\n---\nBody')
  })

  it('keeps a Unicode space at the end of the last value', () => {
    for (const blank of ['\u00a0', '\u2003', '\u3000', '\ufeff']) {
      const data: YamlMap = new Map<string, string | string[]>([['a', [`x${blank}`]]])
      assert.isTrue(equalValues(readFrontMatter(createFrontMatter(data, 'b')).data, data), blank)
      assert.isTrue(createFrontMatter(new Map([['k', `A${blank}`]]), '').startsWith('---\nk: '))
    }
  })

  it('reads back whatever it wrote', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom(
        'a\n\nb\n',
        '  x\ny',
        'x \ny',
        '---',
        '...\n',
        '---\nx',
        'a\n---\nb',
        '\u0085',
        '\u2028x',
        '\ufeff',
      ),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(null, 1.5, new YamlFloat(3), 1e21, 1e-7, 10n ** 30n),
    )
    const key = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('yes', '1', '', '#', '?', 'a b'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 5 }), fc.string(), (pairs, body) => {
        const wished: YamlMap = new Map()
        for (const [name, one] of pairs) {
          const isBig =
            typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one)
          wished.set(name, isBig ? BigInt(one) : one)
        }
        const read = readFrontMatter(createFrontMatter(wished, body))
        assert.isNull(read.error)
        assert.isTrue(equalValues(read.data, wished))
      }),
      { numRuns: 1500 },
    )
  })
})
