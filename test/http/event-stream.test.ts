import { once } from 'node:events'
import { expect } from 'chai'
import { eventStream } from '../../src/http/event-stream.js'

describe('eventStream', () => {
  it('is cut off when its events have ended and the client does not read the rest', async () => {
    const controller = new AbortController()
    const counts = { made: 0 }
    const events = (async function* () {
      while (!controller.signal.aborted) yield (counts.made += 1)
    })()
    const stream = eventStream({ events, ended: controller.signal }, () => 'x'.repeat(8192))
    stream.once('readable', () => controller.abort())
    await once(stream, 'close')
    expect(stream.readableEnded).to.equal(false)
    // No more was made than the stream holds.
    expect(counts.made).to.be.at.most(4)
  })
})
