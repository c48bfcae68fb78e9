/** What Node refuses before there is a request is answered as every error is. */

import { connect } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('Malformed requests', () => {
  const api = useApi({ settings: { headerSeconds: '1', bodySeconds: '1' } })

  /** All that comes back until the server hangs up. */
  function talk(bytes: string, url = api.server.url): Promise<string> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
    })
  }

  const cases: [string, string, number, RegExp][] = [
    ['no HTTP', 'hello\r\n\r\n', 400, /not a valid HTTP/],
    [
      'a length below zero',
      'POST /v2/auth HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      400,
      /HTTP/,
    ],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      /more than 16,384 bytes/,
    ],
    [
      'an address that is too long',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      /more than/,
    ],
    ['no Host', 'GET /v2/sites HTTP/1.1\r\nConnection: close\r\n\r\n', 400, /one Host header/],
    [
      'two Hosts',
      'GET /v2/sites HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      400,
      /one Host header/,
    ],
    [
      'headers that never end',
      'GET /v2/sites HTTP/1.1\r\nHost: x\r\n',
      408,
      /did not arrive in time/,
    ],
  ]
  for (const [what, bytes, status, message] of cases) {
    it(`get an error: ${what}`, async () => {
      const [head = '', body = ''] = (await talk(bytes)).split('\r\n\r\n')
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).to.match(/^Content-Type: application\/json/m)
      const [, id] = /^X-Request-Id: (\w+)$/m.exec(head) ?? []
      const told: Record<string, unknown> = JSON.parse(body)
      expect(told['message']).to.match(message)
      expect(told).to.include({ error: 'bad_request', request_id: id })
    })
  }

  it('include those without exactly one Host header, on the port of sites', async () => {
    const { domain } = await api.site()
    const host = `Host: ${String(domain)}\r\n`
    for (const hosts of ['', host + host, `${host}Host: other.test\r\n`]) {
      const answer = await talk(
        `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
        api.server.sitesUrl,
      )
      expect(answer, hosts).to.match(/^HTTP\/1.1 400 /)
    }
  })

  it('do not include those with an unknown Expect header', async () => {
    const answer = await talk(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    )
    expect(answer).to.match(/^HTTP\/1.1 200 /)
  })

  it('are not answered before an earlier request', async () => {
    const token = Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${token}\r\n\r\n`
    const { id } = await api.site()
    // Who is cut off learns nothing; what was answered before is right.
    const text = await talk(`${ask(`/v2/sites/${id}`)}nonsense\r\n\r\n`)
    expect(text).not.to.match(/^HTTP\/1.1 400 /)
  })

  for (const between of ['', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'])
    it(`do not corrupt an answer that is being sent${between && ', with another request in between'}`, async () => {
      const { id } = await api.site()
      const { hostname, port } = new URL(api.server.url)
      const pair = Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')
      const ask = `GET /v2/sites/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${pair}\r\n\r\n`
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(ask))
        let text = ''
        socket.on('data', (chunk: Buffer) => {
          const isFirst = !text.includes('event: ready')
          text += chunk.toString()
          if (isFirst && text.includes('event: ready')) socket.write(`${between}nonsense\r\n\r\n`)
        })
        socket.on('error', reject)
        socket.on('close', () => resolve(text))
      })
      expect(answer).to.match(/^HTTP\/1.1 200 /)
      expect(answer.slice(1)).not.to.include('HTTP/1.1')
    })
})
