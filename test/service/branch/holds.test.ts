/** Whose turn it is at `main`. A clock that stands still; what lapses does so by a timer. */

import { setImmediate as soon } from 'node:timers/promises'
import { expect } from 'chai'
import { createHolds, type Holds } from '../../../src/service/branch/holds.js'
import { createLocks } from '../../../src/service/branch/locks.js'

const SITE = 'site'
const ada = { siteId: SITE, userId: 'ada' }
const bob = { siteId: SITE, userId: 'bob' }
const LONG = 3600

describe('holding main for a push', () => {
  let now = 0
  let locks = createLocks()
  let holds: Holds
  let order: string[] = []

  function start(pushHoldSeconds: number): void {
    now = 1_000_000_000
    order = []
    locks = createLocks()
    holds = createHolds({ locks, now: () => now, pushHoldSeconds })
  }
  afterEach(() => holds.close())

  const head = () => Promise.resolve('one')
  /** Writes as everybody does: when nothing is held for others, under the lock. */
  async function write(name: string, userId?: string): Promise<void> {
    await holds.waitForOthers(SITE, userId)
    await locks.run(SITE, async () => void order.push(name))
  }
  async function fetch(racer: typeof ada): Promise<void> {
    await holds.beforeFetch(racer, head)
    order.push(`fetched by ${racer.userId}`)
  }
  /** Fetches, and then pushes onto something else. */
  async function lose(racer: typeof ada): Promise<void> {
    await holds.beforeFetch(racer, head)
    holds.beforePush(racer, 'two')
  }
  async function isHeldFor(others: string): Promise<boolean> {
    const passed = holds.waitForOthers(SITE, others).then(() => false)
    const waited = soon().then(() => soon(true))
    return Promise.race([passed, waited])
  }

  it('is given to a user who lost a race, from their next fetch to their next push', async () => {
    start(LONG)
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(false)
    holds.beforePush(ada, 'one')
    await fetch(ada)
    expect(await isHeldFor('bob'), 'nothing lost').to.equal(false)
    holds.beforePush(ada, 'two')
    expect(await isHeldFor('bob'), 'not fetched yet').to.equal(false)
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(true)
    expect(await isHeldFor('ada')).to.equal(false)
    const written = write('after', 'bob')
    await write('pushed', 'ada')
    holds.pushEnded(ada, 'three')
    await written
    expect(order.slice(-2)).to.deep.equal(['pushed', 'after'])
    await fetch(ada)
    expect(await isHeldFor('bob'), 'one push').to.equal(false)
    // What was pushed last is what was seen last.
    holds.pushEnded(ada, 'three')
    holds.beforePush(ada, 'three')
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(false)
  })

  it('is not given to a user who fetched long ago', async () => {
    start(LONG)
    await fetch(ada)
    now += LONG * 1000 * 12
    holds.beforePush(ada, 'two')
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(false)
  })

  it('begins after the writes that were queued before', async () => {
    start(LONG)
    await lose(ada)
    let end = (): void => undefined
    const slow = locks.run(SITE, () => new Promise<void>((resolve) => (end = resolve)))
    const second = write('second')
    const fetched = fetch(ada)
    await soon()
    end()
    await Promise.all([slow, second, fetched])
    expect(order).to.deep.equal(['second', 'fetched by ada'])
  })

  it('lets all waiting writes run before the next hold', async () => {
    start(LONG)
    await lose(ada)
    await lose(bob)
    await fetch(ada)
    const writes = [write('one'), write('two')]
    const fetched = fetch(bob)
    await soon()
    expect(order).to.deep.equal(['fetched by ada'])
    holds.pushEnded(ada, 'three')
    await Promise.all([...writes, fetched])
    expect(order).to.deep.equal(['fetched by ada', 'one', 'two', 'fetched by bob'])
    expect(await isHeldFor('ada')).to.equal(true)
  })

  it('expires, and is not given again for a while', async () => {
    start(0.01)
    await lose(ada)
    await fetch(ada)
    // Resolves only by the lapse.
    await write('waited', 'bob')
    await lose(ada)
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(false)
    now += 121
    await lose(ada)
    const fetched = fetch(ada)
    await write('waited again', 'bob')
    await fetched
    expect(order.filter((name) => name.startsWith('fetched')).length).to.equal(3)
  })

  it('ends with a push that is refused for another reason, and with the server', async () => {
    start(LONG)
    await lose(ada)
    await fetch(ada)
    holds.pushEnded(ada, null)
    await write('after', 'bob')
    await lose(ada)
    await fetch(ada)
    expect(await isHeldFor('bob'), 'as if it had lapsed').to.equal(false)
    await lose(bob)
    await fetch(bob)
    const written = write('last', 'ada')
    holds.close()
    await written
  })

  it('can be turned off', async () => {
    start(0)
    await lose(ada)
    await fetch(ada)
    expect(await isHeldFor('bob')).to.equal(false)
  })
})
