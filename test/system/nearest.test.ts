import { expect } from 'chai'
import { didYouMean, nearest } from '../../src/system/nearest.js'

const NAMES = ['title', 'body', 'path', 'permalink', 'tags']

describe('The nearest name', () => {
  const cases: [string, string | null][] = [
    ['titel', 'title'],
    ['Title', 'title'],
    ['titles', 'title'],
    ['tilte', 'title'],
    ['ttl', null],
    ['permlink', 'permalink'],
    ['permallnik', 'permalink'],
    ['bdy', 'body'],
    ['tag', 'tags'],
    ['date', null],
    ['pth', 'path'],
    ['', null],
    ['x'.repeat(100_000), null],
  ]
  for (const [given, meant] of cases) {
    it(`of "${given.slice(0, 20)}" is ${meant ?? 'none'}`, () => {
      expect(nearest(given, NAMES)).to.equal(meant)
    })
  }

  it('is formatted as the end of a sentence, or as nothing', () => {
    expect(didYouMean('titel', NAMES)).to.equal('; did you mean title?')
    expect(didYouMean('author', NAMES)).to.equal('')
  })
})
