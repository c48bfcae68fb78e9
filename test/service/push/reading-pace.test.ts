import { Readable } from 'node:stream'
import { expect } from 'chai'
import { createReadingPace } from '../../../src/service/push/reading-pace.js'
import { eventually } from '../../stories/git-client.js'

const PIECE = 64 * 1024

describe('the minimum pace of a client that clones', () => {
  const limits = { stallMs: 600_000, slowMs: 20, minRate: 1024 ** 3 }
  const forever = () => new Promise<never>(() => undefined)
  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(PIECE))
      },
    })
  const rounds = async (work: () => void) => {
    for (let count = 0; count < 20; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, limits.slowMs))
      work()
    }
  }

  /** How often the clone of a client who takes a piece now and then was ended. */
  function slowReader(pace: ReturnType<typeof createReadingPace>) {
    let ended = 0
    const source = endless()
    const stream = source.pipe(pace.watch(() => (ended += 1)))
    return {
      take: () => void stream.read(1024),
      ended: () => ended,
      stop: () => [source, stream].forEach((one) => one.destroy()),
    }
  }

  it('is required while another client waits for a place', async () => {
    const pace = createReadingPace(limits)
    void pace.waiting(forever)
    const reader = slowReader(pace)
    await eventually(() => {
      reader.take()
      expect(reader.ended()).to.be.above(0)
    })
    reader.stop()
  })

  it('is not required while nobody waits', async () => {
    const pace = createReadingPace(limits)
    await pace.waiting(() => Promise.resolve())
    await pace.waiting(() => Promise.reject(new Error('no'))).catch(() => undefined)
    const reader = slowReader(pace)
    await rounds(reader.take)
    expect(reader.ended()).to.equal(0)
    reader.stop()
  })

  it('does not apply while git itself is slow', async () => {
    const pace = createReadingPace(limits)
    void pace.waiting(forever)
    let ended = 0
    const stream = pace.watch(() => (ended += 1)).resume()
    await rounds(() => stream.write('a'))
    expect(ended).to.equal(0)
    stream.destroy()
  })

  it('ends a client that reads nothing, even if nobody waits', async () => {
    const pace = createReadingPace({ ...limits, stallMs: 50 })
    const reader = slowReader(pace)
    await eventually(() => expect(reader.ended()).to.equal(1))
    reader.stop()
  })
})
