import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

describe('A site that moves to another server', () => {
  const api = useApi()
  let admin: Person
  let site: Site

  before(async () => {
    site = await api.site()
    admin = await api.member(site.id, 'admin')
  })

  const keep = (body: object) => api.put(`/v2/sites/${site.id}/read_only`, body, admin)
  const write = () => api.post(`/v2/sites/${site.id}/pages`, { title: 'A', body: 'x' }, admin)

  it('can’t be changed until that ends, and is read as before', async () => {
    const before = await api.head(site.id)
    const begun = await keep({ seconds: 600 })
    expect(begun.status, begun.text).to.equal(200)
    expect(begun.json).to.include({ read_only: true, moved_to: null })
    const refused = await write()
    expect(refused.status).to.equal(503)
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 600)
    expect(await api.head(site.id)).to.equal(before)
    const state = await api.get(`/v2/sites/${site.id}/read_only`, admin)
    expect(state.json).to.deep.equal(begun.json)
    const ended = await api.delete(`/v2/sites/${site.id}/read_only`, admin)
    expect(ended.json).to.deep.equal({ read_only: false, until: null, moved_to: null })
    expect((await write()).status).to.equal(201)
  })

  it('says where it is then, and is given up only if nothing could be changed since it was copied', async () => {
    const to = 'https://new.example.org'
    expect((await keep({ moved_to: to })).status, 'it could be changed').to.equal(409)
    await keep({})
    expect((await keep({ moved_to: to })).json).to.include({ read_only: true, moved_to: to })
    const refused = await write()
    expect(refused.status).to.equal(403)
    expect(refused.json['message']).to.include(to)
    // After those seconds, both servers would change it.
    expect((await keep({ seconds: 600 })).status).to.equal(409)
  })
})
