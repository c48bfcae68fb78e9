import { expect } from 'chai'
import { createWindowCounters } from '../../../src/http/middleware/window-counters.js'

describe('counters of a window', () => {
  it('count up to the end of the window, then start again', () => {
    const clock = { now: 0 }
    const counters = createWindowCounters({ windowMs: 1000, now: () => clock.now })
    expect(counters.add('a')).to.deep.equal({ count: 1, endsInMs: 1000 })
    clock.now = 400
    expect(counters.add('a')).to.deep.equal({ count: 2, endsInMs: 600 })
    expect(counters.add('b')).to.deep.equal({ count: 1, endsInMs: 1000 })
    clock.now = 1000
    expect(counters.add('a')).to.deep.equal({ count: 1, endsInMs: 1000 })
    expect(counters.add('b').count).to.equal(2)
  })

  it('forget windows that are over, and never keep more than their limit', () => {
    const clock = { now: 0 }
    const counters = createWindowCounters({ windowMs: 1000, now: () => clock.now, most: 100 })
    for (let k = 0; k < 60_000; k += 1) counters.add(`address ${k}`)
    expect(counters.size()).to.equal(100)
    expect(counters.add('address 59999').count, 'the newest stay').to.equal(2)
    clock.now = 1001
    counters.add('another')
    expect(counters.size()).to.equal(1)
  })
})
