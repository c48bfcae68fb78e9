import { expect } from 'chai'
import { join } from 'node:path'
import { GalleyError } from '../../../src/errors.js'
import { openRecordsFile, type RecordsFile } from '../../../src/store/database.js'
import { id, makeRole, makeSite, makeStore, makeUser, type TemporaryStore } from '../make-store.js'

describe('records: the rows of one site from another file', () => {
  let there: TemporaryStore
  let here: RecordsFile
  const site = id(10)
  const inSet = `${site}~aut`
  beforeEach(() => {
    there = makeStore()
    here = openRecordsFile(join(there.folder, 'here.db'), () => id(99))
    const { records } = there.store
    records.users.create(makeUser(1, { isAdmin: true }), 'a hash')
    records.users.create(makeUser(2), 'a hash')
    records.sites.create(makeSite(10, id(1)), makeRole(11, { siteId: site, userId: id(1) }))
    records.roles.create(makeRole(12, { siteId: site, userId: id(2), kind: 'writer' }))
    records.sites.create(makeSite(20, id(1)), makeRole(21, { siteId: id(20), userId: id(1) }))
  })
  afterEach(async () => {
    here.close()
    await there.remove()
  })

  const path = () => join(there.folder, 'records.db')
  const plan = { siteId: site, domain: 'new.test', heir: id(7), roleId: id(70), at: 5 }
  const reseal = {
    reseal: (sealed: Buffer) => Buffer.concat([sealed, sealed]),
    resealOptions: (options: Readonly<Record<string, string>>) => ({ ...options, again: 'yes' }),
  }

  /** How many turns it took. */
  const takeIds = () =>
    here.siteRows.from(path(), async (source) => {
      let turns = 0
      for (let last = source.takeIds(site, ''); last !== null; turns += 1) {
        last = source.takeIds(site, last)
      }
      return turns
    })

  it('has all its ids, in short turns, also those of change sets and of deleted texts', async () => {
    const { entryIds } = there.store.records
    const paths = Array.from({ length: 1200 }, (_, number) => `_posts/${number}.md`)
    const ids = entryIds.resolve(site, paths)
    const ofSet = entryIds.resolve(inSet, ['_posts/1.md'])
    entryIds.resolve(id(20), ['other.md'])
    entryIds.markDeleted(site, ['_posts/2.md'], 8)
    expect(await takeIds()).to.be.above(2)
    for (const [name, known] of ids) {
      const deletedAt = name === '_posts/2.md' ? 8 : null
      expect(here.records.entryIds.find(known)).to.deep.equal({
        siteId: site,
        path: name,
        deletedAt,
      })
    }
    expect(here.records.entryIds.find(ofSet.get('_posts/1.md') ?? '')?.siteId).to.equal(inSet)
    expect(here.records.entryIds.listSites()).to.deep.equal([site, inSet])
  })

  it('finds people by address, names strangers, and gives the site an administrator', async () => {
    here.records.users.create(makeUser(7, { isAdmin: true }), null)
    here.records.users.create({ ...makeUser(8), email: 'USER2@example.org' }, null)
    there.store.records.settings.set(`kept ${site}`, 'then')
    there.store.records.settings.set(`sync-hook:${site}`, '1')
    there.store.records.settings.set('of the server', 'then')
    here.records.settings.set(`sync-hook:${site}`, '2')
    const strangers = await here.siteRows.from(path(), async (source) => {
      source.take({ ...plan, ...reseal })
      return source.strangers(site)
    })
    expect(strangers).to.deep.equal([{ email: 'user1@example.org', kind: 'admin' }])
    const { records } = here
    expect(records.sites.listAll()).to.deep.equal([
      {
        ...makeSite(10, id(7)),
        domain: 'new.test',
        hostingOptions: { again: 'yes' },
        syncOptions: { again: 'yes' },
      },
    ])
    const { rows } = records.roles.listForSite(site, { limit: 9, offset: 0 })
    expect(rows.map(({ role }) => [role.userId, role.kind])).to.deep.equal([
      [id(8), 'writer'],
      [id(7), 'admin'],
    ])
    expect(records.settings.find(`kept ${site}`)).to.equal('then')
    expect(records.settings.find(`sync-hook:${site}`)).to.equal('2')
    expect(records.settings.find('of the server')).to.equal(null)
  })

  it('brings its people into a file of their own without passwords and rights', async () => {
    there.store.records.users.create(makeUser(3), 'a hash')
    await here.siteRows.from(path(), async (source) => source.takePeople(site))
    const people = here.records.users.list({ limit: 9, offset: 0 }).rows
    expect(people).to.deep.equal([makeUser(1, { isAdmin: false }), makeUser(2)])
    expect(here.records.users.passwordHash(id(1))).to.equal(null)
  })

  it('is refused as a whole where another one has its id or domain', async () => {
    here.records.users.create(makeUser(1, { isAdmin: true }), null)
    const other = { ...makeSite(30, id(1)), domain: 'new.test' }
    here.records.sites.create(other, makeRole(31, { siteId: id(30), userId: id(1) }))
    const taken = await here.siteRows
      .from(path(), async (source) => source.take({ ...plan, ...reseal }))
      .catch((error: unknown) => error)
    expect(taken).to.be.instanceOf(GalleyError).with.property('code', 'conflict')
    expect(here.records.sites.listIds()).to.deep.equal([id(30)])
    // The other file can be opened again.
    expect(await takeIds()).to.equal(0)
  })
})
