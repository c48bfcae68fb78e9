import { IncomingMessage, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { createAskers } from '../../src/http/askers.js'
import { createSessionCookie } from '../../src/http/middleware/session-cookie.js'

const cookie = createSessionCookie('http://localhost')
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const key = (text: string) => ({ authorization: basic(text), cookie: '' })

describe('Whom a request counts for', () => {
  const make = (most = 100) =>
    createAskers({ cookie, clientAddress: () => '2001:db8:1:2:3::4', most })
  const STRANGER = '2001:db8:1:2'

  function request(headers: IncomingHttpHeaders): IncomingMessage {
    const made = new IncomingMessage(new Socket())
    made.headers = headers
    return made
  }

  it('is a user if the credentials were valid before, however they are written', () => {
    const askers = make()
    expect(askers.of(request({ authorization: basic('a:b') }))).to.equal(STRANGER)
    askers.remember(key('a:b'), 'anna')
    askers.remember({ authorization: 'Bearer t', cookie: '' }, 'anna')
    askers.remember({ authorization: '', cookie: 'galley_session=c' }, 'anna')
    const spelled = [basic('a:b').replace('Basic', 'basic  '), 'bearer  t']
    for (const authorization of [basic('a:b'), ...spelled])
      expect(askers.of(request({ authorization }))).to.equal('anna')
    for (const text of ['galley_session=c', 'other=1; galley_session=c; another=2'])
      expect(askers.of(request({ cookie: text }))).to.equal('anna')
  })

  it('is the network of the address for all others', () => {
    const askers = make()
    askers.remember(key('a:b'), 'anna')
    askers.remember({ authorization: 'Digest a', cookie: '' }, 'anna')
    askers.remember({ authorization: '', cookie: '' }, 'anna')
    for (const authorization of ['', basic('a:c'), 'Digest a', 'Bearer a'])
      expect(askers.of(request({ authorization }))).to.equal(STRANGER)
    for (const text of ['', 'galley_session=', 'galley_session=c', 'key=a:b'])
      expect(askers.of(request({ cookie: text }))).to.equal(STRANGER)
    expect(askers.of(request({}))).to.equal(STRANGER)
  })

  it('is the address again after the credentials were refused', () => {
    const askers = make()
    askers.remember(key('a:b'), 'anna')
    askers.forget(key('a:b'))
    expect(askers.of(request({ authorization: basic('a:b') }))).to.equal(STRANGER)
  })

  it('is the address where only one of two credentials was checked', () => {
    const askers = make()
    const both = { authorization: basic('a:b'), cookie: 'galley_session=c' }
    askers.remember(both, 'anna')
    expect(askers.of(request(both))).to.equal(STRANGER)
    expect(askers.of(request({ authorization: basic('a:b') }))).to.equal(STRANGER)
  })

  it('is known of a limited number, of those that were used last', () => {
    const askers = make(2)
    for (const name of ['a', 'b', 'a', 'c']) askers.remember(key(`${name}:`), name)
    const of = (name: string) => askers.of(request({ authorization: basic(`${name}:`) }))
    expect(['a', 'b', 'c'].map(of)).to.deep.equal(['a', STRANGER, 'c'])
  })
})
