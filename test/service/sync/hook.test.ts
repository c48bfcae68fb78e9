import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import type { Actor } from '../../../src/model/user.js'
import { createAccess } from '../../../src/service/accounts/access.js'
import { createSyncHook, type SyncHook } from '../../../src/service/sync/hook.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import {
  makeRole,
  makeSite,
  makeStore,
  makeUser,
  type TemporaryStore,
} from '../../store/make-store.js'
import { syncJob } from './bench.js'

const BODY = Buffer.from('{"ref":"refs/heads/main"}')

describe('createSyncHook', () => {
  let temporary: TemporaryStore
  let hook: SyncHook
  let queued: string[]
  const [owner, writer] = [makeUser(1), makeUser(2)]
  const synced = makeSite(5, owner.id, { sync: 'githost' })
  const plain = makeSite(6, owner.id)
  const admin: Actor = { kind: 'user', user: owner }

  beforeEach(() => {
    temporary = makeStore()
    const { records } = temporary.store
    for (const user of [owner, writer]) records.users.create(user, null)
    records.sites.create(synced, makeRole(7, { siteId: synced.id, userId: owner.id }))
    records.sites.create(plain, makeRole(8, { siteId: plain.id, userId: owner.id }))
    records.roles.create(makeRole(9, { siteId: synced.id, userId: writer.id, kind: 'writer' }))
    queued = []
    hook = createSyncHook({
      records,
      access: createAccess(records, () => 0),
      vault: createVault(Buffer.alloc(32, 1)),
      runner: () => ({
        enqueue: ({ siteId, kind }) => {
          queued.push(`${kind} ${siteId}`)
          return syncJob(siteId)
        },
      }),
    })
  })
  afterEach(() => temporary.remove())

  /** As from a connection, whose memory is used again. */
  async function* body(): AsyncGenerator<Uint8Array> {
    const memory = Buffer.alloc(1)
    for (const byte of BODY) {
      memory[0] = byte
      yield await Promise.resolve(memory)
    }
  }

  const sign = (secret: string, body: Uint8Array = BODY) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const signedBy = (signature: string) => ({ signature, token: '' })
  async function refusal(work: () => unknown): Promise<string> {
    try {
      await work()
    } catch (error) {
      if (error instanceof GalleyError) return error.code
      throw error
    }
    return 'taken'
  }

  it('queues a sync for a signed request', async () => {
    const signature = sign(hook.secret(admin, synced.id))
    expect(await hook.hookSync(synced.id, body(), signedBy(signature))).to.have.property('id')
    expect(queued).to.deep.equal([`sync ${synced.id}`])
  })

  it('refuses requests that are not signed with the secret of this site', async () => {
    const secret = hook.secret(admin, synced.id)
    const bad = [
      '',
      'sha256=',
      sign('another'),
      sign(hook.secret(admin, plain.id)),
      sign(secret, Buffer.from('other')),
      sign(secret).slice(0, -2),
      `${sign(secret)}00`,
      sign(secret).replace('sha256', 'sha1'),
      `sha256=${'0'.repeat(64)}`,
    ]
    for (const signature of bad) {
      expect(await refusal(() => hook.hookSync(synced.id, body(), signedBy(signature)))).to.equal(
        'unauthorized',
      )
    }
    expect(queued).to.deep.equal([])
  })

  it('takes the secret itself, if there is no signature', async () => {
    const token = hook.secret(admin, synced.id)
    expect(await hook.hookSync(synced.id, body(), { signature: '', token })).to.have.property('id')
    const bad = [
      { signature: '', token: 'another' },
      { signature: '', token: `${token}0` },
      { signature: '', token: hook.secret(admin, plain.id) },
      { signature: sign('another'), token },
    ]
    for (const proof of bad) {
      expect(await refusal(() => hook.hookSync(synced.id, body(), proof))).to.equal('unauthorized')
    }
    expect(queued).to.have.length(1)
  })

  it('does not reveal which sites exist', async () => {
    for (const siteId of ['nothing', synced.id, plain.id]) {
      expect(await refusal(() => hook.hookSync(siteId, body(), signedBy(sign('x'))))).to.equal(
        'unauthorized',
      )
    }
  })

  it('answers conflict if sync is off', async () => {
    const signature = sign(hook.secret(admin, plain.id))
    expect(await refusal(() => hook.hookSync(plain.id, body(), signedBy(signature)))).to.equal(
      'conflict',
    )
  })

  it('refuses the old secret once it was changed', async () => {
    const before = hook.secret(admin, synced.id)
    const after = hook.rotate(admin, synced.id)
    expect(hook.secret(admin, synced.id)).to.equal(after).and.not.to.equal(before)
    expect(await refusal(() => hook.hookSync(synced.id, body(), signedBy(sign(before))))).to.equal(
      'unauthorized',
    )
    expect(await refusal(() => hook.hookSync(synced.id, body(), signedBy(sign(after))))).to.equal(
      'taken',
    )
  })

  it('shows the secret to admins only', async () => {
    const actor: Actor = { kind: 'user', user: writer }
    expect(await refusal(() => hook.secret(actor, synced.id))).to.equal('forbidden')
    expect(await refusal(() => hook.rotate(actor, synced.id))).to.equal('forbidden')
    expect(await refusal(() => hook.secret(actor, plain.id))).to.equal('not_found')
  })
})
