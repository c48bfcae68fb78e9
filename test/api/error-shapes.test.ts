/** Every operation answers what follows from its shape as the document says: each documented status is provoked. */

import { expect } from 'chai'
import { operationsOf } from '../../src/http/docs/operation.js'
import type { Operation } from '../../src/http/docs/parts.js'
import { browse, PASSWORD, signIn, type Browser } from './browser.js'
import { isRecord, type Answer, type Call } from './client.js'
import { useApi } from './server.js'
import { soon } from '../servers/pebble.js'

const LIMIT = 3000
/** Bytes of the largest call of a git host. */
const HOOK = 26 * 1024 * 1024
const TOO_MUCH = 'x'.repeat(2 * LIMIT)

function takes({ about }: Operation, way: 'apiKey' | 'password' | 'session'): boolean {
  return [about['security']].flat().some((one) => isRecord(one) && way in one)
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
    const headers = { 'Content-Type': isForm ? 'multipart/form-data' : 'application/json' }
    return { ...callOf(operation, ''), headers, raw: '{' }
  },
  406: (operation) => ({ ...callOf(operation, '1'), headers: { Accept: 'text/csv' } }),
  413: (operation) => {
    const [type] = bodyTypes(operation)
    const call = callOf(operation, '1')
    const form = { file: { name: 'a.bin', data: TOO_MUCH } }
    if (type === 'multipart/form-data') return { ...call, form }
    return { ...call, json: { a: operation.id === 'syncHook' ? 'x'.repeat(HOOK) : TOO_MUCH } }
  },
  415: (operation) => ({
    ...callOf(operation, '1'),
    headers: { 'Content-Type': 'text/csv' },
    raw: 'a,b',
  }),
  422: (operation) => {
    if (operation.path.includes('{')) return callOf(operation, '%00')
    const isList = operation.method === 'get' && operation.id !== 'getDocsRoot'
    return isList ? { method: 'GET', path: `${operation.path}?page=first` } : null
  },
}

/** Operations that the machine itself may call without credentials. */
function isForOperators({ about }: Operation): boolean {
  const { security } = Object(about)
  return Array.isArray(security) && security.some((one) => Object.keys(Object(one)).length === 0)
}

describe('Errors that all operations of one shape share', () => {
  const bytes = { jsonBytes: String(LIMIT), uploadBytes: String(LIMIT), importBytes: String(LIMIT) }
  const api = useApi({ settings: { ...bytes, allowAddresses: '192.0.2.1' } })
  let operations: Operation[] = []
  let browser: Browser & { readonly email: string }

  before('read the document', async () => {
    const { email } = await api.person('browsing', { password: PASSWORD })
    browser = { ...(await signIn(api, email)), email }
    operations = operationsOf((await api.get('/v2/openapi.json')).json)
    expect(operations.length).to.be.greaterThan(80)
  })

  /** By credentials that the operation takes. */
  const send = (operation: Operation, call: Call): Promise<Answer> => {
    if (takes(operation, 'password')) {
      return api.send({ ...call, as: { name: browser.email, secret: PASSWORD } })
    }
    const isForBrowsers = takes(operation, 'session') && !takes(operation, 'apiKey')
    return isForBrowsers ? browse(api, browser, call) : api.send(call)
  }

  for (const [status, provoke] of Object.entries(PROVOKE)) {
    it(`are ${status} wherever the document says so`, async () => {
      let count = 0
      for (const operation of operations) {
        const call = documents(operation, Number(status)) ? provoke(operation) : null
        if (!call) continue
        const answer = await send(operation, call)
        expect(answer.status, `${operation.id} ${answer.text}`).to.equal(Number(status))
        count += 1
      }
      expect(count).to.be.greaterThan(20)
    })
  }

  it('are 403 for every change from another origin', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    for (const operation of operations.filter(({ method }) => method !== 'get')) {
      const answer = await send(operation, { ...callOf(operation, '1'), headers })
      expect(answer.status, `${operation.id} ${answer.text}`).to.equal(403)
      expect(documents(operation, 403), operation.id).to.equal(true)
    }
  })

  it('are 401 without credentials', async () => {
    // Where nothing is taken as well, it depends on the address.
    const closed = operations.filter((one) => takes(one, 'apiKey') && !isForOperators(one))
    for (const operation of closed) {
      const { status, text } = await api.send({ ...callOf(operation, '1'), as: undefined })
      expect(status, `${operation.id} ${text}`).to.equal(401)
    }
  })

  it('are 403 for every change by a cookie without its token', async () => {
    let count = 0
    for (const operation of operations.filter((one) => takes(one, 'session'))) {
      if (operation.method === 'get') continue
      const call = callOf(operation, '1')
      const answer = await browse(api, { ...browser, csrf: '' }, call)
      expect(answer.status, `${operation.id} ${answer.text}`).to.equal(403)
      expect(documents(operation, 403), operation.id).to.equal(true)
      count += 1
    }
    expect(count).to.be.greaterThan(30)
  })

  it('are 304 if If-None-Match names the version', async () => {
    const { id } = await api.site()
    const posts = `/v2/sites/${id}/collections/posts`
    await api.upload('POST', `${posts}/files`, { name: 'f.txt', data: 'x' })
    const changes = [
      { action: 'create', type: 'document', collection: 'posts', title: 'A' },
      { action: 'create', type: 'page', title: 'B' },
    ]
    const made = await api.post(`/v2/sites/${id}/changes`, { changes })
    expect(made.status, made.text).to.equal(200)
    const hook = { name: 'x', url: 'http://192.0.2.1/', events: ['role.changed'], active: false }
    const webhook = await api.post(`/v2/sites/${id}/webhooks`, hook)
    expect(webhook.status, webhook.text).to.equal(201)
    const idOf = async (url: string) => String((await api.get(url)).list[0]?.['id'])
    const set = await api.post(`/v2/sites/${id}/change_sets`, { title: 'A set' })
    const typed = { user_id: api.root.id, title: 'A', content: '{}' }
    const unsavedId = '66f1c2b7d4b9e83f5a7c1e42'
    const kept = await api.put(`/v2/sites/${id}/unsaved/${unsavedId}`, typed)
    expect(kept.status, kept.text).to.be.oneOf([200, 201])
    const ids: Readonly<Record<string, string>> = {
      unsaved_id: unsavedId,
      site_id: id,
      change_set_id: String(set.json['id']),
      user_id: api.root.id,
      path: 'posts',
      document_id: await idOf(`${posts}/documents`),
      page_id: await idOf(`/v2/sites/${id}/pages?q=b`),
      commit: await api.head(id),
      webhook_id: String(webhook.json['id']),
      filename: '_posts/f.txt',
      name: '_config.yml',
      page: 'guides/errors',
    }
    // Of domains, another version comes when the server has looked.
    await soon(async () => {
      const { list } = await api.get('/v2/domains')
      if (list.some(({ state }) => state === 'checking')) throw new Error('not looked yet')
    })
    for (const operation of operations.filter((one) => documents(one, 304))) {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '0')
      const url = operation.id.startsWith('search') ? `${path}?q=a` : path
      const { status, headers, text } = await send(operation, { method: 'GET', path: url })
      expect(status, `${operation.id} ${text}`).to.equal(200)
      const again = { 'If-None-Match': String(headers.etag) }
      const asked = await send(operation, { method: 'GET', path: url, headers: again })
      expect(asked.status, operation.id).to.equal(304)
    }
  })
})

describe('A client over the rate limit', () => {
  const api = useApi({ settings: { rateLimit: '1' } })

  it('gets 429 from every operation', async () => {
    const { json } = await api.get('/v2/openapi.json')
    await api.get('/v2/users/me')
    for (const operation of operationsOf(json).filter((one) => documents(one, 429))) {
      const answer = await api.send(callOf(operation, '1'))
      expect(answer.status, operation.id).to.equal(429)
    }
  })
})
