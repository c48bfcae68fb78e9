import { expect } from 'chai'
import { formsOf } from '../../../src/store/index/plurals.js'

describe('singular and plural of a word', () => {
  for (const [one, many] of [
    ['library', 'libraries'],
    ['zebra', 'zebras'],
    ['box', 'boxes'],
    ['church', 'churches'],
    ['house', 'houses'],
    ['class', 'classes'],
    ['monkey', 'monkeys'],
    ['movie', 'movies'],
    ['status', 'statuses'],
    ['tomato', 'tomatoes'],
  ] as const) {
    it(`are ${one} and ${many}`, () => {
      expect(formsOf(one)).to.include(many)
      expect(formsOf(many)).to.include(one)
      expect(formsOf(many).length).to.be.lessThan(7)
    })
  }

  it('are the same for short words, other scripts, and words that only look like a plural', () => {
    for (const word of ['is', 'книги', '日', 'c3']) {
      expect(formsOf(word)).to.deep.equal([word])
    }
    expect(formsOf('gas')).to.not.include('ga')
    expect(formsOf('class')).to.not.include('clas')
    expect(formsOf('basis')).to.not.include('basi')
  })
})
