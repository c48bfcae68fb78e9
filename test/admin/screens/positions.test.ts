/** Numbers of texts that are ordered by hand: as few as possible are written. */

import { expect } from 'chai'
import { movedTo, newPositions, type Placed } from '../../../src/admin/screens/entries/positions.js'
import { fc } from '../../random.js'

/** The numbers that are written when one of the texts `a`, `b`, `c`, … is moved. */
function written(positions: readonly (number | null)[], from: number, to: number) {
  const texts = positions.map((position, at) => ({ id: String.fromCharCode(97 + at), position }))
  const moved = texts[from]?.id ?? ''
  return Object.fromEntries(newPositions(movedTo(texts, from, to), moved))
}

describe('positions after a move', () => {
  it('are one new number where there is room', () => {
    expect(written([10, 20, 30], 2, 1)).to.deep.equal({ c: 11 })
    expect(written([10, 20, 30], 0, 2)).to.deep.equal({ a: 31 })
    expect(written([10, 20, 30], 2, 0)).to.deep.equal({ c: 1 })
    expect(written([1, 2, 3], 2, 0)).to.deep.equal({ c: 0 })
    expect(written([1.5, 1.75, 3], 2, 0)).to.deep.equal({ c: 1 })
  })

  it('make room where there is none, on the shorter side', () => {
    expect(written([1, 2, 3, 4], 3, 1)).to.deep.equal({ a: 0, d: 1 })
    expect(written([1, 2, 3, 4, 5], 4, 3)).to.deep.equal({ d: 6 })
    expect(written([1, 2, 3, 4, 5, 6, 7], 6, 2)).to.deep.equal({ a: 0, b: 1, g: 2 })
  })

  it('are given to those without a number only above the moved one', () => {
    expect(written([1, null, null, null], 3, 1)).to.deep.equal({ d: 2 })
    expect(written([null, null, null, null], 2, 1)).to.deep.equal({ a: 1, c: 2 })
    expect(written([1, 2, null, null], 0, 2)).to.deep.equal({ c: 3, a: 4 })
    expect(written([], 0, 0)).to.deep.equal({})
  })

  it('leave those alone that share a number, unless one is moved among them', () => {
    expect(written([1, 1, 1, 5], 3, 0)).to.deep.equal({ d: 0 })
    expect(written([1, 1], 1, 0)).to.deep.equal({ b: 0 })
  })

  it('always make the order that was wished', () => {
    const number = fc.option(fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constant(2.5)))
    const lists = fc.array(number, { minLength: 2, maxLength: 9 })
    const property = fc.property(lists, fc.nat(), fc.nat(), (numbers, a, b) => {
      const texts = sorted(numbers.map((position, at) => ({ id: String(at), position })))
      const wished = movedTo(texts, a % texts.length, b % texts.length)
      const moved = texts[a % texts.length]?.id ?? ''
      const made = newPositions(wished, moved)
      const after = wished.map((text) => ({
        ...text,
        position: made.get(text.id) ?? text.position,
      }))
      expect(sorted(after).map(({ id }) => id)).to.deep.equal(wished.map(({ id }) => id))
    })
    fc.assert(property, { numRuns: 300 })
  })
})

/** As the server sorts them: by numbers, then by paths, and those without a number last. */
function sorted(texts: readonly Placed[]): readonly Placed[] {
  const keyOf = ({ position }: Placed) => position ?? Infinity
  return texts.toSorted((a, b) =>
    keyOf(a) === keyOf(b) ? a.id.localeCompare(b.id) : keyOf(a) - keyOf(b),
  )
}
