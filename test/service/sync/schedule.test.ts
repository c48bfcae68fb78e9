import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import { createSyncSchedule, type SyncSchedule } from '../../../src/service/sync/schedule.js'
import {
  makeRole,
  makeSite,
  makeStore,
  makeUser,
  type TemporaryStore,
} from '../../store/make-store.js'
import { syncJob } from './bench.js'

describe('createSyncSchedule', () => {
  let temporary: TemporaryStore
  let schedule: SyncSchedule | undefined
  let queued: string[]
  let errors: unknown[]
  const owner = makeUser(1)
  const synced = makeSite(5, owner.id, { sync: 'githost' })
  const plain = makeSite(6, owner.id)

  beforeEach(() => {
    temporary = makeStore()
    const { records } = temporary.store
    records.users.create(owner, null)
    records.sites.create(synced, makeRole(7, { siteId: synced.id, userId: owner.id }))
    records.sites.create(plain, makeRole(8, { siteId: plain.id, userId: owner.id }))
    queued = []
    errors = []
  })
  afterEach(async () => {
    schedule?.stop()
    await temporary.remove()
  })

  function make(
    change: {
      isAhead?: () => Promise<boolean>
      isWaiting?: boolean
      isAway?: boolean
      fail?: unknown
      everyMs?: number
    } = {},
  ) {
    schedule = createSyncSchedule({
      isWaiting: () => change.isWaiting ?? false,
      isAway: () => change.isAway ?? false,
      records: temporary.store.records,
      isAhead: change.isAhead ?? (() => Promise.resolve(true)),
      onError: (error) => void errors.push(error),
      delayMs: 5,
      everyMs: change.everyMs ?? 60_000,
      runner: () => ({
        enqueue: ({ siteId, kind }) => {
          if (change.fail !== undefined) throw change.fail
          queued.push(`${kind} ${siteId}`)
          return syncJob(siteId)
        },
      }),
    })
    return schedule
  }
  async function until(claim: () => boolean): Promise<void> {
    while (!claim()) await sleep(2)
  }

  it('queues one sync for several changes', async () => {
    const made = make()
    for (let count = 0; count < 10; count++) made.changed(synced.id)
    await until(() => queued.length > 0)
    await sleep(20)
    expect(queued).to.deep.equal([`sync ${synced.id}`])
    made.changed(synced.id)
    await until(() => queued.length === 2)
  })

  it('queues none if sync is off or the remote is up to date', async () => {
    let asked = 0
    const made = make({
      isAhead: () => {
        asked += 1
        return Promise.resolve(false)
      },
    })
    made.changed(plain.id)
    made.changed(synced.id)
    made.changed('nothing')
    await until(() => asked > 0)
    await sleep(20)
    expect([asked, queued]).to.deep.equal([1, []])
  })

  it('queues none while an administrator has to decide', async () => {
    const made = make({ everyMs: 5, isWaiting: true })
    made.start()
    made.changed(synced.id)
    await sleep(30)
    expect(queued).to.deep.equal([])
  })

  it('queues none of a site that has moved away, until it is here again', async () => {
    const change = { everyMs: 5, isAway: true }
    const { sites } = temporary.store.records
    const listIds = sites.listIds.bind(sites)
    let rounds = 0
    sites.listIds = () => {
      rounds += 1
      return listIds()
    }
    const made = make(change)
    made.changed(synced.id)
    made.start()
    await until(() => rounds >= 3)
    expect(queued).to.deep.equal([])
    change.isAway = false
    await until(() => queued.length > 0)
  })

  it('queues every site with sync at intervals, until it is stopped', async () => {
    const made = make({ everyMs: 5 })
    made.start()
    await until(() => queued.length >= 2)
    made.stop()
    const { length } = queued
    await sleep(30)
    expect(queued).to.have.length(length)
    expect(new Set(queued)).to.deep.equal(new Set([`sync ${synced.id}`]))
  })

  it('ignores that the runner stops, and logs other errors', async () => {
    const stopping = make({ fail: new GalleyError('unavailable', 'Stopping.') })
    stopping.changed(synced.id)
    await sleep(30)
    expect(errors).to.deep.equal([])
    make({ isAhead: () => Promise.reject(new Error('broken')) }).changed(synced.id)
    await until(() => errors.length > 0)
    expect(String(errors[0])).to.contain('broken')
  })
})
