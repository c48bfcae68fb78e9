import { expect } from 'chai'
import { createShares } from '../../src/system/shares.js'

describe('createShares', () => {
  const open = () => new AbortController().signal
  const make = () =>
    createShares({ share: 2, mostWaiting: 2, refuse: () => new Error('too many wait') })
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error: Error) => error.message,
    )

  it('keeps nobody from his share, whatever others have taken', async () => {
    const shares = make()
    await shares.take('a', open())
    await shares.take('a', open())
    const third = shares.take('a', open())
    const other = shares.take('b', open())
    expect(await Promise.race([third, other])).to.equal(await other)
  })

  it('gives a place to the next in line, and once however often it is left', async () => {
    const shares = make()
    const first = await shares.take('a', open())
    await shares.take('a', open())
    const order: string[] = []
    const third = shares.take('a', open()).then((leave) => {
      order.push('third')
      return leave
    })
    const fourth = shares.take('a', open()).then(() => order.push('fourth'))
    first()
    first()
    const leave = await third
    expect(order).to.deep.equal(['third'])
    leave()
    await fourth
    expect(order).to.deep.equal(['third', 'fourth'])
  })

  it('refuses who has too many waiting, and forgets who gave up', async () => {
    const shares = make()
    await shares.take('a', open())
    await shares.take('a', open())
    const waiting = new AbortController()
    const third = errorOf(shares.take('a', waiting.signal))
    const fourth = errorOf(shares.take('a', waiting.signal))
    expect(await errorOf(shares.take('a', open()))).to.equal('too many wait')
    waiting.abort(new Error('gone'))
    expect(await Promise.all([third, fourth])).to.deep.equal(['gone', 'gone'])
    expect(await errorOf(shares.take('a', waiting.signal))).to.equal('gone')
    void shares.take('a', open())
    void shares.take('a', open())
    expect(await errorOf(shares.take('a', open()))).to.equal('too many wait')
  })
})
