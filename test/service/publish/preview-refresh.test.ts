import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import {
  createPreviewRefresh,
  type PreviewRefresh,
} from '../../../src/service/publish/preview-refresh.js'
import { syncJob } from '../sync/bench.js'

describe('createPreviewRefresh', () => {
  let refresh: PreviewRefresh
  let queued: string[]
  let errors: unknown[]
  let clock: number

  function make(change: { isOn?: boolean; everyMs?: number; fail?: unknown } = {}): void {
    refresh = createPreviewRefresh({
      isOn: change.isOn ?? true,
      everyMs: change.everyMs ?? 0,
      now: () => clock,
      onError: (error) => void errors.push(error),
      runner: () => ({
        enqueue: ({ siteId, kind, userId }) => {
          if (change.fail !== undefined) throw change.fail
          queued.push(`${kind} ${siteId} ${String(userId)}`)
          return syncJob(siteId)
        },
      }),
    })
  }

  beforeEach(() => {
    queued = []
    errors = []
    clock = 1_000_000
  })
  afterEach(() => refresh.stop())

  it('queues a preview of a site whose preview is in use, one for several edits', async () => {
    make()
    refresh.wanted('a')
    for (const site of ['a', 'b', 'a']) refresh.changed(site)
    while (queued.length === 0) await sleep(2)
    await sleep(20)
    expect(queued).to.deep.equal(['preview a null'])
    refresh.changed('a')
    while (queued.length < 2) await sleep(2)
  })

  it('delays the edits of a burst, and loses none', async () => {
    make({ everyMs: 60_000 })
    refresh.wanted('a')
    refresh.changed('a')
    while (queued.length === 0) await sleep(2)
    refresh.changed('a')
    await sleep(30)
    expect(queued).to.have.length(1)
    refresh.stop()
    make({ everyMs: 50 })
    refresh.wanted('a')
    for (let edit = 0; edit < 2; edit++) {
      refresh.changed('a')
      while (queued.length === edit + 1) await sleep(2)
    }
    expect(queued).to.have.length(3)
  })

  it('refreshes previews that a person started, not those of the server', async () => {
    make()
    const handled: string[] = []
    const handler = refresh.noting(({ siteId }) => Promise.resolve(void handled.push(siteId)))
    const context = { report: () => undefined, signal: new AbortController().signal }
    await handler(syncJob('server'), context)
    await handler({ ...syncJob('person'), userId: 'u' }, context)
    expect(handled).to.deep.equal(['server', 'person'])
    for (const site of ['server', 'person']) refresh.changed(site)
    while (queued.length === 0) await sleep(2)
    expect(queued).to.deep.equal(['preview person null'])
  })

  it('does not refresh a preview that has not been viewed for long', async () => {
    make()
    refresh.wanted('a')
    clock += 11 * 60_000
    refresh.changed('a')
    await sleep(30)
    expect(queued).to.deep.equal([])
  })

  it('does nothing when it is off, and logs errors but not that the server stops', async () => {
    make({ isOn: false })
    refresh.wanted('a')
    refresh.changed('a')
    make({ fail: new GalleyError('unavailable', 'stopping') })
    refresh.wanted('a')
    refresh.changed('a')
    await sleep(30)
    expect([queued, errors]).to.deep.equal([[], []])
    make({ fail: new Error('full') })
    refresh.wanted('b')
    refresh.changed('b')
    while (errors.length === 0) await sleep(2)
  })
})
