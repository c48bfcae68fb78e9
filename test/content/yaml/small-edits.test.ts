import { assert } from 'chai'
import { setIn } from '../../../src/content/yaml/edit.js'
import { parseYaml } from '../../../src/content/yaml/parse.js'
import { fromJson, isYamlMap } from '../../../src/content/yaml/value.js'

/** Sets a key as a client does: it sends the whole JSON of the value, with one thing changed. */
function send(source: string, key: string, json: unknown): string {
  const { value } = parseYaml(source)
  const before = value !== null && isYamlMap(value) ? value.get(key) : undefined
  return setIn(source, [key], fromJson(json, before))
}

const AUTHOR = 'author:\n  name: "Ann" # hers\n  # where\n  city: Rome\ntitle: x\n'
const NAMES = 'names:\n  # first\n  - "Ann" # hers\n\n  - Bob # his\n  # last\n  - \'Cy\'\n# end\n'
const LINKS = 'links:\n- label: "a" # one\n  url: /a\n# two\n- label: b\n  url: /b\n'
const FLOW = 'tags: [\n  "a",   # one\n  b,\n]\nhome: { city: \'Rome\', zip: "001" } # hers\n'

describe('a small change of a list or mapping', () => {
  const CASES: readonly [title: string, source: string, key: string, json: unknown, to: string][] =
    [
      [
        'changes a nested key',
        AUTHOR,
        'author',
        { name: 'Bea', city: 'Rome' },
        AUTHOR.replace('Ann', 'Bea'),
      ],
      [
        'adds a nested key',
        AUTHOR,
        'author',
        { name: 'Ann', city: 'Rome', zip: 1 },
        AUTHOR.replace('Rome\n', 'Rome\n  zip: 1\n'),
      ],
      [
        'removes a nested key',
        AUTHOR,
        'author',
        { name: 'Ann' },
        AUTHOR.replace('  city: Rome\n', ''),
      ],
      [
        'changes an item',
        NAMES,
        'names',
        ['Ann', 'Ben', 'Cy'],
        NAMES.replace('Bob # his', 'Ben # his'),
      ],
      [
        'adds an item, in the quotes of the one before',
        NAMES,
        'names',
        ['Ann', 'Bob', 'Cy', 'Dee'],
        NAMES.replace("'Cy'\n", "'Cy'\n  - 'Dee'\n"),
      ],
      [
        'adds a first item',
        'a:\n- b\n',
        'a',
        [{ x: 1, z: [2] }, 'b'],
        'a:\n- x: 1\n  z:\n  - 2\n- b\n',
      ],
      [
        'inserts an item',
        NAMES,
        'names',
        ['Ann', 'Dee', 'Bob', 'Cy'],
        NAMES.replace('hers\n', 'hers\n  - "Dee"\n'),
      ],
      ['removes an item', NAMES, 'names', ['Ann', 'Cy'], NAMES.replace('  - Bob # his\n', '')],
      [
        'changes a key of an item',
        LINKS,
        'links',
        [
          { label: 'a', url: '/a' },
          { label: 'b', url: '/new' },
        ],
        LINKS.replace('/b', '/new'),
      ],
      [
        'adds a key to an item',
        LINKS,
        'links',
        [
          { label: 'a', url: '/a', rel: 'me' },
          { label: 'b', url: '/b' },
        ],
        LINKS.replace('/a\n', '/a\n  rel: me\n'),
      ],
      [
        'replaces an item by one of another kind',
        'a:\n- x # c\n- - y\n  - z\n',
        'a',
        [{ k: 1, l: 2 }, ['y', 'w']],
        'a:\n- k: 1 # c\n  l: 2\n- - y\n  - w\n',
      ],
      ['fills an empty item', 'a:\n-\n- b\n', 'a', ['x', 'b'], 'a:\n- x\n- b\n'],
      ['changes an item in brackets', FLOW, 'tags', ['a', 'c: d'], FLOW.replace('b,', "'c: d',")],
      [
        'adds an item in brackets',
        FLOW,
        'tags',
        ['a', 'b', 'c, d'],
        FLOW.replace('b,', 'b,\n  "c, d",').replace('"c, d"', "'c, d'"),
      ],
      [
        'removes an item in brackets',
        'tags: ["a", b,   c] # x\n',
        'tags',
        ['a', 'c'],
        'tags: ["a", c] # x\n',
      ],
      [
        'changes a key in braces',
        FLOW,
        'home',
        { city: "L'Aquila", zip: '001' },
        FLOW.replace("'Rome'", "'L''Aquila'"),
      ],
      [
        'adds a key in braces',
        FLOW,
        'home',
        { city: 'Rome', zip: '001', nr: 5 },
        FLOW.replace('"001"', '"001", nr: 5'),
      ],
      ['removes a key in braces', FLOW, 'home', { zip: '001' }, FLOW.replace("city: 'Rome', ", '')],
      [
        'keeps CRLF',
        'a:\r\n  - "b" # c\r\n  - d\r\n',
        'a',
        ['b', 'd', { x: 1, z: 2 }],
        'a:\r\n  - "b" # c\r\n  - d\r\n  - x: 1\r\n    z: 2\r\n',
      ],
    ]
  const DATES = 'a: [2020-01-01, 2021-01-01, 2.0]\n'
  const TYPES: readonly [title: string, source: string, key: string, json: unknown, to: string][] =
    [
      [
        'keeps the types of items after one that is removed',
        DATES,
        'a',
        ['2021-01-01', 2],
        'a: [2021-01-01, 2.0]\n',
      ],
      [
        'keeps the types of items that are moved',
        DATES,
        'a',
        ['2021-01-01', 2, '2020-01-01'],
        'a: [2021-01-01, 2.0, 2020-01-01]\n',
      ],
      [
        'keeps the types in items after one that is added',
        'a:\n- { d: 2020-01-01 }\n',
        'a',
        [{ d: 'x' }, { d: '2020-01-01' }],
        'a:\n- d: x\n- { d: 2020-01-01 }\n',
      ],
    ]
  for (const [title, source, key, json, to] of [...CASES, ...TYPES])
    it(title, () => assert.equal(send(source, key, json), to))
})
