/** The second factor: setting it up, signing in with it, recovery codes, the rule of the server. */

import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { appFor, bytesOf, turnOn, type App } from './authenticator-app.js'
import { browse, ME, PASSWORD, signIn, type Browser } from './browser.js'
import { useApi } from './server.js'

const PATH = '/v2/users/me/second-factor'
const STEP_MS = 30_000
const HOUR_MS = 60 * 60_000

describe('The second factor', () => {
  const api = useApi({ settings: { loginFailures: '1000' } })
  let app: App
  let count = 0

  before(() => {
    app = appFor(api)
  })

  const somebody = () => api.person(`somebody${(count += 1)}`, { password: PASSWORD })
  const enter = (email: string, code?: string) => {
    const json = { email, password: PASSWORD, ...(code !== undefined && { code }) }
    return api.send({ method: 'POST', path: '/v2/session', as: undefined, json })
  }

  it('is asked for at sign-in once a code has turned it on, and each code works once', async () => {
    const person = await somebody()
    const { json: before } = await api.get(PATH, person)
    expect(before).to.deep.equal({
      on: false,
      app: false,
      required: false,
      recovery_codes_left: 0,
    })
    const wrongPassword = await api.post(PATH, { current_password: 'not the password' }, person)
    expect(wrongPassword.status).to.equal(422)
    const early = await api.post(`${PATH}/confirm`, { code: '123456' }, person)
    expect(early.status).to.equal(409)
    const begun = await api.post(PATH, { current_password: PASSWORD }, person)
    expect(begun.json['uri']).to.include(`secret=${String(begun.json['secret'])}`)
    // It does not count yet.
    expect((await enter(person.email)).status).to.equal(201)

    const { secret, code } = await turnOn(api, person, app)
    expect((await api.get(PATH, person)).json).to.include({ on: true, recovery_codes_left: 10 })
    expect((await api.post(PATH, { current_password: PASSWORD }, person)).status).to.equal(409)
    const without = await enter(person.email)
    expect([without.status, without.json['error']]).to.deep.equal([403, 'second_factor_required'])
    expect(without.headers).not.to.have.property('set-cookie')
    expect((await enter(person.email, code)).status, 'the code that turned it on').to.equal(401)
    app.skip(STEP_MS)
    const next = app.codeOf(secret)
    expect((await enter(person.email, ` ${next.slice(0, 3)} ${next.slice(3)} `)).status).to.equal(
      201,
    )
    expect((await enter(person.email, next)).status, 'replayed').to.equal(401)
    const { status } = await api.send({
      method: 'POST',
      path: '/v2/session',
      as: undefined,
      json: { email: person.email, password: 'not the password', code: next },
    })
    expect(status).to.equal(401)
  })

  it('is asked for by POST /v2/auth, but key pairs and tokens stay as they are', async () => {
    const person = await somebody()
    const { secret } = await turnOn(api, person, app)
    const auth = (code?: string) => {
      const headers: Record<string, string> = code === undefined ? {} : { 'X-Second-Factor': code }
      const as = { name: person.email, secret: PASSWORD }
      return api.send({ method: 'POST', path: '/v2/auth', as, headers })
    }
    expect((await auth()).json['error']).to.equal('second_factor_required')
    expect((await auth('000000')).status).to.equal(401)
    app.skip(STEP_MS)
    const answer = await auth(app.codeOf(secret))
    expect(answer.json).to.deep.equal({ api_key: person.name, api_secret: person.secret })
    expect((await api.get('/v2/users/me', person)).status).to.equal(200)
  })

  it('ends other sessions when it is turned on', async () => {
    const person = await somebody()
    const [one, other] = [await signIn(api, person.email), await signIn(api, person.email)]
    const post = (path: string, json: object) => browse(api, one, { method: 'POST', path, json })
    const begun = await post(PATH, { current_password: PASSWORD })
    const code = app.codeOf(String(begun.json['secret']))
    expect((await post(`${PATH}/confirm`, { code })).status).to.equal(200)
    expect((await browse(api, one, ME)).status).to.equal(200)
    expect((await browse(api, other, ME)).status).to.equal(401)
  })

  it('takes each recovery code once, in any spelling, and new ones end the old ones', async () => {
    const person = await somebody()
    const { codes, secret } = await turnOn(api, person, app)
    const [first = '', second = ''] = codes
    const spelt = `${first.slice(0, 8).toLowerCase()}-${first.slice(8)}`
    expect((await enter(person.email, spelt)).status).to.equal(201)
    expect((await enter(person.email, first)).status).to.equal(401)
    expect((await api.get(PATH, person)).json['recovery_codes_left']).to.equal(9)
    app.skip(STEP_MS)
    const renew = { code: app.codeOf(secret) }
    const renewed = await api.post(`${PATH}/recovery-codes`, renew, person)
    expect(renewed.json['recovery_codes']).to.have.length(10)
    expect((await api.post(`${PATH}/recovery-codes`, renew, person)).status).to.equal(422)
    expect((await enter(person.email, second)).status).to.equal(401)
  })

  it('stores neither the secret nor the recovery codes in clear', async () => {
    const person = await somebody()
    const { codes, secret } = await turnOn(api, person, app)
    await withAccounts(api.config, ({ records }) => {
      const sealed = records.secondFactors.findApp(person.id)?.sealedSecret ?? Buffer.of()
      expect(sealed.includes(bytesOf(secret))).to.equal(false)
      expect(sealed.includes(bytesOf(secret).toString('hex'))).to.equal(false)
      expect(records.secondFactors.takeCode(person.id, Buffer.from(codes[0] ?? ''))).to.equal(false)
    })
  })

  it('limits guesses, also with the right password, for an hour', async () => {
    const person = await somebody()
    const { secret } = await turnOn(api, person, app)
    const statuses = []
    for (let k = 0; k < 12; k += 1) statuses.push((await enter(person.email, 'guess')).status)
    expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429, 429])
    app.skip(10 * 60_000)
    expect((await enter(person.email, app.codeOf(secret))).status).to.equal(429)
    app.skip(HOUR_MS)
    expect((await enter(person.email, app.codeOf(secret))).status).to.equal(201)
  })

  it('is turned off with a code, and taken off by an administrator', async () => {
    const person = await somebody()
    const off = (code: string) => api.post(`${PATH}/off`, { code }, person)
    expect((await off('123456')).status).to.equal(409)
    expect((await api.post(`${PATH}/recovery-codes`, { code: '1' }, person)).status).to.equal(409)
    const { codes } = await turnOn(api, person, app)
    expect((await off('wrong')).status).to.equal(422)
    expect((await off(codes[0] ?? '')).status).to.equal(200)
    expect((await enter(person.email)).status).to.equal(201)

    await turnOn(api, person, app)
    const path = `/v2/users/${person.id}/second-factor`
    expect((await api.delete(path, person)).status).to.equal(403)
    const listed = await api.get(`/v2/users?q=${person.email}`)
    expect(listed.list[0]).to.include({ second_factor: true })
    expect((await api.delete(path)).status).to.equal(200)
    expect((await api.delete(path)).status).to.equal(404)
    expect((await enter(person.email)).status).to.equal(201)
    const { list } = await api.get('/v2/audit?operation=deleteSecondFactor&outcome=done')
    expect(list[0]).to.include({ user_id: api.root.id, target: person.id })
  })

  it('answers malformed codes with 422, and too many with 429', async () => {
    const person = await somebody()
    await turnOn(api, person, app)
    for (const path of ['confirm', 'recovery-codes', 'off']) {
      expect((await api.post(`${PATH}/${path}`, {}, person)).status).to.equal(422)
      expect(
        (await api.post(`${PATH}/${path}`, { code: 'x'.repeat(101) }, person)).status,
      ).to.equal(422)
    }
    for (let k = 0; k < 10; k += 1) await api.post(`${PATH}/off`, { code: 'x' }, person)
    expect((await api.post(`${PATH}/off`, { code: 'x' }, person)).status).to.equal(429)
    expect((await api.post(`${PATH}/recovery-codes`, { code: 'x' }, person)).status).to.equal(429)
  })
})

describe('A server that wants a second factor', () => {
  const api = useApi({ settings: { secondFactor: 'admins' } })

  const call = (browser: Browser, line: string, json?: object) => {
    const [method = '', path = ''] = line.split(' ')
    return browse(api, browser, { method, path, ...(json && { json }) })
  }

  it('lets a session without one do nothing else, and asks no others', async () => {
    const app = appFor(api)
    const admin = await api.person('admin', { password: PASSWORD, admin: true })
    const browser = await signIn(api, admin.email)
    expect(browser.answer.json['needs_second_factor']).to.equal(true)
    for (const [method, path] of [
      ['GET', '/v2/sites'],
      ['GET', '/v2/users/me'],
      ['POST', '/v2/users/me/rotate'],
      ['GET', '/v2/users'],
    ] as const) {
      const answer = await call(browser, `${method} ${path}`)
      expect([answer.status, answer.json['error']], path).to.deep.equal([
        403,
        'second_factor_required',
      ])
    }
    const as = { name: admin.email, secret: PASSWORD }
    expect((await api.send({ method: 'POST', path: '/v2/auth', as })).status).to.equal(403)
    expect((await call(browser, 'GET /v2/session')).status).to.equal(200)
    expect((await call(browser, `GET ${PATH}`)).json).to.include({ on: false, required: true })
    const begun = await call(browser, `POST ${PATH}`, { current_password: PASSWORD })
    const code = app.codeOf(String(begun.json['secret']))
    expect((await call(browser, `POST ${PATH}/confirm`, { code })).status).to.equal(200)
    expect((await call(browser, 'GET /v2/sites')).status).to.equal(200)
    const session = await call(browser, 'GET /v2/session')
    expect(session.json['needs_second_factor']).to.equal(false)
    // Programs are not asked.
    expect((await api.get('/v2/sites')).status).to.equal(200)
    const writer = await signIn(api, (await api.person('writer', { password: PASSWORD })).email)
    expect(writer.answer.json['needs_second_factor']).to.equal(false)
    expect((await browse(api, writer, ME)).status).to.equal(200)
  })
})
