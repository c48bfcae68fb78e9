/** Somebody who signs in with an OpenID Connect provider: asks here, answers there, comes back. */

import { expect } from 'chai'
import { answerAs, startOidcProvider, type OidcProvider } from '../servers/oidc.js'
import { cookieOf, PASSWORD } from './browser.js'
import type { Answer } from './client.js'
import { startApi, type Api, type Person, type Running } from './server.js'

export const PATH = '/v2/sign-in/oidc'
export const MINUTE_MS = 60_000

export const publicPost = (api: Api, path: string, json?: object) =>
  api.send({ method: 'POST', path, as: undefined, json })

/** A question, and how its answer is sent. */
export async function ask(api: Api) {
  const answer = await publicPost(api, PATH)
  expect(answer.status, answer.text).to.equal(200)
  return { url: String(answer.json['url']), cookie: cookieOf(answer), answer }
}

export function send(api: Api, response: string, cookie: string): Promise<Answer> {
  const call = { method: 'POST', path: `${PATH}/answer`, json: { response } }
  return api.send({ ...call, as: undefined, headers: { Cookie: cookie } })
}

/** All of it, as one browser. */
export async function enter(api: Api, subject: string): Promise<Answer> {
  const { url, cookie } = await ask(api)
  return send(api, await answerAs(url, subject), cookie)
}

export function refused(answer: Answer, status: number, words: RegExp): void {
  expect(answer.status, answer.text).to.equal(status)
  expect(answer.json['message']).to.match(words)
  expect(answer.headers).not.to.have.property('set-cookie')
}

/** A server and a provider that know each other, with people of both. */
export interface Both {
  readonly idp: OidcProvider
  readonly api: Running
  /** Somebody of the provider with a new address. */
  somebody(claims?: object): { subject: string; email: string }
  /** Somebody of the provider who has an account here. */
  member(
    claims?: object,
    options?: { admin?: boolean },
  ): Promise<{ person: Person; subject: string; email: string }>
}

export function useBoth(settings: Readonly<Record<string, string>>): Both {
  const both: { idp?: OidcProvider; api?: Running } = {}
  let count = 0
  before('start both', async () => {
    both.idp = await startOidcProvider()
    both.api = await startApi({ settings: { ...both.idp.settings, ...settings } })
    await both.idp.serve(both.api.server.url)
  })
  // What a test has made of the provider is not known to the next one.
  afterEach(() => {
    both.idp?.changed.clear()
    both.api?.skip(61 * MINUTE_MS)
  })
  after(async () => {
    await both.api?.finish()
    await both.idp?.close()
  })
  const somebody: Both['somebody'] = (claims = {}) => {
    count += 1
    const subject = `subject-${count}`
    const email = `oidc${count}@example.org`
    both.idp?.people.set(subject, { email, email_verified: true, ...claims })
    return { subject, email }
  }
  const member: Both['member'] = async (claims = {}, options = {}) => {
    if (!both.api) throw new Error('not started')
    const person = await both.api.person('member', { password: PASSWORD, ...options })
    return { person, ...somebody({ email: person.email, ...claims }) }
  }
  // Tests run after `before`, so both are there whenever a property is asked for.
  return new Proxy({} as Both, {
    get: (_target, name) => Reflect.get({ ...both, somebody, member }, name),
  })
}
