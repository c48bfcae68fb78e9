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

  it('counts no sites of others, and does not limit server administrators', async () => {
    const answers = [await create(await api.person('other'))]
    for (let made = 0; made < 3; made += 1) answers.push(await create(api.root))
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201])
  })
})
