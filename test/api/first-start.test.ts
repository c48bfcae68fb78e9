/** The link of a server's first start: who has it becomes the first administrator, once. */

import { expect } from 'chai'
import type { Json } from './client.js'
import { startApi, type Running } from './server.js'

const SERVER = { kind: 'server' } as const
const CHOSEN = { email: 'ada@example.org', password: 'a password of her own', firstname: 'Ada' }

describe('POST /v2/setup', () => {
  let api: Running
  const admin = { email: 'admin@localhost', password: 'made at random' }

  /** The server as a first start leaves it, with the administrator that it makes. */
  const firstStart = async () => {
    const { users, firstStart: start } = api.server.application.services
    const { id } = await users.create(SERVER, { ...admin, admin: true })
    start.begin(id)
    return { id, token: start.newToken() }
  }
  const setUp = (json: Json) => api.send({ method: 'POST', path: '/v2/setup', json, as: undefined })

  beforeEach(async () => {
    api = await startApi()
  })
  afterEach(() => api.finish())

  it('lets the bearer of the token become the first administrator, once', async () => {
    const { token } = await firstStart()
    const answer = await setUp({ ...CHOSEN, token })
    expect(answer.status, answer.text).to.equal(201)
    expect(answer.headers['set-cookie']).to.match(/^galley_session=.*HttpOnly/)
    expect(answer.json['user']).to.include({ email: CHOSEN.email, firstname: 'Ada', admin: true })
    const auth = (name: string, secret: string) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { name, secret } })
    expect((await auth(CHOSEN.email, CHOSEN.password)).status).to.equal(200)
    expect((await auth(admin.email, admin.password)).status).to.equal(401)
    const again = await setUp({ ...CHOSEN, token, email: 'eve@example.org' })
    expect(again.status).to.equal(401)
    expect(api.server.application.services.firstStart.newToken()).to.equal(null)
  })

  it('is closed as soon as anybody has signed in', async () => {
    const { token } = await firstStart()
    const call = { method: 'POST', path: '/v2/session', json: admin, as: undefined }
    const signedIn = await api.send(call)
    expect(signedIn.status, signedIn.text).to.equal(201)
    expect((await setUp({ ...CHOSEN, token })).status).to.equal(401)
    expect(api.server.application.services.firstStart.newToken()).to.equal(null)
  })

  it('is closed if the password was set in another way', async () => {
    const { id, token } = await firstStart()
    const { users } = api.server.application.services
    await users.update(SERVER, id, { password: 'set on the command line' })
    expect((await setUp({ ...CHOSEN, token })).status).to.equal(401)
  })

  it('is closed if there are users', () => {
    expect(api.server.application.services.firstStart.newToken()).to.equal(null)
  })

  it('accepts only the newest token, and reports what is wrong with the account', async () => {
    const { token } = await firstStart()
    const newest = api.server.application.services.firstStart.newToken()
    expect((await setUp({ ...CHOSEN, token })).status).to.equal(401)
    for (const bad of [{ email: 'none' }, { password: 'short' }, { firstname: 'a<b' }]) {
      expect((await setUp({ ...CHOSEN, ...bad, token: newest })).status).to.equal(422)
    }
    await api.server.application.services.users.create(SERVER, { email: 'taken@example.org' })
    const taken = await setUp({ ...CHOSEN, email: 'taken@example.org', token: newest })
    expect(taken.status, taken.text).to.equal(409)
    expect((await setUp({ ...CHOSEN, token: newest })).status).to.equal(201)
  })

  it('accepts only one of two simultaneous requests', async () => {
    const { token } = await firstStart()
    const emails = ['a@example.org', 'b@example.org']
    const answers = await Promise.all(emails.map((email) => setUp({ ...CHOSEN, email, token })))
    expect(answers.map(({ status }) => status)).to.have.members([201, 401])
  })

  it('counts wrong tokens, and accepts none from another origin', async () => {
    const { token } = await firstStart()
    const elsewhere = await api.send({
      method: 'POST',
      path: '/v2/setup',
      json: { ...CHOSEN, token },
      headers: { origin: 'https://elsewhere.example' },
      as: undefined,
    })
    expect(elsewhere.status).to.equal(403)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await setUp({ ...CHOSEN, token: `wrong ${tries}` })).status)
    }
    expect(statuses[0]).to.equal(401)
    expect(statuses.at(-1)).to.equal(429)
  })
})
