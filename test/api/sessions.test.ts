import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { browse, CHANGE, cookieOf, ME, PASSWORD, signIn } from './browser.js'
import type { Answer } from './client.js'
import { useApi, type Person } from './server.js'

const DAY = 24 * 60 * 60_000

describe('POST /v2/session', () => {
  const api = useApi({ settings: { loginFailures: '1000' } })
  let anna: Person

  before(async () => {
    anna = await api.person('anna', { password: PASSWORD })
  })

  it('signs in, with an HttpOnly and SameSite=Strict cookie', async () => {
    const { answer } = await signIn(api, anna.email, { 'User-Agent': 'A browser' })
    expect(answer.json).to.include({ current: true, user_agent: 'A browser', address: '127.0.0.1' })
    expect(Object(answer.json['user'])).to.include({ id: anna.id, is_admin: false })
    const [header = ''] = answer.headers['set-cookie'] ?? []
    expect(header).to.match(/^galley_session=[0-9a-f]{24}\.[0-9a-f]{64}; /)
    expect(header).to.include('Path=/; HttpOnly; SameSite=Strict')
    expect(header).not.to.include('Secure')
    const [, secret = ''] = cookieOf(answer).split('.')
    expect(answer.text).not.to.include(secret)
  })

  for (const [title, json, status] of [
    ['a wrong password', { password: 'not the password' }, 401],
    ['an unknown address', { email: 'nobody@example.org' }, 401],
    ['an empty password', { password: '' }, 401],
    ['a very long password', { password: 'x'.repeat(5000) }, 401],
    ['no password', { password: undefined }, 422],
    ['a list for an address', { email: ['a'] }, 422],
  ] as const) {
    it(`refuses ${title} with ${status}, without a cookie`, async () => {
      const body = { email: anna.email, password: PASSWORD, ...json }
      const answer = await api.send({
        method: 'POST',
        path: '/v2/session',
        as: undefined,
        json: body,
      })
      expect(answer.status).to.equal(status)
      expect(answer.headers).not.to.have.any.keys('set-cookie', 'www-authenticate')
    })
  }

  it('does not accept a key pair', async () => {
    const json = { email: anna.name, password: anna.secret }
    const answer = await api.send({ method: 'POST', path: '/v2/session', as: undefined, json })
    expect(answer.status).to.equal(401)
  })

  it('refuses requests from other origins, and accepts those from its own', async () => {
    const json = { email: anna.email, password: PASSWORD }
    const send = (headers: Record<string, string>) =>
      api.send({ method: 'POST', path: '/v2/session', as: undefined, json, headers })
    const { host } = new URL(api.server.url)
    for (const origin of ['https://evil.example.org', 'null', `http://${host}.evil.example.org`]) {
      expect((await send({ Origin: origin })).status, origin).to.equal(403)
    }
    expect((await send({ 'Sec-Fetch-Site': 'same-site' })).status).to.equal(403)
    for (const origin of [api.server.url, `https://${host}`]) {
      expect((await send({ Origin: origin })).status, origin).to.equal(201)
    }
  })

  it('starts a new session whatever cookie was sent, and ends the previous one', async () => {
    const first = await signIn(api, anna.email)
    const planted = `galley_session=${'a'.repeat(24)}.${'b'.repeat(64)}`
    const other = await signIn(api, anna.email, { Cookie: planted })
    expect(other.cookie).not.to.equal(planted)
    expect((await browse(api, { ...other, cookie: planted }, ME)).status).to.equal(401)
    const second = await signIn(api, anna.email, { Cookie: first.cookie })
    expect(second.id).not.to.equal(first.id)
    expect((await browse(api, first, ME)).status).to.equal(401)
    expect((await browse(api, second, ME)).status).to.equal(200)
  })

  it('keeps the newest hundred of a user', async () => {
    const many = await api.person('many', { password: PASSWORD })
    const first = await signIn(api, many.email)
    api.skip(1000)
    const second = await signIn(api, many.email)
    api.skip(1000)
    const { sessions } = api.server.application.services
    const credentials = { name: many.email, secret: PASSWORD, address: '127.0.0.1', requestId: 'x' }
    for (let made = 0; made < 99; made += 1) {
      await sessions.signIn({ credentials, userAgent: '', formerCookie: null })
    }
    expect((await browse(api, first, ME)).status).to.equal(401)
    const list = { method: 'GET', path: '/v2/users/me/sessions?per_page=999' }
    expect((await browse(api, second, list)).list).to.have.length(100)
  })
})

describe('A session', () => {
  const api = useApi()
  let anna: Person

  before(async () => {
    anna = await api.person('anna', { password: PASSWORD })
  })

  it('counts only in requests of this origin, and of the address bar', async () => {
    // To a browser, sites below one domain are one site, so `SameSite` keeps the cookie from none of them.
    const browser = await signIn(api, anna.email)
    const from = (site: string) =>
      browse(api, browser, { ...ME, headers: { 'Sec-Fetch-Site': site } })
    for (const site of ['same-site', 'cross-site']) {
      expect((await from(site)).status, site).to.equal(401)
    }
    for (const site of ['same-origin', 'none']) {
      expect((await from(site)).status, site).to.equal(200)
    }
  })

  it('does what a key pair does', async () => {
    const browser = await signIn(api, anna.email)
    expect((await browse(api, browser, ME)).json).to.include({ id: anna.id, is_admin: false })
    const changed = await browse(api, browser, CHANGE)
    expect(changed.status, changed.text).to.equal(200)
    const site = { title: 'By cookie', domain: 'cookie.example.org', empty: true }
    const made = await browse(api, browser, { method: 'POST', path: '/v2/sites', json: site })
    expect(made.status, made.text).to.equal(201)
  })

  it('is shown with its token, and ended', async () => {
    const browser = await signIn(api, anna.email)
    const shown = await browse(api, browser, { method: 'GET', path: '/v2/session' })
    expect(shown.json).to.include({ id: browser.id, csrf_token: browser.csrf, current: true })
    const ended = await browse(api, browser, { method: 'DELETE', path: '/v2/session' })
    expect(ended.json).to.deep.equal({ id: browser.id, deleted: true })
    expect(ended.headers['set-cookie']?.[0]).to.match(/^galley_session=; Max-Age=0;/)
    for (const call of [ME, CHANGE, { method: 'GET', path: '/v2/session' }]) {
      expect((await browse(api, browser, call)).status).to.equal(401)
    }
  })

  it('changes nothing without its token, or with a wrong one', async () => {
    const [browser, other] = [await signIn(api, anna.email), await signIn(api, anna.email)]
    for (const csrf of ['', 'x', other.csrf, `${browser.csrf}0`, '\u00e4']) {
      const headers: Record<string, string> = csrf === '' ? {} : { 'X-CSRF-Token': csrf }
      const answer = await browse(api, { ...browser, csrf: '' }, { ...CHANGE, headers })
      expect(answer.status, csrf).to.equal(403)
      expect(answer.text).to.include('X-CSRF-Token')
    }
    const end = { method: 'DELETE', path: '/v2/session' }
    expect((await browse(api, { ...browser, csrf: '' }, end)).status).to.equal(403)
    expect((await browse(api, browser, ME)).status).to.equal(200)
  })

  it('changes nothing for a page of another origin, token or not', async () => {
    const browser = await signIn(api, anna.email)
    const sites = api.server.sitesUrl
    for (const origin of ['https://evil.example.org', 'null', 'not an origin', sites]) {
      const answer = await browse(api, browser, { ...CHANGE, headers: { Origin: origin } })
      expect(answer.status, origin).to.equal(403)
    }
    const own = await browse(api, browser, { ...CHANGE, headers: { Origin: api.server.url } })
    expect(own.status).to.equal(200)
  })

  it('cannot be forged', async () => {
    const browser = await signIn(api, anna.email)
    const [id = '', secret = ''] = browser.cookie.replace('galley_session=', '').split('.')
    const other = (await signIn(api, anna.email)).cookie.split('.')[1] ?? ''
    const forged = [
      '',
      id,
      `${id}.`,
      `.${secret}`,
      `${id}.${secret.replace(/^./, 'x')}`,
      `${id}.${other}`,
      `${id}.${secret.slice(0, -1)}`,
      `${id}.${secret}00`,
      `${id.toUpperCase()}.${secret.toUpperCase()}`,
      `"${id}.${secret}"`,
      `${id}' OR '1'='1.${secret}`,
      'x'.repeat(6000),
    ]
    for (const value of forged) {
      const cookie = `galley_session=${value}`
      expect((await browse(api, { ...browser, cookie }, ME)).status, value).to.equal(401)
    }
    // Two of the name: one of them somebody else has planted.
    const twice = `galley_session=${'a'.repeat(24)}.${'b'.repeat(64)}; ${browser.cookie}`
    expect((await browse(api, { ...browser, cookie: twice }, ME)).status).to.equal(401)
    const among = `theme=dark; ${browser.cookie}; my_galley_session=x`
    expect((await browse(api, { ...browser, cookie: among }, ME)).status).to.equal(200)
  })

  it('never makes a browser ask for a name and a password', async () => {
    const send = (headers: Record<string, string>) =>
      api.send({ ...ME, as: undefined, headers }).then(({ headers: sent }) => sent)
    expect(await send({})).to.have.property('www-authenticate')
    expect(await send({ Cookie: 'galley_session=x' })).not.to.have.property('www-authenticate')
    expect(await send({ 'X-CSRF-Token': 'x' })).not.to.have.property('www-authenticate')
  })

  it('is ignored if a key pair is sent, right or wrong', async () => {
    const browser = await signIn(api, anna.email)
    const headers = { Cookie: browser.cookie }
    const wrong = { name: anna.name, secret: 'wrong' }
    expect((await api.send({ ...ME, as: wrong, headers })).status).to.equal(401)
    const berta = await api.person('berta')
    expect((await api.send({ ...ME, as: berta, headers })).json['id']).to.equal(berta.id)
  })

  it('does not allow operations that need a password', async () => {
    const browser = await signIn(api, anna.email)
    expect((await browse(api, browser, { method: 'POST', path: '/v2/auth' })).status).to.equal(401)
  })
})

describe('The sessions of a user', () => {
  const api = useApi()

  it('are listed and ended one by one, only by that user', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const [first, second] = [await signIn(api, anna.email), await signIn(api, anna.email)]
    const list = await browse(api, second, { method: 'GET', path: '/v2/users/me/sessions' })
    const currentOf = Object.fromEntries(list.list.map(({ id, current }) => [id, current]))
    expect(currentOf).to.deep.equal({ [first.id]: false, [second.id]: true })
    expect(list.text).not.to.include('csrf_token')
    expect(list.headers['x-total-count']).to.equal('2')
    const end = { method: 'DELETE', path: `/v2/users/me/sessions/${first.id}` }
    const berta = await api.person('berta', { password: PASSWORD })
    expect((await api.send({ ...end, as: berta })).status).to.equal(404)
    expect((await browse(api, first, ME)).status).to.equal(200)
    expect((await browse(api, second, end)).json).to.deep.equal({ id: first.id, deleted: true })
    expect((await browse(api, first, ME)).status).to.equal(401)
    expect((await browse(api, second, end)).status).to.equal(404)
    const byKey = await api.get('/v2/users/me/sessions', anna)
    expect(byKey.list.map(({ current }) => current)).to.deep.equal([false])
  })

  it('end when the password changes, except the one in which it was changed', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const [first, second] = [await signIn(api, anna.email), await signIn(api, anna.email)]
    const json = { password: `${PASSWORD}, new`, current_password: PASSWORD }
    const changed = await browse(api, first, { method: 'PUT', path: '/v2/users/me', json })
    expect(changed.status, changed.text).to.equal(200)
    expect((await browse(api, first, ME)).status).to.equal(200)
    expect((await browse(api, second, ME)).status).to.equal(401)
  })

  it('end when an administrator sets the password', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const browser = await signIn(api, anna.email)
    await api.put(`/v2/users/${anna.id}`, { firstname: 'Anna' })
    expect((await browse(api, browser, ME)).status).to.equal(200)
    await api.put(`/v2/users/${anna.id}`, { password: `${PASSWORD}, new` })
    expect((await browse(api, browser, ME)).status).to.equal(401)
  })

  it('end when the user is removed, and lose the rights that the user loses', async () => {
    const anna = await api.person('anna', { password: PASSWORD, admin: true })
    const browser = await signIn(api, anna.email)
    const users = { method: 'GET', path: '/v2/users' }
    expect((await browse(api, browser, users)).status).to.equal(200)
    await api.put(`/v2/users/${anna.id}`, { admin: false })
    expect((await browse(api, browser, users)).status).to.equal(403)
    expect((await api.delete(`/v2/users/${anna.id}`)).status).to.equal(200)
    expect((await browse(api, browser, ME)).status).to.equal(401)
  })

  it('end after two weeks without a request, and after ninety days', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const [idle, used] = [await signIn(api, anna.email), await signIn(api, anna.email)]
    for (let days = 0; days < 88; days += 11) {
      api.skip(11 * DAY)
      expect((await browse(api, used, ME)).status, `after ${days + 11} days`).to.equal(200)
      if (days > 0) expect((await browse(api, idle, ME)).status).to.equal(401)
    }
    const list = await browse(api, used, { method: 'GET', path: '/v2/users/me/sessions' })
    expect(list.list.map(({ id }) => id)).to.deep.equal([used.id])
    api.skip(2 * DAY)
    expect((await browse(api, used, ME)).status).to.equal(401)
    api.server.application.services.sessions.sweep()
    expect((await api.get('/v2/users/me/sessions', anna)).list).to.deep.equal([])
  })

  it('are not stored as they are in the cookie', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const browser = await signIn(api, anna.email)
    const [, secret = ''] = browser.cookie.split('.')
    expect(secret).to.have.length(64)
    const { data } = api.config
    const names = (await readdir(data)).filter((name) => name.startsWith('galley.db'))
    expect(names).to.include('galley.db')
    for (const name of names) {
      const bytes = await readFile(path.join(data, name))
      expect(bytes.includes(secret), name).to.equal(false)
      expect(bytes.includes(Buffer.from(secret, 'hex')), name).to.equal(false)
    }
  })
})

describe('The event stream of a session', () => {
  const api = useApi()

  it('ends with the session', async () => {
    const site = await api.site()
    const anna = await api.person('anna', { password: PASSWORD })
    await api.post(`/v2/sites/${site.id}/roles`, { user_id: anna.id, kind: 'writer' })
    const browser = await signIn(api, anna.email)
    const { jobs } = api.server.application.services
    const { sessions } = api.server.application.services
    const [, value = ''] = browser.cookie.split('=')
    const actor = await sessions.authenticateSession({
      cookie: value,
      address: '127.0.0.1',
      requestId: 'x',
    })
    const job = api.server.application.runner.enqueue({
      siteId: site.id,
      kind: 'preview',
      userId: null,
    })
    const left = new AbortController()
    const stream = jobs.follow(actor, job.id, { afterSeq: null, signal: left.signal })
    if (stream === null || stream === 'over') throw new Error('There is no such job.')
    const iterator = stream.events[Symbol.asyncIterator]()
    sessions.end(actor, browser.id)
    expect(await iterator.next()).to.deep.equal({ done: true, value: undefined })
  })
})

describe('Failed sign-ins', () => {
  const api = useApi()

  it('are counted with those of POST /v2/auth', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const send = (password: string) => {
      const json = { email: anna.email, password }
      return api.send({ method: 'POST', path: '/v2/session', as: undefined, json })
    }
    const auth = (secret: string) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { name: anna.email, secret } })
    const statuses = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await send('wrong')).status, (await auth('wrong')).status)
    }
    expect(statuses).to.deep.equal(Array(10).fill(401))
    const late = await send('wrong')
    expect(late.status).to.equal(429)
    expect(late.headers['retry-after']).to.match(/^\d+$/)
    expect((await auth(PASSWORD)).status).to.equal(429)
  })
})

describe('A password that changes while others sign in with the old one', () => {
  const api = useApi({ settings: { loginFailures: '100000' } })
  const CHANGED = `${PASSWORD}, changed`

  it('refuses a sign-in with the old one that was under way', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const json = { email: anna.email, password: PASSWORD }
    const signedIn: Answer[] = []
    let isChanged = false
    const intrude = async () => {
      do {
        signedIn.push(await api.send({ method: 'POST', path: '/v2/session', as: undefined, json }))
      } while (!isChanged)
    }
    const change = async () => {
      const body = { password: CHANGED, current_password: PASSWORD }
      const answer = await api.put('/v2/users/me', body, anna)
      isChanged = true
      expect(answer.status, answer.text).to.equal(200)
    }
    await Promise.all([...Array.from({ length: 12 }, intrude), change()])
    for (const answer of signedIn) {
      const call = { ...ME, as: undefined, headers: { Cookie: cookieOf(answer) } }
      expect((await api.send(call)).status).to.equal(401)
    }
  })

  it('is not overwritten by another change with the old one', async () => {
    const berta = await api.person('berta', { password: PASSWORD })
    const passwords = ['one', 'two'].map((word) => `${PASSWORD}, ${word}`)
    const answers = await Promise.all(
      passwords.map((password) => {
        return api.put('/v2/users/me', { password, current_password: PASSWORD }, berta)
      }),
    )
    expect(answers.map(({ status }) => status)).to.have.members([200, 422])
  })
})
