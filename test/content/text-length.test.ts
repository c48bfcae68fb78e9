/** Shortening texts to a number of bytes. */

import { expect } from 'chai'
import { beginningOf } from '../../src/content/text-length.js'

describe('the beginning of a text', () => {
  it('is the whole text if it is short enough', () => {
    expect(beginningOf('Größe', 7)).to.equal('Größe')
  })

  it('has no part of a character that does not fit', () => {
    expect(beginningOf('Größe', 3)).to.equal('Gr')
    expect(beginningOf('a😀b', 4)).to.equal('a')
    expect(beginningOf('a😀b', 5)).to.equal('a😀')
  })

  it('is empty if there is no room', () => {
    expect(beginningOf('a', 0)).to.equal('')
    expect(beginningOf('a', -3)).to.equal('')
  })
})
