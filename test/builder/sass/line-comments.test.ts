import { expect } from 'chai'
import { markPlaces, writePlaces } from '../../../src/builder/sass/line-comments.js'

// What Jekyll writes is in fixtures/sites/placed-*.
describe('line comments of the source of rules', () => {
  it('have the places of the source map, on the lines that the style requires', () => {
    // Lines 0 and 1 of the CSS are of lines 4 and 2 of the second style sheet.
    const map = { mappings: 'ACIA;EAFA', sources: ['a.scss', '_b.scss'] }
    const { css, places } = markPlaces('é,b{c:d}e{f:g}@x{\n  h{i:j}}@keyframes k{to{l:m}}', map)
    expect(places).to.deep.equal(['line 5, _b.scss', 'line 5, _b.scss', 'line 3, _b.scss'])
    expect(writePlaces(css, places, 'compressed')).to.equal(
      '/* line 5, _b.scss */é,b{c:d}/* line 5, _b.scss */e{f:g}@x{\n' +
        '  /* line 3, _b.scss */h{i:j}}@keyframes k{to{l:m}}',
    )
    expect(writePlaces(css, places, 'expanded')).to.include('\n  /* line 3, _b.scss */\n  h{i:j}')
  })

  it('are found in linear time', () => {
    const css = `é{a:b}${'c{d:e}'.repeat(50_000)}`
    const map = { mappings: `AAAA${',CACA'.repeat(50_000)}`, sources: ['a.scss'] }
    expect(markPlaces(css, map).places).to.have.length(50_001)
  })
})
