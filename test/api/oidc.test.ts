/** Sign-in with a real OpenID Connect provider: who gets in, who is linked, and what is refused. */

import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { answerAs, claimsOf, startOidcProvider, type OidcProvider } from '../servers/oidc.js'
import { browse, cookieOf, ME, PASSWORD, signIn } from './browser.js'
import type { Answer } from './client.js'
import { startApi, type Api, type Running } from './server.js'

const PATH = '/v2/sign-in/oidc'
const OWN = '/v2/users/me/oidc'
const MINUTE_MS = 60_000

const publicPost = (api: Api, path: string, json?: object, headers: Record<string, string> = {}) =>
  api.send({ method: 'POST', path, as: undefined, json, headers })

/** A question, and how its answer is sent. */
async function ask(api: Api) {
  const answer = await publicPost(api, PATH)
  expect(answer.status, answer.text).to.equal(200)
  return { url: String(answer.json['url']), cookie: cookieOf(answer), answer }
}

const send = (api: Api, response: string, cookie: string) =>
  publicPost(api, `${PATH}/answer`, { response }, { Cookie: cookie })

/** All of it, as one browser. */
async function enter(api: Api, subject: string): Promise<Answer> {
  const { url, cookie } = await ask(api)
  return send(api, await answerAs(url, subject), cookie)
}

describe('Sign-in with OpenID Connect', () => {
  let idp: OidcProvider
  let api: Running
  let count = 0

  before(async () => {
    idp = await startOidcProvider()
    const settings = { ...idp.settings, loginFailures: '1000', secondFactor: 'admins' }
    api = await startApi({ settings })
    await idp.serve(api.server.url)
  })
  after(async () => {
    await api?.finish()
    await idp?.close()
  })
  // What a test has made of the provider is not known to the next one.
  afterEach(() => {
    idp.changed.clear()
    api.skip(61 * MINUTE_MS)
  })

  /** Somebody of the provider with a new address. */
  const somebody = (claims: object = {}) => {
    count += 1
    const subject = `subject-${count}`
    const email = `oidc${count}@example.org`
    idp.people.set(subject, { email, email_verified: true, ...claims })
    return { subject, email }
  }
  /** Somebody of the provider who has an account here. */
  const member = async (claims: object = {}, options: { admin?: boolean } = {}) => {
    const person = await api.person('member', { password: PASSWORD, ...options })
    return { person, ...somebody({ email: person.email, ...claims }) }
  }
  const refused = (answer: Answer, status: number, words: RegExp) => {
    expect(answer.status, answer.text).to.equal(status)
    expect(answer.json['message']).to.match(words)
    expect(answer.headers).not.to.have.property('set-cookie')
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

  describe('refuses an answer', () => {
    const INVALID = /^The answer of Example Login is not valid here: .* Sign in again\.$/
    const reason = () => Object(api.noted.at(-1)?.fields)['reason']

    it('that was used', async () => {
      const { subject } = await member()
      const { url, cookie } = await ask(api)
      const response = await answerAs(url, subject)
      expect((await send(api, response, cookie)).status).to.equal(201)
      const asked = idp.asked.length
      refused(await send(api, response, cookie), 401, INVALID)
      // Without asking the provider.
      expect(idp.asked.length).to.equal(asked)
    })

    it('in another browser, and without the cookie', async () => {
      const { subject } = await member()
      const [mine, other] = [await ask(api), await ask(api)]
      const response = await answerAs(mine.url, subject)
      refused(await send(api, response, other.cookie), 401, INVALID)
      expect(reason()).to.match(/state/)
      for (const cookie of ['', 'galley_oidc=x', `${mine.cookie.slice(0, -2)}aa`]) {
        refused(await send(api, response, cookie), 401, INVALID)
      }
      expect((await send(api, response, mine.cookie)).status).to.equal(201)
    })

    it('that comes too late', async () => {
      const { subject } = await member()
      const { url, cookie } = await ask(api)
      const response = await answerAs(url, subject)
      api.skip(10 * MINUTE_MS + 1)
      refused(await send(api, response, cookie), 401, INVALID)
    })

    it('that was begun to link an account', async () => {
      const { person, subject } = await member()
      const browser = await signIn(api, person.email)
      const json = { current_password: PASSWORD }
      const begun = await browse(api, browser, { method: 'POST', path: OWN, json })
      const response = await answerAs(String(begun.json['url']), subject)
      refused(await send(api, response, cookieOf(begun)), 401, INVALID)
    })

    for (const [what, change] of [
      ['with another nonce', { nonce: 'another' }],
      ['without a nonce', { nonce: undefined }],
      ['for another client', { aud: 'somebody-else' }],
      ['of another provider', { iss: 'https://other.example.org' }],
      ['that has expired', { exp: 1_600_000_000 }],
      ['for another person than the token', { sub: 'subject-0' }],
    ] as const) {
      it(`${what}, though it is signed`, async () => {
        const { subject } = await member()
        idp.changed.set('/token', (body) => ({
          ...body,
          id_token: idp.signed({ ...claimsOf(body['id_token']), ...change }),
        }))
        refused(await enter(api, subject), 401, INVALID)
        expect(reason()).to.match(/OAUTH_|unexpected|claim/)
      })
    }

    it('that is signed with another key', async () => {
      const { subject } = await member()
      const { generateKeyPairSync } = await import('node:crypto')
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      idp.changed.set('/token', (body) => ({
        ...body,
        id_token: idp.signed(claimsOf(body['id_token']), privateKey),
      }))
      refused(await enter(api, subject), 401, INVALID)
    })

    it('with another issuer, code, or none', async () => {
      const { subject } = await member()
      for (const [from, to] of [
        [/iss=[^&]+/, 'iss=https%3A%2F%2Fother.example.org'],
        [/code=[^&]+/, 'code=made-up'],
        [/code=[^&]+&/, ''],
      ] as const) {
        const { url, cookie } = await ask(api)
        const response = (await answerAs(url, subject)).replace(from, to)
        refused(await send(api, response, cookie), 401, INVALID)
      }
      const { cookie } = await ask(api)
      for (const response of ['', '%', '#', '\u0001=&&&', 'state=x&state=y']) {
        expect((await send(api, response, cookie)).status, response).to.equal(401)
      }
      expect((await publicPost(api, `${PATH}/answer`, { response: 7 })).status).to.equal(422)
    })

    it('by which the provider refuses, in its word', async () => {
      const { url, cookie } = await ask(api)
      const state = new URL(url).searchParams.get('state')
      const iss = encodeURIComponent(idp.issuer)
      const response = `error=access_denied&error_description=%3Cb%3E&state=${state}&iss=${iss}`
      refused(
        await send(api, response, cookie),
        401,
        /^Example Login has signed nobody in: access_denied\.$/,
      )
    })

    it('without a word of secrets in the log', () => {
      const text = JSON.stringify([api.noted, api.warned])
      expect(text).to.include('an answer of the OpenID Connect provider was refused')
      expect(text).not.to.match(/code=|eyJ|the secret of this client/)
    })
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

      const begun = await begin(browser)
      expect(begun.status, begun.text).to.equal(200)
      const response = await answerAs(String(begun.json['url']), subject)
      const linked = await answerWith(browser, response, cookieOf(begun))
      expect(linked.status, linked.text).to.equal(200)
      expect(linked.json).to.include({ linked: true, subject })
      expect((await enter(api, subject)).status).to.equal(201)

      expect((await browse(api, browser, remove)).status).to.equal(200)
      expect((await browse(api, browser, get)).json).to.deep.equal(none)
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

  it('says so while the provider is away, and goes on when it is back', async () => {
    const away = /^Example Login can’t be reached, or does not answer as an OpenID Connect provider/
    const { subject } = await member()
    const { url, cookie } = await ask(api)
    const response = await answerAs(url, subject)
    idp.failWith(502)
    refused(await send(api, response, cookie), 503, away)
    // What is known of the provider is asked for again after an hour.
    api.skip(61 * MINUTE_MS)
    const answer = await publicPost(api, PATH)
    refused(answer, 503, away)
    expect(answer.headers['retry-after']).to.equal('60')
    idp.failWith(null)
    expect((await enter(api, subject)).status).to.equal(201)
  })

  it('takes no answers of other lengths or names from the provider', async () => {
    for (const change of [
      (body: object) => ({ ...body, issuer: 'https://other.example.org' }),
      (body: object) => ({ ...body, padding: 'x'.repeat(2 * 1024 * 1024) }),
      () => [],
    ]) {
      api.skip(61 * MINUTE_MS)
      idp.changed.set('/.well-known/openid-configuration', change)
      expect((await publicPost(api, PATH)).status).to.equal(503)
    }
    api.skip(61 * MINUTE_MS)
    idp.changed.clear()
    await ask(api)
  })

  it('goes to no address that only the provider names', async () => {
    const { subject } = await member()
    for (const [token_endpoint, why] of [
      ['http://127.0.0.2:9/token', /without https/],
      ['https://127.0.0.2:9/token', /not one that this server may connect to/],
      ['https://127.0.0.1:9/token', /nothing answers/],
    ] as const) {
      api.skip(61 * MINUTE_MS)
      idp.changed.set('/.well-known/openid-configuration', (body) => ({ ...body, token_endpoint }))
      expect((await enter(api, subject)).status).to.equal(503)
      const { reason } = Object(api.noted.at(-1)?.fields)
      expect(reason).to.match(why)
    }
  })
})

describe('A server without a provider', () => {
  let api: Running
  before(async () => {
    api = await startApi()
  })
  after(() => api?.finish())

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
  let idp: OidcProvider
  let api: Running
  before(async () => {
    idp = await startOidcProvider()
    const settings = { ...idp.settings, oidcOnly: 'true', oidcUnknown: 'create' }
    api = await startApi({ settings, keep: true })
    await idp.serve(api.server.url)
  })
  after(async () => {
    await api?.finish()
    await idp?.close()
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

  it('counts answers that are refused, by address', async () => {
    const { cookie } = await ask(api)
    const statuses: number[] = []
    for (let k = 0; k < 12; k += 1) statuses.push((await send(api, 'code=x', cookie)).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429, 429])
  })
})
