/** `Location`: where that is found which a request has made or started. */

import { expect } from 'chai'
import type { Answer } from './client.js'
import { useApi } from './server.js'

describe('Location', () => {
  const api = useApi()
  let base = ''

  before(async () => {
    base = `/v2/sites/${(await api.site()).id}`
  })

  /** What is at the place that an answer names. */
  async function follow({ headers }: Answer): Promise<Answer> {
    const { origin, pathname } = new URL(String(headers.location))
    expect(origin).to.equal(api.server.url)
    return api.get(pathname)
  }

  it('leads to what was made', async () => {
    const { id } = await api.person('located')
    const made = [
      await api.post('/v2/sites', { title: 'New', domain: 'new.example.org', empty: true }),
      await api.post('/v2/users', { email: 'new@example.org', password: 'long enough for this' }),
      await api.post(`${base}/roles`, { user_id: id, kind: 'writer' }),
      await api.post(`${base}/collections`, { title: 'Docs', path: 'my.docs' }),
      await api.post(`${base}/collections/posts/documents`, { title: 'Hello' }),
      await api.post(`${base}/pages`, { title: 'Über' }),
    ]
    for (const answer of made) {
      expect(answer.status, answer.text).to.equal(201)
      const found = await follow(answer)
      expect(found.status, answer.headers.location).to.equal(200)
      const { id: foundId } = found.json
      expect(foundId, found.text).to.equal(answer.json['id'])
    }
  })

  it('leads to an uploaded file, whatever its name', async () => {
    const file = { data: 'data', fields: { path: 'a folder/100%?.txt' } }
    const answer = await api.upload('POST', `${base}/collections/posts/files`, file)
    expect(answer.status, answer.text).to.equal(201)
    expect((await follow(answer)).text).to.equal('data')
  })

  it('leads to the job that was started', async () => {
    const answer = await api.post(`${base}/publish`)
    expect(answer.status, answer.text).to.equal(202)
    expect((await follow(answer)).text).to.include('"status":"complete"')
  })
})
