/** Which site the built-in host looks for. */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createHost } from '../../../src/http/hosting/host.js'

describe('createHost', () => {
  let server: Server
  let found: string[]

  beforeEach(async () => {
    found = []
    const find = (hostname: string) => {
      found.push(hostname)
      return Promise.resolve(null)
    }
    const answer = createHost({ find, logger: { debug: () => undefined } })
    server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => void server.close())

  /** Status of the answer. */
  function ask(target: string, host: string): Promise<number> {
    const { port } = server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(Number(text.slice(9, 12))))
    })
  }

  it('looks for the host of the header, without its port and the dot at its end', async () => {
    for (const host of ['a.test', 'A.Test:4001', 'a.test.'])
      expect(await ask('/', host)).to.equal(421)
    expect(found).to.deep.equal(['a.test', 'a.test', 'a.test'])
  })

  it('looks for the host of a target that is a whole address, whatever the header says', async () => {
    expect(await ask('http://Other.test:4001/page', 'a.test')).to.equal(421)
    expect(await ask('HTTPS://other.test', 'a.test')).to.equal(421)
    expect(found).to.deep.equal(['other.test', 'other.test'])
  })
})
