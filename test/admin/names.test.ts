/** The names that the admin makes of what people type. */

import { expect } from 'chai'
import { properStem } from '../../src/admin/editor/uploads.js'

const NAMES = [
  ['Große Übersicht (1)', 'grosse-ubersicht-1'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Łódź', 'lodz'],
  ['Йод', 'йод'],
  ['が 한국', 'が-한국'],
  ['हिन्दी', 'हिन्दी'],
  ['ﬁ Ａ', 'fi-a'],
] as const

describe('a name', () => {
  for (const [typed, stem] of NAMES) {
    it(`of ${typed} is ${stem} for a file`, () => {
      expect(properStem(typed)).to.equal(stem)
    })
  }
})
