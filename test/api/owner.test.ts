import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

describe('The owner of a site', () => {
  const api = useApi({ settings: { sitesPerUser: '1' } })
  let owner: Person
  let heir: Person
  let site: Site

  before(async () => {
    owner = await api.person('owner')
    const made = await api.post('/v2/sites', { title: 'T', domain: 'own.example.org' }, owner)
    site = made.json as Site
    heir = await api.member(site.id, 'admin')
  })

  const give = (to: string, as: Person) =>
    api.put(`/v2/sites/${site.id}/owner`, { user_id: to }, as)

  it('can give it to another admin, and then be removed', async () => {
    expect((await api.delete(`/v2/users/${owner.id}`)).status).to.equal(409)
    const given = await give(heir.id, owner)
    expect(given.status, given.text).to.equal(200)
    expect(given.json['user_id']).to.equal(heir.id)
    expect((await api.get(`/v2/sites/${site.id}`, owner)).json['can']).to.include({ delete: true })
    expect((await give(owner.id, owner)).status, 'not the owner any more').to.equal(403)
    expect((await give(heir.id, heir)).status, 'nothing changes').to.equal(200)
    expect((await api.delete(`/v2/users/${owner.id}`)).status).to.equal(200)
    const { list } = await api.get('/v2/audit?operation=giveSite')
    expect(list.map(({ outcome }) => outcome)).to.include.members(['done', 'refused'])
  })

  it('must be an admin of it, and may own no more sites than others', async () => {
    const writer = await api.member(site.id, 'writer')
    for (const to of [writer.id, '0'.repeat(24)]) {
      const refused = await give(to, heir)
      expect(refused.status).to.equal(422)
      expect(refused.json['message']).to.include('must be an admin of the site')
    }
    const rich = await api.member(site.id, 'admin')
    await api.post('/v2/sites', { title: 'T', domain: 'two.example.org' }, rich)
    const full = await give(rich.id, api.root)
    expect(full.status).to.equal(409)
    expect(full.json['message']).to.match(/owns as many sites as may be: 1/)
  })
})
