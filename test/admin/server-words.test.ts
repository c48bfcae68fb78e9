/** What the server says and the interface says in its own words: each pattern fits what the server says now. */

import { expect } from 'chai'
import { problemKey } from '../../src/admin/text/problems.js'
import { progressText } from '../../src/admin/text/progress.js'
import { refusedField, refusedSentence } from '../../src/admin/text/refusals.js'
import { messageOf } from '../../src/admin/text/text.js'
import { ApiError } from '../../src/client/api-error.js'
import type { Answer } from '../api/client.js'
import { useApi, type Person, type Site } from '../api/server.js'

describe('messages of the server in the admin', () => {
  const api = useApi()
  let site: Site
  let writer: Person

  before(async () => {
    site = await api.site()
    writer = await api.member(site.id, 'writer')
    const data = '---\ntitle: [a\nb: }\n---\nBody\n'
    const source = `/v2/sites/${site.id}/source/_posts/2026-01-02-torn.md`
    expect((await api.upload('PUT', source, { data })).status).to.equal(200)
  })

  const posts = () => `/v2/sites/${site.id}/collections/posts/documents`
  const found = async (path: string) => String((await api.get(path)).list[0]?.['id'])

  const ROWS: Readonly<Record<string, () => Promise<Answer>>> = {
    'refused.role': () =>
      api.post(`/v2/sites/${site.id}/roles`, { user_id: writer.id, kind: 'admin' }),
    'refused.last-admin': async () => {
      const { list } = await api.get(`/v2/sites/${site.id}/roles`)
      const own = list.find(({ kind }) => kind === 'admin')
      return api.delete(`/v2/roles/${String(own?.['id'])}`)
    },
    'refused.owner': async () => {
      const owner = await api.person('owner', { admin: true })
      const json = { title: 'Theirs', domain: 'theirs.example.org' }
      const theirs = await api.post('/v2/sites', json, owner)
      const role = { user_id: writer.id, kind: 'admin' }
      const roles = `/v2/sites/${String(theirs.json['id'])}/roles`
      expect((await api.post(roles, role)).status).to.equal(201)
      return api.delete(`/v2/users/${owner.id}`)
    },
    'refused.broken': async () =>
      api.put(`/v2/documents/${await found(`${posts()}?q=torn`)}`, { title: 'x' }),
    'refused.needed': () => api.post(posts(), { title: '' }),
    'refused.long': () => api.put('/v2/users/me', { firstname: 'x'.repeat(300) }),
    'refused.short': () => api.post('/v2/users', { email: 'a@example.org', password: 'short' }),
    'refused.email': () => api.post('/v2/users', { email: 'nobody' }),
    'refused.date': () => api.post(posts(), { title: 'x', date: 'some day' }),
    'refused.dated': () => api.post(posts(), { title: 'x', path: 'undated.md' }),
    'refused.http': () => api.post('/v2/import/repository', { url: 'git@example.org:a/b.git' }),
    'refused.login': () => api.post('/v2/import/repository', { url: 'https://a:b@example.org/c' }),
    'refused.zip': () => api.upload('POST', '/v2/import', { name: 'a.zip', data: 'no ZIP at all' }),
    'refused.nobody': () =>
      api.post(`/v2/sites/${site.id}/roles`, { user_id: '0'.repeat(24), kind: 'writer' }),
  }

  for (const [key, send] of Object.entries(ROWS)) {
    it(`are translated: ${key}`, async () => {
      const { json, status, text } = await send()
      expect(status, text).to.be.oneOf([409, 422])
      const [detail] = Array.isArray(json['details']) ? json['details'] : []
      const { field = '', message = '' } = Object(detail)
      expect(problemKey(String(json['error']), field)).to.equal(undefined)
      const known = refusedSentence(String(json['message'])) ?? refusedField(message)
      expect(known?.key, text).to.equal(key)
    })
  }

  it('are translated while a site moves, and when it has moved', async () => {
    const { id } = await api.site()
    const change = async () => {
      const { status, json } = await api.post(`/v2/sites/${id}/pages`, { title: 'New' })
      const said = messageOf(new ApiError(status, json))
      // English is what the server says.
      expect(said).to.equal(json['message'])
      return { status, ...refusedSentence(said) }
    }
    await api.put(`/v2/sites/${id}/read_only`, { seconds: 900 })
    expect(await change()).to.deep.equal({ status: 503, key: 'refused.moving', name: '' })
    await api.put(`/v2/sites/${id}/read_only`, { moved_to: 'https://new.example.org' })
    const name = 'https://new.example.org'
    expect(await change()).to.deep.equal({ status: 403, key: 'refused.moved', name })
  })

  it('are translated with numbers while a site is published', async () => {
    const { json } = await api.post(`/v2/sites/${site.id}/publish`)
    const { text } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
    const said = [...text.matchAll(/"message":"([^"]+)"/g)].map(([, message = '']) => message)
    expect(said.map(progressText)).to.include('Reading the files')
    expect(progressText('Rendered 1,200 of 4,000 pages')).to.equal('Rendered 1,200 of 4,000 pages')
    expect(progressText('Something new')).to.equal('Something new')
  })
})
