import { expect } from 'chai'
import { createReadiness } from '../../../src/service/branch/readiness.js'
import { startCatchingUp } from '../../../src/service/operations/catch-up.js'
import type { IndexHealth } from '../../../src/store/database.js'
import { FACTS, makeEntry, makeStore, type TemporaryStore } from '../../store/make-store.js'

type Check = NonNullable<Parameters<IndexHealth['check']>[0]>

/** A check of the index that goes on until the test ends it. */
function heldCheck() {
  let asked: Check | null = null
  let finish: (damage: string | null) => void = () => undefined
  const check: IndexHealth['check'] = (options = {}) => {
    asked = options
    options.signal?.addEventListener('abort', () => finish(null))
    return new Promise((resolve) => (finish = resolve))
  }
  return {
    check,
    isAsked: () => asked !== null,
    sound: (siteId: string) => asked?.onSite?.(siteId),
    finish: (damage: string | null) => finish(damage),
  }
}

describe('catching up', () => {
  let opened: TemporaryStore
  beforeEach(() => {
    opened = makeStore()
    for (const siteId of ['one', 'two']) {
      const upserts = [{ ...makeEntry(1), siteId }]
      const none = { removes: [], commits: [] }
      const { index } = opened.store
      index.applyChanges(siteId, { commit: 'c', expected: null, facts: FACTS, upserts, ...none })
    }
  })
  afterEach(() => opened.remove())

  function begin(
    trust: IndexHealth['trust'],
    suspects: readonly string[] = [],
    catchUp: (siteId: string) => Promise<void> = async () => undefined,
  ) {
    const held = heldCheck()
    const readiness = createReadiness()
    const ending = new AbortController()
    const read: string[] = []
    const logged: string[] = []
    const errors: unknown[] = []
    const { index, indexHealth } = opened.store
    const catching = startCatchingUp({
      maintenance: { clean: async () => undefined },
      advance: {
        catchUp: (siteId) => {
          read.push(siteId)
          return catchUp(siteId)
        },
        isSuspect: (siteId) => suspects.includes(siteId),
      },
      index,
      indexHealth: { trust, check: held.check, renew: () => indexHealth.renew() },
      readiness,
      siteIds: () => ['one', 'two', 'new'],
      ending: ending.signal,
      onError: (error) => errors.push(error),
      log: (_fields, message) => logged.push(message),
    })
    const isReady = (siteId: string) => {
      try {
        readiness.require(siteId)
        return true
      } catch (error) {
        expect(error).to.include({ code: 'unavailable' })
        return false
      }
    }
    return { ...held, ...catching, readiness, ending, read, logged, errors, isReady }
  }

  it('does not check an index that was closed cleanly', async () => {
    const { ended, isAsked, read, logged } = begin('sound')
    await ended
    expect(isAsked()).to.equal(false)
    expect(read.toSorted()).to.deep.equal(['new', 'one', 'two'])
    expect(logged).to.deep.equal([])
  })

  it('reads sites at which a process died after the others, one at a time', async () => {
    const running = new Set<string>()
    const alone: string[] = []
    const { ended, read } = begin('sound', ['new', 'one'], async (siteId) => {
      running.add(siteId)
      await new Promise(setImmediate)
      if (running.size === 1) alone.push(siteId)
      running.delete(siteId)
    })
    await ended
    expect(read).to.deep.equal(['two', 'one', 'new'])
    expect(alone).to.include.members(['one', 'new'])
  })

  it('checks the index after the first answers if a process was killed', async () => {
    const { ready, ended, isReady, isAsked, finish } = begin('likely')
    expect(isAsked()).to.equal(false)
    await ready
    for (const siteId of ['one', 'two', 'new']) expect(isReady(siteId), siteId).to.equal(true)
    while (!isAsked()) await new Promise(setImmediate)
    finish(null)
    await ended
  })

  it('makes each site wait until its rows were checked if the state of the index is unknown', async () => {
    const { ready, ended, readiness, isReady, sound, finish } = begin('unknown')
    await readiness.whenSettled('new')
    expect(['one', 'two'].map(isReady)).to.deep.equal([false, false])
    sound('two')
    await readiness.whenSettled('two')
    expect(['one', 'two'].map(isReady)).to.deep.equal([false, true])
    sound('one')
    await ready
    expect(isReady('one')).to.equal(true)
    finish(null)
    await ended
  })

  for (const trust of ['likely', 'unknown'] as const) {
    it(`indexes every site again if damage is found: ${trust}`, async () => {
      const { ended, isAsked, finish, isReady, read, logged, errors } = begin(trust)
      while (!isAsked()) await new Promise(setImmediate)
      finish('a page is torn')
      await ended
      expect(opened.store.index.commitOf('one')).to.equal(null)
      const again = read.slice(-3).toSorted()
      expect(again).to.deep.equal(['new', 'one', 'two'])
      for (const siteId of ['one', 'two', 'new']) expect(isReady(siteId), siteId).to.equal(true)
      expect(logged.at(-1)).to.contain('damaged')
      expect(errors).to.deep.equal([])
    })
  }

  it('ends at once if the server is stopped meanwhile', async () => {
    const { ready, ended, ending, read } = begin('unknown')
    ending.abort()
    await Promise.all([ready, ended])
    expect(read).to.deep.equal([])
  })
})
