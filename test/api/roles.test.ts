import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

const ABSENT = '0'.repeat(24)

describe('Roles', () => {
  const api = useApi()
  let site: Site
  let anna: Person

  beforeEach(async () => {
    site = await api.site()
    anna = await api.person('anna')
  })

  const create = (kind: unknown, who: unknown = anna.id) =>
    api.post(`/v2/sites/${site.id}/roles`, { user_id: who, kind })

  for (const kind of ['admin', 'publisher', 'writer']) {
    it(`gives the role ${kind}, and shows it`, async () => {
      const created = await create(kind)
      expect(created.status).to.equal(201)
      expect(created.json).to.include({ kind, user_id: anna.id, site_id: site.id })
      const shown = await api.get(`/v2/roles/${String(created.json['id'])}`)
      expect(shown.status).to.equal(200)
      expect(shown.json).to.deep.equal(created.json)
      expect((await api.get(`/v2/sites/${site.id}`, anna)).status).to.equal(200)
    })
  }

  it('lists the roles of a site for its admins', async () => {
    const { json } = await create('writer')
    const { status, list } = await api.get(`/v2/sites/${site.id}/roles`)
    expect(status).to.equal(200)
    expect(list.map((role) => role['kind'])).to.have.members(['admin', 'writer'])
    expect(list.map((role) => role['id'])).to.include(json['id'])
    expect((await api.get(`/v2/sites/${site.id}/roles`, anna)).status).to.equal(403)
  })

  it('changes the kind, at once', async () => {
    const { json } = await create('writer')
    const path = `/v2/roles/${String(json['id'])}`
    expect((await api.get(`/v2/sites/${site.id}/source`, anna)).status).to.equal(403)
    const changed = await api.put(path, { ...json, kind: 'admin' })
    expect(changed.status).to.equal(200)
    expect(changed.json['kind']).to.equal('admin')
    expect((await api.get(`/v2/sites/${site.id}/source`, anna)).status).to.equal(200)
  })

  it('takes a role away, at once', async () => {
    const id = String((await create('admin')).json['id'])
    const removed = await api.delete(`/v2/roles/${id}`)
    expect(removed.status).to.equal(200)
    expect(removed.json).to.deep.equal({ id, deleted: true })
    expect((await api.get(`/v2/sites/${site.id}`, anna)).status).to.equal(404)
    expect((await api.get(`/v2/roles/${id}`)).status).to.equal(404)
  })

  it('refuses a second role of a user with 409', async () => {
    await create('writer')
    expect((await create('admin')).status).to.equal(409)
  })

  it('never leaves a site without an admin', async () => {
    const id = String((await create('admin')).json['id'])
    const mine = api.server.application.services
    const [role] = mine.users
      .ofSite({ kind: 'server' }, site.id, { limit: 10, offset: 0 })
      .rows.filter(({ user }) => user.id === api.root.id)
    const rootRole = `/v2/roles/${role?.role.id ?? ''}`
    expect((await api.delete(rootRole)).status).to.equal(200)
    expect((await api.delete(`/v2/roles/${id}`)).status).to.equal(409)
    expect((await api.put(`/v2/roles/${id}`, { kind: 'writer' })).status).to.equal(409)
    expect((await api.get(`/v2/roles/${id}`)).json['kind']).to.equal('admin')
  })

  it('leaves one admin when two lower each other at once', async () => {
    const berta = await api.person('berta')
    const ids = [await create('admin'), await create('admin', berta.id)].map(({ json }) =>
      String(json['id']),
    )
    const [first] = api.server.application.services.users
      .ofSite({ kind: 'server' }, site.id, { limit: 10, offset: 0 })
      .rows.filter(({ user }) => user.id === api.root.id)
    await api.delete(`/v2/roles/${first?.role.id ?? ''}`)
    const answers = await Promise.all([
      api.put(`/v2/roles/${ids[0]}`, { kind: 'writer' }, berta),
      api.put(`/v2/roles/${ids[1]}`, { kind: 'writer' }, anna),
    ])
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    // The slower one is refused as the last admin, or is no admin any more when its turn comes.
    expect(statuses[0]).to.equal(200)
    expect([403, 409]).to.include(statuses[1])
    const kinds = await Promise.all(ids.map((id) => api.get(`/v2/roles/${id}`)))
    expect(kinds.filter(({ json }) => json['kind'] === 'admin')).to.have.length(1)
  })

  for (const [title, body] of [
    ['an unknown kind', { kind: 'owner' }],
    ['no kind', {}],
    ['null for a kind', { kind: null }],
    ['a kind in upper case', { kind: 'Admin' }],
  ] as const) {
    it(`refuses ${title} with 422`, async () => {
      const answer = await api.post(`/v2/sites/${site.id}/roles`, { user_id: anna.id, ...body })
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('"field":"kind"')
    })
  }

  it('refuses an unknown user with 422', async () => {
    for (const who of [ABSENT, 'nonsense', 7, null]) {
      expect((await create('writer', who)).status).to.equal(422)
    }
  })

  it('answers 404 for an unknown role or site', async () => {
    expect((await api.get(`/v2/roles/${ABSENT}`)).status).to.equal(404)
    const body = { user_id: anna.id, kind: 'writer' }
    expect((await api.post(`/v2/sites/${ABSENT}/roles`, body)).status).to.equal(404)
  })
})
