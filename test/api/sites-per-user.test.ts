import { expect } from 'chai'
import { useApi, type Person } from './server.js'

describe('sites_per_user', () => {
  const api = useApi({ settings: { sitesPerUser: '2' } })
  let count = 0
  const create = (as: Person) => {
    const body = { title: 'T', domain: `s${(count += 1)}.example.org` }
    return api.post('/v2/sites', body, as)
  }

  it('limits the sites that a user owns, also if they are created at once', async () => {
    const person = await api.person('maker')
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(person)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).to.have.members([201, 201, 409, 409])
    const { status, json } = await create(person)
    expect(status).to.equal(409)
    expect(json['message']).to.match(/^You own 2 sites, and a user may own 2 \(sites_per_user\)/)
    const kept = answers.find((answer) => answer.status === 201)
    await api.delete(`/v2/sites/${String(kept?.json['id'])}`, person)
    expect((await create(person)).status).to.equal(201)
  })

  it('is another number for a user to whom an administrator gives one', async () => {
    const person = await api.person('few')
    const url = `/v2/users/${person.id}`
    const shown = await api.put(url, { max_sites: 1 })
    expect(shown.json).to.include({ max_sites: 1 })
    expect((await create(person)).status).to.equal(201)
    const more = await create(person)
    expect(more.status).to.equal(409)
    expect(more.json['message']).to.match(/^You own 1 sites, and you may own 1 \(max_sites\)/)
    // Nobody raises their own.
    await api.put('/v2/users/me', { max_sites: 9 }, person)
    expect((await api.get('/v2/users/me', person)).json).to.include({ max_sites: 1 })
    await api.put(url, { max_sites: 0 })
    expect((await create(person)).status).to.equal(403)
    await api.put(url, { firstname: 'Few' })
    expect((await api.get(url)).json).to.include({ max_sites: 0 })
    await api.put(url, { max_sites: null })
    expect((await create(person)).status).to.equal(201)
    expect((await create(person)).status).to.equal(409)
  })

  it('counts no sites of others, and does not limit server administrators', async () => {
    const answers = [await create(await api.person('other'))]
    for (let made = 0; made < 3; made += 1) answers.push(await create(api.root))
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201])
  })
})

describe('site_makers', () => {
  const api = useApi({ settings: { siteMakers: 'admins' } })
  const create = (as: Person, name: string) =>
    api.post('/v2/sites', { title: 'T', domain: `${name}.example.org` }, as)

  it('lets only administrators make sites, and those to whom one gives a number', async () => {
    const person = await api.person('guest')
    const refused = await create(person, 'one')
    expect(refused.status).to.equal(403)
    expect(refused.json['message']).to.match(/^You may make no sites on this server/)
    expect((await create(api.root, 'two')).status).to.equal(201)
    await api.put(`/v2/users/${person.id}`, { max_sites: 1 })
    expect((await create(person, 'one')).status).to.equal(201)
  })
})
