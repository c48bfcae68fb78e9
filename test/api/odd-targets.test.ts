/** Request targets that are no path: answered as bad requests, never by a 500. */

import { connect } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('Request targets that are not a path', () => {
  const api = useApi()

  /** The status line of the answer. */
  function ask(target: string, url = api.server.url): Promise<string> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    })
  }

  for (const target of ['http://[::1/', 'http://[::1/v2/sites', 'http://', '//', '//[', '?', '*']) {
    it(`${target} gets a 4xx and is not logged as an error`, async () => {
      expect(await ask(target)).to.match(/^HTTP\/1\.1 4\d\d /)
      expect(api.logged).to.deep.equal([])
    })
  }

  it('are 400 on the port of sites, too', async () => {
    for (const target of ['http://[::1/', '?'])
      expect(await ask(target, api.server.sitesUrl)).to.equal('HTTP/1.1 400 Bad Request')
  })

  it('in absolute form are read for their path', async () => {
    expect(await ask('http://example.org/healthz')).to.equal('HTTP/1.1 200 OK')
  })
})
