/** Texts that somebody may send or push, each read in time that grows with its length. */

import { expect } from 'chai'
import { defaultsFor, readDefaults } from '../../src/content/defaults.js'
import { createFrontMatter } from '../../src/content/front-matter/create.js'
import { editFrontMatter } from '../../src/content/front-matter/edit.js'
import { readFrontMatter } from '../../src/content/front-matter/read.js'
import { matchesFolderGlob, matchesPathGlob } from '../../src/content/glob.js'
import { mergeText } from '../../src/content/merge.js'
import { readSiteConfig } from '../../src/content/site-config.js'
import { slugForTitle, slugify, titleizeSlug } from '../../src/content/slug.js'
import { parseYaml } from '../../src/content/yaml/parse.js'
import type { YamlMap, YamlValue } from '../../src/content/yaml/value.js'
import { assertScales } from '../growth.js'

const HOSTILE: readonly [string, number, (size: number) => unknown][] = [
  ['line ends in a value', 3500, (n) => createFrontMatter(field(`x${'\n'.repeat(n)}y`), '')],
  ['line ends around a body', 4000, (n) => createFrontMatter(field('x'), `${'\n'.repeat(n)}y`)],
  ['line ends in a value that is set', 3500, (n) => set(`x${'\n'.repeat(n)}`)],
  ['blank lines in a value that is set', 3500, (n) => set(`${' \n'.repeat(n)}x`)],
  ['digits of a value that is set', 4000, (n) => set(`${'1:'.repeat(n)}x`)],
  ['a key many times', 300, (n) => remove(`---\n${'a: 1\n'.repeat(n)}---\n`)],
  ['dashes of a title', 20_000, (n) => slugForTitle(`${'-'.repeat(n)}x`)],
  ['dashes of a slug', 20_000, (n) => titleizeSlug(`x${'-'.repeat(n)}x`)],
  ['lines of a slug', 20_000, (n) => slugify(`x${' \n-'.repeat(n)}x`, { mode: 'pretty' })],
  ['slashes of collections_dir', 8000, (n) => config(`collections_dir: x${'/'.repeat(n)}x`)],
  ['a pattern of a default', 2000, (n) => defaults(`x*{${'{a,b},'.repeat(n)}`)],
  ['braces of a pattern', 2000, (n) => matchesPathGlob(`{${','.repeat(n)}}`.repeat(9), 'a')],
  ['stars of a pattern', 40, (n) => matchesPathGlob(`${'*a'.repeat(n)}b`, 'a'.repeat(4000))],
  [
    'folders of a pattern',
    25,
    (n) =>
      again(10, () => matchesFolderGlob(`${'**/a/'.repeat(n)}`, Array<string>(n * 20).fill('a'))),
  ],
  ['lines of a merge', 2000, (n) => mergeText('a', 'x\n'.repeat(n), 'y\n'.repeat(n))],
  ['fences of a front matter', 4000, (n) => readFrontMatter(`---\n${'--- x\n'.repeat(n)}`)],
]

function again(times: number, run: () => unknown): void {
  for (let i = 0; i < times; i++) run()
}

function field(text: string): YamlMap {
  return new Map([['a', text]])
}

function set(text: string): string {
  return editFrontMatter('---\ntitle: x\n---\n', { set: new Map([['a', text]]) })
}

function remove(text: string): string {
  return editFrontMatter(text, { remove: ['a'] })
}

function config(text: string): unknown {
  return readSiteConfig(text)
}

function defaults(path: string): unknown {
  const rule: YamlMap = new Map<string, YamlValue>([
    ['path', path],
    ['values', field('x')],
  ])
  const rules = readDefaults([rule])
  return defaultsFor(rules, { path: 'a/b/c.md', type: 'pages', collectionsDir: '' })
}

/** YAML of which a text of 1,000 characters, or a mapping with it, is repeated by aliases in aliases. */
function repeated(form: string): string {
  const twenty = (name: string) => `[${`*${name}, `.repeat(20)}]`
  const merging = `[${'{<<: *b}, '.repeat(20)}]`
  const lists = form === 'merges' ? merging : twenty('a')
  return `a: &a ${'x'.repeat(1000)}\nb: &b {k: *a}\nc: &c ${lists}\nd: &d ${twenty('c')}\n`
}

describe('texts that aliases repeat', () => {
  for (const form of ['texts', 'merges']) {
    it(`count as often as they are repeated: ${form}`, () => {
      const yaml = repeated(form)
      const reason = (most: number) => `more than ${most} characters once aliases are written out`
      const front = readFrontMatter(`---\n${yaml}---\n`)
      const most = yaml.length + 16 * 1024
      expect([front.error?.reason, front.data.size]).to.deep.equal([reason(most), 0])
      const { error, raw } = readSiteConfig(yaml)
      expect([error?.reason, raw.size]).to.deep.equal([reason(256 * 1024), 0])
      const few = yaml.replace('x'.repeat(1000), 'x'.repeat(30))
      expect(readFrontMatter(`---\n${few}---\n`).error).to.equal(null)
      expect(readSiteConfig(few).error).to.equal(null)
      // The limits of the builder's process are others.
      expect(parseYaml(yaml).error).to.equal(null)
    })
  }
})

describe('hostile texts', () => {
  for (const [title, size, run] of HOSTILE)
    it(`takes linear time for ${title}`, () => assertScales(run, size))

  it('refuses a key that grows with each level of nesting', () => {
    const { error } = parseYaml(`${'? '.repeat(90)}1`)
    expect(error?.reason).to.match(/as a key$/)
  })

  it('checks each rule of defaults once for all files of a folder', () => {
    const rules = readDefaults(
      Array.from({ length: 900 }, (_, i) => new Map([['values', field(String(i))] as const])),
    )
    const target = { type: 'pages', collectionsDir: '' }
    const first = defaultsFor(rules, { ...target, path: 'a.md' })
    expect(defaultsFor(rules, { ...target, path: 'b.md' })).to.equal(first)
    expect([...first]).to.deep.equal([['a', '899']])
  })
})
