/** Two changes of one text, paragraph by paragraph. */

import { expect } from 'chai'
import fc from 'fast-check'
import { mergeParagraphs, type MergePiece } from '../../src/admin/editor/conflict/merge-text.js'

const takenBy =
  (side: 'mine' | 'theirs') =>
  (piece: MergePiece): string =>
    piece.kind === 'merged' ? piece.text : piece[side]

const conflictsOf = (pieces: readonly MergePiece[]) =>
  pieces.filter(({ kind }) => kind === 'conflict')

describe('merging paragraphs', () => {
  it('takes changes of only one side', () => {
    const pieces = mergeParagraphs({
      base: 'a\n\nb\n\nc\n',
      mine: 'a\n\nb\n\nc, mine\n',
      theirs: 'a, theirs\n\nb\n\nc\n',
    })
    expect(conflictsOf(pieces)).to.deep.equal([])
    expect(pieces.map(takenBy('mine')).join('')).to.equal('a, theirs\n\nb\n\nc, mine\n')
  })

  it('merges lines of one paragraph', () => {
    const pieces = mergeParagraphs({ base: 'a\nm\nb', mine: 'A\nm\nb', theirs: 'a\nm\nB' })
    expect(pieces).to.deep.equal([{ kind: 'merged', text: 'A\nm\nB' }])
  })

  it('reports what both have changed, and nothing else', () => {
    const pieces = mergeParagraphs({
      base: 'a\n\nb\n\nc',
      mine: 'a\n\nmine\n\nc',
      theirs: 'a\n\ntheirs\n\nc\n\nd',
    })
    expect(pieces).to.deep.equal([
      { kind: 'merged', text: 'a\n\n' },
      { kind: 'conflict', base: 'b\n\n', mine: 'mine\n\n', theirs: 'theirs\n\n' },
      { kind: 'merged', text: 'c\n\n' },
      { kind: 'merged', text: 'd' },
    ])
  })

  it('pairs paragraphs that were rewritten', () => {
    const pieces = mergeParagraphs({
      base: 'a\n\nb\n\nc\n\nd',
      mine: 'a1\n\nb\n\nc1\n\nd',
      theirs: 'a2\n\nb2\n\nc2\n\nd',
    })
    expect(pieces.map(({ kind }) => kind)).to.deep.equal([
      'conflict',
      'merged',
      'conflict',
      'merged',
    ])
    expect(pieces.map(takenBy('mine')).join('')).to.equal('a1\n\nb2\n\nc1\n\nd')
  })

  it('reports insertions of both at the same place', () => {
    const pieces = mergeParagraphs({ base: 'a\n', mine: 'a\n\nmine\n', theirs: 'a\n\ntheirs\n' })
    expect(conflictsOf(pieces)).to.deep.equal([
      { kind: 'conflict', base: '', mine: 'mine\n', theirs: 'theirs\n' },
    ])
  })

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '\n', '\n\n', ' ', '\r\n'), { maxLength: 12 })
    .map((parts) => parts.join(''))

  it('equals the changed side if the other has changed nothing', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        const mine = mergeParagraphs({ base, mine: other, theirs: base })
        const theirs = mergeParagraphs({ base, mine: base, theirs: other })
        expect(conflictsOf([...mine, ...theirs])).to.deep.equal([])
        const whole = (pieces: readonly MergePiece[]) => pieces.map(takenBy('mine')).join('')
        // Line ends behind the last word are of whoever changed them.
        expect(whole(mine).trimEnd()).to.equal(other.trimEnd())
        expect(whole(theirs).trimEnd()).to.equal(other.trimEnd())
      }),
    )
  })
})
