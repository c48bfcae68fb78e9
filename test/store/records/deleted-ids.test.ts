import Database from 'better-sqlite3'
import { expect } from 'chai'
import path from 'node:path'
import { migrate } from '../../../src/store/migrations/migrate.js'
import { RECORDS_MIGRATIONS } from '../../../src/store/migrations/records-migrations.js'
import { id, makeRole, makeSite, makeStore, makeUser } from '../make-store.js'

describe('ids of deleted entries', () => {
  const { store, folder, remove } = makeStore()
  after(remove)

  it('of a whole site are removed some at a time, and those of others stay', () => {
    const { users, sites, entryIds } = store.records
    users.create(makeUser(2), null)
    const [gone, stays] = [makeSite(20, id(2)), makeSite(21, id(2))]
    for (const [at, site] of [gone, stays].entries()) {
      sites.create(site, makeRole(22 + at, { siteId: site.id, userId: id(2) }))
      entryIds.resolve(site.id, ['a.md', 'b.md', 'c.md'])
    }
    expect(entryIds.listSites()).to.deep.equal([gone.id, stays.id])
    sites.delete(gone.id)
    expect(entryIds.listSites()).to.deep.equal([gone.id, stays.id])
    expect(entryIds.forget(gone.id, 2)).to.equal(true)
    expect(entryIds.forget(gone.id, 2)).to.equal(true)
    expect(entryIds.forget(gone.id, 2)).to.equal(false)
    expect(entryIds.listSites()).to.deep.equal([stays.id])
  })

  it('survive the migration of an older database', () => {
    const db = new Database(':memory:')
    migrate(db, RECORDS_MIGRATIONS.slice(0, 6))
    db.pragma('foreign_keys = OFF')
    const insert = db.prepare('INSERT INTO entry_ids VALUES (?, ?, ?, ?)')
    const rows = [
      ['1', 'site', 'a.md', null],
      ['2', 'site', 'a.md', 5],
    ]
    for (const row of rows) insert.run(...row)
    db.pragma('foreign_keys = ON')
    migrate(db, RECORDS_MIGRATIONS)
    expect(db.prepare('SELECT * FROM entry_ids ORDER BY id').raw().all()).to.deep.equal(rows)
    expect(() => insert.run('3', 'site', 'a.md', null)).to.throw(/UNIQUE/)
    db.close()
  })

  it('are listed newest first, by an SQL index', () => {
    const { users, sites, entryIds } = store.records
    const user = makeUser(1)
    users.create(user, null)
    const site = makeSite(10, user.id)
    sites.create(site, makeRole(11, { siteId: site.id, userId: user.id }))
    entryIds.resolve(site.id, ['a.md', 'b.md', 'c.md'])
    entryIds.markDeleted(site.id, ['a.md'], 1)
    entryIds.markDeleted(site.id, ['c.md'], 2)
    const paths = (limit: number) => entryIds.listDeleted(site.id, limit).map((one) => one.path)
    expect(paths(10)).to.deep.equal(['c.md', 'a.md'])
    expect(paths(1)).to.deep.equal(['c.md'])

    const db = new Database(path.join(folder, 'records.db'), { readonly: true })
    const plan = db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id, path FROM entry_ids
         WHERE site_id = 'x' AND deleted_at IS NOT NULL ORDER BY deleted_at DESC, id LIMIT 10`,
      )
      .all()
    db.close()
    expect(plan.map(({ detail }) => detail).join()).to.match(/USING INDEX entry_ids_deleted/)
    expect(plan).to.have.length(1)
  })
})
