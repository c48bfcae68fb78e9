import { expect } from 'chai'
import { partOf, type Window } from '../../src/store/page.js'

describe('a part of a list in memory', () => {
  const row = (at: number, id: string) => ({ at, id })
  const newest = {
    placeOf: ({ at, id }: ReturnType<typeof row>) => [at, id],
    direction: 'desc',
  } as const
  const rows = [row(3, 'c'), row(2, 'a'), row(2, 'b'), row(1, 'd')]
  const idsOf = (all: typeof rows, window: Window) => {
    const { rows: some, next } = partOf(all, window, newest)
    return [some.map(({ id }) => id).join(''), next]
  }

  it('begins at an offset, or after a place', () => {
    expect(idsOf(rows, { limit: 2, offset: 1 })).to.deep.equal(['ab', [2, 'b']])
    expect(idsOf(rows, { limit: 2, offset: 9, after: [] })).to.deep.equal(['ca', [2, 'a']])
    expect(idsOf(rows, { limit: 2, offset: 0, after: [2, 'a'] })).to.deep.equal(['bd', null])
    expect(idsOf(rows, { limit: 2, offset: 0, after: [1, 'd'] })).to.deep.equal(['', null])
  })

  it('begins after a place whose row is gone, or has moved', () => {
    const without = (gone: string) => rows.filter(({ id }) => id !== gone)
    expect(idsOf(without('a'), { limit: 1, offset: 0, after: [2, 'a'] })).to.deep.equal([
      'b',
      [2, 'b'],
    ])
    const moved = [row(9, 'a'), ...without('a')]
    expect(idsOf(moved, { limit: 3, offset: 0, after: [2, 'a'] })).to.deep.equal(['bd', null])
    expect(idsOf([], { limit: 3, offset: 0, after: [2, 'a'] })).to.deep.equal(['', null])
  })
})
