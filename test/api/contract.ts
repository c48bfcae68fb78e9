/**
 * What every answer must be, whoever asks for what: src/http/README.md (Conventions), and the OpenAPI
 * document, which is the only thing that clients have. Its statuses, headers, media types and schemas
 * are what counts.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { documentedPaths, openApiDocument } from '../../src/http/openapi/document.js'
import { REPLY_HEADERS } from '../../src/http/openapi/headers.js'
import type { Route } from '../../src/http/route.js'
import { isRecord, type Answer, type Call, type Json } from './client.js'
import { recordExchange } from './seen.js'

/** Throws at an answer that the contract does not allow. */
export type Contract = (call: Call, answer: Answer) => void

/** Statuses that the router gives before there is an operation. */
const BEFORE_OPERATIONS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  422: 'validation_failed',
  429: 'rate_limited',
  403: 'forbidden',
  503: 'unavailable',
}

/**
 * @param routes the table of the server under test
 * @param secrets texts that no answer may hold, such as folders of the server
 */
export function createContract(routes: readonly Route[], secrets: readonly string[]): Contract {
  const { document, validate } = (described ??= describeOperations(routes))
  const find = createMatcher(routes)
  return (call, answer) => {
    const where = `${call.method} ${call.path} -> ${answer.status} ${answer.text.slice(0, 300)}`
    if (!KEPT.test(call.path)) expectHeaders(call, answer, where)
    for (const secret of secrets) expect(answer.text, where).not.to.include(secret)
    expect(answer.text, where).not.to.match(/\n\s+at .+:\d+:\d+|node_modules|node:internal/)
    const found = find(call.method, call.path)
    if (!found) {
      if (answer.status >= 400) expectUnrouted(answer, where)
      return
    }
    const { route, path } = found
    recordExchange(route, answer)
    if (call.method === 'HEAD') return
    // The Ruby client takes any body with one of these for an error.
    if (answer.status < 400 && !FREE.has(route.operation)) {
      expect(answer.json, where).not.to.have.any.keys('message', 'error')
    }
    expectDocumented(['paths', path, route.method], answer, { document, validate, where })
  }
}

/** Signed addresses, which browsers keep; their test looks at their headers. */
const KEPT = /^\/v2\/media\//

/** What no old client asks for as JSON. */
const FREE = new Set(['getOpenApi', 'followJob', 'callTools'])

function expectHeaders(call: Call, { headers, status }: Answer, where: string): void {
  expect(headers['x-request-id'], where).to.match(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers['x-content-type-options'], where).to.equal('nosniff')
  expect(headers['cross-origin-resource-policy'], where).to.equal('same-origin')
  const caching = headers.etag === undefined ? 'no-store' : 'private, no-cache'
  expect(headers['cache-control'], where).to.equal(caching)
  if (status === 401) {
    expect(String(headers['www-authenticate']), where).to.match(challengeFor(call))
  }
  const isMade = status === 201 || (status === 202 && call.path !== '/v2/mcp')
  if (isMade) expect(headers.location, where).to.match(/^http.+\/v2\/.+/)
  if (status === 429 || status === 503) expect(headers['retry-after'], where).to.match(/^\d+$/)
  if (status === 405) expect(headers.allow, where).to.match(/^[A-Z]+(, [A-Z]+)*$/)
}

function challengeFor(call: Call): RegExp {
  if (isOfPage(call)) return /^undefined$/
  if (call.path === '/v2/mcp') return /^Bearer realm="galley"(, error="invalid_token")?$/
  return /^Basic realm="galley", charset="UTF-8"$/
}

/** A browser must not ask for a password where a page does. */
function isOfPage({ path, headers }: Call): boolean {
  const { Cookie: cookie = '', 'X-CSRF-Token': csrfToken = '' } = headers ?? {}
  const isSigningIn =
    /^\/v2\/(?:session|setup|sign-in\/oidc\/answer|password\/\w+|invitations\/(?:read|accept|join))$/.test(
      path,
    )
  const isBySession = isSigningIn || csrfToken !== ''
  return isBySession || cookie.includes('galley_session=')
}

/** Where no route has the path and method. */
function expectUnrouted({ status, json }: Answer, where: string): void {
  expect(json['error'], where).to.equal(BEFORE_OPERATIONS[status])
  expect(json['message'], where).to.be.a('string')
}

interface Documented {
  readonly document: Json
  readonly validate: (pointer: readonly string[], value: unknown) => string | undefined
  readonly where: string
}

function expectDocumented(
  operation: readonly string[],
  answer: Answer,
  { document, validate, where }: Documented,
): void {
  const pointer = followed(document, [...operation, 'responses', String(answer.status)])
  const response = at(document, pointer)
  expect(isRecord(response), `undocumented status: ${where}`).to.equal(true)
  const { headers = {}, content = {} } = Object(response)
  for (const name of Object.keys(REPLY_HEADERS)) {
    if (answer.headers[name.toLowerCase()] === undefined) continue
    expect(headers, `undocumented header: ${where}`).to.have.property(name)
  }
  const sent = answer.headers['content-type']
  if (answer.bytes.length === 0 && sent === undefined) return
  const type = Object.keys(content).find((one) => sent?.split(';', 1)[0] === one.split(';', 1)[0])
  expect(type, `undocumented type ${sent}: ${where}`).not.to.equal(undefined)
  if (type === 'application/json') {
    expect(validate([...pointer, 'content', type, 'schema'], answer.value), where).to.equal(
      undefined,
    )
  }
  if (answer.status >= 400 && type === 'application/json') expectDetails(answer, where)
}

function expectDetails({ status, json }: Answer, where: string): void {
  // Of several changes it says which one names what is not there.
  const isChange = status === 404 && /\/changes\b/.test(where)
  if (status !== 422 && status !== 409 && !isChange)
    expect(json, where).not.to.have.property('details')
}

function at(document: unknown, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((value, key) => Object(value)[key], document)
}

/** The place itself, or that to which it refers. */
function followed(document: Json, pointer: readonly string[]): readonly string[] {
  const ref: unknown = Object(at(document, pointer))['$ref']
  return typeof ref === 'string' ? ref.replace(/^#\//, '').split('/') : pointer
}

type Described = Pick<Documented, 'document' | 'validate'>

/** Made once for all servers of a run: their documents differ in addresses only. */
let described: Described | undefined

function describeOperations(routes: readonly Route[]): Described {
  const document = openApiDocument(routes, 'https://galley.example.org')
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  ajv.addSchema(document, 'openapi', undefined, false)
  const compiled = new Map<string, ValidateFunction>()
  const validate: Documented['validate'] = (pointer, value) => {
    const ref = `openapi#/${pointer.map(escaped).join('/')}`
    const check = compiled.get(ref) ?? ajv.compile({ $ref: ref })
    compiled.set(ref, check)
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
  return { document, validate }
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

interface Match {
  readonly route: Route
  /** As the document has it. */
  readonly path: string
}

/** Finds the route of a request as the router does: the first one that matches. */
export function createMatcher(
  routes: readonly Route[],
): (method: string, path: string) => Match | undefined {
  const table = routes.flatMap((route) =>
    documentedPaths(route).map((path) => ({ route, path, pattern: patternOf(path, route.path) })),
  )
  return (method, path) => {
    const bare = path.split('?', 1)[0] ?? ''
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
    return table.find(({ route, pattern }) => route.method === wanted && pattern.test(bare))
  }
}

/** @param routed the same path in the router's form, which tells where slashes may be */
function patternOf(path: string, routed: string): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => (routed.includes(`*${name}`) ? '.+' : '[^/]+'))
  return new RegExp(`^${source}/?$`)
}
