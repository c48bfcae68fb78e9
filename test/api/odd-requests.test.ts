/** Requests that two programs could read differently (RFC 9112 §11.2): refused, and nothing after them is carried out. */

import { connect } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

const NEXT = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** Heads after the first line and Host. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  'both lengths': ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  'the length twice': ['Content-Length: 0', 'Content-Length: 0'],
  'two lengths': ['Content-Length: 0', 'Content-Length: 3'],
  'a list of lengths': ['Content-Length: 0, 0'],
  'a length with a sign': ['Content-Length: +0'],
  'a length in another base': ['Content-Length: 0x0'],
  'a length that no number holds': ['Content-Length: 99999999999999999999999'],
  'a coding that is not chunked': ['Transfer-Encoding: xchunked'],
  'a coding after chunked': ['Transfer-Encoding: chunked, identity'],
  'two codings': ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
  'a blank before the colon': ['Content-Length : 0'],
  'a folded header': ['X: a', ' b'],
  'a NUL in a header': ['X: a\0b'],
  'a CR in a header': ['X: a\rb'],
}

describe('A request that can be read in two ways', () => {
  const api = useApi()

  /** All that comes back until the server closes the connection. */
  function answersTo(bytes: string, url: string): Promise<string> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })
  }

  for (const [what, head] of Object.entries(HEADS)) {
    it(`is refused if it has ${what}, on both ports`, async () => {
      const bytes = ['POST /v2/auth HTTP/1.1', 'Host: x', ...head, '', `0\r\n\r\n${NEXT}`]
      for (const url of [api.server.url, api.server.sitesUrl]) {
        const text = await answersTo(bytes.join('\r\n'), url)
        expect(text.match(/^HTTP\/1\.1 \d+/gm), text).to.deep.equal(['HTTP/1.1 400'])
      }
    })
  }

  it('is not continued after an answer that came before its body', async () => {
    const bytes = `POST /v2/sites HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc${NEXT}`
    const text = await answersTo(bytes, api.server.url)
    expect(text.match(/^HTTP\/1\.1 \d+/gm), text).to.deep.equal(['HTTP/1.1 401'])
  })

  it('counts for its first credentials only', async () => {
    const given = (pair: string) => `Authorization: Basic ${Buffer.from(pair).toString('base64')}`
    const { name, secret } = api.root
    const head = ['GET /v2/users/me HTTP/1.1', 'Host: x', 'Connection: close']
    for (const pairs of [
      ['x:y', `${name}:${secret}`],
      [`${name}:${secret}`, 'x:y'],
    ]) {
      const text = await answersTo(
        [...head, ...pairs.map(given), '', ''].join('\r\n'),
        api.server.url,
      )
      expect(text).to.match(pairs[0] === 'x:y' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 200 /)
    }
  })
})
