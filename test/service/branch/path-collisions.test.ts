import { expect } from 'chai'
import { checkPaths } from '../../../src/service/branch/new-paths.js'
import { findCollision } from '../../../src/service/branch/path-collisions.js'
import { useRepositories } from '../../git/fixture.js'

describe('findCollision', () => {
  const bench = useRepositories()
  for (const paths of [
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['a', 'A'],
    ['A/b', 'a/c'],
    ['x/a', 'x/A/b'],
    ['straße', 'STRASSE'],
    ['é', 'e\u0301'],
    ['a', 'a'],
    ['x/y/a', 'x/Y/b'],
    ['x/y/z/a', 'x/y'],
  ]) {
    it(`finds ${paths.join(' and ')}`, async () => {
      expect(await findCollision(paths)).to.deep.include({ path: paths[1] })
    })
  }

  for (const paths of [[], ['a'], ['a/b', 'a/c', 'a/d/e'], ['a', 'ab', 'a.b'], ['x/a', 'y/A']]) {
    it(`allows ${paths.join(', ') || 'nothing'} together`, async () => {
      expect(await findCollision(paths)).to.equal(null)
    })
  }

  it('lets other work run while it compares very many', async () => {
    let turns = 0
    let isOver = false
    const others = () => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const paths = Array.from({ length: 60_000 }, (_, at) => `s/${at}/a.md`)
    expect(await findCollision(paths)).to.equal(null)
    expect(turns).to.be.greaterThan(0)
    turns = 0
    const data = Buffer.from('x')
    const snapshot = (await bench.repository()).snapshot(null)
    await checkPaths(snapshot, new Map(paths.map((name) => [name, { data }])))
    isOver = true
    expect(turns).to.be.greaterThan(0)
  })
})
