import { expect } from 'chai'
import { createFairQueue } from '../../src/system/fair-queue.js'

const options = { atOnce: 1, maxWaitingEach: 3, maxWaiting: 4, refuse: () => new Error('too many') }

describe('a fair queue', () => {
  it('takes turns between the waiting, each in their own order', async () => {
    const queue = createFairQueue(options)
    const order: string[] = []
    const ask = (asker: string, what: string) =>
      queue.run(asker, () => Promise.resolve(void order.push(what)))
    await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')])
    expect(order).to.deep.equal(['a1', 'a2', 'b1', 'a3'])
  })

  it('runs no more at once than its limit, and continues after a failure', async () => {
    const queue = createFairQueue({ ...options, atOnce: 2 })
    let running = 0
    const seen: number[] = []
    const work = async () => {
      seen.push((running += 1))
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      throw new Error('failed')
    }
    const all = await Promise.allSettled(
      ['a', 'b', 'a', 'b'].map((asker) => queue.run(asker, work)),
    )
    expect(all.map(({ status }) => status)).to.deep.equal(Array(4).fill('rejected'))
    expect(Math.max(...seen)).to.equal(2)
    expect(await queue.run('c', () => Promise.resolve('done'))).to.equal('done')
  })

  it('refuses work above the limit of one owner, and of all', async () => {
    const queue = createFairQueue(options)
    let free = () => {}
    const first = queue.run('a', () => new Promise<void>((resolve) => (free = resolve)))
    const none = () => Promise.resolve()
    const waiting = ['a', 'a', 'a'].map((asker) => queue.run(asker, none))
    const ofOne = await Promise.allSettled([queue.run('a', none)])
    waiting.push(queue.run('b', none))
    const ofAll = await Promise.allSettled([queue.run('c', none)])
    free()
    await Promise.all([first, ...waiting])
    for (const [result] of [ofOne, ofAll]) {
      expect(result).to.include({ status: 'rejected' })
      expect(result).to.have.nested.property('reason.message', 'too many')
    }
  })

  it('does not refuse work that must be done', async () => {
    const queue = createFairQueue({ ...options, maxWaitingEach: 1, maxWaiting: 1 })
    const order: string[] = []
    const ask = (what: string) =>
      queue.run('a', () => Promise.resolve(void order.push(what)), { isRefusable: false })
    await Promise.all(['1', '2', '3', '4'].map(ask))
    expect(order).to.deep.equal(['1', '2', '3', '4'])
  })
})
