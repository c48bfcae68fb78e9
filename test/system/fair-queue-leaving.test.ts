import { expect } from 'chai'
import { createFairQueue } from '../../src/system/fair-queue.js'

describe('Who leaves a fair queue', () => {
  const options = {
    atOnce: 1,
    maxWaitingEach: 2,
    maxWaiting: 2,
    refuse: () => new Error('too many'),
  }

  it('makes room for others at once, and runs no more', async () => {
    const queue = createFairQueue(options)
    const done: string[] = []
    let free = () => {}
    const first = queue.run('a', () => new Promise<void>((resolve) => (free = resolve)))
    const waits = (asker: string, name: string) => {
      const leaving = new AbortController()
      const work = () => Promise.resolve(void done.push(name))
      const end = queue
        .run(asker, work, { signalOf: () => leaving.signal })
        .catch((error: Error) => error.message)
      return { leave: () => leaving.abort(new Error(`${name} left`)), end }
    }
    const [one, two] = [waits('a', 'one'), waits('b', 'two')]
    expect(await waits('c', 'three').end).to.equal('too many')
    one.leave()
    expect(await one.end).to.equal('one left')
    const three = waits('c', 'three')
    free()
    await Promise.all([first, two.end, three.end])
    expect(done).to.deep.equal(['two', 'three'])
    one.leave()
    expect(await waits('a', 'four').end).to.equal(undefined)
  })

  it('is asked for a signal only if it has to wait', async () => {
    const queue = createFairQueue(options)
    const signalOf = () => {
      throw new Error('was asked')
    }
    expect(await queue.run('a', () => Promise.resolve('done'), { signalOf })).to.equal('done')
  })

  it('does not wait if it had left before', async () => {
    const queue = createFairQueue(options)
    let free = () => {}
    const first = queue.run('a', () => new Promise<void>((resolve) => (free = resolve)))
    const gone = AbortSignal.abort(new Error('gone'))
    const error: unknown = await queue
      .run('a', () => Promise.resolve(), { signalOf: () => gone })
      .catch((e: unknown) => e)
    expect(error).to.have.property('message', 'gone')
    free()
    await first
  })
})
