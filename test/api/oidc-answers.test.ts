/** Answers of a real OpenID Connect provider that are refused, and a provider that is away or misbehaves. */

import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { answerAs, claimsOf, type OidcProvider } from '../servers/oidc.js'
import { browse, cookieOf, PASSWORD, signIn } from './browser.js'
import {
  ask,
  enter,
  MINUTE_MS,
  PATH,
  publicPost,
  refused,
  send,
  useBoth,
  type Both,
} from './oidc-visit.js'
import type { Running } from './server.js'

const OWN = '/v2/users/me/oidc'

describe('Answers of an OpenID Connect provider', () => {
  const both = useBoth({ loginFailures: '1000', secondFactor: 'admins' })
  let api: Running
  let idp: OidcProvider
  before(() => {
    ;({ api, idp } = both)
  })
  const member = (...claims: Parameters<Both['member']>) => both.member(...claims)

  describe('refuses an answer', () => {
    const INVALID = /^The answer of Example Login is not valid here: .* Sign in again\.$/
    const reason = () => Object(api.noted.at(-1)?.fields)['reason']

    it('that was used', async () => {
      const { subject } = await member()
      const { url, cookie } = await ask(api)
      const response = await answerAs(url, subject)
      expect((await send(api, response, cookie)).status).to.equal(201)
      const asked = idp.asked.length
      refused(await send(api, response, cookie), 401, INVALID)
      // Without asking the provider.
      expect(idp.asked.length).to.equal(asked)
    })

    it('in another browser, and without the cookie', async () => {
      const { subject } = await member()
      const [mine, other] = [await ask(api), await ask(api)]
      const response = await answerAs(mine.url, subject)
      refused(await send(api, response, other.cookie), 401, INVALID)
      expect(reason()).to.match(/state/)
      for (const cookie of ['', 'galley_oidc=x', `${mine.cookie.slice(0, -2)}aa`]) {
        refused(await send(api, response, cookie), 401, INVALID)
      }
      expect((await send(api, response, mine.cookie)).status).to.equal(201)
    })

    it('that comes too late', async () => {
      const { subject } = await member()
      const { url, cookie } = await ask(api)
      const response = await answerAs(url, subject)
      api.skip(10 * MINUTE_MS + 1)
      refused(await send(api, response, cookie), 401, INVALID)
    })

    it('that was begun to link an account', async () => {
      const { person, subject } = await member()
      const browser = await signIn(api, person.email)
      const json = { current_password: PASSWORD }
      const begun = await browse(api, browser, { method: 'POST', path: OWN, json })
      const response = await answerAs(String(begun.json['url']), subject)
      refused(await send(api, response, cookieOf(begun)), 401, INVALID)
    })

    for (const [what, change] of [
      ['with another nonce', { nonce: 'another' }],
      ['without a nonce', { nonce: undefined }],
      ['for another client', { aud: 'somebody-else' }],
      ['of another provider', { iss: 'https://other.example.org' }],
      ['that has expired', { exp: 1_600_000_000 }],
      ['for another person than the token', { sub: 'subject-0' }],
    ] as const) {
      it(`${what}, though it is signed`, async () => {
        const { subject } = await member()
        idp.changed.set('/token', (body) => ({
          ...body,
          id_token: idp.signed({ ...claimsOf(body['id_token']), ...change }),
        }))
        refused(await enter(api, subject), 401, INVALID)
        expect(reason()).to.match(/OAUTH_|unexpected|claim/)
      })
    }

    it('that is signed with another key', async () => {
      const { subject } = await member()
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      idp.changed.set('/token', (body) => ({
        ...body,
        id_token: idp.signed(claimsOf(body['id_token']), privateKey),
      }))
      refused(await enter(api, subject), 401, INVALID)
    })

    it('with another issuer, code, or none', async () => {
      const { subject } = await member()
      for (const [from, to] of [
        [/iss=[^&]+/, 'iss=https%3A%2F%2Fother.example.org'],
        [/code=[^&]+/, 'code=made-up'],
        [/code=[^&]+&/, ''],
      ] as const) {
        const { url, cookie } = await ask(api)
        const response = (await answerAs(url, subject)).replace(from, to)
        refused(await send(api, response, cookie), 401, INVALID)
      }
      const { cookie } = await ask(api)
      for (const response of ['', '%', '#', '\u0001=&&&', 'state=x&state=y']) {
        expect((await send(api, response, cookie)).status, response).to.equal(401)
      }
      expect((await publicPost(api, `${PATH}/answer`, { response: 7 })).status).to.equal(422)
    })

    it('by which the provider refuses, in its word', async () => {
      const { url, cookie } = await ask(api)
      const state = new URL(url).searchParams.get('state')
      const iss = encodeURIComponent(idp.issuer)
      const response = `error=access_denied&error_description=%3Cb%3E&state=${state}&iss=${iss}`
      refused(
        await send(api, response, cookie),
        401,
        /^Example Login has signed nobody in: access_denied\.$/,
      )
    })

    it('without a word of secrets in the log', () => {
      const text = JSON.stringify([api.noted, api.warned])
      expect(text).to.include('an answer of the OpenID Connect provider was refused')
      expect(text).not.to.match(/code=|eyJ|the secret of this client/)
    })
  })

  it('says so while the provider is away, and goes on when it is back', async () => {
    const away = /^Example Login can’t be reached, or does not answer as an OpenID Connect provider/
    const { subject } = await member()
    const { url, cookie } = await ask(api)
    const response = await answerAs(url, subject)
    idp.failWith(502)
    refused(await send(api, response, cookie), 503, away)
    // What is known of the provider is asked for again after an hour.
    api.skip(61 * MINUTE_MS)
    const answer = await publicPost(api, PATH)
    refused(answer, 503, away)
    expect(answer.headers['retry-after']).to.equal('60')
    idp.failWith(null)
    expect((await enter(api, subject)).status).to.equal(201)
  })

  it('takes no answers of other lengths or names from the provider', async () => {
    for (const change of [
      (body: object) => ({ ...body, issuer: 'https://other.example.org' }),
      (body: object) => ({ ...body, padding: 'x'.repeat(2 * 1024 * 1024) }),
      () => [],
    ]) {
      api.skip(61 * MINUTE_MS)
      idp.changed.set('/.well-known/openid-configuration', change)
      expect((await publicPost(api, PATH)).status).to.equal(503)
    }
    api.skip(61 * MINUTE_MS)
    idp.changed.clear()
    await ask(api)
  })

  it('goes to no address that only the provider names', async () => {
    const { subject } = await member()
    for (const [token_endpoint, why] of [
      ['http://127.0.0.2:9/token', /without https/],
      ['https://127.0.0.2:9/token', /not one that this server may connect to/],
      ['https://127.0.0.1:9/token', /nothing answers/],
    ] as const) {
      api.skip(61 * MINUTE_MS)
      idp.changed.set('/.well-known/openid-configuration', (body) => ({ ...body, token_endpoint }))
      expect((await enter(api, subject)).status).to.equal(503)
      const { reason } = Object(api.noted.at(-1)?.fields)
      expect(reason).to.match(why)
    }
  })
})
