import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import {
  documentedPaths,
  openApiDocument,
  openApiDocumentInTurns,
} from '../../src/http/openapi/document.js'
import { createClient, isRecord } from './client.js'
import { startApi, useApi, type Api } from './server.js'

const METHODS = ['get', 'post', 'put', 'delete']

describe('GET /v2/openapi.json', () => {
  const api = useApi()

  it('needs no credentials and is OpenAPI 3.1', async () => {
    const answer = await api.send({ method: 'GET', path: '/v2/openapi.json', as: undefined })
    expect(answer.status).to.equal(200)
    expect(answer.json['openapi']).to.match(/^3\.1\.\d+$/)
    expect(Object(answer.json['info'])).to.include.keys('title', 'version')
    expect(Object(answer.json['servers'])[0].url).to.equal(api.server.url)
  })

  it('has an ETag, and answers 304 if it matches', async () => {
    const path = '/v2/openapi.json'
    const first = await api.get(path)
    const { etag = '' } = first.headers
    expect(etag).to.match(/^W\/"\w{40}"$/)
    expect(first.headers['content-type']).to.equal('application/json; charset=utf-8')
    const again = { method: 'GET', path, headers: { 'If-None-Match': etag } }
    expect((await api.send(again)).status).to.equal(304)
    expect((await api.get(path)).text).to.equal(first.text)
  })

  it('is generated in turns, a route at a time, with the same result', async () => {
    const url = 'https://galley.test'
    let turns = 0
    let isMade = false
    const making = openApiDocumentInTurns(api.routes, url).finally(() => (isMade = true))
    for (; !isMade; turns += 1) await nextTurn()
    expect(turns).to.be.greaterThanOrEqual(api.routes.length)
    expect(await making).to.deep.equal(openApiDocument(api.routes, url))
  })

  it('describes every route, and nothing else', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const described = Object.entries(Object(json['paths'])).flatMap(([path, item]) =>
      Object.keys(Object(item)).map((method) => `${method} ${path}`),
    )
    const routes = api.routes.flatMap((route) =>
      documentedPaths(route).map((path) => `${route.method} ${path}`),
    )
    expect(described).to.have.members(routes)
    expect(new Set(routes).size).to.equal(routes.length)
  })

  it('has operations with unique ids, all parameters of their paths, and responses', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const ids = new Set<unknown>()
    for (const [path, item] of Object.entries<object>(Object(json['paths']))) {
      expect(path).to.match(/^\/[^:*?]*$/)
      for (const [method, operation] of Object.entries<Record<string, unknown>>(Object(item))) {
        expect(METHODS).to.include(method)
        expect(operation).to.include.keys('operationId', 'responses', 'parameters', 'security')
        expect(ids.has(operation['operationId']), String(operation['operationId'])).to.equal(false)
        ids.add(operation['operationId'])
        const parameters = [operation['parameters']].flat().filter(isRecord)
        const inPath = parameters.filter((one) => one['in'] === 'path').map((one) => one['name'])
        const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        expect(inPath).to.deep.equal(inTemplate)
        expect(parameters.every((one) => isRecord(one['schema']))).to.equal(true)
        for (const status of Object.keys(Object(operation['responses']))) {
          expect(status).to.match(/^([1-5]\d\d|default)$/)
        }
      }
    }
  })

  it('has no broken references', async () => {
    const { json, text } = await api.get('/v2/openapi.json')
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split('/').reduce<unknown>((at, key) => Object(at)[key], json)
      expect(target, pointer).to.be.an('object')
    }
  })

  it('is not changed by the Host header', async () => {
    const call = { method: 'GET', path: '/v2/openapi.json', headers: { Host: 'evil.example.org' } }
    expect((await api.send(call)).text).not.to.include('evil')
  })
})

describe('GET /healthz and /metrics', () => {
  const api = useApi()

  it('says that the server is up', async () => {
    const answer = await api.send({ method: 'GET', path: '/healthz', as: undefined })
    expect(answer.status).to.equal(200)
    expect(answer.json).to.deep.equal({ status: 'ok', version: 'test' })
  })

  it('gives metrics on loopback, or to server administrators, and to nobody else', async () => {
    const local = await api.send({ method: 'GET', path: '/metrics', as: undefined })
    expect(local.status).to.equal(200)
    expect(local.headers['content-type']).to.match(/^text\/plain/)
    expect(local.text).to.include('galley_http_request_duration_seconds_bucket')
    const site = await api.site()
    const { text } = await api.send({ method: 'GET', path: '/metrics', as: undefined })
    expect(text).to.match(new RegExp(`^galley_site_disk_bytes\\{site="${site.id}"\\} \\d+$`, 'm'))
    expect(text).to.match(/^galley_disk_free_bytes \d+$/m)
    expect(text).to.include('galley_jobs{kind="publish",state="queued"} 0')
    const far = { method: 'GET', path: '/metrics', headers: { 'X-Forwarded-For': '203.0.113.9' } }
    expect((await api.send({ ...far, as: undefined })).status).to.equal(401)
    expect((await api.send({ ...far, as: await api.person('x') })).status).to.equal(403)
    expect((await api.send(far)).status).to.equal(200)
  })

  it('tells from loopback, or server administrators, and nobody else, which certificates may be had', async () => {
    const domain = 'certificates.example.org'
    await api.site({ domain })
    const ask = { method: 'GET', path: `/v2/tls/allowed?domain=${domain}` }
    expect((await api.send({ ...ask, as: undefined })).status).to.equal(200)
    const far = { ...ask, headers: { 'X-Forwarded-For': '203.0.113.9' } }
    expect((await api.send({ ...far, as: undefined })).status).to.equal(401)
    expect((await api.send({ ...far, as: await api.person('y') })).status).to.equal(403)
    expect((await api.send(far)).json).to.deep.equal({ domain, allowed: true })
  })
})

describe('A server that stops', () => {
  it('finishes open requests, answers 503 to new ones, then closes its port and ends', async () => {
    const api = await startApi()
    const { id } = await api.site()
    const begun = await beginUpload(api, `/v2/sites/${id}/source/late.txt`)
    const finished = api.finish()
    while ((await knock(api.server.url)) !== 'refused') await nextTurn()
    expect(await begun.complete()).to.match(/^HTTP\/1\.1 200 OK\r\n/)
    await finished
    expect(await knock(api.server.url)).to.equal('refused')
  })
})

/** A request whose headers are there and whose body is not. */
async function beginUpload(api: Api, path: string): Promise<{ complete(): Promise<string> }> {
  const { port } = new URL(api.server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const answer: Buffer[] = []
  socket.on('data', (bytes: Buffer) => answer.push(bytes))
  const pair = Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')
  const body =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="late.txt"\r\n\r\nlate\r\n--b--\r\n'
  const head = [
    `PUT ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Basic ${pair}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // Said once the request is in the hands of the server.
  await once(socket, 'data')
  return {
    complete: async () => {
      answer.length = 0
      const ended = once(socket, 'close')
      socket.write(body)
      await ended
      return Buffer.concat(answer).toString()
    },
  }
}

/** Asks on a connection of its own; a server that stops says 503, or takes none. */
async function knock(url: string): Promise<'refused' | 'unavailable'> {
  const client = createClient(url)
  const asked = client.send({
    method: 'GET',
    path: '/healthz',
    as: undefined,
    headers: { Connection: 'close' },
  })
  const answer = await asked.catch(() => null)
  client.close()
  if (answer === null) return 'refused'
  expect(answer.status).to.equal(503)
  expect(answer.json['error']).to.equal('unavailable')
  return 'unavailable'
}
