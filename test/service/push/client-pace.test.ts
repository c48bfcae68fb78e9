import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { expect } from 'chai'
import { createClientPace } from '../../../src/service/push/paced-rpc.js'
import { eventually } from '../../stories/git-client.js'

const PIECE = 64 * 1024

describe('the minimum pace of a client that clones', () => {
  const limits = { stallMs: 600_000, slowMs: 20, minRate: 1024 ** 3, waiting: () => 1 }
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
  function slowReader(pace: ReturnType<typeof createClientPace>) {
    let ended = 0
    const source = endless()
    const stream = source.pipe(pace.watchReader(() => (ended += 1)))
    return {
      take: () => void stream.read(1024),
      ended: () => ended,
      stop: () => [source, stream].forEach((one) => one.destroy()),
    }
  }

  it('is required while another client waits for a place', async () => {
    const pace = createClientPace(limits)
    const reader = slowReader(pace)
    await eventually(() => {
      reader.take()
      expect(reader.ended()).to.be.above(0)
    })
    reader.stop()
  })

  it('is not required while nobody waits', async () => {
    const pace = createClientPace({ ...limits, waiting: () => 0 })
    const reader = slowReader(pace)
    await rounds(reader.take)
    expect(reader.ended()).to.equal(0)
    reader.stop()
  })

  it('does not apply while git itself is slow', async () => {
    const pace = createClientPace(limits)
    let ended = 0
    const stream = pace.watchReader(() => (ended += 1)).resume()
    await rounds(() => stream.write('a'))
    expect(ended).to.equal(0)
    stream.destroy()
  })

  it('ends a client that reads nothing, even if nobody waits', async () => {
    const pace = createClientPace({ ...limits, stallMs: 50, waiting: () => 0 })
    const reader = slowReader(pace)
    await eventually(() => expect(reader.ended()).to.equal(1))
    reader.stop()
  })
})

describe('the minimum pace of a client that pushes', () => {
  const limits = { stallMs: 600_000, slowMs: 20, minRate: 1024 ** 3, waiting: () => 1 }

  /** A push whose client sends a piece when told to, to a git that reads everything. */
  function slowSender(pace: ReturnType<typeof createClientPace>) {
    let ended = 0
    const body = new PassThrough()
    body.pipe(new PassThrough().resume())
    const stop = pace.watchSender(body, () => (ended += 1))
    after(stop)
    return { body, stop, ended: () => ended }
  }
  const rounds = async (work: () => void) => {
    for (let count = 0; count < 20; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, limits.slowMs))
      work()
    }
  }

  it('is required while another client waits for a place', async () => {
    const pace = createClientPace(limits)
    const sender = slowSender(pace)
    await eventually(() => {
      sender.body.write('a')
      expect(sender.ended()).to.be.above(0)
    })
  })

  it('is not required while nobody waits', async () => {
    const sender = slowSender(createClientPace({ ...limits, waiting: () => 0 }))
    await rounds(() => sender.body.write('a'))
    expect(sender.ended()).to.equal(0)
  })

  it('is not required once everything has arrived', async () => {
    const pace = createClientPace(limits)
    const sender = slowSender(pace)
    sender.body.end('all')
    await once(sender.body, 'end')
    await rounds(() => undefined)
    expect(sender.ended()).to.equal(0)
  })

  it('does not apply while git reads nothing', async () => {
    const pace = createClientPace(limits)
    let ended = 0
    const body = new PassThrough()
    body.pipe(new PassThrough())
    body.write(Buffer.alloc(1024 * 1024))
    await eventually(() => expect(body.isPaused()).to.equal(true))
    after(pace.watchSender(body, () => (ended += 1)))
    await rounds(() => body.write('a'))
    expect(ended).to.equal(0)
  })
})
