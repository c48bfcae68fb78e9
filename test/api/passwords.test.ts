/** Forgotten passwords: by mail through a real SMTP server, and by a link that an administrator makes. */

import { expect } from 'chai'
import { secretIn, startMailServer, type MailServer } from '../servers/smtp.js'
import { browse, ME, PASSWORD, signIn } from './browser.js'
import { startApi, useApi, type Api, type Running } from './server.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NEW = 'another long password'

function publicPost(api: Api, path: string, json: object) {
  return api.send({ method: 'POST', path, as: undefined, json })
}

const ask = (api: Api, email: string, more: object = {}) =>
  publicPost(api, '/v2/password/forgotten', { email, ...more })
const reset = (api: Api, token: string, password = NEW) =>
  publicPost(api, '/v2/password/reset', { token, password })
const enter = (api: Api, email: string, password: string) =>
  publicPost(api, '/v2/session', { email, password })

describe('Forgotten passwords by mail', () => {
  let mail: MailServer
  let api: Running

  before(async () => {
    mail = await startMailServer()
    const settings = {
      smtpUrl: mail.url,
      mailFrom: 'galley@example.org',
      loginFailures: '1000',
      trustedProxies: '127.0.0.1,::1',
    }
    api = await startApi({ settings })
  })
  after(async () => {
    await api.finish()
    await mail.close()
  })

  const sent = async (email: string) => {
    await api.server.application.outbox.wake()
    return mail.to(email)
  }

  it('are set anew by a link, which ends all sessions, and is told by mail', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const browser = await signIn(api, anna.email)
    const asked = await ask(api, anna.email.toUpperCase(), { language: 'de' })
    expect([asked.status, asked.json]).to.deep.equal([200, { asked: true }])
    const [letter] = await sent(anna.email)
    expect(letter?.subject).to.equal('Ein neues Passwort für Galley')
    expect(letter?.text).to.include(`${api.server.url}/admin/password#`)
    const token = secretIn(letter?.text ?? '')
    expect((await browse(api, browser, ME)).status, 'asking ends nothing').to.equal(200)
    const done = await reset(api, token)
    expect([done.status, done.json]).to.deep.equal([200, { email: anna.email }])
    expect(done.headers).not.to.have.property('set-cookie')
    expect((await browse(api, browser, ME)).status).to.equal(401)
    expect((await enter(api, anna.email, PASSWORD)).status).to.equal(401)
    expect((await enter(api, anna.email, NEW)).status).to.equal(201)
    expect((await reset(api, token, PASSWORD)).status, 'used twice').to.equal(401)
    const [, note] = await sent(anna.email)
    expect(note?.subject).to.equal('Your password for Galley was changed')
    expect(note?.text).not.to.match(/#[0-9a-f]{64}/)
    const { list } = await api.get('/v2/audit?operation=resetPassword&outcome=done')
    expect(list[0]).to.include({ email: anna.email, outcome: 'done' })
    expect((await api.get('/v2/audit?format=jsonl')).text).not.to.include(token)
  })

  it('answer the same whether somebody has the address or not, after the same work', async () => {
    const settings = { smtpUrl: mail.url, mailFrom: 'galley@example.org' }
    const first = await startApi({ settings, keep: true })
    const { email: known } = await first.person('berta')
    const before = mail.mails.length
    // What is sent afterwards is left to the next start.
    await first.server.application.outbox.stop()
    const seen = []
    for (const email of [known, 'nobody@example.org', 'a password, by mistake']) {
      const { status, json, headers } = await ask(first, email)
      seen.push([status, json, headers['content-length'], Object.keys(headers).sort()])
      const { waiting } = first.server.application.outbox.state()
      expect(waiting).to.equal(seen.length)
    }
    expect(seen[1]).to.deep.equal(seen[0])
    expect(seen[2]).to.deep.equal(seen[0])
    expect((await first.get('/v2/audit?format=jsonl')).text).not.to.include('by mistake')
    await first.stop()
    const second = await startApi({ settings, data: first.data })
    await second.server.application.outbox.wake()
    expect(mail.mails.slice(before).map(({ to }) => to)).to.deep.equal([[known]])
    expect(second.server.application.outbox.state()).to.deep.equal({ waiting: 0, failures: [] })
    await second.finish()
  })

  it('work for an hour, and end with a newer link and another address or password', async () => {
    const carla = await api.person('carla', { password: PASSWORD })
    const next = async () => {
      api.skip(5 * MINUTE_MS)
      await ask(api, carla.email)
      const letters = await sent(carla.email)
      return secretIn(letters.findLast(({ text }) => secretIn(text) !== '')?.text ?? '')
    }
    const [first, second] = [await next(), await next()]
    expect((await reset(api, first)).status).to.equal(401)
    api.skip(HOUR_MS)
    expect((await reset(api, second)).status).to.equal(401)
    const third = await next()
    await api.put(`/v2/users/${carla.id}`, { password: NEW })
    expect((await reset(api, third)).status).to.equal(401)
    const fourth = await next()
    await api.put(`/v2/users/${carla.id}`, { email: 'carla-new@example.org' })
    expect((await reset(api, fourth)).status).to.equal(401)
    api.skip(HOUR_MS)
    const answers = await (async () => {
      await ask(api, 'carla-new@example.org')
      const [letter] = await sent('carla-new@example.org')
      const token = secretIn(letter?.text ?? '')
      return Promise.all([reset(api, token), reset(api, token)])
    })()
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401])
  })

  it('are mailed once in 5 minutes, twice an hour for a network and 5 times for all, without a word of it', async () => {
    api.skip(HOUR_MS)
    const { email } = await api.person('dora')
    const lettersAfter = async (address: string) => {
      const headers = { 'X-Forwarded-For': address }
      const call = { method: 'POST', path: '/v2/password/forgotten', as: undefined, headers }
      const { status, json } = await api.send({ ...call, json: { email } })
      expect([status, json]).to.deep.equal([200, { asked: true }])
      return (await sent(email)).length
    }
    expect(await lettersAfter('192.0.2.1')).to.equal(1)
    expect(await lettersAfter('192.0.2.1')).to.equal(1)
    expect(await lettersAfter('192.0.2.2'), 'whoever asks').to.equal(1)
    const after = []
    for (const host of [1, 1, 2, 2, 2, 3, 4]) {
      api.skip(5 * MINUTE_MS)
      after.push(await lettersAfter(`192.0.2.${host}`))
    }
    expect(after).to.deep.equal([2, 2, 3, 4, 4, 5, 5])
    api.skip(HOUR_MS)
    expect(await lettersAfter('192.0.2.1')).to.equal(6)
  })

  it('are asked for at most 20 times an hour from a network, whatever the address', async () => {
    api.skip(HOUR_MS)
    const statuses = []
    for (let k = 0; k < 20; k += 1) statuses.push((await ask(api, `p${k}@example.org`)).status)
    expect(statuses).to.deep.equal(Array<number>(20).fill(200))
    const { status, json } = await ask(api, 'p20@example.org')
    expect([status, json['message']]).to.deep.equal([
      429,
      'Too many mails were asked for; try again later.',
    ])
    api.skip(HOUR_MS)
    expect((await ask(api, 'p20@example.org')).status).to.equal(200)
  })

  it('are asked for and set by pages of this origin only', async () => {
    const headers = { Origin: 'https://evil.example.org' }
    for (const [path, json] of [
      ['/v2/password/forgotten', { email: 'a@b.org' }],
      ['/v2/password/reset', { token: 'x', password: NEW }],
    ] as const) {
      const answer = await api.send({ method: 'POST', path, as: undefined, json, headers })
      expect(answer.status).to.equal(403)
      expect((await publicPost(api, path, {})).status).to.equal(422)
    }
    expect((await reset(api, 'f00d', 'short')).status).to.equal(422)
  })
})

describe('Forgotten passwords without mail', () => {
  const api = useApi()

  it('are set anew by a link of an administrator', async () => {
    const eve = await api.person('eve', { password: PASSWORD })
    const asked = await ask(api, eve.email)
    expect([asked.status, asked.text.includes('sends no mail')]).to.deep.equal([409, true])
    const path = `/v2/users/${eve.id}/reset-link`
    expect((await api.post(path, undefined, eve)).status).to.equal(403)
    expect((await api.post(`/v2/users/${'0'.repeat(24)}/reset-link`)).status).to.equal(404)
    const { json } = await api.post(path)
    const token = secretIn(String(json['link']))
    expect(json['link']).to.equal(`${api.server.url}/admin/password#${token}`)
    expect((await reset(api, token)).status).to.equal(200)
    expect((await enter(api, eve.email, NEW)).status).to.equal(201)
  })

  it('are not opened by guesses, which are counted', async () => {
    const statuses = []
    for (let k = 0; k < 12; k += 1) statuses.push((await reset(api, `${k}`)).status)
    expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429, 429])
    const read = await publicPost(api, '/v2/invitations/read', { token: 'guess' })
    expect(read.status).to.equal(429)
  })
})
