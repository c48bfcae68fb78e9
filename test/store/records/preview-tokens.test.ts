import { expect } from 'chai'
import { id, makeRole, makeSite, makeStore, makeUser, type TemporaryStore } from '../make-store.js'

describe('the secret parts of the addresses of previews', () => {
  let opened: TemporaryStore
  const records = () => opened.store.records
  const tokens = () => [10, 11, 12].map((number) => records().sites.get(id(number)).previewToken)

  /** Three sites of user 1; user 2 has a role on the first. */
  beforeEach(() => {
    opened = makeStore()
    const { users, sites, roles } = records()
    users.create(makeUser(1, { isAdmin: true }), null)
    users.create(makeUser(2), null)
    for (const number of [10, 11, 12]) {
      const owner = { siteId: id(number), userId: id(1) }
      sites.create(makeSite(number, id(1)), makeRole(20 + number, owner))
    }
    roles.create(makeRole(40, { siteId: id(10), userId: id(2), kind: 'writer' }))
  })

  afterEach(() => opened.remove())

  it('of all sites are renewed for a former server administrator, each to another', () => {
    const { users } = records()
    users.update(makeUser(2, { isAdmin: true }), null)
    const before = tokens()
    users.update(makeUser(2), null)
    expect(new Set([...before, ...tokens()]).size).to.equal(6)
    for (const token of tokens()) expect(token).to.match(/^[0-9a-f]{16}$/)
  })

  it('of the own sites only are renewed for another user', () => {
    const [, ...others] = tokens()
    records().users.delete(id(2))
    expect(tokens()[0]).to.match(/^[0-9a-f]{16}$/)
    expect(tokens().slice(1)).to.deep.equal(others)
  })

  it('of a change set does not come back from what was read before it was renewed', () => {
    const { changeSets, users } = records()
    const at = { siteId: id(10), id: 'spring' }
    const closed = { closedAt: null, closedBy: null, landedCommit: null, handedIn: null } as const
    const set = {
      ...at,
      title: 'Spring',
      userId: id(1),
      state: 'open',
      createdAt: 1,
      ...closed,
    } as const
    changeSets.put({ ...set, previewToken: null })
    changeSets.put({ ...set, previewToken: 'a'.repeat(16) })
    const before = changeSets.find(at.siteId, at.id)
    expect(before?.previewToken).to.equal('a'.repeat(16))
    users.delete(id(2))
    if (before) changeSets.put({ ...before, title: 'Summer' })
    expect(changeSets.find(at.siteId, at.id)).to.include({ title: 'Summer' })
    expect(changeSets.find(at.siteId, at.id)?.previewToken)
      .to.match(/^[0-9a-f]{16}$/)
      .and.not.equal(before?.previewToken)
    if (before) changeSets.put({ ...before, previewToken: null })
    expect(changeSets.find(at.siteId, at.id)?.previewToken).to.equal(null)
  })

  it('stay if the change of the user is refused', () => {
    const before = tokens()
    expect(() => records().users.update(makeUser(1), null)).to.throw('administrator')
    expect(tokens()).to.deep.equal(before)
  })
})
