import { once } from 'node:events'
import { expect } from 'chai'
import { createStreams } from '../../../src/service/accounts/streams.js'

/** Numbers that come when they are pushed, until the signal. */
function source() {
  const waiting: ((value: number) => void)[] = []
  const left: AbortSignal[] = []
  return {
    left,
    push: (value: number) => waiting.shift()?.(value),
    subscribe: (signal: AbortSignal): AsyncIterable<number> => {
      left.push(signal)
      return (async function* () {
        const aborted = once(signal, 'abort').then(() => null)
        for (;;) {
          const next = new Promise<number>((resolve) => waiting.push(resolve))
          const value = await Promise.race([next, aborted])
          if (value === null) return
          yield value
        }
      })()
    },
  }
}

describe('createStreams', () => {
  const always = () => true

  it('refuses a stream above the limit, for that user only', () => {
    const streams = createStreams(() => 1)
    const { subscribe } = source()
    const one = streams.open({ userId: 'a', isAllowed: always, subscribe })
    expect(() => streams.open({ userId: 'a', isAllowed: always, subscribe })).to.throw('Too many')
    const other = streams.open({ userId: 'b', isAllowed: always, subscribe })
    void one.events[Symbol.asyncIterator]().return?.()
    void other.events[Symbol.asyncIterator]().return?.()
  })

  it('frees the place of a reader who leaves before the first event', async () => {
    const streams = createStreams(() => 1)
    const { subscribe, left } = source()
    for (let count = 0; count < 3; count += 1) {
      const stream = streams.open({ userId: 'a', isAllowed: always, subscribe })
      await stream.events[Symbol.asyncIterator]().return?.()
    }
    expect(left.map(({ aborted }) => aborted)).to.deep.equal([true, true, true])
  })

  it('ends a waiting stream once its user may not see it any more', async () => {
    const streams = createStreams(() => 1, 5)
    const { subscribe, push } = source()
    const state = { isAllowed: true }
    const stream = streams.open({ userId: 'a', isAllowed: () => state.isAllowed, subscribe })
    const iterator = stream.events[Symbol.asyncIterator]()
    const first = iterator.next()
    await new Promise((resolve) => setImmediate(resolve))
    push(1)
    expect(await first).to.deep.equal({ done: false, value: 1 })
    const second = iterator.next()
    state.isAllowed = false
    expect((await second).done).to.equal(true)
  })
})
