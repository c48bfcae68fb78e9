/** What is sent in other encodings and forms than ours, and what is asked for in others. */

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('Texts that are not UTF-8', () => {
  const api = useApi()
  const json = (raw: Buffer | string, type = 'application/json') =>
    api.send({ method: 'POST', path: '/v2/sites', headers: { 'Content-Type': type }, raw })

  for (const [title, bytes] of [
    ['bytes of another encoding', Buffer.from('{"title":"caf\xe9","domain":"u.test"}', 'latin1')],
    ['a character cut off', Buffer.from('{"title":"\xc3","domain":"u.test"}', 'latin1')],
    [
      'a character written too long',
      Buffer.from('{"title":"\xc0\xaf","domain":"u.test"}', 'latin1'),
    ],
  ] as const) {
    it(`refuses ${title} in JSON, and writes nothing`, async () => {
      const answer = await json(bytes)
      expect(answer.status, answer.text).to.equal(400)
      expect(answer.json['message']).to.include('not UTF-8')
      expect((await api.get('/v2/sites')).list).to.deep.equal([])
    })
  }

  it('refuses JSON that declares another encoding', async () => {
    const body = '{"title":"x","domain":"u.test"}'
    expect((await json(body, 'application/json; charset=iso-8859-1')).status).to.equal(415)
    expect((await json(body, 'application/json; charset=UTF-8')).status).to.equal(201)
  })

  it('refuses a lone surrogate in any text, and names the field', async () => {
    const { id } = await api.site()
    const url = `/v2/sites/${id}/collections/posts/documents`
    for (const [field, input] of Object.entries({
      title: { title: 'a\ud800b' },
      body: { title: 'x', body: 'a\udc00b' },
      'metadata.deep.0': { title: 'x', metadata: { deep: ['\ud83c'] } },
      metadata: { title: 'x', metadata: { '\ud800': 1 } },
    })) {
      const answer = await api.post(url, input)
      expect(answer.status, field).to.equal(422)
      expect(answer.text).to.include(`"field":"${field}"`)
    }
    const whole = await api.post(url, { title: 'x', body: '🍅 \ufffd\u0000' })
    expect(whole.json['body']).to.equal('🍅 \ufffd\u0000')
  })

  it('refuses NUL in names and messages, and names the field; bodies keep it', async () => {
    const { id } = await api.site()
    const site = `/v2/sites/${id}`
    const posts = `${site}/collections/posts/documents`
    const page = { action: 'create', type: 'page', title: 'x' }
    for (const [field, path, input] of [
      ['title', posts, { title: 'a\0b' }],
      ['tags.1', posts, { title: 'x', tags: ['a', '\0'] }],
      ['categories.0', posts, { title: 'x', categories: ['\0'] }],
      ['permalink', posts, { title: 'x', permalink: '/a\0' }],
      ['title', `${site}/pages`, { title: '\0' }],
      ['title', `${site}/collections`, { title: 'a\0' }],
      ['title', '/v2/sites', { title: 'a\0', domain: 'nul.test' }],
      ['message', `${site}/changes`, { message: 'a\0b', changes: [page] }],
      ['changes.0.title', `${site}/changes`, { changes: [{ ...page, title: 'a\0' }] }],
    ] as const) {
      const answer = await api.post(path, input)
      expect(answer.status, `${path} ${field}`).to.equal(422)
      expect(answer.text).to.include(`"field":"${field}","message":"must not contain NUL (U+0000)"`)
    }
    const kept = await api.post(`${site}/pages`, { title: 'x', body: 'a\0' })
    expect(kept.json['body']).to.equal('a\0')
  })

  it('refuses names and fields of forms', async () => {
    const { id } = await api.site()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="caf\xe9.png"\r\n'
    const raw = Buffer.from(`${head}Content-Type: image/png\r\n\r\nx\r\n--b--\r\n`, 'latin1')
    const answer = await api.send({
      method: 'POST',
      path: `/v2/sites/${id}/collections/posts/files`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      raw,
    })
    expect(answer.status, answer.text).to.equal(400)
  })
})

describe('Compressed bodies', () => {
  const api = useApi()
  const send = (coding: string, raw: Buffer) =>
    api.send({
      method: 'POST',
      path: '/v2/sites',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
      raw,
    })

  it('are decompressed', async () => {
    const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
    for (const [coding, pack] of Object.entries(packers)) {
      const json = JSON.stringify({ title: 'é', domain: `${coding}.test` })
      const answer = await send(coding, pack(json))
      expect(answer.status, answer.text).to.equal(201)
      expect(answer.json['title']).to.equal('é')
    }
  })

  it('are refused if they are broken, cut off, of an unknown encoding, or too large when decompressed', async () => {
    const json = gzipSync('{"title":"x","domain":"x.test"}')
    expect((await send('gzip', Buffer.from('no gzip'))).status).to.equal(400)
    expect((await send('gzip', json.subarray(0, 20))).status).to.equal(400)
    expect((await send('zstd', json)).status).to.equal(415)
    expect((await send('gzip', gzipSync(Buffer.alloc(100_000_000, ' ')))).status).to.equal(413)
    expect((await api.get('/v2/sites')).text).not.to.include('x.test')
  })
})

describe('Forms of other clients', () => {
  const api = useApi()

  it('may omit the type of a file, and give one for a field', async () => {
    const { id } = await api.site()
    const bytes = Buffer.alloc(100_000, '\x00\xff\xe9', 'latin1')
    const raw = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="path"\r\n'),
      Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nsub/b.png\r\n'),
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const url = `/v2/sites/${id}/collections/posts/files`
    const answer = await api.send({ method: 'POST', path: url, headers, raw })
    expect(answer.status, answer.text).to.equal(201)
    expect(answer.json).to.include({ filename: '_posts/sub/b.png', filesize: bytes.length })
    const read = await api.get(`/v2/sites/${id}/files/_posts/sub/b.png?download`)
    expect(read.bytes.equals(bytes)).to.equal(true)
  })
})

describe('Accept', () => {
  const api = useApi()
  const ask = (Accept: string) =>
    api.send({ method: 'POST', path: '/v2/sites', headers: { Accept }, json: {} })

  it('that excludes JSON is 406, before anything is done', async () => {
    for (const accept of ['application/xml', 'text/html, image/*', 'application/json;q=0']) {
      expect((await ask(accept)).status, accept).to.equal(406)
    }
    for (const accept of ['application/json', '*/*', 'text/html, */*;q=0.1', 'application/*']) {
      expect((await ask(accept)).status, accept).to.equal(422)
    }
  })

  it('that excludes the list of a folder, or a ZIP, is 406', async () => {
    const { id } = await api.site()
    const answered = async (path: string, accept: string) => {
      const headers = { Accept: accept }
      return (await api.send({ method: 'GET', path: `/v2/sites/${id}${path}`, headers })).status
    }
    for (const path of ['/source', '/source/_config.yml', '/source?recursive']) {
      expect(await answered(path, 'text/csv'), path).to.equal(406)
      expect(await answered(path, 'text/csv, */*;q=0.1'), path).to.equal(200)
    }
    expect(await answered('/export', 'application/json')).to.equal(406)
    expect(await answered('/export', 'application/zip')).to.equal(200)
    expect(await answered('/export', '*/*')).to.equal(200)
  })

  it('does not matter for files and events', async () => {
    const { id } = await api.site()
    const headers = { Accept: 'image/*' }
    const path = `/v2/sites/${id}/source/_config.yml?download`
    expect((await api.send({ method: 'GET', path, headers })).status).to.equal(200)
    const job = { method: 'GET', path: '/v2/jobs/none', headers: { Accept: 'text/event-stream' } }
    expect((await api.send(job)).status).to.equal(410)
  })
})
