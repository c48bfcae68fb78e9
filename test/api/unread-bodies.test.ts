import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { basic } from './client.js'
import { useApi } from './server.js'

/** Far longer than an answer takes, and far shorter than the server keeps a silent connection. */
const PATIENCE_MS = 30_000

describe('A request whose body is not read to the end', () => {
  const api = useApi({ settings: { jsonBytes: '1000', uploadBytes: '1000' } })

  /** Sends bytes; what came back until the server ended the connection. */
  function exchange(bytes: Buffer): Promise<string> {
    const { hostname, port } = new URL(api.server.url)
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`The connection stays open after: ${answer}`))
      }, PATIENCE_MS)
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('end', () => {
        clearTimeout(timer)
        socket.end()
        resolve(answer)
      })
    })
  }

  const head = (fields: readonly string[], authorization = basic(api.root)) =>
    [
      'POST /v2/sites HTTP/1.1',
      'Host: x',
      `Authorization: ${authorization}`,
      ...fields,
      '',
      '',
    ].join('\r\n')

  const JSON_TYPE = 'Content-Type: application/json'
  const MULTIPART = 'Content-Type: multipart/form-data; boundary=b'

  for (const [title, status, fields, body] of [
    ['is too large', 413, [JSON_TYPE, 'Content-Length: 300000'], 300_000],
    ['is too large, and still coming', 413, [JSON_TYPE, 'Content-Length: 3000000'], 300_000],
    [
      'has no type that is known',
      415,
      ['Content-Type: text/plain', 'Content-Length: 300000'],
      300_000,
    ],
  ] as const) {
    it(`(${title}) is answered, and the connection closed`, async () => {
      const bytes = Buffer.concat([Buffer.from(head(fields)), Buffer.alloc(body, 0x20)])
      const answer = await exchange(bytes)
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).to.match(/^Connection: close\r$/im)
      expect(answer).to.match(/"request_id":"[^"]+"}$/)
    })
  }

  it('is answered 401, and the connection closed', async () => {
    const nobody = basic({ name: 'nobody', secret: 'x' })
    const sent = head([JSON_TYPE, 'Content-Length: 300000'], nobody)
    const answer = await exchange(Buffer.concat([Buffer.from(sent), Buffer.alloc(100_000, 0x20)]))
    expect(answer).to.match(/^HTTP\/1.1 401 /)
    expect(answer).to.match(/^Connection: close\r$/im)
  })

  it('of endless chunks is answered 413', async () => {
    const chunk = `ffff\r\n${' '.repeat(0xffff)}\r\n`
    const sent = head([JSON_TYPE, 'Transfer-Encoding: chunked'])
    expect(await exchange(Buffer.from(sent + chunk.repeat(4)))).to.match(/^HTTP\/1.1 413 /)
  })

  it('of a form that is too large is answered 413', async () => {
    const site = await api.site()
    const path = `/v2/sites/${site.id}/collections/posts/files`
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const sent = head([MULTIPART, 'Content-Length: 300000']).replace('/v2/sites', path)
    const bytes = Buffer.concat([Buffer.from(sent + part), Buffer.alloc(200_000, 0x20)])
    expect(await exchange(bytes)).to.match(/^HTTP\/1.1 413 /)
  })

  it('(gzip that git refuses) does not delay the next request', async () => {
    const site = await api.site()
    const body = gzipSync(Buffer.alloc(300_000_000))
    const path = `/v2/sites/${site.id}/repository.git/git-upload-pack`
    const sent = head([
      'Content-Type: application/x-git-upload-pack-request',
      'Content-Encoding: gzip',
      `Content-Length: ${body.length}`,
    ]).replace('/v2/sites', path)
    const next = head(['Connection: close']).replace('POST /v2/sites', 'GET /v2/users/me')
    const answer = await exchange(Buffer.concat([Buffer.from(sent), body, Buffer.from(next)]))
    expect(answer.match(/^HTTP\/1.1 200 /gm)).to.have.length(2)
  })

  it('does not close connections whose bodies were read', async () => {
    const answer = await api.post('/v2/sites', { title: 1 })
    expect(answer.status).to.equal(422)
    expect(answer.headers['connection']).to.equal('keep-alive')
  })
})
