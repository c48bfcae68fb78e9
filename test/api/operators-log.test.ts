/** The lines of the log, at `info`, about what users did. */

import { expect } from 'chai'
import { useApi } from './server.js'

const PASSWORD = 'a long enough password'
const SECRETS = /a long enough password|another long password|not the password|[0-9a-f]{32}/

describe("the operator's log of what users did", () => {
  const api = useApi({ settings: { loginFailures: '3' } })

  /** The fields of all lines with this message, without the id of the request. */
  const noted = (message: string) =>
    api.noted.filter((line) => line.message === message).map(({ fields }) => ({ ...fields }))
  const ids = (message: string) => noted(message).map((fields) => Reflect.get(fields, 'userId'))

  it('has a line for each sign-in, and for each that was refused until too many were', async () => {
    const anna = await api.person('Anna', { password: PASSWORD })
    const signIn = (secret: string, name = anna.email) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { ...anna, name, secret } })
    expect((await signIn(PASSWORD)).status).to.equal(200)
    const [line = {}] = noted('a user signed in')
    expect(line).to.include({ userId: anna.id, email: anna.email })
    expect(line).to.have.all.keys('userId', 'email', 'address', 'requestId')
    expect((await signIn('not the password')).status).to.equal(401)
    // What looks like a name may be a password in the wrong field.
    expect((await signIn('x', PASSWORD)).status).to.equal(401)
    expect(ids('a sign-in was refused')).to.deep.equal([anna.id, null])
    for (let k = 0; k < 5; k += 1) await signIn('not the password')
    expect(ids('a sign-in was refused')).to.have.length(3)
    const wrong = { ...anna, secret: 'not the secret' }
    expect((await api.get('/v2/sites', wrong)).status).to.equal(401)
    expect(noted('a key was refused')).to.have.length(1)
  })

  it('has a line for each new administrator, and for who is none any more', async () => {
    const input = { email: 'new@example.org', admin: true, password: PASSWORD }
    const { json } = await api.post('/v2/users', input)
    const id = String(json['id'])
    expect(noted('a user became an administrator').at(-1)).to.include({
      userId: id,
      email: 'new@example.org',
      by: api.root.id,
    })
    for (const admin of [false, false, true]) await api.put(`/v2/users/${id}`, { admin })
    await api.put(`/v2/users/${id}`, { lastname: 'N' })
    const isIt = (userId: unknown) => userId === id
    expect(ids('a user became an administrator').filter(isIt)).to.have.length(2)
    expect(ids('a user is no administrator any more').filter(isIt)).to.have.length(1)
    expect((await api.delete(`/v2/users/${id}`)).status).to.equal(200)
    expect(noted('a user was deleted')).to.have.length(1)
    expect(noted('a user was deleted')[0]).to.include({ userId: id, by: api.root.id })
  })

  it('has a line for each publish and each deleted site', async () => {
    const site = await api.site()
    const { json } = await api.post(`/v2/sites/${site.id}/publish`)
    await api.get(`/v2/jobs/${String(json['job_id'])}`)
    const [line = {}] = noted('a site was published')
    expect(line).to.include({ siteId: site.id, userId: api.root.id, jobId: json['job_id'] })
    expect(line).to.include.all.keys('releaseId', 'commit')
    const preview = await api.post(`/v2/sites/${site.id}/preview`)
    await api.get(`/v2/jobs/${String(preview.json['job_id'])}`)
    expect(noted('a site was published')).to.have.length(1)
    expect((await api.delete(`/v2/sites/${site.id}`)).status).to.equal(200)
    const deleted = { siteId: site.id, domain: site['domain'], by: api.root.id }
    expect(noted('a site was deleted')[0]).to.include(deleted)
    api.skip(40 * 24 * 60 * 60_000)
    await api.server.application.remover.emptyTrash()
    const gone = noted('a deleted site was removed from the trash')
    expect(gone).to.deep.equal([{ siteId: site.id, domain: site['domain'] }])
  })

  it('has no secrets', () => {
    const text = api.noted.map(({ fields }) => JSON.stringify({ ...fields, commit: '' })).join('\n')
    expect(text).not.to.match(SECRETS)
  })
})
