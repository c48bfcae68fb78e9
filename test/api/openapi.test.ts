import { expect } from 'chai'
import { templatePath } from '../../src/http/openapi.js'
import { createClient, isRecord } from './client.js'
import { startApi, useApi } from './server.js'

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

  it('describes every route, and nothing else', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const described = Object.entries(Object(json['paths'])).flatMap(([path, item]) =>
      Object.keys(Object(item)).map((method) => `${method} ${path}`),
    )
    const routes = api.routes.map(({ method, path }) => `${method} ${templatePath(path)}`)
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

  it('refers only to what it holds', async () => {
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

  it('says that it serves', async () => {
    const answer = await api.send({ method: 'GET', path: '/healthz', as: undefined })
    expect(answer.status).to.equal(200)
    expect(answer.json).to.deep.equal({ status: 'ok', version: 'test' })
  })

  it('gives metrics on loopback, or to server administrators, and to nobody else', async () => {
    const local = await api.send({ method: 'GET', path: '/metrics', as: undefined })
    expect(local.status).to.equal(200)
    expect(local.headers['content-type']).to.match(/^text\/plain/)
    expect(local.text).to.include('galley_http_request_duration_seconds_bucket')
    const far = { method: 'GET', path: '/metrics', headers: { 'X-Forwarded-For': '203.0.113.9' } }
    expect((await api.send({ ...far, as: undefined })).status).to.equal(401)
    expect((await api.send({ ...far, as: await api.person('x') })).status).to.equal(403)
    expect((await api.send(far)).status).to.equal(200)
  })
})

describe('A server that stops', () => {
  it('answers 503 to what still comes in, or takes no connection, and ends', async () => {
    const api = await startApi()
    const client = createClient(api.server.url)
    await client.send({ method: 'GET', path: '/healthz' })
    const finished = api.finish()
    const late = await client.send({ method: 'GET', path: '/healthz' }).then(
      ({ status }) => status,
      () => 'refused',
    )
    expect(late).to.be.oneOf([503, 200, 'refused'])
    await finished
    client.close()
  })
})
