import { mock } from 'node:test'
import { expect } from 'chai'
import { createMinimumPace } from '../../src/system/minimum-pace.js'

describe('a minimum pace', () => {
  let waiting = 0
  const limits = { slowMs: 1000, minRate: 10, waiting: () => waiting }
  const yes = () => true
  beforeEach(() => {
    waiting = 0
    mock.timers.enable({ apis: ['setInterval'] })
  })
  afterEach(() => mock.timers.reset())

  /** Clients at their places, and which of them were ended. */
  function clients(count: number, pace = createMinimumPace(limits)) {
    const ended: number[] = []
    const watched = Array.from({ length: count }, (_, at) =>
      pace.watch(yes, () => void ended.push(at)),
    )
    return { watched, ended }
  }

  it('ends as many slow clients as others wait, and no more until these have left', () => {
    const { watched, ended } = clients(5)
    waiting = 2
    mock.timers.tick(1000)
    mock.timers.tick(1000)
    expect(ended).to.deep.equal([0, 1])
    watched[0]?.stop()
    mock.timers.tick(1000)
    expect(ended).to.deep.equal([0, 1, 2])
  })

  it('ends nobody who is fast enough, or who has left', () => {
    const { watched, ended } = clients(2)
    waiting = 1
    watched[0]?.stop()
    watched[1]?.pass(10)
    mock.timers.tick(1000)
    expect(ended).to.deep.equal([])
    mock.timers.tick(1000)
    expect(ended).to.deep.equal([1])
  })

  it('ends nobody while nobody waits any more', () => {
    waiting = 1
    const { ended } = clients(1)
    waiting = 0
    mock.timers.tick(5000)
    expect(ended).to.deep.equal([])
  })

  it('ends nobody whose turn it is not, and nobody if there is no time limit', () => {
    const pace = createMinimumPace(limits)
    const { ended } = clients(1, createMinimumPace({ ...limits, slowMs: 0 }))
    waiting = 1
    pace.watch(
      () => false,
      () => void ended.push(1),
    )
    mock.timers.tick(5000)
    expect(ended).to.deep.equal([])
  })
})
