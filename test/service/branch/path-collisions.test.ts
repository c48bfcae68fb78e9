import { expect } from 'chai'
import { findCollision } from '../../../src/service/branch/path-collisions.js'

describe('findCollision', () => {
  for (const paths of [
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['a', 'A'],
    ['A/b', 'a/c'],
    ['x/a', 'x/A/b'],
    ['straße', 'STRASSE'],
    ['é', 'e\u0301'],
    ['a', 'a'],
  ]) {
    it(`finds ${paths.join(' and ')}`, () => {
      expect(findCollision(paths)).to.deep.include({ path: paths[1] })
    })
  }

  for (const paths of [[], ['a'], ['a/b', 'a/c', 'a/d/e'], ['a', 'ab', 'a.b'], ['x/a', 'y/A']]) {
    it(`lets ${paths.join(', ') || 'nothing'} stand side by side`, () => {
      expect(findCollision(paths)).to.equal(null)
    })
  }
})
