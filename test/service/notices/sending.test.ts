/** Sending to targets that do not answer, or whose name leads elsewhere than before; whose turn it is. */

import { expect } from 'chai'
import { RETRY_AFTER_MS } from '../../../src/model/webhook.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import type { Outgoing } from '../../../src/deploy/network/outgoing.js'
import type { Records } from '../../../src/store/records/records.js'
import { createSending, type Sending } from '../../../src/service/notices/sending.js'
import { answerOk, openTarget, type HookTarget } from '../../api/hook-target.js'
import { id, makeSite, makeStoreOf, type TemporaryStore } from '../../store/make-store.js'
import { eventually } from '../../stories/git-client.js'

const HOOK = {
  siteId: id(10),
  name: 'A program',
  events: ['role.changed'],
  isActive: true,
  offReason: null,
  formerUntil: null,
  deliveredAt: null,
  missed: 0,
  createdAt: 0,
  updatedAt: 0,
} as const

describe('createSending', () => {
  const vault = createVault(Buffer.alloc(32, 1))
  let opened: TemporaryStore
  let target: HookTarget
  let sending: Sending
  let errors: unknown[]

  beforeEach(async () => {
    opened = makeStoreOf(makeSite(10, id(1)))
    target = await openTarget()
    errors = []
  })
  afterEach(async () => {
    await sending.stop()
    await target.close()
    await opened.remove()
    expect(errors).to.deep.equal([])
  })

  const records = () => opened.store.records
  const start = (
    outgoing: Partial<Outgoing> = {},
    now = () => 1000,
    read: Pick<Records, 'webhooks' | 'deliveries'> = records(),
  ) => {
    sending = createSending({
      records: read,
      vault,
      outgoing: { rules: { allow: ['127.0.0.1'] }, timeout: 10_000, ...outgoing },
      maxMs: 200,
      now,
      switchedOff: () => undefined,
      onError: (error) => errors.push(error),
    })
    sending.start()
  }
  /** A webhook with deliveries that wait. */
  const wait = (number: number, url: string, count = 1) => {
    records().webhooks.create({ ...HOOK, id: id(number), url, secret: vault.seal('whsec_AA==') })
    for (let at = 0; at < count; at += 1) {
      const delivery = { id: id(number * 1000 + at), webhookId: id(number), event: 'role.changed' }
      records().deliveries.add({ ...delivery, event: 'role.changed', at: 0, request: '{}' })
    }
  }
  const first = (number: number) => records().deliveries.find(id(number * 1000))

  it('gives up a target that does not answer in time, and tries it again later', async () => {
    target.answer = () => undefined
    wait(20, target.url)
    start()
    await eventually(() => expect(first(20)).to.include({ attempts: 1, state: 'waiting' }))
    const error = 'the server did not answer in time'
    const nextAt = 1000 + (RETRY_AFTER_MS[0] ?? 0)
    expect(first(20)).to.include({ status: null, error, nextAt, response: null })
  })

  it('gives up a target whose answer does not end, by its status', async () => {
    target.answer = (response) => void response.writeHead(200).write('so far')
    wait(20, target.url)
    start()
    await eventually(() => expect(first(20)).to.include({ state: 'delivered', status: 200 }))
    expect(first(20)).to.include({ response: 'so far' })
  })

  it('tries a delivery that can not be made once a minute, and sends others meanwhile', async () => {
    const clock = { now: 1000 }
    records().webhooks.create({ ...HOOK, id: id(30), url: target.url, secret: Buffer.from('?') })
    const delivery = { id: id(30_000), webhookId: id(30), event: 'role.changed' } as const
    records().deliveries.add({ ...delivery, at: 0, request: '{}' })
    wait(20, target.url, 2)
    start({}, () => clock.now)
    await eventually(() => expect(target.received).to.have.length(2))
    expect(errors).to.have.length(1)
    clock.now += 60_000
    sending.look()
    await eventually(() => expect(errors).to.have.length(2))
    errors = []
  })

  it('goes on after what waits could not be read', async () => {
    const { deliveries, webhooks } = records()
    const broken = { is: true }
    const waiting = () => {
      if (broken.is) throw new Error('the disk can not be read')
      return deliveries.waiting()
    }
    wait(20, target.url)
    start({}, undefined, { webhooks, deliveries: { ...deliveries, waiting } })
    expect(errors.splice(0).map(String)).to.deep.equal(['Error: the disk can not be read'])
    broken.is = false
    sending.look()
    await eventually(() => expect(first(20)).to.include({ state: 'delivered' }))
  })

  it('goes where the name leads now, if it may', async () => {
    const { port } = new URL(target.url)
    const lead = { to: '127.0.0.1' }
    const resolve = () => Promise.resolve([{ address: lead.to, family: 4 }])
    const clock = { now: 1000 }
    wait(20, `http://hooks.example:${port}/`, 2)
    target.answer = (response) => {
      lead.to = '10.0.0.1'
      answerOk(response)
    }
    start({ resolve }, () => clock.now)
    const second = () => records().deliveries.find(id(20_001))
    await eventually(() => expect(second()).to.include({ attempts: 1, state: 'waiting' }))
    expect(first(20)).to.include({ state: 'delivered' })
    expect(second()?.error).to.match(/^hooks\.example, by its address, is not one/)
    expect(target.received).to.have.length(1)
  })

  it('sends to each webhook one at a time, to four of a site, and to others meanwhile', async () => {
    const held: (() => void)[] = []
    target.answer = (response) => void held.push(() => answerOk(response))
    const other = await openTarget()
    try {
      records().sites.create(makeSite(11, id(1)), {
        id: id(12),
        siteId: id(11),
        userId: id(1),
        kind: 'admin',
        createdAt: 0,
        updatedAt: 0,
      })
      for (let number = 20; number < 26; number += 1) wait(number, target.url, 3)
      wait(30, other.url)
      records().webhooks.create({
        ...HOOK,
        id: id(40),
        siteId: id(11),
        url: other.url,
        secret: vault.seal('whsec_AA=='),
      })
      const news = { id: id(40_000), webhookId: id(40), event: 'role.changed' } as const
      records().deliveries.add({ ...news, at: 0, request: '{}' })
      start()
      await eventually(() => expect(held).to.have.length(4))
      await eventually(() => expect(other.received).to.have.length(1))
      expect(other.received[0]?.headers['webhook-id']).to.equal(id(40_000))
      target.answer = answerOk
      for (const answer of held) answer()
      await eventually(() => expect(target.received).to.have.length(18))
      await eventually(() => expect(other.received).to.have.length(2))
    } finally {
      await other.close()
    }
  })

  it('breaks off at its end, and sends again what was under way', async () => {
    target.answer = () => undefined
    wait(20, target.url)
    start()
    await eventually(() => expect(target.received).to.have.length(1))
    await sending.stop()
    expect(first(20)).to.include({ attempts: 0, state: 'waiting' })
    target.answer = answerOk
    start()
    await eventually(() => expect(first(20)).to.include({ state: 'delivered', attempts: 1 }))
  })
})
