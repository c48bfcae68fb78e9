import Database from 'better-sqlite3'
import { expect } from 'chai'
import path from 'node:path'
import { makeRole, makeSite, makeStore, makeUser } from '../make-store.js'

describe('ids of what was deleted', () => {
  const { store, folder, remove } = makeStore()
  after(remove)

  it('come newest first, and are found without a look at all that the site has', () => {
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
