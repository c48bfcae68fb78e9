import { expect } from 'chai'
import { declarationsOf } from '../parity/css.js'
import { readDifferences, readDocumented, requestOf, sourceOf } from './documented.js'
import { buildSite } from './site.js'

// Of style sheets what they declare counts, and maps follow from how they are printed: README.md of the builder.
const comparable = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (path.endsWith('.css.map')) return [path, '']
      return [path, path.endsWith('.css') ? declarationsOf(text) : text]
    }),
  )

const differences = readDifferences()

describe('documented features of Jekyll work as in Jekyll 4.3.1', () => {
  for (const one of readDocumented()) {
    it(one.title, async () => {
      const { files, error } = await buildSite(sourceOf(one), requestOf(one.options))
      const { expected, options } = one
      if (options.differs !== undefined) {
        const made = error === null ? { files } : { error }
        expect(made).to.deep.equal(differences[one.title])
        expect(error === null ? files : null).not.to.deep.equal(expected)
      } else if (expected === null) expect(error).to.be.a('string')
      else
        expect({ error, ...comparable(files) }).to.deep.equal({
          error: null,
          ...comparable(expected),
        })
    })
  }
})
