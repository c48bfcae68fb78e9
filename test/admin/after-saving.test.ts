/** What is in the editor after a save, with what was typed meanwhile and what others have saved. */

import { expect } from 'chai'
import { afterSaving } from '../../src/admin/editor/conflict/after-saving.js'
import { EMPTY, type Form } from '../../src/admin/editor/form.js'

const form = (fields: Partial<Form>): Form => ({ ...EMPTY, ...fields })

describe('the form after saving', () => {
  it('is that of the server, if nothing was typed meanwhile', () => {
    const [base, sent] = [form({ body: 'a' }), form({ body: 'b' })]
    const saved = form({ body: 'b\n', date: '2026-01-02' })
    expect(afterSaving({ base, sent, saved, current: sent })).to.deep.equal(saved)
  })

  it('has what was typed and what others have saved in other paragraphs, fields and keys', () => {
    const base = form({ body: 'one\n\ntwo\n\nthree\n', metadata: { a: 1, b: 1 } })
    const sent = form({ ...base, body: 'one\n\ntwo\n\nthree mine\n' })
    const saved = form({
      body: 'one THEIRS\n\ntwo\n\nthree mine\n',
      tags: ['theirs'],
      metadata: { a: 2, b: 1 },
    })
    const current = form({
      body: 'one\n\ntwo\n\nthree mine more\n',
      title: 'Mine',
      metadata: { a: 1, b: 3 },
    })
    expect(afterSaving({ base, sent, saved, current })).to.deep.equal(
      form({
        body: 'one THEIRS\n\ntwo\n\nthree mine more\n',
        title: 'Mine',
        tags: ['theirs'],
        metadata: { a: 2, b: 3 },
      }),
    )
  })

  it('is what was typed, if the server only writes the same in another way', () => {
    const base = form({ body: 'a', title: 'T', date: '2026-01-01' })
    const sent = form({ body: 'ab', title: 'T ', date: '2026-01-02' })
    const saved = form({ body: 'ab\n', title: 'T', date: '2026-01-02 00:00:00 +0000' })
    const current = form({ body: 'abc', title: 'T x', date: '2026-01-03' })
    expect(afterSaving({ base, sent, saved, current })).to.deep.equal(current)
  })

  it('keeps what the server has added to a new document, whatever was typed meanwhile', () => {
    const sent = form({ title: 'T', body: 'a' })
    const saved = form({ ...sent, date: '2026-01-02', metadata: { layout: 'post' } })
    const typed = { body: 'ab', date: '2026-03-04', tags: ['mine'] }
    const current = form({ ...sent, ...typed })
    const expected = { ...saved, ...typed }
    expect(afterSaving({ base: null, sent, saved, current })).to.deep.equal(expected)
  })

  const base = form({ body: 'one\n\ntwo\n', title: 'T', metadata: { a: 1 } })
  const clashes: readonly (readonly [string, Partial<Form>, Partial<Form>])[] = [
    ['paragraph', { body: 'one THEIRS\n\ntwo\n' }, { body: 'one mine\n\ntwo\n' }],
    ['field', { title: 'Theirs' }, { title: 'Mine' }],
    ['key', { metadata: { a: 2 } }, { metadata: { a: 3 } }],
  ]
  for (const [what, theirs, mine] of clashes) {
    it(`is not known, if both have changed one ${what}`, () => {
      const saved = form({ ...base, ...theirs })
      const current = form({ ...base, ...mine })
      expect(afterSaving({ base, sent: base, saved, current })).to.equal(null)
    })
  }
})
