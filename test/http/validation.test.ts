import { expect } from 'chai'
import { z } from 'zod'
import { GalleyError } from '../../src/errors.js'
import { misspellingWarnings } from '../../src/http/misspelt-names.js'
import { check } from '../../src/http/validation.js'

/** Names that are near to no other, and others behind them. */
const nearly = (count: number, after: Record<string, unknown>) => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`xyzwv${at}`, 1])),
  ...after,
})

const WARNING = 'titel is not known here; did you mean title?'

describe('Misspelt names', () => {
  const names = {
    known: ['title', 'body'],
    readOnly: ['titles'],
    inLists: new Map([['rows', ['name']]]),
  }

  it('are reported if they are close to a known name; read-only names are not', () => {
    expect(misspellingWarnings({ titel: 1, titles: 2, body: 3, other: 4 }, names)).to.deep.equal([
      WARNING,
    ])
  })

  it('are looked for among the first hundred unknown ones', () => {
    expect(misspellingWarnings(nearly(99, { titel: 1 }), names)).to.deep.equal([WARNING])
    expect(misspellingWarnings(nearly(100, { titel: 1 }), names)).to.deep.equal([])
  })

  it('are reported in the objects of lists, whatever else the lists contain', () => {
    const rows = [{ name: 1 }, null, 'naem', [], { naem: 1 }]
    expect(misspellingWarnings({ rows }, names)).to.deep.equal([
      'rows.4.naem is not known here; did you mean name?',
    ])
    expect(misspellingWarnings({ rows: { naem: 1 } }, names)).to.deep.equal([])
    const far = [nearly(60, {}), nearly(38, {}), { naem: 1 }]
    expect(misspellingWarnings({ rows: far }, names)).to.have.length(1)
    expect(misspellingWarnings({ rows: [{ other: 1 }, ...far] }, names)).to.deep.equal([])
  })

  it('are looked for among as many if a field is missing', () => {
    const messageOf = (value: object) => {
      try {
        check(z.object({ title: z.string() }), value)
      } catch (error) {
        return error instanceof GalleyError ? error.message : String(error)
      }
      return null
    }
    expect(messageOf(nearly(99, { titel: 1 }))).to.equal(
      'title is needed; titel is not known here: did you mean title?',
    )
    expect(messageOf(nearly(100, { titel: 1 }))).to.equal('title is needed')
  })
})
