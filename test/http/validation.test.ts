import { expect } from 'chai'
import { z } from 'zod'
import { GalleyError } from '../../src/errors.js'
import { slipsIn } from '../../src/http/slips.js'
import { check } from '../../src/http/validation.js'

/** Names that are near to no other, and others behind them. */
const nearly = (count: number, after: Record<string, unknown>) => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`xyzwv${at}`, 1])),
  ...after,
})

const SLIP = 'titel is not known here; did you mean title?'

describe('Misspelt names', () => {
  const names = {
    known: ['title', 'body'],
    readOnly: ['titles'],
    inLists: new Map([['rows', ['name']]]),
  }

  it('are told where they stand in for what is taken, not what may be sent back', () => {
    expect(slipsIn({ titel: 1, titles: 2, body: 3, other: 4 }, names)).to.deep.equal([SLIP])
  })

  it('are looked for among the first hundred unknown ones', () => {
    expect(slipsIn(nearly(99, { titel: 1 }), names)).to.deep.equal([SLIP])
    expect(slipsIn(nearly(100, { titel: 1 }), names)).to.deep.equal([])
  })

  it('are told of objects in lists, whatever else stands there', () => {
    const rows = [{ name: 1 }, null, 'naem', [], { naem: 1 }]
    expect(slipsIn({ rows }, names)).to.deep.equal([
      'rows.4.naem is not known here; did you mean name?',
    ])
    expect(slipsIn({ rows: { naem: 1 } }, names)).to.deep.equal([])
    const far = [nearly(60, {}), nearly(38, {}), { naem: 1 }]
    expect(slipsIn({ rows: far }, names)).to.have.length(1)
    expect(slipsIn({ rows: [{ other: 1 }, ...far] }, names)).to.deep.equal([])
  })

  it('are looked for as far where a field is missing', () => {
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
