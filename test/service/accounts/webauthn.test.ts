/** For which host passkeys are. */

import { expect } from 'chai'
import { relyingPartyOf } from '../../../src/service/accounts/webauthn.js'

describe('relyingPartyOf', () => {
  for (const [url, id, origin] of [
    ['https://cms.example.org/', 'cms.example.org', 'https://cms.example.org'],
    ['https://cms.example.org:8443/cms', 'cms.example.org', 'https://cms.example.org:8443'],
    ['http://localhost:4000', 'localhost', 'http://localhost:4000'],
    ['http://127.0.0.1:4000', 'localhost', 'http://localhost:4000'],
    ['http://[::1]:4000', 'localhost', 'http://localhost:4000'],
  ] as const) {
    it(`is ${id} for ${url}`, () => {
      expect(relyingPartyOf(url)).to.deep.equal({ id, origin })
    })
  }

  for (const url of ['http://192.0.2.7:4000', 'http://[2001:db8::1]']) {
    it(`is nobody for ${url}, since browsers have no passkeys for numbers`, () => {
      expect(relyingPartyOf(url)).to.equal(null)
    })
  }
})
