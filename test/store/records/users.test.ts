import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import { id, makeRole, makeSite, makeStore, makeUser, type TemporaryStore } from '../make-store.js'

describe('records: users, keys, sites and roles', () => {
  let opened: TemporaryStore
  const records = () => opened.store.records
  beforeEach(() => {
    opened = makeStore()
    records().users.create(makeUser(1, { isAdmin: true }), 'hash')
    records().users.create(makeUser(2, { email: 'Zoë@Example.org' }), null)
  })
  afterEach(() => opened.remove())

  it('finds a user by id, and by e-mail address without regard to case', () => {
    expect(records().users.find(id(2))?.email).to.equal('Zoë@Example.org')
    expect(records().users.findByEmail('ZOË@example.ORG')?.id).to.equal(id(2))
    expect(records().users.findByEmail("' OR 1=1 --")).to.equal(null)
    expect(() => records().users.get(id(9))).to.throw(GalleyError, 'no such user')
  })

  it('refuses an e-mail address that differs only in case', () => {
    const taken = makeUser(3, { email: 'USER1@example.org' })
    expect(() => records().users.create(taken, null))
      .to.throw(GalleyError)
      .with.property('code', 'conflict')
    expect(() => records().users.update({ ...taken, id: id(2) }, 'admin')).to.throw(GalleyError)
    expect(records().users.find(id(2))?.email).to.equal('Zoë@Example.org')
  })

  it('lists in pages, by e-mail address', () => {
    const page = records().users.list({ limit: 1, offset: 1 })
    expect(page).to.deep.include({ total: 2 })
    expect(page.rows[0]?.id).to.equal(id(2))
  })

  it('keeps password hashes apart from users', () => {
    expect(records().users.passwordHash(id(1))).to.equal('hash')
    expect(records().users.passwordHash(id(2))).to.equal(null)
    records().users.setPasswordHash(id(2), 'other', 5)
    expect(records().users.passwordHash(id(2))).to.equal('other')
  })

  it('keeps the last administrator of the server', () => {
    const { users } = records()
    expect(() => users.delete(id(1))).to.throw(GalleyError, 'last administrator')
    expect(() => users.update(makeUser(1, { isAdmin: false }), null)).to.throw(GalleyError)
    expect(users.get(id(1)).isAdmin).to.equal(true)
    users.update(makeUser(2, { isAdmin: true }), 'admin')
    expect(users.delete(id(1))).to.equal(true)
    expect(users.delete(id(1))).to.equal(false)
  })

  it('has one key pair for each user, and finds both by it', () => {
    const pair = (key: string) => ({
      key,
      userId: id(2),
      secretHmac: Buffer.from([1]),
      sealedSecret: Buffer.from([2]),
      createdAt: 3,
    })
    records().keys.put(pair('first'))
    records().keys.put(pair('second'))
    expect(records().keys.findByKey('first')).to.equal(null)
    expect(records().keys.findByKey('second')).to.deep.equal({
      pair: pair('second'),
      user: records().users.get(id(2)),
    })
    expect(records().keys.findByUser(id(2))).to.deep.equal(pair('second'))
    records().users.delete(id(2))
    expect(records().keys.findByKey('second')).to.equal(null)
  })

  it('creates a site with its owner as admin, and lists it for users with a role', () => {
    const site = makeSite(10, id(2), { hostingOptions: { path: '/www', __proto__x: 'y' } })
    records().sites.create(site, makeRole(11, { siteId: site.id, userId: id(2) }))
    expect(records().sites.get(site.id)).to.deep.equal(site)
    expect(records().sites.findByDomain(site.domain)?.id).to.equal(site.id)
    expect(records().roles.findFor(site.id, id(2))?.kind).to.equal('admin')
    expect(records().sites.listVisibleTo(id(2))).to.have.length(1)
    expect(records().sites.listVisibleTo(id(1))).to.have.length(0)
    expect(records().sites.listVisibleTo(null)).to.have.length(1)
  })

  it('creates neither site nor role if the domain is taken', () => {
    const site = makeSite(10, id(2))
    records().sites.create(site, makeRole(11, { siteId: site.id, userId: id(2) }))
    const other = { ...makeSite(12, id(1)), domain: site.domain }
    const role = makeRole(13, { siteId: other.id, userId: id(1) })
    expect(() => records().sites.create(other, role))
      .to.throw(GalleyError)
      .with.property('code', 'conflict')
    expect(records().roles.find(role.id)).to.equal(null)
  })

  it('deletes the settings of a site with it, but what makes its secrets', () => {
    const { settings, sites } = records()
    const site = makeSite(5, id(2))
    sites.create(site, makeRole(11, { siteId: site.id, userId: id(2) }))
    const keys = [`disk ${site.id}`, `sync-kept:${site.id}`, `theme of ${site.id}`]
    // A rotated secret stays void if the site is restored.
    const kept = [`sync-hook:${site.id}`, `disk ${id(6)}`, `disk x${site.id}`, 'first start']
    for (const key of [...keys, ...kept]) settings.set(key, 'x')
    sites.delete(site.id)
    expect(keys.map((key) => settings.find(key))).to.deep.equal(keys.map(() => null))
    expect(kept.map((key) => settings.find(key))).to.deep.equal(kept.map(() => 'x'))
  })

  it('deletes a site with everything that belongs to it', () => {
    const site = makeSite(10, id(2))
    records().sites.create(site, makeRole(11, { siteId: site.id, userId: id(2) }))
    records().entryIds.resolve(site.id, ['a.md'])
    expect(() => records().users.delete(id(2))).to.throw(
      GalleyError,
      /last administrator|owns a site/,
    )
    expect(records().sites.delete(site.id)).to.deep.equal(site)
    expect(records().sites.delete(site.id)).to.equal(null)
    expect(records().roles.find(id(11))).to.equal(null)
  })

  it('keeps the last admin of a site, and allows one role for each user', () => {
    const site = makeSite(10, id(2))
    const { roles } = records()
    records().sites.create(site, makeRole(11, { siteId: site.id, userId: id(2) }))
    const second = makeRole(12, { siteId: site.id, userId: id(1), kind: 'writer' })
    roles.create(second)
    expect(() => roles.create({ ...second, id: id(13) }))
      .to.throw(GalleyError)
      .with.property('code', 'conflict')
    expect(() => roles.update(id(11), { kind: 'writer', at: 5 })).to.throw(GalleyError)
    expect(() => roles.delete(id(11))).to.throw(GalleyError)
    expect(roles.get(id(11)).kind).to.equal('admin')
    expect(roles.update(id(12), { kind: 'admin', at: 5 })).to.include({
      kind: 'admin',
      updatedAt: 5,
    })
    roles.delete(id(11))
    expect(() => roles.delete(id(12))).to.throw(GalleyError)
    expect(roles.listForSite(site.id, { limit: 5, offset: 0 }).rows[0]?.user.id).to.equal(id(1))
  })

  it('keeps settings', () => {
    const { settings } = records()
    settings.set('a', '1')
    settings.set('a', '2')
    expect(settings.find('a')).to.equal('2')
    expect(settings.delete('a')).to.equal(true)
    expect(settings.find('a')).to.equal(null)
  })
})
