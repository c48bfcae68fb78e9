import { expect } from 'chai'
import { basic } from './client.js'
import { startApi, useApi, type Person } from './server.js'

const PASSWORD = 'a long enough password'

describe('POST /v2/auth', () => {
  const api = useApi({ settings: { loginFailures: '1000' } })
  let anna: Person

  before(async () => {
    anna = await api.person('anna', { password: PASSWORD })
  })

  it('gives the key pair for an e-mail address and a password', async () => {
    const as = { name: anna.email, secret: PASSWORD }
    const answer = await api.send({ method: 'POST', path: '/v2/auth', as })
    expect(answer.status).to.equal(200)
    expect(answer.json).to.deep.equal({ api_key: anna.name, api_secret: anna.secret })
  })

  it('gives the same pair again, whatever the case of the address', async () => {
    const as = { name: anna.email.toUpperCase(), secret: PASSWORD }
    const answer = await api.send({ method: 'POST', path: '/v2/auth', as, json: {} })
    expect(answer.json['api_key']).to.equal(anna.name)
  })

  for (const [title, as] of [
    ['a wrong password', (who: Person) => ({ name: who.email, secret: `${PASSWORD}!` })],
    ['an unknown address', () => ({ name: 'nobody@example.org', secret: PASSWORD })],
    ['a key pair', (who: Person) => who],
    ['an empty name and password', () => ({ name: '', secret: '' })],
    ['a very long password', (who: Person) => ({ name: who.email, secret: 'x'.repeat(5000) })],
  ] as const) {
    it(`answers 401 for ${title}`, async () => {
      const answer = await api.send({ method: 'POST', path: '/v2/auth', as: as(anna) })
      expect(answer.status).to.equal(401)
    })
  }

  it('answers 401 for a password anywhere else', async () => {
    const as = { name: anna.email, secret: PASSWORD }
    expect((await api.send({ method: 'GET', path: '/v2/users/me', as })).status).to.equal(401)
  })

  for (const [title, header] of [
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['no base64', 'Basic ???'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['an unknown key', basic({ name: 'f'.repeat(32), secret: 'f'.repeat(64) })],
  ] as const) {
    it(`answers 401 to ${title}`, async () => {
      const headers = header === undefined ? {} : { Authorization: header }
      const call = { method: 'GET', path: '/v2/users/me', as: undefined, headers }
      expect((await api.send(call)).status).to.equal(401)
    })
  }

  it('says what is accepted if the credentials can’t be read, and never repeats them', async () => {
    const said = async (method: string, path: string, header?: string) => {
      const headers = header === undefined ? {} : { Authorization: header }
      const answer = await api.send({ method, path, as: undefined, headers })
      expect(answer.status).to.equal(401)
      expect(answer.headers['www-authenticate']).to.match(/^Basic /)
      return String(answer.json['message'])
    }
    const pair =
      'Send HTTP Basic with the API key as user name and the API secret as password, or Bearer with a token.'
    const me = '/v2/users/me'
    expect(await said('GET', me)).to.equal(`Credentials are missing. ${pair}`)
    expect(await said('GET', me, 'Digest secret')).to.equal(
      `The header Authorization has the scheme Digest, which is not accepted. ${pair}`,
    )
    expect(await said('GET', me, 'Basic ???')).to.equal(
      `The credentials in the header Authorization can’t be read. ${pair}`,
    )
    for (const token of ['secret', 's3cr3t==', 's3cr3t== x']) {
      expect(await said('GET', me, token)).to.equal(
        `The header Authorization has no scheme, which is not accepted. ${pair}`,
      )
    }
    expect(await said('POST', '/v2/auth', 'Digest secret')).to.match(
      /scheme Digest, which is not accepted\. Send HTTP Basic with the e-mail address/,
    )
  })

  it('answers 401 for a wrong secret', async () => {
    const as = { name: anna.name, secret: anna.secret.replace(/^./, 'x') }
    expect((await api.send({ method: 'GET', path: '/v2/users/me', as })).status).to.equal(401)
  })
})

describe('Failed logins', () => {
  const api = useApi()

  it('answer 429 with Retry-After after ten for an account, the right password included', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const attempt = (secret: string) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { name: anna.email, secret } })
    const statuses = []
    for (let count = 0; count < 12; count += 1) statuses.push((await attempt('wrong')).status)
    expect(statuses.slice(0, 10)).to.deep.equal(Array(10).fill(401))
    expect(statuses.slice(10)).to.deep.equal([429, 429])
    expect((await attempt(PASSWORD)).status).to.equal(429)
  })

  it('answer 429 for an IP address, also for other accounts', async () => {
    const berta = await api.person('berta', { password: PASSWORD })
    const as = { name: berta.email, secret: PASSWORD }
    expect((await api.send({ method: 'POST', path: '/v2/auth', as })).status).to.equal(429)
  })

  it('answer 429 for wrong key pairs too, while right ones from there still work', async () => {
    const as = { name: 'f'.repeat(32), secret: 'x' }
    const statuses = []
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await api.send({ method: 'GET', path: '/v2/users/me', as })).status)
    }
    expect(statuses).to.deep.equal([...Array(10).fill(401), 429, 429])
    expect((await api.get('/v2/users/me')).status).to.equal(200)
  })
})

describe('Simultaneous failed logins', () => {
  const api = useApi()

  it('cannot bypass the limit', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const as = { name: anna.email, secret: 'wrong' }
    const call = { method: 'POST', path: '/v2/auth', as }
    const answers = await Promise.all(Array.from({ length: 30 }, () => api.send(call)))
    expect(answers.filter(({ status }) => status === 401)).to.have.length(10)
    expect(answers.filter(({ status }) => status === 429)).to.have.length(20)
  })

  it('still allow a right password after ten wrong ones, and do not count it', async () => {
    const other = await startApi()
    try {
      const anna = await other.person('anna', { password: PASSWORD })
      const attempt = (secret: string) =>
        other.send({ method: 'POST', path: '/v2/auth', as: { name: anna.email, secret } })
      for (let count = 0; count < 10; count += 1) await attempt('wrong')
      expect((await attempt(PASSWORD)).status).to.equal(200)
      expect((await attempt(PASSWORD)).status).to.equal(200)
    } finally {
      await other.finish()
    }
  })
})

describe('The rate limit', () => {
  it('is shown in headers, and answers 429 when it is used up', async () => {
    const api = await startApi({ settings: { rateLimit: '3' } })
    try {
      const answers = []
      for (let count = 0; count < 4; count += 1) answers.push(await api.get('/v2/users/me'))
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429])
      const told = answers.map(({ headers }) => headers['ratelimit-remaining'])
      expect(told).to.deep.equal(['2', '1', '0', '0'])
      expect(answers[0]?.headers['ratelimit-limit']).to.equal('3')
      expect(answers[0]?.headers['ratelimit-reset']).to.match(/^\d+$/)
      const other = await api.person('other')
      expect((await api.get('/v2/users/me', other)).status).to.equal(200)
    } finally {
      await api.finish()
    }
  })
})

describe('Every answer', () => {
  const api = useApi()

  it('echoes a valid request id of 1 to 128 characters', async () => {
    const send = (id: string) =>
      api.send({ method: 'GET', path: '/v2/users/me', headers: { 'X-Request-Id': id } })
    const longest = 'a'.repeat(128)
    for (const id of ['1', 'A.b_c-9', longest]) {
      expect((await send(id)).headers['x-request-id']).to.equal(id)
    }
    for (const id of ['', 'a b', 'a'.repeat(129), 'ä', '<x>']) {
      expect((await send(id)).headers['x-request-id']).to.match(/^[0-9a-f]{24}$/)
    }
  })

  it('names the request in an error body', async () => {
    const headers = { 'X-Request-Id': 'mine-1' }
    const answer = await api.send({ method: 'GET', path: '/v2/nothing', headers })
    expect(answer.status).to.equal(404)
    expect(answer.json['request_id']).to.equal('mine-1')
  })

  it('refuses cross-site requests of an old browser, by Origin', async () => {
    const call = { method: 'POST', path: '/v2/users/me/rotate' }
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const answer = await api.send({ ...call, headers: { Origin: origin } })
      expect(answer.status, origin).to.equal(403)
    }
    const own = { method: 'PUT', path: '/v2/users/me', json: {} }
    const headers = { Origin: api.server.url }
    expect((await api.send({ ...own, headers })).status).to.equal(200)
    const read = { method: 'GET', path: '/v2/users/me', headers: { Origin: 'https://a.example' } }
    expect((await api.send(read)).status).to.equal(200)
  })

  it('refuses cross-site requests of a browser', async () => {
    const call = { method: 'POST', path: '/v2/users/me/rotate' }
    for (const from of ['cross-site', 'same-site']) {
      const answer = await api.send({ ...call, headers: { 'Sec-Fetch-Site': from } })
      expect(answer.status).to.equal(403)
    }
    const read = {
      method: 'GET',
      path: '/v2/users/me',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    }
    expect((await api.send(read)).status).to.equal(200)
  })

  it('is 405 with Allow for a method that a path does not have', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/v2/sites', 'GET, HEAD, POST'],
      ['PATCH', '/v2/sites/x', 'DELETE, GET, HEAD, PUT'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['GET', '/v2/auth', 'POST'],
    ] as const) {
      const answer = await api.send({ method, path })
      expect(answer.status, `${method} ${path}`).to.equal(405)
      expect(answer.headers.allow).to.equal(allow)
    }
  })
})
