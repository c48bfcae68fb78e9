import { expect } from 'chai'
import { browse, CHANGE, ME, PASSWORD, signIn } from './browser.js'
import { startApi, useApi } from './server.js'

describe('A server under HTTPS', () => {
  it('sets a __Host- cookie that is sent over HTTPS only, and reads no other', async () => {
    const api = await startApi({ settings: { publicUrl: 'https://galley.example.org' } })
    try {
      const anna = await api.person('anna', { password: PASSWORD })
      const origin = { Origin: 'https://galley.example.org' }
      const browser = await signIn(api, anna.email, origin)
      const [header = ''] = browser.answer.headers['set-cookie'] ?? []
      expect(header).to.match(/^__Host-galley_session=/)
      expect(header).to.match(/; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
      expect((await browse(api, browser, { ...CHANGE, headers: origin })).status).to.equal(200)
      const planted = browser.cookie.replace('__Host-', '')
      expect((await browse(api, { ...browser, cookie: planted }, ME)).status).to.equal(401)
    } finally {
      await api.finish()
    }
  })
})

describe('Pages of other origins', () => {
  const TOOLS = 'https://tools.example.org'
  const api = useApi({ settings: { corsOrigins: `${TOOLS},http://localhost:5173` } })

  const preflight = (origin: string) =>
    api.send({
      method: 'OPTIONS',
      path: '/v2/sites',
      as: undefined,
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })

  it('may send requests with a key pair if they are listed', async () => {
    const answer = await preflight(TOOLS)
    expect(answer.status).to.equal(204)
    expect(answer.headers).to.include({ 'access-control-allow-origin': TOOLS, vary: 'Origin' })
    expect(answer.headers['access-control-allow-methods']).to.include('PUT')
    expect(answer.headers['access-control-allow-headers']).to.include('Authorization')
    expect(answer.headers).not.to.have.property('access-control-allow-credentials')
    const headers = { Origin: TOOLS, 'Sec-Fetch-Site': 'cross-site' }
    const site = { title: 'From afar', domain: 'afar.example.org', empty: true }
    const made = await api.send({ method: 'POST', path: '/v2/sites', json: site, headers })
    expect(made.status, made.text).to.equal(201)
    expect(made.headers['access-control-allow-origin']).to.equal(TOOLS)
    expect(made.headers['access-control-expose-headers']).to.include('X-Total-Count')
    const refused = await api.send({ ...ME, as: undefined, headers })
    expect(refused.status).to.equal(401)
    expect(refused.headers['access-control-allow-origin']).to.equal(TOOLS)
  })

  it('may send what endpoints read, but for what git and its hosts send', async () => {
    const answer = await preflight(TOOLS)
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
    const isOfGit = (name: string) => /^(Git-Protocol|X-Hub-|X-Gitlab-)/.test(name)
    const read = api.routes.flatMap(({ headers = [] }) => headers).filter((name) => !isOfGit(name))
    expect(read).to.include.members(['If-Match', 'X-Second-Factor'])
    expect(allowed).to.include.members(read)
  })

  it('are refused if they are not listed', async () => {
    for (const origin of [
      `${TOOLS}.evil.org`,
      `${TOOLS}:8443`,
      'http://tools.example.org',
      'null',
    ]) {
      const answer = await preflight(origin)
      expect(answer.headers, origin).not.to.have.property('access-control-allow-origin')
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
      const written = await api.send({ method: 'POST', path: '/v2/sites', json: {}, headers })
      expect(written.status, origin).to.equal(403)
    }
  })

  it('cannot use a session, listed or not', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const browser = await signIn(api, anna.email)
    const answer = await browse(api, browser, { ...CHANGE, headers: { Origin: TOOLS } })
    expect(answer.status).to.equal(403)
  })
})
