import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { readDocumented, requestOf, sourceOf } from './documented.js'
import { buildSite } from './site.js'

interface Newer {
  readonly index: number
  readonly title: string
  readonly files?: Readonly<Record<string, string>>
  readonly failed?: string
}

const url = new URL('../../fixtures/documented/newer.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(url, 'utf8')) as { cases: readonly Newer[] }

/** What Jekyll 4.4 does and we do not, with why: see README.md of the builder. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'configuration: file: modified': 'with the keys of a file in the order that 4.3 had',
  'variables: variable: file.path, file.modified_time, file.name, file.basename, file.extname':
    'with the keys of a file in the order that 4.3 had',
  'variables: variable: page.content, page.title, page.url, page.dir, page.name, page.path':
    'a blank of a table is no reference where a template begins with a number or nothing',
  'filters: filter: default': 'with `allow_false`, which stops Liquid 4.0',
  'tags: tag: #': 'the tag works, which stops Liquid 4.0',
  'tags: tag: liquid': 'the tag works, which stops Liquid 4.0',
  'tags: tag: echo': 'the tag works, which stops Liquid 4.0',
}

describe('jekyll_version: 4.4 follows Jekyll 4.4.1 where it differs from 4.3.1', () => {
  const documented = readDocumented()
  for (const { index, title, files: expected } of cases) {
    const reason = DIFFERENT[title]
    it(reason === undefined ? title : `${title}, but ${reason}`, async () => {
      const one = documented[index]
      if (one?.title !== title) throw new Error('Record the cases again: record.rb --newer')
      const request = requestOf(one.options)
      const overrides = { ...request.overrides, jekyll_version: '4.4' }
      const { files, error } = await buildSite(sourceOf(one), { ...request, overrides })
      if (reason !== undefined)
        expect({ error, files }).not.to.deep.equal({ error: null, files: expected })
      else if (expected === undefined) expect(error).to.be.a('string')
      else expect({ error, ...files }).to.deep.equal({ error: null, ...expected })
    })
  }
})
