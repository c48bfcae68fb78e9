import { expect } from 'chai'
import { createTries } from '../../../src/service/certificates/tries.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOTHING = { failures: {}, orders: [] }
const failed = (kind: 'not_here' | 'refused' | 'away') =>
  ({ kind, error: 'No.', endsAt: null }) as const

describe('Tries of certificates', () => {
  let time = 0
  const now = () => time

  /** The whole minutes that each of some failures made the name wait. */
  function waits(kind: 'not_here' | 'refused' | 'away', count: number): number[] {
    const tries = createTries(NOTHING, now)
    return Array.from({ length: count }, () => {
      tries.failed('a.test', failed(kind))
      const began = time
      while (!tries.mayTry('a.test', false)) time += MINUTE
      return (time - began) / MINUTE
    })
  }

  it('come less and less often, up to an hour or a day', () => {
    expect(waits('not_here', 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60])
    expect(waits('refused', 9)).to.deep.equal([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
    expect(waits('away', 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('wait for all names if the authority is away, else for one', () => {
    const tries = createTries(NOTHING, now)
    tries.failed('a.test', failed('refused'))
    expect(tries.mayTry('b.test', false)).to.equal(true)
    tries.failed('b.test', failed('away'))
    expect(tries.mayTry('c.test', false)).to.equal(false)
  })

  it('begin anew after a success', () => {
    const tries = createTries(NOTHING, now)
    tries.failed('a.test', failed('away'))
    tries.succeeded('a.test')
    expect([tries.mayTry('a.test', false), tries.failing()]).to.deep.equal([true, []])
  })

  it('are 20 orders an hour, and 20 more for renewals, also after a restart', () => {
    const before = createTries(NOTHING, now)
    const may = (tries: typeof before) => [
      tries.mayTry('a.test', false),
      tries.mayTry('a.test', true),
    ]
    for (let count = 0; count < 20; count += 1) before.ordered()
    const tries = createTries(before.state(), now)
    expect(may(tries)).to.deep.equal([false, true])
    const limited = { kind: 'limited', error: null, nextAt: time + HOUR }
    expect(tries.obstacle('a.test', false)).to.deep.equal(limited)
    expect(tries.obstacle('a.test', true)).to.equal(null)
    for (let count = 0; count < 20; count += 1) tries.ordered()
    expect(may(tries)).to.deep.equal([false, false])
    time += HOUR
    expect(may(tries)).to.deep.equal([true, true])
  })

  it('are remembered over a restart, until the name is gone', () => {
    const before = createTries(NOTHING, now)
    before.failed('a.test', failed('refused'))
    const tries = createTries(before.state(), now)
    expect(tries.mayTry('a.test', false)).to.equal(false)
    tries.forget('a.test')
    expect(tries.mayTry('a.test', false)).to.equal(true)
  })
})
