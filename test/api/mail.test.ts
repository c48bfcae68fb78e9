/** Mail through real SMTP servers, and past bad ones: what fails is tried again, shown to administrators and logged. */

import { expect } from 'chai'
import type { Socket } from 'node:net'
import { secretIn, startBadMailServer, startMailServer } from '../servers/smtp.js'
import { eventually } from '../stories/git-client.js'
import { createSmtp } from '../../src/service/mail/smtp.js'
import { startApi, useApi, type Running } from './server.js'

const MINUTE_MS = 60_000
const FROM = { mailFrom: 'galley@example.org' }

const failuresOf = async (api: Running) => {
  const { json } = await api.get('/v2/mail')
  return json['failures'] as readonly Record<string, unknown>[]
}

const wake = (api: Running) => api.server.application.outbox.wake()

describe('Mail', () => {
  it('is sent after a restart, if it could not be sent before', async () => {
    const mail = await startMailServer({ user: 'galley', pass: 'a/b:c@d' })
    const settings = { smtpUrl: mail.url, ...FROM }
    mail.refuseWith({ code: 451, text: 'Try again later' })
    const first = await startApi({ settings, keep: true })
    await first.post('/v2/invitations', { email: 'grace@example.org' })
    await wake(first)
    const [failure] = await failuresOf(first)
    expect(failure).to.include({ kind: 'invitation', tries: 1 })
    expect(failure?.['error']).to.match(/Try again later/)
    const [warning] = first.warned.filter(({ message }) => message.includes('mail'))
    expect(warning?.message).to.equal('a mail could not be sent and will be tried again')
    expect(JSON.stringify(warning)).not.to.match(/grace|a\/b|a%2Fb/)
    await first.stop()
    mail.refuseWith(null)
    const second = await startApi({ settings, data: first.data })
    await wake(second)
    expect(mail.mails, 'it is not due yet').to.deep.equal([])
    second.skip(MINUTE_MS)
    await wake(second)
    const token = secretIn(mail.to('grace@example.org')[0]?.text ?? '')
    const json = { token, password: 'a long enough password' }
    const accepted = await second.send({
      method: 'POST',
      path: '/v2/invitations/accept',
      as: undefined,
      json,
    })
    expect(accepted.status, accepted.text).to.equal(201)
    expect(await failuresOf(second)).to.deep.equal([])
    await second.finish()
    await mail.close()
  })

  it('is given up when the mail server refuses it for good, or when its link has ended', async () => {
    const mail = await startMailServer()
    const api = await startApi({ settings: { smtpUrl: mail.url, ...FROM } })
    mail.refuseWith({ code: 550, text: 'No such person' })
    await api.post('/v2/invitations', { email: 'nobody@example.org' })
    await wake(api)
    expect((await failuresOf(api))[0]).to.include({ next_at: null })
    expect((await api.get('/v2/mail')).json).to.include({ waiting: 0 })
    mail.refuseWith({ code: 451, text: 'Later' })
    const { json } = await api.post('/v2/invitations', { email: 'gone@example.org' })
    await wake(api)
    await api.delete(`/v2/invitations/${String(json['id'])}`)
    mail.refuseWith(null)
    api.skip(MINUTE_MS)
    await wake(api)
    expect(mail.mails).to.deep.equal([])
    expect((await api.get('/v2/mail')).json).to.include({ waiting: 0 })
    expect(await failuresOf(api)).to.have.length(2)
    await api.finish()
    await mail.close()
  })

  it('does not answer a request for a new password hours later', async () => {
    const mail = await startMailServer()
    const settings = { smtpUrl: mail.url, ...FROM }
    mail.refuseWith({ code: 451, text: 'Later' })
    const first = await startApi({ settings, keep: true })
    const { email } = await first.person('anna')
    const path = '/v2/password/forgotten'
    await first.send({ method: 'POST', path, as: undefined, json: { email } })
    await wake(first)
    await first.stop()
    mail.refuseWith(null)
    const second = await startApi({ settings, data: first.data })
    second.skip(60 * MINUTE_MS)
    await wake(second)
    expect(mail.mails).to.deep.equal([])
    expect((await second.get('/v2/mail')).json).to.include({ waiting: 0 })
    await second.finish()
    await mail.close()
  })

  const BEHAVIOURS: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['closes at once', (socket) => socket.destroy()],
    ['refuses everybody', (socket) => socket.end('554 Go away\r\n')],
    ['speaks another language', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'closes in the middle',
      (socket) => {
        socket.write('220 hello\r\n')
        socket.once('data', () => socket.destroy())
      },
    ],
  ]
  for (const [what, behave] of BEHAVIOURS) {
    it(`survives a mail server that ${what}`, async () => {
      const bad = await startBadMailServer(behave)
      const api = await startApi({ settings: { smtpUrl: bad.url, ...FROM } })
      expect((await api.post('/v2/invitations', { email: 'a@example.org' })).status).to.equal(201)
      await wake(api)
      const [failure] = await failuresOf(api)
      expect(failure?.['error']).to.match(/^The mail server: ./)
      const { json } = await api.post('/v2/mail/test')
      expect(json['ok']).to.equal(false)
      await api.finish()
      await bad.close()
    })
  }

  it('does not hold up requests, nor the end of the server, while the mail server hangs', async () => {
    const bad = await startBadMailServer(() => undefined)
    const api = await startApi({ settings: { smtpUrl: bad.url, ...FROM }, keep: true })
    const sending = api.post('/v2/invitations', { email: 'a@example.org' })
    expect((await sending).status).to.equal(201)
    await eventually(() => expect(bad.connections()).to.equal(1))
    expect((await api.get('/v2/mail')).json).to.include({ waiting: 1 })
    await api.stop()
    // It was not lost.
    const mail = await startMailServer()
    const next = await startApi({ settings: { smtpUrl: mail.url, ...FROM }, data: api.data })
    await wake(next)
    expect(mail.to('a@example.org')).to.have.length(1)
    await next.finish()
    await Promise.all([bad.close(), mail.close()])
  })

  it('sends passwords to another machine through TLS only', async () => {
    const seen: string[] = []
    const bad = await startBadMailServer((socket) => {
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        seen.push(data.toString().split(/[ \r]/, 1)[0] ?? '')
        const isHello = data.toString().startsWith('EHLO')
        socket.write(isHello ? '250-hello\r\n250 AUTH PLAIN LOGIN\r\n' : '502 No\r\n')
      })
    })
    const { port } = new URL(bad.url)
    const letter = { to: 'a@example.org', subject: 'x', text: 'x' }
    const talk = async (host: string) => {
      seen.length = 0
      const smtp = createSmtp({ smtpUrl: `smtp://me:secret@${host}:${port}`, ...FROM })
      const error: unknown = await smtp.send(letter, new AbortController().signal).catch(String)
      expect(error)
        .to.match(/mail server/)
        .and.not.include('secret')
      return [...seen]
    }
    expect(await talk('127.0.0.1')).to.include('AUTH')
    // The same place, in a spelling that does not say so.
    expect(await talk('127.1')).to.deep.equal(['EHLO', 'STARTTLS'])
    await bad.close()
  })

  it('is tested by administrators, one at a time', async () => {
    const mail = await startMailServer()
    const api = await startApi({ settings: { smtpUrl: mail.url, ...FROM } })
    const person = await api.person('anna')
    expect((await api.post('/v2/mail/test', undefined, person)).status).to.equal(403)
    expect((await api.get('/v2/mail', person)).status).to.equal(403)
    const { json } = await api.post('/v2/mail/test')
    expect(json).to.include({ ok: true })
    expect(mail.to(api.root.email)[0]?.subject).to.equal('Test mail of Galley')
    expect((await api.get('/v2/mail')).json).to.deep.equal({
      on: true,
      from: FROM.mailFrom,
      waiting: 0,
      failures: [],
    })
    await api.finish()
    await mail.close()
  })
})

describe('A server that sends no mail', () => {
  const api = useApi()

  it('says so', async () => {
    expect((await api.get('/v2/mail')).json).to.include({ on: false, from: null })
    expect((await api.post('/v2/mail/test')).status).to.equal(409)
  })
})
