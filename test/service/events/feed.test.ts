import { expect } from 'chai'
import { MAX_EVENTS_KEPT } from '../../../src/model/limits.js'
import { createFeed } from '../../../src/service/events/feed.js'
import type { LoggedSiteEvent } from '../../../src/service/events/logged-event.js'
import { createSiteLogs } from '../../../src/service/events/site-log.js'

describe('createFeed', () => {
  it('breaks off no stream, of whatever site, when more users are told of something than a log has entries', async () => {
    const logs = createSiteLogs<LoggedSiteEvent>({ now: () => 0, newId: () => 'log' })
    const follower = logs.follow('other', { place: '', signal: new AbortController().signal })
    const entries = follower.entries[Symbol.asyncIterator]()
    expect((await entries.next()).value).to.deep.include({ event: 'ready' })
    const feed = createFeed(logs)
    const userIds = Array.from({ length: MAX_EVENTS_KEPT + 1 }, (_, at) => `user ${at}`)
    feed.pointed('other', 'live', 'release')
    feed.notified(userIds)
    feed.notified(userIds)
    expect(follower.isBehind()).to.equal(false)
    expect((await entries.next()).value?.event).to.include({ kind: 'release' })
    expect((await entries.next()).value?.event).to.deep.include({ userIds: new Set(userIds) })
    logs.close()
  })
})
