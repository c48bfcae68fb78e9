/** Invitations: by a link that is passed on, and by mail through a real SMTP server. */

import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { secretIn, startMailServer, type MailServer } from '../servers/smtp.js'
import { browse, cookieOf, PASSWORD, signIn } from './browser.js'
import type { Answer } from './client.js'
import { startApi, useApi, type Api, type Person, type Running, type Site } from './server.js'

const ALL = '/v2/invitations'
const DAY_MS = 24 * 60 * 60_000

function publicPost(api: Api, path: string, json: object): Promise<Answer> {
  return api.send({ method: 'POST', path, as: undefined, json })
}

const accept = (api: Api, token: string, more: object = {}) =>
  publicPost(api, `${ALL}/accept`, { token, password: PASSWORD, ...more })
const read = (api: Api, token: string) => publicPost(api, `${ALL}/read`, { token })

describe('Invitations without mail', () => {
  const api = useApi({ settings: { loginFailures: '1000' } })
  let site: Site
  let anna: Person
  let count = 0

  before(async () => {
    site = await api.site()
    anna = await api.member(site.id, 'admin', 'anna')
  })

  const newAddress = () => `guest${(count += 1)}@example.org`
  const invite = async (kind = 'writer', email = newAddress(), as = anna) => {
    const answer = await api.post(`/v2/sites/${site.id}/invitations`, { email, kind }, as)
    expect(answer.status, answer.text).to.equal(201)
    const link = String(answer.json['link'])
    return { email, id: String(answer.json['id']), token: secretIn(link), link, answer }
  }

  it('give whoever invites a link, by which somebody becomes a user with the role', async () => {
    const { email, token, link, answer } = await invite('publisher')
    expect(link).to.equal(`${api.server.url}/admin/invitation#${token}`)
    expect(answer.json).to.include({ email, kind: 'publisher', site_id: site.id, mailed: false })
    const list = await api.get(`/v2/sites/${site.id}/invitations`, anna)
    expect(list.list.map((one) => one['email'])).to.include(email)
    expect(list.text).not.to.include(token)

    const opened = await read(api, token)
    expect(opened.json).to.include({
      email,
      site: site['domain'],
      kind: 'publisher',
      invited_by: 'anna',
      has_account: false,
    })
    const made = await accept(api, token, { firstname: 'Grace', lastname: 'Hopper' })
    expect(made.status, made.text).to.equal(201)
    expect(Object(made.json['user'])).to.include({ email, fullname: 'Grace Hopper', admin: false })
    const browser = { cookie: cookieOf(made), csrf: '', id: '' }
    const mine = await browse(api, browser, { method: 'GET', path: `/v2/sites/${site.id}/users` })
    const grace = mine.list.find((user) => user['email'] === email)
    expect(grace).to.include({ role: 'publisher' })
    await signIn(api, email)
    // Used once; the invitation is gone.
    for (const again of [await accept(api, token), await read(api, token)]) {
      expect(again.status).to.equal(401)
      expect(again.headers).not.to.have.any.keys('www-authenticate', 'set-cookie')
    }
    const { list: rows } = await api.get('/v2/audit?operation=acceptInvitation&outcome=done')
    expect(rows[0]).to.include({ email })
    const all = await api.get('/v2/audit?format=jsonl')
    expect(all.text).not.to.include(token)
  })

  it('are made by one of two requests that accept at the same time', async () => {
    const { token } = await invite()
    const answers = await Promise.all([accept(api, token), accept(api, token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([201, 401])
  })

  it('end after 7 days, when they are withdrawn, and when they are sent again', async () => {
    const [old, revoked, resent] = [await invite(), await invite(), await invite()]
    api.skip(7 * DAY_MS)
    expect((await read(api, old.token)).status).to.equal(401)
    expect((await accept(api, old.token)).status).to.equal(401)
    const fresh = await invite()
    expect((await api.delete(`${ALL}/${fresh.id}`, anna)).status).to.equal(200)
    expect((await api.delete(`${ALL}/${fresh.id}`, anna)).status).to.equal(404)
    expect((await accept(api, fresh.token)).status).to.equal(401)
    expect((await api.delete(`${ALL}/${revoked.id}`, anna)).status).to.equal(200)
    const again = await api.post(`${ALL}/${resent.id}/resend`, undefined, anna)
    expect(again.status, again.text).to.equal(200)
    expect((await accept(api, resent.token)).status).to.equal(401)
    expect((await accept(api, secretIn(String(again.json['link'])))).status).to.equal(201)
    const missing = await api.post(`${ALL}/${resent.id}/resend`, undefined, anna)
    expect(missing.status).to.equal(404)
  })

  it('of somebody who may not invite any more have ended', async () => {
    const berta = await api.member(site.id, 'admin', 'berta')
    const { token } = await invite('admin', newAddress(), berta)
    const { list } = await api.get(`/v2/sites/${site.id}/users`)
    const role = list.find((user) => user['id'] === berta.id)
    await api.put(`/v2/roles/${String(role?.['role_id'])}`, { kind: 'writer' })
    expect((await read(api, token)).status).to.equal(401)
    expect((await accept(api, token)).status).to.equal(401)
  })

  it('refuse an address that is invited already, or has an account, with 409', async () => {
    const path = `/v2/sites/${site.id}/invitations`
    const { email, id } = await invite()
    const again = await api.post(path, { email: email.toUpperCase(), kind: 'admin' }, anna)
    expect([again.status, again.text.includes('is invited already')]).to.deep.equal([409, true])
    const known = await api.post(path, { email: anna.email, kind: 'writer' }, anna)
    expect([known.status, known.text.includes('belongs to a user')]).to.deep.equal([409, true])
    const server = await api.post(ALL, { email: anna.email })
    expect(server.status).to.equal(409)
    await api.post('/v2/users', { email })
    expect((await api.post(`${ALL}/${id}/resend`, undefined, anna)).status).to.equal(409)
    expect((await api.post(path, { email: 'galley@localhost', kind: 'writer' })).status).to.equal(
      409,
    )
  })

  it('do not tell of many addresses whether they have an account', async () => {
    const eve = await api.member(site.id, 'admin', 'eve')
    const path = `/v2/sites/${site.id}/invitations`
    const guess = () => api.post(path, { email: anna.email, kind: 'writer' }, eve)
    for (let k = 0; k < 100; k += 1) expect((await guess()).status).to.equal(409)
    expect((await guess()).status).to.equal(429)
    // It is theirs alone, and costs the address nothing.
    await invite()
  })

  it('are for those who may invite: site admins to their site, administrators to the server', async () => {
    const writer = await api.member(site.id, 'writer')
    const path = `/v2/sites/${site.id}/invitations`
    const body = { email: newAddress(), kind: 'writer' }
    expect((await api.post(path, body, writer)).status).to.equal(403)
    expect((await api.get(path, writer)).status).to.equal(403)
    const stranger = await api.person('stranger')
    expect((await api.post(path, body, stranger)).status).to.equal(404)
    const { id } = await invite()
    expect((await api.delete(`${ALL}/${id}`, writer)).status).to.equal(403)
    expect((await api.delete(`${ALL}/${id}`, stranger)).status).to.equal(404)
    expect((await api.post(`${ALL}/${id}/resend`, undefined, writer)).status).to.equal(403)
    expect((await api.post(ALL, { email: newAddress() }, anna)).status).to.equal(403)
    expect((await api.get(ALL, anna)).status).to.equal(403)
    const made = await api.post(ALL, { email: newAddress(), admin: true })
    expect(made.json).to.include({ site_id: null, kind: null, admin: true })
    const { json } = await accept(api, secretIn(String(made.json['link'])))
    expect(Object(json['user'])).to.include({ admin: true })
    // A site's administrator can't pass it on to make one of the server.
    const sly = await api.post(path, { ...body, email: newAddress(), admin: true }, anna)
    expect(sly.json).to.include({ admin: false })
  })

  it('are accepted by the account that has the address, signed in', async () => {
    const { email, token } = await invite()
    const user = await api.post('/v2/users', { email, password: PASSWORD })
    expect((await read(api, token)).json).to.include({ has_account: true })
    expect((await accept(api, token)).status).to.equal(409)
    const join = { method: 'POST', path: `${ALL}/join`, json: { token } }
    const other = await api.person('other', { password: PASSWORD })
    const wrong = await browse(api, await signIn(api, other.email), join)
    expect(wrong.status, wrong.text).to.equal(409)
    const session = await signIn(api, email)
    const long = { ...join, json: { token: 'x'.repeat(201) } }
    expect((await browse(api, session, long)).status).to.equal(422)
    const joined = await browse(api, session, join)
    expect([joined.status, joined.json['id']]).to.deep.equal([200, session.id])
    expect((await browse(api, session, join)).status).to.equal(401)
    const { list } = await api.get(`/v2/sites/${site.id}/users`)
    const found = list.find((one) => one['id'] === user.json['id'])
    expect(found).to.include({ role: 'writer' })
  })

  it('do not make commits of others theirs if nobody has checked the address', async () => {
    const [unchecked, checked] = [await invite(), await invite('writer', newAddress(), api.root)]
    await accept(api, unchecked.token)
    await accept(api, checked.token)
    const owners = await withAccounts(api.config, ({ records }) => [
      ...records.addresses.ownersOf([unchecked.email, checked.email]).keys(),
    ])
    expect(owners).to.deep.equal([checked.email])
  })

  it('are theirs who sent them last: their rights count, and they may have the link', async () => {
    const berta = await api.member(site.id, 'admin', 'berta')
    const owners = (email: string) =>
      withAccounts(api.config, ({ records }) => records.addresses.ownersOf([email]).size)
    const resend = async (id: string, as: Person) => {
      const { status, json, text } = await api.post(`${ALL}/${id}/resend`, undefined, as)
      expect(status, text).to.equal(200)
      return secretIn(String(json['link']))
    }
    // An administrator of the server has checked the address; an admin of the site, who gets the next link, has not.
    const byRoot = await invite('writer', newAddress(), api.root)
    await accept(api, await resend(byRoot.id, anna))
    expect(await owners(byRoot.email)).to.equal(0)
    const byBerta = await invite('writer', newAddress(), berta)
    const { list } = await api.get(`/v2/sites/${site.id}/users`)
    const role = list.find((user) => user['id'] === berta.id)
    await api.delete(`/v2/roles/${String(role?.['role_id'])}`)
    expect((await accept(api, byBerta.token)).status).to.equal(401)
    expect((await accept(api, await resend(byBerta.id, anna))).status).to.equal(201)
  })

  it('refuse guesses, and what is no link', async () => {
    for (const token of ['', 'f00d', '0'.repeat(64), 'x'.repeat(200), '../', 'é'.repeat(50)]) {
      expect((await accept(api, token)).status, token).to.equal(401)
      expect((await read(api, token)).status, token).to.equal(401)
    }
    const { token } = await invite()
    for (const json of [{ password: 'short' }, { firstname: 'A\nB' }, { lastname: '<x>' }]) {
      expect((await accept(api, token, json)).status).to.equal(422)
    }
    expect((await publicPost(api, `${ALL}/read`, { token: 'x'.repeat(201) })).status).to.equal(422)
    const headers = { Origin: 'https://evil.example.org' }
    for (const path of ['read', 'accept']) {
      const json = { token, password: PASSWORD }
      const call = { method: 'POST', path: `${ALL}/${path}`, as: undefined, json, headers }
      expect((await api.send(call)).status).to.equal(403)
    }
    // The link still works.
    expect((await accept(api, token)).status).to.equal(201)
  })

  it('refuse addresses that are none', async () => {
    for (const email of [
      'a@b.org\r\nBcc: c@d.org',
      'a@b.org, c@d.org',
      '<a@b.org>',
      'a b@c.org',
      'nobody',
      `${'x'.repeat(250)}@example.org`,
      '',
    ]) {
      const answer = await api.post(`/v2/sites/${site.id}/invitations`, { email, kind: 'writer' })
      expect(answer.status, email).to.equal(422)
    }
  })

  it('are at most 200 for a site', async () => {
    const full = await api.site()
    await withAccounts(api.config, ({ records }) => {
      const [model] = records.invitations.listAll()
      if (!model) throw new Error('there is no invitation')
      for (let k = 0; k < 200; k += 1) {
        const own = { id: `${k}`.padStart(24, '0'), email: `full${k}@example.org`, siteId: full.id }
        records.invitations.create({ ...model, ...own, secretHmac: Buffer.from(`${k}`) })
      }
    })
    const body = { email: newAddress(), kind: 'writer' }
    const answer = await api.post(`/v2/sites/${full.id}/invitations`, body)
    expect(answer.status, answer.text).to.equal(409)
    // They go with their site.
    expect((await api.delete(`/v2/sites/${full.id}`)).status).to.equal(200)
    const left = await withAccounts(api.config, ({ records }) =>
      records.invitations.countFor(full.id),
    )
    expect(left).to.equal(0)
  })
})

describe('Invitations by mail', () => {
  let mail: MailServer
  let api: Running

  before(async () => {
    mail = await startMailServer()
    api = await startApi({ settings: { smtpUrl: mail.url, mailFrom: 'galley@example.org' } })
  })
  after(async () => {
    await api.finish()
    await mail.close()
  })

  it('go to the address, and nobody else sees the link', async () => {
    const site = await api.site({ domain: 'harbour.example.org' })
    const body = { email: 'grace@example.org', kind: 'writer', language: 'de' }
    const made = await api.post(`/v2/sites/${site.id}/invitations`, body)
    expect(made.json).to.include({ mailed: true, link: null })
    await api.server.application.outbox.wake()
    const [letter] = mail.to('grace@example.org')
    expect(letter?.subject).to.equal('Einladung zu „harbour.example.org“ als Autor')
    expect(letter?.from).to.equal('galley@example.org')
    expect(letter?.raw).to.match(/^Auto-Submitted: auto-generated\r$/m)
    const token = secretIn(letter?.text ?? '')
    const resend = await api.post(`${ALL}/${String(made.json['id'])}/resend`)
    expect(resend.json).to.include({ mailed: true, link: null })
    await api.server.application.outbox.wake()
    const next = secretIn(mail.to('grace@example.org')[1]?.text ?? '')
    expect((await accept(api, token)).status).to.equal(401)
    expect((await accept(api, next)).status).to.equal(201)
    expect((await api.get('/v2/mail')).json).to.include({ waiting: 0 })
  })

  it('have names of people on one line, and can’t be made to reach others', async () => {
    const eve = await api.person('eve', { admin: true })
    await api.put('/v2/users/me', { lastname: `x${'y'.repeat(150)}\u2028z\u202e` }, eve)
    for (const email of ['"a,b"@example.org', 'a,b@example.org', 'a;b@example.org', 'a:b@c.org']) {
      expect((await api.post(ALL, { email }, eve)).status, email).to.equal(422)
    }
    for (const email of ['=?utf-8?q?a=2Cb?=@example.org', "o'grady+x@example.org"]) {
      const before = mail.mails.length
      expect((await api.post(ALL, { email }, eve)).status, email).to.equal(201)
      await api.server.application.outbox.wake()
      for (const { to, text } of mail.mails.slice(before)) {
        expect(to).to.deep.equal([email])
        expect(text).not.to.match(/[\u2028\u202e]/)
      }
    }
    expect(mail.to('b@example.org')).to.deep.equal([])
  })

  it('are at most 5 to an address in an hour', async () => {
    mail.refuseWith({ code: 451, text: 'Later' })
    const made = await api.post(ALL, { email: 'often@example.org' })
    const path = `${ALL}/${String(made.json['id'])}/resend`
    const statuses = []
    for (let k = 0; k < 5; k += 1) statuses.push((await api.post(path)).status)
    expect(statuses).to.deep.equal([200, 200, 200, 200, 429])
    await api.delete(`${ALL}/${String(made.json['id'])}`)
    expect((await api.post(ALL, { email: 'often@example.org' })).status).to.equal(429)
    // What was withdrawn is not sent, nor tried again. One may be under way, though.
    await api.server.application.outbox.wake()
    mail.refuseWith(null)
    api.skip(DAY_MS)
    await api.server.application.outbox.wake()
    expect(mail.to('often@example.org')).to.deep.equal([])
  })
})
