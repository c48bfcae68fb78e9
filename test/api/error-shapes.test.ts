/** Every operation answers what follows from its shape as the document says: each documented status is provoked. */

import { expect } from 'chai'
import { operationsOf, type Operation } from '../../src/http/docs/operation.js'
import { browse, PASSWORD, signIn } from './browser.js'
import { isRecord, type Call, type Json } from './client.js'
import { useApi } from './server.js'

const LIMIT = 3000
const TOO_MUCH = 'x'.repeat(2 * LIMIT)
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Those that anybody or a key pair may call, but for git, which speaks a protocol of its own. */
function callable(document: Json): Operation[] {
  return operationsOf(document).filter(({ path, about }) => {
    const ways = [about['security']].flat().filter(isRecord)
    const isOpen = ways.length === 0 || ways.some((way) => 'apiKey' in way)
    return isOpen && !path.includes('repository.git')
  })
}

function takesSession({ about }: Operation): boolean {
  return [about['security']].flat().some((way) => isRecord(way) && 'session' in way)
}

function documents({ about }: Operation, status: number): boolean {
  return String(status) in Object(about['responses'])
}

function bodyTypes({ about }: Operation): string[] {
  return Object.keys(Object(Object(about['requestBody'])['content']))
}

/** The call of an operation with `value` for the parameters of its path. */
function callOf({ method, path }: Operation, value: string): Call {
  return { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, value) }
}

/** What makes an operation answer a status; null where it takes more than its shape. */
const PROVOKE: Readonly<Record<number, (operation: Operation) => Call | null>> = {
  400: (operation) => {
    if (operation.path.includes('{')) return callOf(operation, '%zz')
    const isForm = bodyTypes(operation).includes('multipart/form-data')
    return isForm ? null : { ...callOf(operation, ''), headers: JSON_TYPE, raw: '{' }
  },
  406: (operation) => ({ ...callOf(operation, '1'), headers: { Accept: 'text/csv' } }),
  413: (operation) => {
    const [type] = bodyTypes(operation)
    const call = callOf(operation, '1')
    const form = { file: { name: 'a.bin', data: TOO_MUCH } }
    if (type === 'multipart/form-data') return { ...call, form }
    return operation.id === 'syncHook' ? null : { ...call, json: { a: TOO_MUCH } }
  },
  415: (operation) => ({
    ...callOf(operation, '1'),
    headers: { 'Content-Type': 'text/csv' },
    raw: 'a,b',
  }),
  422: (operation) => (operation.path.includes('{') ? callOf(operation, '%00') : null),
}

describe('What follows from the shape of an operation', () => {
  const bytes = { jsonBytes: String(LIMIT), uploadBytes: String(LIMIT), importBytes: String(LIMIT) }
  const api = useApi({ settings: bytes })
  let operations: Operation[] = []

  before('read the document', async () => {
    operations = callable((await api.get('/v2/openapi.json')).json)
    expect(operations.length).to.be.greaterThan(60)
  })

  for (const [status, provoke] of Object.entries(PROVOKE)) {
    it(`is ${status} wherever the document says so`, async () => {
      let count = 0
      for (const operation of operations) {
        const call = documents(operation, Number(status)) ? provoke(operation) : null
        if (!call) continue
        const answer = await api.send(call)
        expect(answer.status, `${operation.id} ${answer.text}`).to.equal(Number(status))
        count += 1
      }
      expect(count).to.be.greaterThan(20)
    })
  }

  it('is 403 for every change by a cookie that shows no page of this server', async () => {
    const { email } = await api.person('browsing', { password: PASSWORD })
    const browser = await signIn(api, email)
    const { json } = await api.get('/v2/openapi.json')
    let count = 0
    for (const operation of operationsOf(json).filter(takesSession)) {
      if (operation.method === 'get') continue
      const call = callOf(operation, '1')
      const answer = await browse(api, { ...browser, csrf: '' }, call)
      expect(answer.status, `${operation.id} ${answer.text}`).to.equal(403)
      expect(documents(operation, 403), operation.id).to.equal(true)
      count += 1
    }
    expect(count).to.be.greaterThan(30)
  })

  it('is 304 to who has the version', async () => {
    const { id } = await api.site()
    const post = await api.post(`/v2/sites/${id}/collections/posts/documents`, { title: 'A' })
    const page = await api.post(`/v2/sites/${id}/pages`, { title: 'B' })
    const ids: Readonly<Record<string, string>> = {
      site_id: id,
      path: 'posts',
      document_id: String(post.json['id']),
      page_id: String(page.json['id']),
      commit: await api.head(id),
      name: '_config.yml',
    }
    let count = 0
    for (const operation of operations.filter((one) => documents(one, 304))) {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '0')
      const { status, headers } = await api.get(path)
      if (status !== 200 || headers.etag === undefined) continue
      const again = { method: 'GET', path, headers: { 'If-None-Match': headers.etag } }
      expect((await api.send(again)).status, operation.id).to.equal(304)
      count += 1
    }
    expect(count).to.be.greaterThan(12)
  })
})

describe('Somebody who asks too often', () => {
  const api = useApi({ settings: { rateLimit: '1' } })

  it('is told so by every operation', async () => {
    const { json } = await api.get('/v2/openapi.json')
    await api.get('/v2/users/me')
    for (const operation of operationsOf(json).filter((one) => documents(one, 429))) {
      const answer = await api.send(callOf(operation, '1'))
      expect(answer.status, operation.id).to.equal(429)
    }
  })
})
