/** Bad input at every door: never a 5xx (the client's contract sees to it), and nothing written. */

import { expect } from 'chai'
import { connect } from 'node:net'
import { useApi, type Site } from './server.js'

/** Paths that no file of a site may have. */
const PATHS = [
  '../x.md',
  'a/../../x.md',
  'a/./b.md',
  '/etc/passwd',
  'a//b.md',
  'a\\b.md',
  '..\\x.md',
  'a\u0000b.md',
  'a\nb.md',
  'a\u007fb.md',
  'a\u0085b.md',
  '.git/config',
  '.GIT/hooks/x',
  'a/.git/x',
  '.git /x.md',
  '.git./x.md',
  '.git::$INDEX_ALLOCATION',
  'git~1/x',
  'GIT~2/x.md',
  '.g\u200cit/x',
  '.\uff47it/x',
  '.g\u00adit/x',
  `${'a'.repeat(256)}.md`,
  `${'a/'.repeat(600)}b.md`,
  '\ud800.md',
] as const

describe('Hostile paths', () => {
  const api = useApi()
  let site: Site
  let url: string
  let head: string
  let document: string
  let page: string

  before(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    const made = await api.post(`${url}/collections/docs/documents`, { title: 'x' })
    document = `/v2/documents/${String(made.json['id'])}`
    page = `/v2/pages/${String((await api.post(`${url}/pages`, { title: 'x' })).json['id'])}`
    head = await api.head(site.id)
  })

  for (const path of PATHS) {
    it(`${JSON.stringify(path).slice(0, 40)} is refused in bodies with 422`, async () => {
      for (const [method, where, body] of [
        ['POST', `${url}/collections/docs/documents`, { title: 'x', path }],
        ['POST', `${url}/pages`, { title: 'x', path }],
        ['PUT', document, { path }],
        ['PUT', page, { path }],
      ] as const) {
        const answer = await api.send({ method, path: where, json: body })
        expect(answer.status, `${method} ${where}: ${answer.text}`).to.equal(422)
      }
      const collection = await api.post(`${url}/collections`, { title: 'x', path })
      expect(collection.status).to.equal(422)
    })

    it(`${JSON.stringify(path).slice(0, 40)} is refused as a path parameter`, async () => {
      const isWire = !/[\ud800-\udfff]/.test(path)
      if (!isWire) return
      const whole = encodeURIComponent(path)
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      for (const name of new Set([whole, encoded, encoded.replaceAll('.', '%2e')])) {
        const put = await api.upload('PUT', `${url}/source/${name}`, { data: 'x' })
        expect(put.status, `PUT ${name}: ${put.text}`).to.equal(422)
        const file = `${url}/files/${name}`
        for (const [method, where] of [
          ['GET', `${url}/source/${name}`],
          ['GET', `${url}/source/${name}?download`],
          ['DELETE', `${url}/source/${name}`],
          ['GET', `${file}?download`],
          ['DELETE', file],
          ['GET', `${url}/collections/${name}`],
          ['PUT', `${url}/collections/${name}`],
        ] as const) {
          const answer = await api.send({
            method,
            path: where,
            ...(method === 'PUT' && { json: {} }),
          })
          const expected = where.includes('%00') ? 422 : 404
          expect(answer.status, `${method} ${where}`).to.equal(expected)
        }
      }
    })

    it(`${JSON.stringify(path).slice(0, 40)} is refused as the path of an upload`, async () => {
      if (/[\ud800-\udfff]/.test(path)) return
      const list = `${url}/collections/docs/files`
      const fields = { path }
      const given = await api.upload('POST', list, { name: 'x', data: 'x', fields })
      expect(given.status, given.text).to.equal(422)
    })
  }

  it("of an upload's own name are refused", async () => {
    const list = `${url}/collections/docs/files`
    for (const name of ['..', '.', '.git', 'a/..', 'x\\..', '.GIT ', 'git~1', '']) {
      const answer = await api.upload('POST', list, { name, data: 'x' })
      expect(answer.status, `${name}: ${answer.text}`).to.equal(422)
    }
  })

  it('that are not encoded in the request are refused', async () => {
    for (const raw of ['/../../etc/passwd', '/..', '/a/../b', '/.git/config', '//x', '/a//b']) {
      const answer = await api.send({
        method: 'PUT',
        path: `${url}/source${raw}`,
        form: { file: { name: 'x', data: 'x' } },
      })
      expect(answer.status, raw).to.equal(422)
    }
  })

  it('have written no file', async () => {
    expect(await api.head(site.id)).to.equal(head)
  })
})

describe('Malformed requests', () => {
  const api = useApi({ settings: { jsonBytes: '100000' } })
  let site: Site
  let list: string

  before(async () => {
    site = await api.site()
    list = `/v2/sites/${site.id}/collections/posts/documents`
  })

  const raw = (type: string | null, bytes: Buffer | string, path = list) =>
    api.send({
      method: 'POST',
      path,
      raw: bytes,
      headers: type === null ? {} : { 'Content-Type': type },
    })

  for (const body of [
    '{',
    '{"title": }',
    '{"title": "x"',
    "{'title': 'x'}",
    'null',
    '"text"',
    '7',
    'true',
    '{"a": 1} x',
    '\ufeff{',
    '{"title": "\\ud83"}',
    Buffer.from([0xff, 0xfe]),
  ]) {
    it(`${JSON.stringify(String(body))} is 400`, async () => {
      expect((await raw('application/json', body)).status).to.equal(400)
    })
  }

  it('an array as body is 422', async () => {
    expect((await raw('application/json', '[]')).status).to.equal(422)
  })

  it('an empty body is treated as an empty object', async () => {
    const answer = await raw('application/json', '')
    expect(answer.status).to.equal(422)
    expect(answer.text).to.include('"field":"title"')
  })

  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
    null,
  ]) {
    it(`the type ${type} is 415`, async () => {
      expect((await raw(type, '{"title": "x"}')).status).to.equal(415)
    })
  }

  it('a body without a type is told that it has none', async () => {
    const { message } = (await raw(null, '{"title": "x"}')).json
    const said = 'This endpoint accepts application/json, and the request names no Content-Type.'
    expect(message).to.equal(said)
  })

  it('JSON types with parameters or in capitals are accepted', async () => {
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON']) {
      expect((await raw(type, '{}')).status, type).to.equal(422)
    }
  })

  it('a POST that needs no body accepts an empty object, and refuses other types', async () => {
    const path = '/v2/users/me/rotate'
    const person = await api.person('x')
    const send = (type: string, bytes: string) =>
      api.send({ method: 'POST', path, as: person, raw: bytes, headers: { 'Content-Type': type } })
    expect((await send('text/plain', 'x')).status).to.equal(415)
    expect((await send('application/json', '{')).status).to.equal(400)
    expect((await send('application/json', '{}')).status).to.equal(200)
  })

  it('a body over the limit is 413', async () => {
    const body = JSON.stringify({ title: 'x', body: 'x'.repeat(100_000) })
    const whole = await raw('application/json', body)
    expect(whole.status).to.equal(413)
    expect(whole.json['message']).to.equal('The body is larger than the limit of 100,000 bytes.')
    const chunked = await api.send({
      method: 'POST',
      path: list,
      raw: body,
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    })
    expect(chunked.status).to.equal(413)
    expect(chunked.json['message']).to.equal(whole.json['message'])
  })

  it('deeply nested JSON is refused or read safely', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const answer = await raw('application/json', `{"title": "x", "metadata": {"a": ${deep}}}`)
    expect(answer.status).to.equal(422)
    const wide = { title: 'x', metadata: { a: Array.from({ length: 30_000 }, () => 1) } }
    expect((await api.post(list, wide)).status).to.equal(422)
  })

  for (const path of [
    '/v2/sites/%',
    '/v2/sites/%zz',
    '/v2/sites/%c3%28',
    '/v2/%ff',
    '/%e0%80%af',
    '/v2/sites/x/source/%80',
  ]) {
    it(`percent-encoding as in ${path} is 400`, async () => {
      expect((await api.get(path)).status).to.equal(400)
    })
  }

  for (const path of [
    '/v2',
    '/v2/',
    '/v3/sites',
    '/v2/nothing',
    '/V2/sites',
    '/v2/sites/x/y/z',
    '//v2/sites',
    '/v2//sites',
    '/v2/sites/../users',
    '/.git/config',
    '/v2/documents',
    '/v2/jobs',
  ]) {
    it(`${path} is 404`, async () => {
      expect((await api.get(path)).status).to.equal(404)
    })
  }

  for (const method of ['PATCH', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'LINK']) {
    it(`${method} /v2/sites is 405`, async () => {
      expect((await api.send({ method, path: '/v2/sites' })).status).to.equal(405)
    })
  }

  it('query keys such as __proto__ do no harm', async () => {
    for (const query of [
      '__proto__=1',
      'constructor[prototype][x]=1',
      'a[]=1&a[]=2',
      '%00=1',
      '?',
      '&&&',
      '=',
    ]) {
      const answer = await api.get(`${list}?${query}`)
      expect(answer.status, query).to.equal(200)
    }
    expect((await api.get(`${list}?page=1&page=`)).status).to.equal(422)
  })

  it('unusual headers do no harm', async () => {
    for (const [status, headers] of [
      [200, { 'If-Match': 'nonsense' }],
      [304, { 'If-None-Match': '*' }],
      [200, { 'If-None-Match': '"'.repeat(1000) }],
      [200, { Range: 'bytes=99999999999999999999-' }],
      [406, { Accept: 'application/xml' }],
      [200, { 'Accept-Encoding': 'nonsense' }],
      [200, { Host: 'evil.example.org@x' }],
      [200, { 'X-Forwarded-For': '1.2.3.4, "><script>' }],
      [200, { 'X-Forwarded-Host': 'evil.example.org' }],
      [401, { Authorization: `Basic ${'A'.repeat(8000)}` }],
    ] as const) {
      const answer = await api.send({ method: 'GET', path: '/v2/sites', headers })
      expect(answer.status, JSON.stringify(headers)).to.equal(status)
      expect(String(answer.headers.link)).not.to.include('evil')
    }
  })
})

describe('Raw connections', () => {
  const api = useApi()

  const talk = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api.server.url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString('latin1')))
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
      socket.setTimeout(120_000, () => socket.destroy())
    })

  for (const [title, bytes, status] of [
    [
      'both lengths',
      'POST /v2/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1.1 400/,
    ],
    [
      'huge headers',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      /^HTTP\/1.1 431/,
    ],
    ['no HTTP', '\x16\x03\x01nonsense\r\n\r\n', /^HTTP\/1.1 400/],
    [
      'a header named __proto__',
      'GET /healthz HTTP/1.1\r\nHost: x\r\n__proto__: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    ['a path with a blank', 'GET /v2/a b HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1.1 400/],
    [
      'an absolute target',
      'GET http://evil/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 (200|400|404)/,
    ],
  ] as const) {
    it(`survives ${title}`, async () => {
      expect(await talk(bytes)).to.match(status)
      expect((await api.get('/v2/users/me')).status).to.equal(200)
    })
  }
})
