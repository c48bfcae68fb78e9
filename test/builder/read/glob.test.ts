import { expect } from 'chai'
import { matchesGlob } from '../../../src/builder/read/glob.js'

describe('matchesGlob', () => {
  const table: [string, string, boolean][] = [
    ['*.md', 'a.md', true],
    ['*.md', 'x/a.md', true],
    ['**/*.md', 'x/y/a.md', true],
    ['**', 'anything/at all', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['[a-c]x', 'bx', true],
    ['[^a-c]x', 'bx', false],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'aXXbYY', false],
    ['[', '[', false],
    ['', '', true],
  ]
  for (const [pattern, text, expected] of table) {
    it(`is ${expected} for ${text} and ${pattern}`, () => {
      expect(matchesGlob(pattern, text)).to.equal(expected)
    })
  }

  it('terminates for a pattern made to backtrack', () => {
    expect(matchesGlob('*a'.repeat(200) + 'b', 'a'.repeat(5000))).to.equal(false)
  })
})
