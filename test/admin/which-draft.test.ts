/** Which half of a draft is shown: that of the browser, or that of the server. */

import { expect } from 'chai'
import { whichDraft } from '../../src/admin/editor/drafts/which-draft.js'

describe('whichDraft', () => {
  const there = { version: 'b' }
  for (const [title, here, other, isSame, wanted] of [
    ['what only the browser has', { version: null }, null, false, 'here'],
    ['what only the server has', null, there, false, 'there'],
    ['the browser’s, which went on from the server’s', { version: 'b' }, there, false, 'here'],
    ['the same text', { version: 'a' }, there, true, 'here'],
    [
      'the server’s, if nothing was typed here since',
      { version: 'a', isKept: true },
      there,
      false,
      'there',
    ],
    ['a question, if both went on', { version: 'a', isKept: false }, there, false, 'ask'],
    ['a question, if the browser kept it alone', {}, there, false, 'ask'],
  ] as const) {
    it(`gives ${title}`, () => {
      expect(whichDraft(here, other, isSame)).to.equal(wanted)
    })
  }
})
