/** The webhook of a git host. The host is the server itself, by its own door. */

import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { Answer } from './client.js'
import { useApi, type Site } from './server.js'

function signed(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

describe('The webhook of a git host', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })
  let site: Site
  let origin: Site

  before(async () => {
    site = await api.site()
    origin = await api.site()
    const sync_options = {
      path: `${api.server.url}/v2/sites/${origin.id}/repository.git`,
      access_token: api.root.secret,
      username: api.root.name,
      branch: 'copy',
    }
    const { status, text } = await api.put(`/v2/sites/${site.id}`, {
      sync: 'githost',
      sync_options,
    })
    expect(status, text).to.equal(200)
  })

  const secretOf = async (siteId: string) =>
    String((await api.get(`/v2/sites/${siteId}/hooks/sync`)).json['secret'])
  const call = (siteId: string, body: string, signature: string): Promise<Answer> =>
    api.send({
      method: 'POST',
      path: `/v2/sites/${siteId}/hooks/sync`,
      headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': signature },
      as: undefined,
      raw: body,
    })

  it('starts a sync, whatever its body', async () => {
    for (const body of ['{"ref":"refs/heads/main"}', '{}', 'not JSON']) {
      const { status, json, text } = await call(
        site.id,
        body,
        signed(body, await secretOf(site.id)),
      )
      expect(status, text).to.equal(202)
      const { text: events } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
      expect(events).to.include('"status":"complete"')
    }
    const copied = await api.git(origin.id, 'rev-parse', 'copy')
    expect(copied.trim()).to.equal(await api.head(site.id))
  })

  it('is told apart by what each host sends, with a body of any size that one sends', async () => {
    const secret = await secretOf(site.id)
    const body = JSON.stringify({ commits: 'x'.repeat(3 * 1024 * 1024) })
    for (const headers of [
      { 'X-Hub-Signature': signed(body, secret) },
      { 'X-Hub-Signature': 'sha1=00', 'X-Hub-Signature-256': signed(body, secret) },
      { 'X-Gitlab-Token': secret },
    ]) {
      const { status, text } = await api.send({
        method: 'POST',
        path: `/v2/sites/${site.id}/hooks/sync`,
        headers: { 'Content-Type': 'application/json', ...headers },
        as: undefined,
        raw: body,
      })
      expect(status, `${Object.keys(headers).join()}: ${text}`).to.equal(202)
    }
  })

  it('is 401 unless it is signed with the current secret, and for a site that does not exist', async () => {
    const before = await secretOf(site.id)
    const url = `/v2/sites/${site.id}/hooks/sync/rotate`
    expect((await api.post(url)).json['secret']).to.not.equal(before)
    for (const signature of [
      '',
      'sha256=00',
      'sha1=00',
      signed('{}', before),
      signed('', before),
    ]) {
      const { status, json } = await call(site.id, '{}', signature)
      expect([status, json['error']], signature).to.deep.equal([401, 'unauthorized'])
    }
    expect((await call('0'.repeat(24), '{}', signed('{}', before))).status).to.equal(401)
  })

  it('is 409 if the sync of the site is off', async () => {
    const answer = await call(origin.id, '{}', signed('{}', await secretOf(origin.id)))
    expect(answer.status, answer.text).to.equal(409)
  })

  it('is 413 for a body that is too large, and the answer can be read', async () => {
    const answer = await call(site.id, 'x'.repeat(25 * 1024 * 1024 + 1), 'sha256=00')
    expect([answer.status, answer.json['error']]).to.deep.equal([413, 'payload_too_large'])
  })
})
