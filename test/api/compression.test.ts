/** Compressed answers, and what their ETags promise. */

import { expect } from 'chai'
import { useApi } from './server.js'

describe('A compressed answer', () => {
  const api = useApi()
  let base = ''

  before(async () => {
    base = `/v2/sites/${(await api.site()).id}`
    for (let n = 0; n < 5; n += 1)
      await api.post(`${base}/pages`, { title: `Page ${n}`, body: 'The same words. '.repeat(100) })
  })

  const get = (path: string, encoding: string, headers: Record<string, string> = {}) =>
    api.send({
      method: 'GET',
      path,
      as: api.root,
      headers: { 'Accept-Encoding': encoding, ...headers },
    })

  for (const encoding of ['br', 'gzip'] as const) {
    it(`has the same content as one that is not, as ${encoding}`, async () => {
      const plain = await api.get(`${base}/pages`)
      const raw = await get(`${base}/pages`, encoding)
      expect(raw.headers['content-encoding']).to.equal(encoding)
      expect(raw.bytes.length).to.be.lessThan(plain.bytes.length / 3)
      expect(raw.text).to.equal(plain.text)
      expect(raw.headers['vary']).to.include('Accept-Encoding')
      expect(plain.headers['vary']).to.include('Accept-Encoding')
    })
  }

  it('of a list has a weak tag, which gives 304 whatever the client accepts', async () => {
    const { headers } = await api.get(`${base}/pages`)
    expect(headers.etag).to.match(/^W\/"[0-9a-f]{40}"$/)
    for (const encoding of ['identity', 'gzip', 'br']) {
      const again = await get(`${base}/pages`, encoding, { 'If-None-Match': String(headers.etag) })
      expect(again.status).to.equal(304)
      expect(again.headers.etag).to.equal(headers.etag)
      expect(again.headers['vary']).to.include('Accept-Encoding')
    }
  })

  it('is not one whose tag names a version', async () => {
    const [page] = (await api.get(`${base}/pages`)).list
    const answer = await get(`/v2/pages/${String(page?.['id'])}`, 'br, gzip')
    expect(answer.headers).not.to.have.property('content-encoding')
    expect(answer.headers.etag).to.equal(`"${String(page?.['sha'])}"`)
  })

  it('is not a short one, and none with a key', async () => {
    expect((await get('/v2/users/me', 'br, gzip')).headers).not.to.have.property('content-encoding')
    const session = await api.send({
      method: 'POST',
      path: '/v2/session',
      json: { email: 'nobody@example.org', password: 'x'.repeat(1000) },
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(session.headers).not.to.have.property('content-encoding')
  })

  it('is sent while it is made if it is long', async () => {
    const plain = await api.get('/v2/openapi.json')
    const raw = await get('/v2/openapi.json', 'gzip')
    expect(raw.headers['content-encoding']).to.equal('gzip')
    expect(raw.text).to.equal(plain.text)
    const changes = Array.from({ length: 150 }, (_, n) => ({
      action: 'create',
      type: 'page',
      title: `Many ${n}`,
      body: 'x'.repeat(20_000),
    }))
    expect((await api.post(`${base}/changes`, { changes })).status).to.equal(200)
    const path = `${base}/pages?per_page=9999`
    const list = await get(path, 'br')
    expect(list.headers['content-encoding']).to.equal('br')
    expect(list.headers).not.to.have.property('content-length')
    expect(list.text).to.equal((await api.get(path)).text)
  })
})
