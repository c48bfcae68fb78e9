import { connect } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('A body that never ends', () => {
  const api = useApi({ settings: { headerSeconds: '1', bodySeconds: '1' } })

  /** Sends a piece of a body every now and then; what came back until the server hung up. */
  function drip(path: string): Promise<string> {
    const { hostname, port } = new URL(api.server.url)
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    return new Promise((resolve) => {
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.write(head))
      const dripping = setInterval(() => socket.write(' '), 500)
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(dripping)
        resolve(answer)
      })
    })
  }

  it('does not keep its connection open, with or without credentials', async () => {
    const site = await api.site()
    const [hook, refused] = await Promise.all([
      drip(`/v2/sites/${site.id}/hooks/sync`),
      drip('/v2/sites'),
    ])
    expect(hook).not.to.match(/^HTTP\/1.1 [25]/)
    expect(refused).to.match(/^HTTP\/1.1 401/)
  })
})
