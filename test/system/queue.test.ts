import { expect } from 'chai'
import { createQueue } from '../../src/system/queue.js'

const refuse = () => new Error('too many')

describe('A queue', () => {
  const nothing = () => Promise.resolve()
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: Error) => error.message,
    )

  it('lets the asker begin whose last turn was longest ago, each in their own order', async () => {
    const queue = createQueue({ places: 1 })
    const order: string[] = []
    const ask = (asker: string, what: string) =>
      queue.run({ asker }, () => Promise.resolve(void order.push(what)))
    await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')])
    expect(order).to.deep.equal(['a1', 'b1', 'a2', 'a3'])
  })

  it('takes turns between the keys of an asker', async () => {
    const queue = createQueue({ places: 1 })
    const order: string[] = []
    const asked = ['x', 'x', 'x', 'y'].map((key) =>
      queue.run({ asker: 'a', key }, () => Promise.resolve(void order.push(key))),
    )
    await Promise.all(asked)
    expect(order).to.deep.equal(['x', 'y', 'x', 'x'])
  })

  it('runs no more at once than its limit, and continues after a failure', async () => {
    const queue = createQueue({ places: 2 })
    let running = 0
    const seen: number[] = []
    const work = async () => {
      seen.push((running += 1))
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      throw new Error('failed')
    }
    const all = await Promise.allSettled(
      ['a', 'b', 'a', 'b'].map((asker) => queue.run({ asker }, work)),
    )
    expect(all.map(({ status }) => status)).to.deep.equal(Array(4).fill('rejected'))
    expect(Math.max(...seen)).to.equal(2)
    expect(await queue.run({ asker: 'c' }, () => Promise.resolve('done'))).to.equal('done')
  })

  it('gives each asker its places, whatever others have taken', async () => {
    const queue = createQueue({ placesOfOne: 2 })
    await queue.enter({ asker: 'a' })
    await queue.enter({ asker: 'a' })
    const third = queue.enter({ asker: 'a' })
    const other = queue.enter({ asker: 'b' })
    expect(await Promise.race([third, other])).to.equal(await other)
  })

  it('lets one on a key begin when the other has left, and others meanwhile', async () => {
    const queue = createQueue({ placesOfKey: 1 })
    const order: string[] = []
    const enter = async (asker: string, key: string) => {
      const leave = await queue.enter({ asker, key })
      order.push(`${asker} ${key}`)
      return leave
    }
    const leave = await enter('a', 'x')
    const second = enter('b', 'x')
    await enter('b', 'y')
    expect(order).to.deep.equal(['a x', 'b y'])
    leave()
    await second
    expect(order.at(-1)).to.equal('b x')
  })

  it('gives a place to the next, once even if it is left repeatedly', async () => {
    const queue = createQueue({ placesOfOne: 2 })
    const first = await queue.enter({ asker: 'a' })
    await queue.enter({ asker: 'a' })
    const order: string[] = []
    const third = queue.enter({ asker: 'a' }).then((leave) => {
      order.push('third')
      return leave
    })
    const fourth = queue.enter({ asker: 'a' }).then(() => order.push('fourth'))
    first()
    first()
    const leave = await third
    expect(order).to.deep.equal(['third'])
    leave()
    await fourth
    expect(order).to.deep.equal(['third', 'fourth'])
  })

  for (const [whose, options] of [
    ['of one asker', { maxWaitingOfOne: 2 }],
    ['on one key', { maxWaitingOfKey: 2 }],
    ['in all', { maxWaiting: 2 }],
  ] as const) {
    it(`refuses more than may wait ${whose}, except what must run`, async () => {
      const queue = createQueue({ ...options, places: 1, refuse })
      const owner = { asker: 'a', key: 'x' }
      const leave = await queue.enter(owner)
      const waiting = [queue.run(owner, nothing), queue.run(owner, nothing)]
      expect(await errorOf(queue.run(owner, nothing))).to.equal('too many')
      waiting.push(queue.run(owner, nothing, { isRefusable: false }))
      const other = errorOf(queue.run({ asker: 'b', key: 'y' }, nothing))
      leave()
      expect(await other).to.equal('maxWaiting' in options ? 'too many' : '')
      await Promise.all(waiting)
    })
  }

  describe('and who leaves it', () => {
    const options = { places: 1, maxWaitingOfOne: 2, maxWaiting: 2, refuse }

    it('makes room for others at once, and runs no more', async () => {
      const queue = createQueue(options)
      const done: string[] = []
      const free = await queue.enter({ asker: 'a' })
      const waits = (asker: string, name: string) => {
        const leaving = new AbortController()
        const work = () => Promise.resolve(void done.push(name))
        const end = errorOf(queue.run({ asker }, work, { signalOf: () => leaving.signal }))
        return { leave: () => leaving.abort(new Error(`${name} left`)), end }
      }
      const [one, two] = [waits('a', 'one'), waits('b', 'two')]
      expect(await waits('c', 'three').end).to.equal('too many')
      one.leave()
      expect(await one.end).to.equal('one left')
      const three = waits('c', 'three')
      free()
      await Promise.all([two.end, three.end])
      expect(done).to.have.members(['two', 'three'])
      one.leave()
      expect(await waits('a', 'four').end).to.equal('')
    })

    it('is asked for a signal only if it has to wait', async () => {
      const queue = createQueue(options)
      const signalOf = () => {
        throw new Error('was asked')
      }
      const done = queue.run({ asker: 'a' }, () => Promise.resolve('done'), { signalOf })
      expect(await done).to.equal('done')
    })

    it('does not begin if it had left before', async () => {
      const queue = createQueue(options)
      const gone = AbortSignal.abort(new Error('gone'))
      expect(await errorOf(queue.enter({ asker: 'a' }, gone))).to.equal('gone')
      const free = await queue.enter({ asker: 'a' })
      const late = queue.run({ asker: 'a' }, nothing, { signalOf: () => gone })
      expect(await errorOf(late)).to.equal('gone')
      free()
    })
  })
})
