import { expect } from 'chai'
import { useApi, type Person } from './server.js'

const PASSWORD = 'a long enough password'
const ABSENT = '0'.repeat(24)

describe('/v2/users/me', () => {
  const api = useApi()
  let anna: Person

  before(async () => {
    anna = await api.person('Anna', { password: PASSWORD })
  })

  it('describes the caller', async () => {
    const { status, json } = await api.get('/v2/users/me', anna)
    expect(status).to.equal(200)
    expect(json).to.include({
      id: anna.id,
      email: anna.email,
      firstname: 'Anna',
      lastname: '',
      fullname: 'Anna',
      admin: false,
    })
    expect(json).not.to.have.any.keys('password', 'role')
  })

  it('changes the names, and leaves what is omitted', async () => {
    const changed = await api.put('/v2/users/me', { lastname: 'Müller' }, anna)
    expect(changed.json).to.include({ firstname: 'Anna', lastname: 'Müller' })
    expect(changed.json['fullname']).to.equal('Anna Müller')
  })

  it('takes the whole object back', async () => {
    const { json } = await api.get('/v2/users/me', anna)
    const again = await api.put('/v2/users/me', json, anna)
    expect({ ...again.json, updated_at: '' }).to.deep.equal({ ...json, updated_at: '' })
  })

  it('changes only the version in If-Match', async () => {
    const dora = await api.person('Dora', { password: PASSWORD })
    const [own, url] = ['/v2/users/me', `/v2/users/${dora.id}`]
    for (const [path, as] of [
      [own, dora],
      [url, undefined],
    ] as const) {
      const { headers, json } = await api.get(path, as)
      const tag = String(headers['etag'])
      const put = (body: object, etag: string) =>
        api.send({
          method: 'PUT',
          path,
          ...(as && { as }),
          json: body,
          headers: { 'If-Match': etag },
        })
      const other = await put({ lastname: 'Other' }, '"0"')
      expect([other.status, other.json['error']]).to.deep.equal([412, 'precondition_failed'])
      expect((await api.get(path, as)).json).to.deep.equal(json)
      const changed = await put({ lastname: `Of ${path}` }, tag)
      expect(changed.json['lastname']).to.equal(`Of ${path}`)
      expect((await put({ lastname: 'Late' }, tag)).status).to.equal(412)
      expect((await put({ firstname: 'Dora' }, String(changed.headers['etag']))).status).to.equal(
        200,
      )
    }
    const gone = await api.send({ method: 'DELETE', path: url, headers: { 'If-Match': '"0"' } })
    expect(gone.status).to.equal(412)
  })

  it('does not let users make themselves administrators', async () => {
    await api.put('/v2/users/me', { admin: true, isAdmin: true }, anna)
    expect((await api.get('/v2/users', anna)).status).to.equal(403)
  })

  it('limits guesses of the current password', async () => {
    const guessed = await api.person('Guessed', { password: PASSWORD })
    const guess = (current: string) =>
      api.put('/v2/users/me', { password: 'my own now, long', current_password: current }, guessed)
    const statuses = []
    for (let k = 0; k < 12; k += 1) statuses.push((await guess(`guess ${k}`)).status)
    expect(statuses.slice(0, 10)).to.deep.equal(Array(10).fill(422))
    expect(statuses.slice(10)).to.deep.equal([429, 429])
    const right = await guess(PASSWORD)
    expect(right.status).to.equal(429)
    expect(right.headers['retry-after']).to.match(/^\d+$/)
  })

  it('needs the current password for a new one', async () => {
    const wanted = { password: 'another long password' }
    for (const current of [undefined, '', 'wrong']) {
      const answer = await api.put('/v2/users/me', { ...wanted, current_password: current }, anna)
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('current_password')
    }
    const changed = await api.put('/v2/users/me', { ...wanted, current_password: PASSWORD }, anna)
    expect(changed.status).to.equal(200)
    const login = (secret: string) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { name: anna.email, secret } })
    expect((await login(PASSWORD)).status).to.equal(401)
    expect((await login(wanted.password)).status).to.equal(200)
  })

  for (const [title, body] of [
    ['a short password', { password: 'short', current_password: PASSWORD }],
    ['no e-mail address', { email: 'not one' }],
    ['an address with a line break', { email: 'a@b.c\n' }],
    ['a name with angle brackets', { firstname: 'A <b@c.d>' }],
    ['a name with a line break', { lastname: 'A\nB' }],
    ['null for a name', { firstname: null }],
    ['a number for a name', { firstname: 1 }],
  ] as const) {
    it(`refuses ${title} with 422`, async () => {
      expect((await api.put('/v2/users/me', body, anna)).status).to.equal(422)
    })
  }

  it('refuses an address in use, in any case, with 409', async () => {
    const berta = await api.person('berta', { password: PASSWORD })
    const body = { email: api.root.email.toUpperCase(), current_password: PASSWORD }
    expect((await api.put('/v2/users/me', body, berta)).status).to.equal(409)
  })

  it('rotates the key pair: the old one stops working at once', async () => {
    const berta = await api.person('berta')
    const rotated = await api.post('/v2/users/me/rotate', undefined, berta)
    expect(rotated.status).to.equal(200)
    expect(rotated.json).to.have.all.keys('api_key', 'api_secret')
    expect((await api.get('/v2/users/me', berta)).status).to.equal(401)
    const fresh = {
      name: String(rotated.json['api_key']),
      secret: String(rotated.json['api_secret']),
    }
    const call = { method: 'GET', path: '/v2/users/me', as: fresh }
    expect((await api.send(call)).json['id']).to.equal(berta.id)
  })
})

describe('/v2/users', () => {
  const api = useApi()

  it('finds people by words of their names and addresses', async () => {
    const make = (firstname: string, lastname: string, email: string) =>
      api.post('/v2/users', { firstname, lastname, email })
    await make('Zoë', 'Ünlü', 'zoe.u@example.org')
    await make('Zoltán', '100%_wild', 'zoltan@example.com')
    const found = async (q: string) => {
      const answer = await api.get(`/v2/users?q=${encodeURIComponent(q)}`)
      expect(answer.headers['x-total-count']).to.equal(String(answer.list.length))
      return answer.list.map(({ firstname }) => firstname)
    }
    expect(await found('zoe unlu')).to.deep.equal(['Zoë'])
    expect(await found('ZOË example.org')).to.deep.equal(['Zoë'])
    expect(await found('zo')).to.deep.equal(['Zoë', 'Zoltán'])
    expect(await found('100%_')).to.deep.equal(['Zoltán'])
    for (const none of ['zoe zoltan', '1000_', '" OR 1=1 --', "'"]) {
      expect(await found(none), none).to.deep.equal([])
    }
    const page = await api.get('/v2/users?q=zo&per_page=1&page=2')
    expect(page.list.map(({ firstname }) => firstname)).to.deep.equal(['Zoltán'])
    expect(page.headers['x-total-count']).to.equal('2')
    expect((await api.get(`/v2/users?q=${'x'.repeat(501)}`)).status).to.equal(422)
  })

  it('is for server administrators only', async () => {
    const site = await api.site()
    const admin = await api.member(site.id, 'admin')
    for (const [method, path] of [
      ['GET', '/v2/users'],
      ['POST', '/v2/users'],
      ['GET', `/v2/users/${api.root.id}`],
      ['PUT', `/v2/users/${api.root.id}`],
      ['DELETE', `/v2/users/${api.root.id}`],
    ] as const) {
      const json = method === 'POST' ? { email: 'x@example.org' } : {}
      const answer = await api.send({ method, path, as: admin, json })
      expect(answer.status, `${method} ${path}`).to.equal(403)
    }
  })

  it('creates, shows, changes, lists and removes', async () => {
    const input = { email: 'new@example.org', firstname: 'N', lastname: 'U', password: PASSWORD }
    const created = await api.post('/v2/users', input)
    expect(created.status).to.equal(201)
    expect(created.json).to.include({ email: input.email, fullname: 'N U', admin: false })
    const path = `/v2/users/${String(created.json['id'])}`
    expect((await api.get(path)).json).to.deep.equal(created.json)
    const changed = await api.put(path, { admin: true, email: 'newer@example.org' })
    expect(changed.json).to.include({ email: 'newer@example.org', admin: true })
    const list = await api.get('/v2/users')
    expect(list.list.map(({ id }) => id)).to.include(created.json['id'])
    const removed = await api.delete(path)
    expect(removed.json).to.deep.equal({ id: created.json['id'], deleted: true })
    expect((await api.get(path)).status).to.equal(404)
    expect((await api.delete(path)).status).to.equal(404)
  })

  it('refuses a second user with an address with 409', async () => {
    const body = { email: api.root.email.toUpperCase() }
    expect((await api.post('/v2/users', body)).status).to.equal(409)
  })

  it('refuses a user without an address with 422 that names it', async () => {
    const answer = await api.post('/v2/users', { firstname: 'A' })
    expect(answer.status).to.equal(422)
    expect(answer.text).to.include('"field":"email"')
  })

  it('does not remove the last administrator of the server', async () => {
    const path = `/v2/users/${api.root.id}`
    expect((await api.delete(path)).status).to.equal(409)
    expect((await api.put(path, { admin: false })).status).to.equal(409)
  })

  it('does not remove a user who owns a site or is the last admin of one', async () => {
    const owner = await api.person('owner')
    const body = { title: 'Mine', domain: 'mine.example.org', empty: true }
    const made = await api.post('/v2/sites', body, owner)
    expect((await api.delete(`/v2/users/${owner.id}`)).status).to.equal(409)
    await api.delete(`/v2/sites/${String(made.json['id'])}`, owner)
    expect((await api.delete(`/v2/users/${owner.id}`)).status).to.equal(200)
    expect((await api.get('/v2/users/me', owner)).status).to.equal(401)
  })

  it('answers 404 for an unknown id', async () => {
    expect((await api.get(`/v2/users/${ABSENT}`)).status).to.equal(404)
    expect((await api.put(`/v2/users/${ABSENT}`, {})).status).to.equal(404)
    expect((await api.get('/v2/users/nonsense')).status).to.equal(404)
  })
})

describe('GET /v2/sites/:site_id/users', () => {
  const api = useApi()

  it('lists the users of a site, each with its role', async () => {
    const site = await api.site()
    const writer = await api.member(site.id, 'writer')
    const answer = await api.get(`/v2/sites/${site.id}/users`, writer)
    expect(answer.status).to.equal(200)
    const roles = Object.fromEntries(answer.list.map(({ id, role }) => [id, role]))
    expect(roles).to.deep.equal({ [api.root.id]: 'admin', [writer.id]: 'writer' })
    expect(answer.headers['x-total-count']).to.equal('2')
  })
})

describe('The e-mail address of the server itself', () => {
  const api = useApi()

  it('cannot be taken by a user, who would own what was written on disk', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const email = 'Galley@localhost'
    const body = { email, current_password: PASSWORD }
    expect((await api.put('/v2/users/me', body, anna)).status).to.equal(409)
    expect((await api.post('/v2/users', { email })).status).to.equal(409)
  })
})
