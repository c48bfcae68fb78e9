import { expect } from 'chai'
import { createLimit, mapLimited } from '../../src/system/parallel.js'

describe('createLimit', () => {
  it('counts as waiting who has no place, and not who has one', async () => {
    const limit = createLimit(2)
    const leave: (() => void)[] = []
    const work = () => new Promise<void>((done) => leave.push(done))
    const all = [limit(work), limit(work)]
    expect(limit.waiting()).to.equal(0)
    all.push(limit(work), limit(work))
    expect(limit.waiting()).to.equal(2)
    leave[0]?.()
    await all[0]
    expect(limit.waiting()).to.equal(1)
    leave[1]?.()
    await all[1]
    expect(limit.waiting()).to.equal(0)
    leave.slice(2).forEach((end) => end())
    await Promise.all(all)
    expect(limit.waiting()).to.equal(0)
  })
})

describe('mapLimited', () => {
  it('keeps the order, and never runs more than its limit', async () => {
    let running = 0
    let most = 0
    const items = Array.from({ length: 50 }, (_, at) => at)
    const doubled = await mapLimited(items, 3, async (item) => {
      running += 1
      most = Math.max(most, running)
      // Later ones are done sooner.
      for (let turn = 0; turn < 50 - item; turn += 1) await Promise.resolve()
      running -= 1
      return item * 2
    })
    expect(doubled).to.deep.equal(items.map((item) => item * 2))
    expect(most).to.equal(3)
    expect(await mapLimited([], 3, () => Promise.resolve(1))).to.deep.equal([])
  })

  it('fails with the first failure, and still does the others', async () => {
    const done: number[] = []
    const work = (item: number) => {
      if (item === 2) return Promise.reject(new Error('two'))
      done.push(item)
      return Promise.resolve()
    }
    const failure = await mapLimited([1, 2, 3, 4], 2, work).catch((error: Error) => error.message)
    await new Promise((resolve) => setImmediate(resolve))
    expect(failure).to.equal('two')
    expect(done).to.deep.equal([1, 3, 4])
  })
})
