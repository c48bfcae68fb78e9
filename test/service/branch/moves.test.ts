import { expect } from 'chai'
import type { Change } from '../../../src/git/diff/diff.js'
import { moveTrailers, pairMoves } from '../../../src/service/branch/moves.js'

const entryAt = (path: string) =>
  ({ path, oid: 'a'.repeat(40), mode: '100644', type: 'blob' }) as const
const gone = (path: string): Change => ({ path, before: entryAt(path), after: null })
const fresh = (path: string): Change => ({ path, before: null, after: entryAt(path) })

/** A commit message that names moves. */
const naming = (...moves: readonly (readonly [string, string])[]) =>
  `Change\n\n${moveTrailers(moves.map(([from, to]) => ({ from, to }))).join('\n')}\n`

const pairs = (message: string, changes: readonly Change[]) =>
  pairMoves(message, changes).map(({ path, before, after, renamedFrom }) => [
    renamedFrom ?? before?.path ?? null,
    after === null ? null : path,
  ])

describe('Moves that a commit names', () => {
  it('are moves, whatever is in their names', () => {
    for (const [from, to] of [
      ['a.md', 'b.md'],
      ['a "b"\nc.md', 'ä.md'],
    ] as const) {
      const [move, ...others] = pairMoves(naming([from, to]), [gone(from), fresh(to)])
      expect(move).to.deep.equal({ ...fresh(to), before: entryAt(from), renamedFrom: from })
      expect(others).to.deep.equal([])
    }
  })

  it('leave other changes and their order', () => {
    const changes = [fresh('b'), gone('c'), gone('d'), fresh('e')]
    expect(pairs(naming(['d', 'b']), changes)).to.deep.equal([
      ['d', 'b'],
      ['c', null],
      [null, 'e'],
    ])
  })

  it('are ignored if the commit does not make them', () => {
    const kept = { ...fresh('a'), before: entryAt('a') }
    for (const [message, changes] of [
      [naming(['a', 'b']), [kept, fresh('b')]],
      [naming(['a', 'b']), [gone('a'), { ...kept, path: 'b' }]],
      [naming(['a', 'b']), [gone('a')]],
      ['Galley-Moved: ["a", "b"', [gone('a'), fresh('b')]],
      ['Galley-Moved: {"0": "a", "1": "b"}', [gone('a'), fresh('b')]],
      ['Galley-Moved: [["a"], ["b"]]', [gone('a'), fresh('b')]],
      ['Says Galley-Moved: ["a","b"]', [gone('a'), fresh('b')]],
    ] as const) {
      expect(pairMoves(message, changes), message).to.deep.equal(changes)
    }
  })

  it('use each file once', () => {
    const changes = [gone('a'), fresh('b'), fresh('c')]
    expect(pairs(naming(['a', 'b'], ['a', 'c']), changes)).to.deep.equal([
      ['a', 'b'],
      [null, 'c'],
    ])
  })
})
