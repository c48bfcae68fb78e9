/** Sign-in with a real OpenID Connect provider: who gets in, and who is linked. */

import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { answerAs, type OidcProvider } from '../servers/oidc.js'
import { browse, cookieOf, ME, PASSWORD, signIn } from './browser.js'
import { ask, enter, publicPost, PATH, refused, send, useBoth, type Both } from './oidc-visit.js'
import { useApi, type Running } from './server.js'

const OWN = '/v2/users/me/oidc'

describe('Sign-in with OpenID Connect', () => {
  const both = useBoth({ loginFailures: '1000', secondFactor: 'admins' })
  let api: Running
  let idp: OidcProvider
  before(() => {
    ;({ api, idp } = both)
  })
  const { somebody, member } = {
    somebody: (...claims: Parameters<Both['somebody']>) => both.somebody(...claims),
    member: (...claims: Parameters<Both['member']>) => both.member(...claims),
  }

  it('is offered beside passwords', async () => {
    const ways = await api.send({ method: 'GET', path: '/v2/sign-in', as: undefined })
    expect(ways.json).to.deep.equal({ password: true, provider: 'Example Login' })
  })

  it('asks with PKCE, state and nonce, and binds the answer to the browser by a short-lived cookie', async () => {
    const { url, answer } = await ask(api)
    const query = new URL(url).searchParams
    expect(url.startsWith(`${idp.issuer}/auth?`)).to.equal(true)
    expect(query.get('redirect_uri')).to.equal(`${api.server.url}/admin/signed-in`)
    expect(query.get('code_challenge_method')).to.equal('S256')
    expect(query.get('response_type')).to.equal('code')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query.get(name), name).to.match(/^[\w-]{43}$/)
      expect(String(answer.headers['set-cookie']), name).not.to.include(query.get(name))
    }
    expect(String(answer.headers['set-cookie'])).to.match(
      /^galley_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('links an account by its verified address, and knows it by the subject from then on', async () => {
    const { person, subject } = await member({}, { admin: true })
    const answer = await enter(api, subject)
    expect(answer.status, answer.text).to.equal(201)
    expect(Object(answer.json['user'])['id']).to.equal(person.id)
    // The second factor that the server wants of administrators is for passwords.
    expect(answer.json['needs_second_factor']).to.equal(false)
    const browser = { cookie: cookieOf(answer), csrf: '', id: '' }
    expect((await browse(api, browser, ME)).status).to.equal(200)
    const limited = await signIn(api, person.email)
    expect(limited.answer.json['needs_second_factor']).to.equal(true)

    idp.people.set(subject, { email: 'moved@example.org', email_verified: false })
    const again = await enter(api, subject)
    expect(again.status, again.text).to.equal(201)
    expect(Object(again.json['user'])['id']).to.equal(person.id)
    const { list: rows } = await api.get('/v2/audit?operation=signInByOidc&outcome=done')
    expect(rows[0]).to.include({ email: person.email, user_id: person.id })
  })

  it('makes the account of somebody who is invited, with the roles of all invitations', async () => {
    const [first, second] = [await api.site(), await api.site()]
    const { subject, email } = somebody({ given_name: 'Grace', family_name: 'Hopper <x>' })
    for (const [site, kind] of [
      [first, 'writer'],
      [second, 'publisher'],
    ] as const) {
      const path = `/v2/sites/${site.id}/invitations`
      const invited = await api.post(path, { email: email.toUpperCase(), kind })
      expect(invited.status, invited.text).to.equal(201)
    }
    const answer = await enter(api, subject)
    expect(answer.status, answer.text).to.equal(201)
    expect(Object(answer.json['user'])).to.include({ fullname: 'Grace Hopper x', admin: false })
    const browser = { cookie: cookieOf(answer), csrf: '', id: '' }
    const sites = await browse(api, browser, { method: 'GET', path: '/v2/sites' })
    expect(sites.list.map(({ id }) => id)).to.have.members([first.id, second.id])
    const left = await api.get('/v2/invitations')
    expect(left.list.map((one) => one['email'])).not.to.include(email.toUpperCase())
    // Without a password there is no other way in.
    const id = String(Object(answer.json['user'])['id'])
    const csrf = String(answer.json['csrf_token'])
    const off = await browse(api, { ...browser, csrf, id }, { method: 'DELETE', path: OWN })
    expect([off.status, off.json['message']]).to.deep.equal([
      409,
      'There would be no way left to sign in: set a password first, by the link for a forgotten one.',
    ])
  })

  it('refuses people whom nobody has invited, and tells the operator', async () => {
    const { subject, email } = somebody()
    refused(
      await enter(api, subject),
      403,
      new RegExp(`^Nobody here has the address ${email}: ask`),
    )
    const line = api.noted.findLast(({ message }) => message === 'a sign-in was refused')
    expect(line?.fields).to.include({ subject })
    const { list: rows } = await api.get('/v2/audit?operation=signInByOidc&outcome=refused')
    expect(rows[0]).to.include({ status: 403 })
  })

  it('refuses an address that the provider has not verified', async () => {
    for (const email_verified of [false, undefined, 'false', 1]) {
      const { subject } = await member({ email_verified })
      refused(await enter(api, subject), 403, /^Example Login names no verified address: sign in/)
    }
  })

  it('refuses an account whose owner gave it an address that nobody has checked', async () => {
    const thief = await api.person('thief', { password: PASSWORD })
    const { subject, email } = somebody()
    const json = { email, current_password: PASSWORD }
    const moved = await api.put('/v2/users/me', json, thief)
    expect(moved.status, moved.text).to.equal(200)
    refused(await enter(api, subject), 403, /^Nobody has checked the address of the account/)
  })

  it('refuses a second person who comes with the address of the first', async () => {
    const { person, subject } = await member()
    expect((await enter(api, subject)).status).to.equal(201)
    const { subject: other } = somebody({ email: person.email })
    refused(await enter(api, other), 403, /is linked to another person of Example Login/)
    await withAccounts(api.config, ({ records }) => records.oidcLinks.delete(person.id))
    expect((await enter(api, other)).status).to.equal(201)
    refused(await enter(api, subject), 403, /is linked to another person/)
  })

  it('refuses an address that belonged to another user', async () => {
    const { person, email } = await member()
    const { subject } = somebody({ email: person.email })
    await api.put(`/v2/users/${person.id}`, { email: `new-${email}` })
    const invited = await api.post('/v2/invitations', { email: person.email })
    expect(invited.status, invited.text).to.equal(201)
    refused(await enter(api, subject), 409, /^A user with this e-mail address exists already/)
  })

  describe('linking', () => {
    const begin = (browser: Awaited<ReturnType<typeof signIn>>, current_password = PASSWORD) =>
      browse(api, browser, { method: 'POST', path: OWN, json: { current_password } })
    const answerWith = (
      browser: Awaited<ReturnType<typeof signIn>>,
      response: string,
      cookie: string,
    ) => {
      const headers = { Cookie: `${browser.cookie}; ${cookie}` }
      const call = { method: 'POST', path: `${OWN}/answer`, json: { response }, headers }
      return browse(api, browser, call)
    }

    it('takes the password, and whoever answers; unlinking ends it', async () => {
      const { email } = await api.person('linker', { password: PASSWORD })
      const { subject } = somebody({ email_verified: false })
      const browser = await signIn(api, email)
      const none = { provider: 'Example Login', linked: false, subject: null, linked_at: null }
      const get = { method: 'GET', path: OWN }
      expect((await browse(api, browser, get)).json).to.deep.equal(none)
      const remove = { method: 'DELETE', path: OWN }
      expect((await browse(api, browser, remove)).status).to.equal(404)
      expect((await begin(browser, 'not the password')).status).to.equal(422)
      const without = { method: 'POST', path: `${OWN}/answer`, json: {} }
      expect((await browse(api, browser, without)).status).to.equal(422)

      const begun = await begin(browser)
      expect(begun.status, begun.text).to.equal(200)
      const response = await answerAs(String(begun.json['url']), subject)
      const linked = await answerWith(browser, response, cookieOf(begun))
      expect(linked.status, linked.text).to.equal(200)
      expect(linked.json).to.include({ linked: true, subject })
      const entered = await enter(api, subject)
      expect(entered.status).to.equal(201)

      expect((await browse(api, browser, remove)).status).to.equal(200)
      expect((await browse(api, browser, get)).json).to.deep.equal(none)
      const former = { cookie: cookieOf(entered), csrf: '', id: '' }
      expect((await browse(api, former, ME)).status).to.equal(401)
      expect((await enter(api, subject)).status).to.equal(403)
    })

    it('refuses the answer of a sign-in, of another user’s, and a person who is somebody else’s', async () => {
      const { subject } = await member()
      expect((await enter(api, subject)).status).to.equal(201)
      const { email } = await api.person('linker', { password: PASSWORD })
      const { email: others } = await api.person('linker', { password: PASSWORD })
      const [browser, other] = [await signIn(api, email), await signIn(api, others)]
      const question = await ask(api)
      const forSignIn = await answerAs(question.url, subject)
      expect((await answerWith(browser, forSignIn, question.cookie)).status).to.equal(401)
      const begun = await begin(browser)
      const response = await answerAs(String(begun.json['url']), subject)
      expect((await answerWith(other, response, cookieOf(begun))).status).to.equal(401)
      const taken = await answerWith(browser, response, cookieOf(begun))
      expect([taken.status, taken.json['message']]).to.deep.equal([
        409,
        'Another account is linked to this person of the provider.',
      ])
    })
  })
})

describe('A server without a provider', () => {
  const api = useApi()

  it('offers none, and refuses what would need one', async () => {
    const ways = await api.send({ method: 'GET', path: '/v2/sign-in', as: undefined })
    expect(ways.json).to.deep.equal({ password: true, provider: null })
    expect((await api.get(OWN)).json).to.include({ provider: null, linked: false })
    expect((await publicPost(api, PATH)).status).to.equal(409)
    expect((await send(api, 'code=x', '')).status).to.equal(409)
    const { email } = await api.person('member', { password: PASSWORD })
    const browser = await signIn(api, email)
    const json = { current_password: PASSWORD }
    const begun = await browse(api, browser, { method: 'POST', path: OWN, json })
    expect(begun.status).to.equal(409)
  })
})

describe('A server with a provider alone', () => {
  const both = useBoth({ oidcOnly: 'true', oidcUnknown: 'create' })
  let api: Running
  let idp: OidcProvider
  before(() => {
    ;({ api, idp } = both)
  })

  it('takes no passwords', async () => {
    const ways = await api.send({ method: 'GET', path: '/v2/sign-in', as: undefined })
    expect(ways.json).to.include({ password: false })
    const { email } = await api.person('member', { password: PASSWORD })
    const token = '0'.repeat(64)
    const answers = [
      await publicPost(api, '/v2/session', { email, password: PASSWORD }),
      await api.send({
        method: 'POST',
        path: '/v2/auth',
        as: { name: email, secret: PASSWORD },
      }),
      await publicPost(api, '/v2/setup', { token, email, password: PASSWORD }),
      await publicPost(api, '/v2/password/forgotten', { email }),
      await publicPost(api, '/v2/password/reset', { token, password: PASSWORD }),
      await publicPost(api, '/v2/invitations/accept', { token, password: PASSWORD }),
    ]
    for (const { status, json } of answers) {
      expect([status, json['message']]).to.deep.equal([
        403,
        'This server takes no passwords: sign in with Example Login.',
      ])
    }
  })

  it('makes an account for everybody whom the provider knows, if it is to', async () => {
    idp.people.set('new', { email: 'new@example.org', email_verified: true, name: 'Somebody New' })
    const answer = await enter(api, 'new')
    expect(answer.status, answer.text).to.equal(201)
    expect(Object(answer.json['user'])).to.include({ fullname: 'Somebody New', admin: false })
    const [cookie, csrf] = [cookieOf(answer), String(answer.json['csrf_token'])]
    const off = await browse(api, { cookie, csrf, id: '' }, { method: 'DELETE', path: OWN })
    expect(off.status).to.equal(409)
  })

  it('leaves the link of the first start to the administrators', async () => {
    const { firstStart } = api.server.application.services
    const { person: first, subject } = await both.member({}, { admin: true })
    firstStart.begin(first.id)
    idp.people.set('quick', { email: 'quick@example.org', email_verified: true })
    expect((await enter(api, 'quick')).status).to.equal(201)
    expect(firstStart.newToken()).to.be.a('string')
    expect((await enter(api, subject)).status).to.equal(201)
    expect(firstStart.newToken()).to.equal(null)
  })

  it('counts answers that are refused, by address', async () => {
    const { cookie } = await ask(api)
    const statuses: number[] = []
    for (let k = 0; k < 12; k += 1) statuses.push((await send(api, 'code=x', cookie)).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429, 429])
  })
})
