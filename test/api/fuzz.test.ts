/**
 * Requests made from the OpenAPI document: values that fit their schemas, and values that do not.
 * Every answer has a documented status and body; there is no 5xx (the client's contract sees to it).
 */

import { expect } from 'chai'
import fc from 'fast-check'
import { isRecord, type Call } from './client.js'
import { useApi, type Site } from './server.js'
import { report, SEED, SIZE } from '../torture/figures.js'

/** Requests for each operation. */
const CASES = Math.min(1000, 20 * SIZE)

/** Texts that meet something on the way: SQL, YAML, paths, HTML, Unicode. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  'null',
  '../..',
  '\u0000',
  '\n',
  '\u202e',
  '🍅',
  "' OR 1=1 --",
  '{{ 7 }}',
  '---',
  '%s%n',
  '<script>',
  '__proto__',
  'é',
  '\ud800',
  'x'.repeat(300),
  '2024-01-01',
  '-1',
  '1e999',
]

const anyText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const anyJson = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { a: null }),
)

/** Values of a JSON schema, as far as ours go. */
function fitting(schema: unknown): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return anyJson
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if ('const' in schema) return fc.constant(schema['const'])
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either)) return fc.oneof(...either.map(fitting))
  switch (schema['type']) {
    case 'string':
      return fc.oneof(anyText, fc.constantFrom('title-asc', '1', 'a.md', 'Words'))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return fc.integer()
    case 'array':
      return fc.array(fitting(schema['items']), { maxLength: 3 })
    case 'object':
      return fittingObject(schema)
    default:
      return anyJson
  }
}

function fittingObject(schema: Record<string, unknown>): fc.Arbitrary<unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = [schema['required'] ?? []].flat().map(String)
  if (Object.keys(properties).length === 0) {
    return fc.dictionary(anyText, fitting(schema['additionalProperties']), { maxKeys: 3 })
  }
  const fields = Object.entries(properties).map(([name, one]) => [name, fitting(one)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

/** A fitting value, often with one field that does not fit, or a wholly other one. */
function perhapsWrong(schema: unknown): fc.Arbitrary<unknown> {
  const broken = fc.tuple(fitting(schema), anyText, anyJson).map(([value, name, other]) => {
    if (!isRecord(value)) return other
    const keys = Object.keys(value)
    const key = keys[name.length % Math.max(1, keys.length)] ?? name
    return { ...value, [key]: other }
  })
  return fc.oneof(
    { weight: 3, arbitrary: fitting(schema) },
    { weight: 3, arbitrary: broken },
    anyJson,
  )
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Record<string, unknown>[]
  readonly body: Record<string, unknown> | null
}

/** What ends accounts and sites of the tests, or is a stream without an end, is told elsewhere. */
const LEFT_OUT = new Set([
  'rotateKeys',
  'deleteUser',
  'deleteSite',
  'setReadOnly',
  'updateMe',
  'updateUser',
  'followSite',
])

/** A part of the document with what it refers to in its place. */
function withoutRefs(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutRefs(one, document))
  if (!isRecord(part)) return part
  const ref = part['$ref']
  if (typeof ref === 'string') {
    const keys = ref.replace(/^#\//, '').split('/')
    return withoutRefs(
      keys.reduce<unknown>((at, key) => Object(at)[key], document),
      document,
    )
  }
  const entries = Object.entries(part).map(([key, value]) => [key, withoutRefs(value, document)])
  return Object.fromEntries(entries)
}

function operationsOf(document: unknown): Operation[] {
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]) => {
      if (!isRecord(operation)) return []
      const request = operation['requestBody']
      const content = isRecord(request) && isRecord(request['content']) ? request['content'] : null
      const parameters = [operation['parameters'] ?? []].flat().filter(isRecord)
      return [{ id: String(operation['operationId']), method, path, parameters, body: content }]
    }),
  )
}

describe('Requests at random', () => {
  const api = useApi()
  let site: Site
  let ids: Record<string, string>
  let operations: Operation[]

  before(async () => {
    site = await api.site()
    const url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    const document = await api.post(`${url}/collections/posts/documents`, { title: 'x' })
    const page = await api.post(`${url}/pages`, { title: 'x' })
    const who = await api.person('somebody')
    const role = await api.post(`${url}/roles`, { user_id: who.id, kind: 'writer' })
    ids = {
      site_id: site.id,
      document_id: String(document.json['id']),
      page_id: String(page.json['id']),
      role_id: String(role.json['id']),
      user_id: who.id,
      path: 'docs',
      name: '_config.yml',
      commit: await api.head(site.id),
    }
    const { json } = await api.get('/v2/openapi.json')
    operations = operationsOf(withoutRefs(json, json))
  })

  const pathOf = (operation: Operation) => {
    const inPath = operation.parameters.filter((one) => one['in'] === 'path')
    const values = inPath.map((one) => {
      const name = String(one['name'])
      const known = ids[name]
      const odd = anyText.map((text) => text || 'x')
      return known === undefined ? odd : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, odd)
    })
    return fc.tuple(...values).map((texts) =>
      inPath.reduce((path, one, place) => {
        const text = (texts[place] ?? '').replace(/[\ud800-\udfff]/g, '?')
        return path.replace(`{${String(one['name'])}}`, encodeURIComponent(text))
      }, operation.path),
    )
  }

  const queryOf = (operation: Operation) => {
    const inQuery = operation.parameters.filter((one) => one['in'] === 'query')
    const fields = inQuery.map((one) => [String(one['name']), perhapsWrong(one['schema'])] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((record) =>
      Object.entries(record)
        .map(([name, value]) => {
          const text = typeof value === 'string' ? value : JSON.stringify(value)
          return `${name}=${encodeURIComponent((text ?? '').replace(/[\ud800-\udfff]/g, '?'))}`
        })
        .join('&'),
    )
  }

  const bodyOf = (operation: Operation): fc.Arbitrary<Partial<Call>> => {
    const { body } = operation
    if (!body) return fc.constant({})
    const [type = '', media] = Object.entries(body)[0] ?? []
    const schema = isRecord(media) ? media['schema'] : null
    if (type === 'application/json') return perhapsWrong(schema).map((json) => ({ json }))
    const fields = fc.dictionary(
      fc.constantFrom('path', 'replace', 'title', 'domain', 'x'),
      anyText.map((text) => text.replace(/[\r\n\0]/g, '')),
      { maxKeys: 2 },
    )
    const file = fc.record({
      name: anyText.map((text) => text.replace(/[\r\n\0"]/g, '')),
      data: anyText,
    })
    return fc.record({ form: fc.record({ file, fields }, { requiredKeys: ['fields'] }) })
  }

  const headersOf = () =>
    fc.record(
      {
        'If-Match': fc.constantFrom('*', '"x"', 'x', '""', 'W/"a", "b"'),
        'If-None-Match': fc.constantFrom('*', '"x"', ','),
        Range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x'),
        'Last-Event-ID': fc.constantFrom('0', '-1', 'x', '99999999999999999999'),
      },
      { requiredKeys: [] },
    )

  it('have documented answers for every operation', async function () {
    this.timeout(300_000 + CASES * 5_000)
    let operated = 0
    for (const operation of operations) {
      if (LEFT_OUT.has(operation.id) || operation.path.includes('repository.git')) continue
      const parts = fc.tuple(pathOf(operation), queryOf(operation), bodyOf(operation), headersOf())
      const run = fc.asyncProperty(parts, async ([path, query, body, headers]) => {
        const method = operation.method.toUpperCase()
        const call = { method, path: query === '' ? path : `${path}?${query}`, headers, ...body }
        const answer = await api.send(call)
        expect(answer.status, operation.id).to.be.below(500)
      })
      await fc.assert(run, { numRuns: CASES, seed: SEED, endOnFailure: true })
      operated += 1
    }
    report({ operations: operated, requests: operated * CASES })
  })

  it('leave the site and the server in order', async () => {
    expect((await api.get(`/v2/sites/${site.id}`)).status).to.equal(200)
    expect((await api.get('/v2/users/me')).status).to.equal(200)
  })
})
