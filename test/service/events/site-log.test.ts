import { expect } from 'chai'
import { MAX_EVENTS_KEPT } from '../../../src/model/limits.js'
import { createPresence } from '../../../src/service/events/presence.js'
import { createSiteLogs, type LoggedEvent } from '../../../src/service/events/site-log.js'

interface Note extends LoggedEvent {
  readonly text: string
}

const note = (text: string, more: Partial<Note> = {}): Note => ({ text, weight: 0, ...more })

describe('createSiteLogs', () => {
  const clock = { now: 0 }
  let ids: number
  const make = () => {
    ids = 0
    return createSiteLogs<Note>({ now: () => clock.now, newId: () => `log${(ids += 1)}` })
  }
  const begin = (logs: ReturnType<typeof make>, place = '') => {
    const controller = new AbortController()
    const follower = logs.follow('site', { place, signal: controller.signal })
    const entries = follower.entries[Symbol.asyncIterator]()
    const next = async () => {
      const { value, done } = await entries.next()
      if (done) return null
      const { event } = value
      return typeof event === 'string' ? event : event.text
    }
    return { ...follower, next, entries, leave: () => controller.abort() }
  }

  it('ends for a reader that left, and for one that has fallen too far behind', async () => {
    const logs = make()
    const [leaving, slow] = [begin(logs), begin(logs)]
    expect(await leaving.next()).to.equal('ready')
    expect(await slow.next()).to.equal('ready')
    const waiting = leaving.next()
    leaving.leave()
    expect(await waiting).to.equal(null)
    for (let count = 0; count < MAX_EVENTS_KEPT; count += 1) logs.append('site', note('x'))
    expect(slow.isBehind()).to.equal(false)
    logs.append('site', note('one too many'))
    expect(slow.isBehind()).to.equal(true)
    expect(await slow.next()).to.equal(null)
  })

  it('keeps a limited number of bytes, and sends a reset to readers behind them', async () => {
    const logs = make()
    const first = begin(logs)
    await first.next()
    logs.append('site', note('light'))
    const { value } = await first.entries.next()
    logs.append('site', note('heavy', { weight: 700_000 }))
    logs.append('site', note('heavier', { weight: 700_000 }))
    expect(await begin(logs, value?.place).next()).to.equal('reset')
  })

  it('keeps only the last event of each key', async () => {
    const logs = make()
    const reader = begin(logs)
    await reader.next()
    for (const text of ['a', 'b', 'c']) logs.append('site', note(text, { key: 'k' }))
    logs.append('site', note('end'))
    expect([await reader.next(), await reader.next()]).to.deep.equal(['c', 'end'])
  })

  it('forgets a site that nobody has followed for minutes', async () => {
    const logs = make()
    const reader = begin(logs)
    const { value } = await reader.entries.next()
    reader.leave()
    expect(await begin(logs, value?.place).next()).to.equal('ready')
    const all = begin(logs, value?.place)
    all.leave()
    clock.now += 3_600_000
    // The second of the readers above is still there.
    expect(await begin(logs, value?.place).next()).to.equal('ready')
    const other = make()
    const once = begin(other)
    const first = await once.entries.next()
    once.leave()
    clock.now += 3_600_000
    expect(await begin(other, first.value?.place).next()).to.equal('reset')
  })
})

describe('createPresence', () => {
  it('removes users who have not reported for a minute, and announces it once', () => {
    const clock = { now: 0 }
    const told: string[] = []
    const presence = createPresence({
      now: () => clock.now,
      changed: (_, documentId) => told.push(documentId),
    })
    presence.report('site', 'ann', 'a')
    presence.report('site', 'ann', 'a')
    expect(told).to.deep.equal(['a'])
    clock.now = 59_999
    presence.report('site', 'bob', 'a')
    expect(presence.usersOn('site', 'a')).to.deep.equal(['ann', 'bob'])
    clock.now = 60_000
    expect(presence.usersOn('site', 'a')).to.deep.equal(['bob'])
    presence.sweep()
    presence.sweep()
    expect(told).to.deep.equal(['a', 'a', 'a'])
    presence.report('site', 'bob', null)
    expect(presence.openDocuments('site')).to.deep.equal([])
    presence.close()
  })
})
