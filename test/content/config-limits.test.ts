/** What a short `_config.yml` multiplies by each collection, rule and file of a site. */

import { expect } from 'chai'
import { createMerging, deepMerge } from '../../src/content/deep-merge.js'
import { defaultsFor, readDefaults } from '../../src/content/defaults.js'
import { editSiteConfig, setCollection } from '../../src/content/site-config-edit.js'
import { readSiteConfig } from '../../src/content/site-config.js'
import type { YamlMap, YamlValue } from '../../src/content/yaml/value.js'
import { assertScales } from '../growth.js'
import { fc } from '../random.js'

const numbered = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const collections = (count: number) => `collections:\n${numbered(count, (i) => `  c${i}: {}\n`)}`
const rules = (count: number, values: string) =>
  `defaults:\n${numbered(count, () => `- {scope: {path: ""}, values: {${values}}}\n`)}`
const keys = (count: number) => numbered(count, (i) => `k${i}: 1, `)

const LIMITS: readonly [string, { most: string; more: string; reason: RegExp }][] = [
  [
    'collections',
    { most: collections(500), more: collections(501), reason: /at most 500 entries, but has 501/ },
  ],
  [
    'names of collections',
    {
      most: `collections: [${'x'.repeat(254)}]\n`,
      more: `collections: [${'x'.repeat(255)}]\n`,
      reason: /name of a collection may have at most 254 characters/,
    },
  ],
  [
    'collections_dir',
    {
      most: `collections_dir: ${'a/'.repeat(256)}\n`,
      more: `collections_dir: ${'a/'.repeat(256)}a\n`,
      reason: /collections_dir may have at most 512 characters/,
    },
  ],
  [
    'rules of defaults',
    { most: rules(1000, 'a: 1'), more: rules(1001, 'a: 1'), reason: /at most 1,000 rules/ },
  ],
  [
    'values of rules',
    {
      most: rules(5, keys(1000)),
      more: rules(5, `${keys(999)} l: [1, 2]`),
      reason: /at most 5,000 keys and values together/,
    },
  ],
  [
    'markdown_ext',
    {
      most: `markdown_ext: "${'a,'.repeat(99)}b"\n`,
      more: `markdown_ext: "${'a,'.repeat(100)}b"\n`,
      reason: /at most 100 extensions/,
    },
  ],
]

describe('limits of what _config.yml multiplies', () => {
  for (const [name, { most, more, reason }] of LIMITS) {
    it(`takes as many as there may be, and refuses more: ${name}`, () => {
      expect(readSiteConfig(most).error).to.equal(null)
      expect(editSiteConfig(most, { title: 'x' })).to.match(/^title: x$/m)
      const { error, raw } = readSiteConfig(more)
      expect([error?.reason.match(reason)?.length, raw.size]).to.deep.equal([1, 0])
      expect(() => editSiteConfig(more, { title: 'x' })).to.throw(reason)
    })
  }

  it('adds no collection to as many as there may be', () => {
    expect(() => setCollection(collections(500), 'more', {})).to.throw(/at most 500 entries/)
  })
})

function rule(path: string, values: YamlMap): YamlMap {
  return new Map<string, YamlValue>([
    ['path', path],
    ['values', values],
  ])
}

const ONE: YamlMap = new Map([['a', 1]])

describe('defaults of many rules', () => {
  const post = { path: '_posts/2024-01-01-x.md', type: 'posts' }

  it('split the folder of collections once for a file, not for each rule', () => {
    assertScales((size) => {
      const rules = readDefaults(Array.from({ length: size }, () => rule('*', ONE)))
      defaultsFor(rules, { ...post, collectionsDir: 'a/'.repeat(40 * size) })
    }, 125)
  })

  it('are merged in time that grows with their keys, not with keys times rules', () => {
    assertScales((size) => {
      const many: YamlMap = new Map(Array.from({ length: 5 * size }, (_, i) => [`k${i}`, i]))
      const few = Array.from({ length: size }, () => rule('', ONE))
      defaultsFor(readDefaults([rule('_', many), ...few]), { ...post, collectionsDir: '' })
    }, 120)
  })

  it('are merged as one after the other', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const { map } = fc.letrec<{ value: YamlValue; map: YamlMap }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, 'x'), tie('map')),
      map: fc.array(fc.tuple(key, tie('value'))).map((pairs): YamlMap => new Map(pairs)),
    }))
    const steps = fc.array(fc.record({ isOver: fc.boolean(), map }))
    fc.assert(
      fc.property(steps, (all) => {
        const merging = createMerging()
        let expected: YamlMap = new Map()
        for (const one of all) {
          expected = one.isOver ? deepMerge(expected, one.map) : deepMerge(one.map, expected)
          if (one.isOver) merging.over(one.map)
          else merging.under(one.map)
        }
        // As text, since the order of the keys counts as well.
        expect(textOf(merging.result())).to.equal(textOf(expected))
      }),
    )
  })
})

function textOf(value: YamlValue): string {
  return value instanceof Map
    ? `{${[...value].map(([key, one]) => `${String(key)}: ${textOf(one)}`).join()}}`
    : JSON.stringify(value)
}
