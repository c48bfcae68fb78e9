/** Somebody at a browser: signs in with a password, and keeps the cookie and the token. */

import { expect } from 'chai'
import type { Answer, Call } from './client.js'
import type { Api } from './server.js'

export const PASSWORD = 'a long enough password'

export interface Browser {
  readonly cookie: string
  readonly csrf: string
  readonly id: string
}

export function cookieOf(answer: Answer): string {
  return (answer.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? ''
}

export async function signIn(api: Api, email: string, headers: Record<string, string> = {}) {
  const json = { email, password: PASSWORD }
  const answer = await api.send({
    method: 'POST',
    path: '/v2/session',
    as: undefined,
    json,
    headers,
  })
  expect(answer.status, answer.text).to.equal(201)
  const browser: Browser = {
    cookie: cookieOf(answer),
    csrf: String(answer.json['csrf_token']),
    id: String(answer.json['id']),
  }
  return { ...browser, answer }
}

/** Sends as a page in a browser does; `headers` go over what it would send. */
export function browse(
  api: Api,
  { cookie, csrf }: Browser,
  call: Omit<Call, 'as'>,
): Promise<Answer> {
  const headers = {
    Cookie: cookie,
    ...(call.method !== 'GET' && csrf !== '' && { 'X-CSRF-Token': csrf }),
    ...call.headers,
  }
  return api.send({ ...call, as: undefined, headers })
}

export const ME = { method: 'GET', path: '/v2/users/me' }
export const CHANGE = { method: 'PUT', path: '/v2/users/me', json: { lastname: 'Changed' } }
