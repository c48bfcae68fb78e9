import { expect } from 'chai'
import { AttributeQuotes } from '../../../src/builder/sass/attribute-quotes.js'

describe('AttributeQuotes', () => {
  // What sassc 2.4 prints for the first from the style sheets noted.
  it('writes attribute selectors as the style sheets have them', () => {
    const quotes = new AttributeQuotes()
    quotes.note(`a[type='b'], a[ type = "c" ], a[type=d] { x: y }`)
    quotes.note(`[x^='y z'], [lang|=en], [a$=''], [type=b] { c: d }`)
    const css = 'a[type=b], a[type=c], a[type=d], [x^="y z"], [lang|=en], [a$=""], [e=f] { c: d; }'
    expect(quotes.restore(css)).to.equal(
      `a[type='b'], a[type="c"], a[type=d], [x^='y z'], [lang|=en], [a$=''], [e=f] { c: d; }`,
    )
  })
})
