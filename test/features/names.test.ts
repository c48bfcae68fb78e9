import { expect } from 'chai'
import { DEFAULTS } from '../../src/builder/config.js'
import { STANDARD_FILTERS } from '../../src/liquid/filters/standard.js'
import { STANDARD_TAGS } from '../../src/liquid/tags/standard.js'
import { defaultOptions } from '../../src/kramdown/tree/options.js'
import { JEKYLL_FILTERS, JEKYLL_TAGS } from '../../src/builder/render/engine.js'
import { DOCUMENT_PLACEHOLDERS } from '../../src/content/permalink.js'
import { readDocumented, readNames } from './documented.js'

const { documented, others } = readNames()

const withKind = (names: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(names).flatMap(([kind, list]) => list.map((name) => `${kind}: ${name}`))

const known = new Set([...withKind(documented), ...withKind(others)])
const shown = new Set(readDocumented().flatMap(({ names }) => names))

/** Names of a kind that the builder has, against those that are listed. */
const expectListed = (kind: string, names: Iterable<string>) =>
  expect([...names].filter((name) => !known.has(`${kind}: ${name}`))).to.deep.equal([])

describe('the names of documented features of Jekyll, Liquid and kramdown', () => {
  it('all have a test case', () => {
    expect([...known].filter((name) => !shown.has(name))).to.deep.equal([])
  })

  it('are the only ones that cases name, except cases of mistakes', () => {
    const free = /^(syntax|assets|file): |: (syntax|nonsense|unknown)$/
    const strange = [...shown].filter((name) => !known.has(name) && !free.test(name))
    expect(strange).to.deep.equal([])
  })

  it('include the filters and tags of the engine', () => {
    const nameOf = ({ name }: { readonly name: string }) => name
    expectListed('filter', [...STANDARD_FILTERS, ...JEKYLL_FILTERS].map(nameOf))
    expectListed('tag', [...STANDARD_TAGS, ...JEKYLL_TAGS].map(nameOf))
  })

  it('include the keys of the configuration and the options of Markdown', () => {
    expectListed('config', Object.keys(DEFAULTS))
    expectListed('kramdown option', Object.keys(defaultOptions))
  })

  it('include the placeholders of URLs', () => {
    expectListed('placeholder', DOCUMENT_PLACEHOLDERS)
  })
})
