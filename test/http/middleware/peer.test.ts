import { once } from 'node:events'
import { request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { peer } from '../../../src/http/middleware/peer.js'

describe('The address of a request', () => {
  const servers: Server[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  const LOOPBACK = ['127.0.0.0/8', '::1']

  async function seen(
    trustedProxies: string[],
    headers: Record<string, string> = {},
    metricsAddresses = LOOPBACK,
  ) {
    const app = new Koa()
    app.use(peer({ trustedProxies, metricsAddresses, logger: { warn: () => undefined } }))
    app.use((ctx) => {
      ctx.body = { address: ctx.state['address'], isOperator: ctx.state['isOperator']() }
    })
    const server = app.listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const text = await new Promise<string>((resolve, reject) => {
      send({ port, host: '127.0.0.1', headers, agent: false }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => (body += part))
        answer.on('end', () => resolve(body))
      })
        .on('error', reject)
        .end()
    })
    return JSON.parse(text) as unknown
  }

  it('is that of the socket; headers of an untrusted client are ignored', async () => {
    expect(await seen([], { 'X-Forwarded-For': '203.0.113.9' })).to.deep.equal({
      address: '127.0.0.1',
      isOperator: false,
    })
    expect(await seen(['10.0.0.0/8'])).to.deep.equal({ address: '127.0.0.1', isOperator: true })
  })

  it('is the one that a trusted proxy names; proxies are given by address or network', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    for (const rule of ['127.0.0.1', '127.0.0.0/8']) {
      expect(await seen([rule], headers)).to.deep.equal({
        address: '203.0.113.9',
        isOperator: false,
      })
    }
  })

  it('is the last in X-Forwarded-For that is no trusted proxy, whatever comes before it', async () => {
    const headers = { 'X-Forwarded-For': '1.2.3.4, 203.0.113.9, ::ffff:10.1.2.3, fd00::7' }
    expect(await seen(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'], headers)).to.deep.include({
      address: '203.0.113.9',
    })
  })

  it('is not local behind a listed proxy that adds no header', async () => {
    expect(await seen(['127.0.0.1'])).to.deep.equal({ address: '127.0.0.1', isOperator: false })
  })

  it('is an operator’s on loopback only for a local Host and without headers of a proxy', async () => {
    const table: readonly (readonly [boolean, Record<string, string>])[] = [
      [true, {}],
      [true, { Host: 'localhost:4000' }],
      [true, { Host: '[::1]:4000' }],
      [false, { Host: 'galley.example.org' }],
      [false, { Host: '127.0.0.1.example.org' }],
      [false, { 'X-Forwarded-For': '127.0.0.1' }],
      [false, { Forwarded: 'for=127.0.0.1' }],
    ]
    for (const [isOperator, headers] of table) {
      const found = await seen([], headers)
      expect(found, JSON.stringify(headers)).to.deep.include({ isOperator })
    }
  })

  it('is an operator’s if the setting lists it', async () => {
    const headers = { 'X-Forwarded-For': '10.1.2.3', Host: 'galley.example.org' }
    const ask = (list: string[], trusted = ['127.0.0.1']) => seen(trusted, headers, list)
    expect(await ask(['10.0.0.0/8'])).to.deep.include({ isOperator: true })
    expect(await ask(['10.0.0.0/24'])).to.deep.include({ isOperator: false })
    expect(await ask(['10.0.0.0/8'], [])).to.deep.include({ isOperator: false })
    expect(await seen([], {}, [])).to.deep.include({ isOperator: false })
  })

  it('may be any text that a trusted proxy sends', async () => {
    const headers = { 'X-Forwarded-For': 'unknown, "><script>' }
    expect(await seen(['127.0.0.1'], headers)).to.deep.include({ address: '"><script>' })
  })
})
