/** The thread for long YAML, where it dies, is late or is asked for too much: real threads, no clock. */

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import {
  createYamlThread,
  type YamlOutcome,
  type YamlThread,
} from '../../../src/service/branch/long-yaml/yaml-thread.js'
import { GalleyError } from '../../../src/errors.js'
import { MAX_YAML_WAITING_OF_SITE } from '../../../src/model/limits.js'
import { startThread } from '../../../src/system/worker.js'

const SITE = { siteId: 'a' }

const reading = (source: string) => ({ kind: 'read', read: { source, limits: {} } }) as const
const READ: YamlOutcome = {
  kind: 'done',
  result: { value: new Map([['a', 1]]), error: null },
}

describe('the thread for long YAML', () => {
  let counts = new Int32Array(new SharedArrayBuffer(8))
  let started: Worker[] = []
  let thread: YamlThread
  /** Says that the time of the question under way is over; nothing else does. */
  let late: () => void

  const make = (idleMs?: number) =>
    createYamlThread({
      ...(idleMs !== undefined && { idleMs }),
      start: () => {
        const resourceLimits = { maxOldGenerationSizeMb: 64 }
        const options = { resourceLimits, workerData: counts }
        const worker = startThread({ name: './odd-yaml-thread', from: import.meta.url }, options)
        started.push(worker)
        return worker
      },
      signalOf: () => {
        const clock = new AbortController()
        late = () => clock.abort()
        return clock.signal
      },
    })

  beforeEach(() => {
    counts = new Int32Array(new SharedArrayBuffer(8))
    started = []
    late = () => undefined
    thread = make()
  })
  afterEach(async () => {
    await thread.end()
  })

  /** Resolves when a thread is in its loop. */
  const inLoop = async () => {
    while (Atomics.load(counts, 1) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const ask = (source: string, turn = SITE) => thread.ask(turn, reading(source))

  it('is the same for all tasks', async () => {
    expect(await Promise.all([ask('a: 1'), ask('a: 1')])).to.deep.equal([READ, READ])
    expect(started).to.have.length(1)
  })

  it('that dies is replaced, and its task is given to the next one', async () => {
    const [first, second] = await Promise.all([ask('exit once'), ask('a: 1')])
    expect(first).to.deep.equal({ kind: 'done', result: { value: 'exit once', error: null } })
    expect(second).to.deep.equal(READ)
    expect(started).to.have.length(2)
  })

  for (const word of ['exit', 'throw']) {
    it(`does not get a task that killed two threads (${word}); the next one does the waiting tasks`, async () => {
      const [first, second] = await Promise.all([ask(word), ask('a: 1')])
      expect(first).to.deep.equal({ kind: 'died' })
      expect(second).to.deep.equal(READ)
      expect(started).to.have.length(3)
    })
  }

  it('over its time limit is ended, and another one does the waiting tasks', async () => {
    const all = Promise.all([ask('loop'), ask('a: 1')])
    await inLoop()
    late()
    const [first, second] = await all
    expect(first).to.deep.equal({ kind: 'over budget', budget: 'more than 30 seconds' })
    expect(second).to.deep.equal(READ)
    expect(started).to.have.length(2)
    // Terminated already.
    expect(started[0]?.threadId).to.equal(-1)
  })

  it('over its memory limit is ended, and another one does the waiting tasks', async () => {
    const [first, second] = await Promise.all([ask('fill'), ask('a: 1')])
    expect(first).to.deep.equal({ kind: 'over budget', budget: 'more than 256 MB of memory' })
    expect(second).to.deep.equal(READ)
    expect(started).to.have.length(2)
  })

  it('ends when idle, and another one does later tasks', async () => {
    thread = make(0)
    expect(await ask('a: 1')).to.deep.equal(READ)
    const [first] = started
    if (first) await once(first, 'exit')
    expect(await ask('a: 1')).to.deep.equal(READ)
    expect(started).to.have.length(2)
  })

  it('may be killed during a task', async () => {
    const asked = ask('loop')
    await inLoop()
    const waiting = ask('a: 1')
    await started[0]?.terminate()
    while (started.length < 2) await new Promise((resolve) => setImmediate(resolve))
    await started[1]?.terminate()
    expect(await asked).to.deep.equal({ kind: 'died' })
    expect(await waiting).to.deep.equal(READ)
  })

  it('serves sites in turns', async () => {
    const order: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) =>
      thread.ask({ siteId: name.slice(0, 1) }, reading('a: 1')).then(() => void order.push(name)),
    )
    await Promise.all(all)
    expect(order).to.deep.equal(['a1', 'b1', 'a2', 'a3'])
  })

  it('refuses requests of a site with too many waiting, but not other sites or background work', async () => {
    const waiting = Array.from({ length: MAX_YAML_WAITING_OF_SITE + 1 }, () => ask('a: 1'))
    const [refused] = await Promise.allSettled([ask('a: 1')])
    const reason: unknown = refused.status === 'rejected' ? refused.reason : null
    expect(reason).to.be.instanceOf(GalleyError)
    expect(reason).to.include({ code: 'unavailable', retryAfter: 1 })
    const others = [
      ask('a: 1', { siteId: 'b' }),
      thread.ask({ ...SITE, isOwnWork: true }, reading('a: 1')),
    ]
    expect(await Promise.all([...waiting, ...others])).to.deep.equal(
      Array(waiting.length + 2).fill(READ),
    )
  })
})
