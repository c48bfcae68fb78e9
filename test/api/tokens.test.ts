/** Access tokens. Which scope each operation needs, for each role, is in `role-table.test.ts`. */

import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isTokenSecret } from '../../src/service/accounts/token-secret.js'
import { git } from '../git/fixture.js'
import { useApi, type Person, type Site } from './server.js'

const TOKENS = '/v2/users/me/tokens'
const DAY = 24 * 60 * 60_000

describe('Access tokens', () => {
  const api = useApi()
  let anna: Person
  let site: Site
  let other: Site

  before(async () => {
    site = await api.site()
    other = await api.site()
    anna = await api.member(site.id, 'admin', 'anna')
    await api.post(`/v2/sites/${other.id}/roles`, { user_id: anna.id, kind: 'admin' })
  })

  const make = async (input: object) => {
    const answer = await api.post(TOKENS, { name: 'A program', scopes: ['read'], ...input }, anna)
    expect(answer.status, answer.text).to.equal(201)
    return { id: String(answer.json['id']), secret: String(answer.json['token']), answer }
  }
  const bearer = (secret: string, call: { method?: string; path: string; json?: unknown }) =>
    api.send({ method: 'GET', ...call, headers: { Authorization: `Bearer ${secret}` } })

  it('are shown once, and work as Bearer and as the password of Basic', async () => {
    const { id, secret, answer } = await make({})
    expect(isTokenSecret(secret)).to.equal(true)
    expect(answer.json).to.include({
      name: 'A program',
      hint: secret.slice(-4),
      last_used_at: null,
    })
    const path = `/v2/sites/${site.id}`
    expect((await bearer(secret, { path })).status).to.equal(200)
    const basic = await api.send({ method: 'GET', path, as: { name: 'whatever', secret } })
    expect(basic.status).to.equal(200)
    const list = await api.get(TOKENS, anna)
    expect(list.text).not.to.include(secret)
    expect(list.list[0]).to.include({ id })
    expect(list.list[0]?.['last_used_at']).to.match(/^\d{4}-/)
  })

  it('are refused with a reason when damaged, unknown, expired or revoked', async () => {
    const { id, secret } = await make({ expires_in_days: 1 })
    const reason = async (text: string) => {
      const answer = await bearer(text, { path: '/v2/users/me' })
      expect(answer.status).to.equal(401)
      expect(answer.text).not.to.include(text)
      return String(answer.json['message'])
    }
    expect(await reason(secret.slice(0, -1))).to.match(/incomplete or damaged/)
    const wrong = secret.replace(/^galley_./, (start) =>
      start === 'galley_0' ? 'galley_1' : 'galley_0',
    )
    expect(await reason(wrong)).to.match(/incomplete or damaged/)
    expect(await reason('nothing')).to.match(/not valid/)
    api.skip(DAY)
    expect(await reason(secret)).to.match(/has expired/)
    const { secret: lasting, id: gone } = await make({})
    expect((await api.delete(`${TOKENS}/${gone}`, anna)).status).to.equal(200)
    expect(await reason(lasting)).to.match(/was revoked/)
    expect((await api.delete(`${TOKENS}/${gone}`, anna)).status).to.equal(404)
    expect((await api.delete(`${TOKENS}/${id}`)).status).to.equal(404)
  })

  it('see only the sites that they name', async () => {
    const { secret } = await make({ scopes: ['read', 'write'], site_ids: [site.id] })
    const sites = await bearer(secret, { path: '/v2/sites' })
    expect(sites.list.map(({ id }) => id)).to.deep.equal([site.id])
    expect(sites.headers['x-total-count']).to.equal('1')
    expect((await bearer(secret, { path: `/v2/sites/${other.id}` })).status).to.equal(404)
    const page = { title: 'Zebra' }
    for (const { id } of [site, other]) await api.post(`/v2/sites/${id}/pages`, page, anna)
    const found = await bearer(secret, { path: '/v2/search?q=zebra' })
    expect(found.list.map((row) => row['site_id'])).to.deep.equal([site.id])
  })

  it('of a server administrator see only the sites that they name, too', async () => {
    const input = { name: 'x', scopes: ['read'], site_ids: [site.id] }
    const made = await api.post(TOKENS, input)
    const secret = String(made.json['token'])
    const sites = await bearer(secret, { path: '/v2/sites' })
    expect(sites.list.map(({ id }) => id)).to.deep.equal([site.id])
    expect((await bearer(secret, { path: `/v2/sites/${other.id}/pages` })).status).to.equal(404)
  })

  it('can be rotated: both work for a while, then only the new one', async () => {
    const { id, secret } = await make({})
    const rotated = await api.post(`${TOKENS}/${id}/rotate`, { overlap_hours: 2 }, anna)
    const fresh = String(rotated.json['token'])
    const me = { path: '/v2/users/me' }
    for (const one of [secret, fresh]) expect((await bearer(one, me)).status).to.equal(200)
    api.skip(2 * 60 * 60_000)
    expect((await bearer(secret, me)).json['message']).to.match(/was rotated/)
    expect((await bearer(fresh, me)).status).to.equal(200)
    const again = await api.post(`${TOKENS}/${id}/rotate`, { overlap_hours: 0 }, anna)
    expect((await bearer(fresh, me)).status).to.equal(401)
    expect((await bearer(String(again.json['token']), me)).status).to.equal(200)
  })

  it('are checked when they are made', async () => {
    for (const [input, field] of [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes.0'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ site_ids: [] }, 'site_ids'],
      [{ site_ids: ['0'.repeat(24)] }, 'site_ids.0'],
      [{ scopes: ['admin'], site_ids: [site.id] }, 'scopes'],
    ] as const) {
      const body = { name: 'x', scopes: ['read'], ...input }
      const answer = await api.post(TOKENS, body, anna)
      expect(answer.status, answer.text).to.equal(422)
      expect(Object(answer.json['details'])[0]).to.include({ field })
    }
  })

  it('are at most 100 a user', async () => {
    const many = await api.person('many')
    const body = { name: 'x', scopes: ['read'] }
    for (let index = 0; index < 100; index++) await api.post(TOKENS, body, many)
    const answer = await api.post(TOKENS, body, many)
    expect(answer.status).to.equal(409)
    expect(answer.json['message']).to.match(/100 tokens/)
  })

  it('end with their user', async () => {
    const person = await api.person('leaver')
    const made = await api.post(TOKENS, { name: 'x', scopes: ['read'] }, person)
    await api.delete(`/v2/users/${person.id}`)
    const answer = await bearer(String(made.json['token']), { path: '/v2/users/me' })
    expect(answer.status).to.equal(401)
  })

  it('with scope draft make texts that are not visible, and change only such', async () => {
    const { secret } = await make({ scopes: ['read', 'draft'] })
    const url = `/v2/sites/${site.id}`
    const post = (path: string, json: unknown) => bearer(secret, { method: 'POST', path, json })
    const put = (path: string, json: unknown) => bearer(secret, { method: 'PUT', path, json })
    const draft = await post(`${url}/collections/posts/documents`, { title: 'A draft' })
    const page = await post(`${url}/pages`, { title: 'A page', visibility: 'visible' })
    expect([draft, page].map(({ json }) => json['visibility'])).to.deep.equal(['draft', 'hidden'])
    expect(draft.json['can']).to.include({ update: true, publish: false, delete: false })
    const [draftUrl, pageUrl] = [
      `/v2/documents/${String(draft.json['id'])}`,
      `/v2/pages/${String(page.json['id'])}`,
    ]
    expect((await put(draftUrl, { title: 'Changed' })).status).to.equal(200)
    expect((await put(pageUrl, { title: 'Changed' })).status).to.equal(200)
    for (const [path, body] of [
      [draftUrl, { draft: false }],
      [draftUrl, { visibility: 'visible' }],
      [pageUrl, { visibility: 'visible' }],
    ] as const) {
      const answer = await put(path, body)
      expect(answer.status, answer.text).to.equal(403)
      expect(answer.json['message']).to.match(/only change drafts and hidden texts/)
    }
    expect((await put(pageUrl, { metadata: { published: true } })).status).to.equal(422)
    await api.put(pageUrl, { visibility: 'visible' }, anna)
    const visible = await put(pageUrl, { title: 'x' })
    expect(visible.status, visible.text).to.equal(403)
    const shown = await bearer(secret, { path: pageUrl })
    expect(shown.json['can']).to.include({ update: false, publish: false, delete: false })
    const removed = await bearer(secret, { method: 'DELETE', path: draftUrl })
    expect(removed.json['message']).to.match(/lacks the scope write/)
  })

  it('clone with scope git, and push with write as well', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-tokens-'))
    const url = (secret: string) =>
      `${api.server.url.replace('://', `://token:${secret}@`)}/v2/sites/${site.id}/repository.git`
    try {
      const reading = (await make({ scopes: ['git'] })).secret
      const writing = (await make({ scopes: ['git', 'write'] })).secret
      const neither = (await make({ scopes: ['read', 'write', 'source'] })).secret
      const clone = path.join(folder, 'clone')
      const refused = await git(folder, 'clone', url(neither), 'no').catch(String)
      expect(refused).to.match(/lacks the scope git/)
      await git(folder, 'clone', url(reading), 'clone')
      const as = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.org']
      await git(clone, ...as, 'commit', '--allow-empty', '-m', 'An empty one')
      const pushed = await git(clone, 'push', url(reading), 'main').catch(String)
      expect(pushed).to.match(/lacks the scope write/)
      await git(clone, 'push', url(writing), 'main')
      expect(await git(clone, 'rev-parse', 'HEAD')).to.include(await api.head(site.id))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
