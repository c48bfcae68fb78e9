/** One-time passwords against the vectors of RFC 6238, RFC 4226 and RFC 4648. */

import { expect } from 'chai'
import { codeAt, otpauthUri, stepAt, stepOf, toBase32 } from '../../../src/service/accounts/totp.js'

const SECRET = Buffer.from('12345678901234567890')

describe('one-time passwords', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    it(`are those of RFC 6238 Appendix B at ${seconds} s`, () => {
      expect(codeAt(SECRET, stepAt(seconds * 1000), 8)).to.equal(code)
      expect(codeAt(SECRET, stepAt(seconds * 1000))).to.equal(code.slice(2))
    })
  }

  it('are those of RFC 4226 Appendix D by counter', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeAt(SECRET, counter))
    expect(codes).to.deep.equal([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ])
  })

  it('count for one step before and after, and for no other', () => {
    const now = 1_234_567_890_000
    const step = stepAt(now)
    const found = [-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeAt(SECRET, step + off), now))
    expect(found).to.deep.equal([null, step - 1, step, step + 1, null])
    for (const text of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '-12345']) {
      expect(stepOf(SECRET, text, now), text).to.equal(null)
    }
  })

  it('have secrets in base32, as RFC 4648 §10 has it', () => {
    const encoded = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
      toBase32(Buffer.from(text)),
    )
    expect(encoded).to.deep.equal(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  })

  it('have an address that quotes hostile names', () => {
    const uri = otpauthUri(SECRET, { issuer: 'Galley a&b', account: 'a/?#&=:@x' })
    const { pathname, searchParams } = new URL(uri)
    expect(decodeURIComponent(pathname)).to.equal('/Galley a&b:a/?#&=:@x')
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Galley a&b',
    })
  })
})
