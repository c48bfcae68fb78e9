/** What is found in a text, as it reads. */

import { expect } from 'chai'
import { plainSnippet } from '../../src/admin/text/plain-snippet.js'

const plain = (...pieces: readonly string[]) =>
  plainSnippet(pieces.map((text, index) => ({ text, match: index % 2 === 1 })))
const words = (...pieces: readonly string[]) =>
  plain(...pieces)
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

describe('snippets of a text', () => {
  it('have no Markdown syntax', () => {
    expect(
      words('## Weather\n\nWind from the **west**, _calm_ at `night`. [Boats](/x) in.'),
    ).to.equal('Weather Wind from the west, calm at night. Boats in.')
    expect(
      words('- one\n* two\n1. three\n> said\n\n| a | b |\n|---|--:|\n| 1 | 2 |').trim(),
    ).to.equal('one two three said a b 1 2')
    expect(words('{% include x.html %}A <b>bold</b> word{: .lead}').trim()).to.equal('A bold word')
  })

  it('keep matches marked, also inside Markdown syntax', () => {
    expect(words('a **', 'boat', '** and [the ', 'boat', '](/x)')).to.equal(
      'a [boat] and the [boat]',
    )
    expect(words('', 'boat', '')).to.equal('[boat]')
    expect(words('*', 'boat', '*')).to.equal('[boat]')
  })

  it('keep characters that only look like syntax', () => {
    expect(words('2 * 3 = 6, snake_case_name, 5-6 and a - b, 1 < 2')).to.equal(
      '2 * 3 = 6, snake_case_name, 5-6 and a - b, 1 < 2',
    )
  })
})
