import { expect } from 'chai'
import { createKeyedSemaphore } from '../../src/system/keyed-semaphore.js'

describe('createKeyedSemaphore', () => {
  const open = () => new AbortController().signal
  const make = () =>
    createKeyedSemaphore({ permits: 2, maxWaiting: 2, refuse: () => new Error('too many wait') })
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: Error) => error.message,
    )

  it('guarantees each key its share, whatever others have taken', async () => {
    const shares = make()
    await shares.acquire('a', open())
    await shares.acquire('a', open())
    const third = shares.acquire('a', open())
    const other = shares.acquire('b', open())
    expect(await Promise.race([third, other])).to.equal(await other)
  })

  it('gives a place to the next in line, once even if it is released repeatedly', async () => {
    const shares = make()
    const first = await shares.acquire('a', open())
    await shares.acquire('a', open())
    const order: string[] = []
    const third = shares.acquire('a', open()).then((leave) => {
      order.push('third')
      return leave
    })
    const fourth = shares.acquire('a', open()).then(() => order.push('fourth'))
    first()
    first()
    const leave = await third
    expect(order).to.deep.equal(['third'])
    leave()
    await fourth
    expect(order).to.deep.equal(['third', 'fourth'])
  })

  it('refuses a key with too many waiting, and removes those that gave up', async () => {
    const shares = make()
    await shares.acquire('a', open())
    await shares.acquire('a', open())
    const waiting = new AbortController()
    const third = errorOf(shares.acquire('a', waiting.signal))
    const fourth = errorOf(shares.acquire('a', waiting.signal))
    expect(await errorOf(shares.acquire('a', open()))).to.equal('too many wait')
    waiting.abort(new Error('gone'))
    expect(await Promise.all([third, fourth])).to.deep.equal(['gone', 'gone'])
    expect(await errorOf(shares.acquire('a', waiting.signal))).to.equal('gone')
    void shares.acquire('a', open())
    void shares.acquire('a', open())
    expect(await errorOf(shares.acquire('a', open()))).to.equal('too many wait')
  })
})
