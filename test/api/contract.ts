/** What every answer must be, whoever asks for what: the schemas of the routes and src/http/README.md (Conventions). */

import { expect } from 'chai'
import type { Route } from '../../src/http/route.js'
import { errorSchema } from '../../src/http/wire/common.js'
import type { Answer, Call } from './client.js'

/** Throws at an answer that the contract does not allow. */
export type Contract = (call: Call, answer: Answer) => void

const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  406: ['not_acceptable'],
  409: ['conflict'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: ['validation_failed', 'front_matter_not_allowed'],
  429: ['rate_limited'],
  501: ['not_implemented'],
  503: ['unavailable'],
  507: ['insufficient_storage'],
}

/**
 * @param routes the table of the server under test
 * @param secrets texts that no answer may hold, such as folders of the server
 */
export function createContract(routes: readonly Route[], secrets: readonly string[]): Contract {
  const find = createMatcher(routes)
  return (call, answer) => {
    const where = `${call.method} ${call.path} -> ${answer.status} ${answer.text.slice(0, 300)}`
    expectHeaders(call, answer, where)
    for (const secret of secrets) expect(answer.text, where).not.to.include(secret)
    expect(answer.text, where).not.to.match(/\n\s+at .+:\d+:\d+|node_modules|node:internal/)
    const route = find(call.method, call.path)
    if (answer.status >= 400 && answer.status !== 410) expectError(answer, where)
    else if (route && call.method !== 'HEAD') expectReply(route, answer, where)
  }
}

function expectHeaders(call: Call, { headers, status }: Answer, where: string): void {
  expect(headers['x-request-id'], where).to.match(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers['x-content-type-options'], where).to.equal('nosniff')
  const caching = headers.etag === undefined ? 'no-store' : 'private, no-cache'
  expect(headers['cache-control'], where).to.equal(caching)
  if (status === 401) {
    const challenge = isOfPage(call) ? undefined : 'Basic realm="galley", charset="UTF-8"'
    expect(headers['www-authenticate'], where).to.equal(challenge)
  }
  if (status === 429 || status === 503) expect(headers['retry-after'], where).to.match(/^\d+$/)
  if (status === 405) expect(headers.allow, where).to.match(/^[A-Z]+(, [A-Z]+)*$/)
}

/** A browser must not ask for a password where a page does. */
function isOfPage({ path, headers }: Call): boolean {
  const { Cookie: cookie = '', 'X-CSRF-Token': csrfToken = '' } = headers ?? {}
  const isBySession = path === '/v2/session' || csrfToken !== ''
  return isBySession || cookie.includes('galley_session=')
}

function expectError({ status, value, json }: Answer, where: string): void {
  const result = errorSchema.strict().safeParse(value)
  expect(result.error?.message, where).to.equal(undefined)
  expect(CODES[status] ?? [], where).to.include(json['error'])
  if (status !== 422 && status !== 409) expect(json, where).not.to.have.property('details')
}

/** What no old client asks for as JSON. */
const FREE = new Set(['getOpenApi', 'followJob'])

function expectReply(route: Route, answer: Answer, where: string): void {
  const { status, value, json } = answer
  if (status === 304) return
  const spec = route.replies[status]
  expect(spec, `undocumented status: ${where}`).not.to.equal(undefined)
  // The Ruby client takes any body with one of these for an error.
  if (status < 400 && !FREE.has(route.operation)) {
    expect(json, where).not.to.have.any.keys('message', 'error')
  }
  const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json')
  const schema = spec?.schema ?? spec?.json
  if (!schema || !isJson) return
  const result = schema.safeParse(value)
  expect(result.error?.message, where).to.equal(undefined)
  // What a schema does not name it leaves out, so nothing undocumented was sent.
  expect(value, where).to.deep.equal(result.data)
}

/** Finds the route of a request as the router does: the first one that matches. */
export function createMatcher(
  routes: readonly Route[],
): (method: string, path: string) => Route | undefined {
  const table = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  return (method, path) => {
    const bare = path.split('?', 1)[0] ?? ''
    return table.find(
      ({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(bare),
    )?.route
  }
}

function patternOf(path: string): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{\/\*\w+\}/g, '(?:/.*)?')
    .replace(/\/\*\w+/g, '/.+')
    .replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`)
}
