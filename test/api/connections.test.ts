import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('Connections to a server', () => {
  const api = useApi({ settings: { connections: '3' } })

  for (const door of ['url', 'sitesUrl'] as const) {
    it(`have a limit of their own at each port (${door})`, async () => {
      const { hostname, port } = new URL(api.server[door])
      const idle: Socket[] = []
      const open = () => {
        const socket = connect(Number(port), hostname)
        idle.push(socket)
        return socket
      }
      try {
        for (let count = 0; count < 3; count += 1) await once(open(), 'connect')
        const refused = open()
        const text: string[] = []
        refused.on('data', (data) => text.push(data.toString()))
        await once(refused, 'close')
        expect(text.join('')).to.match(/^HTTP\/1\.1 503 .*"error":"unavailable"/s)
      } finally {
        for (const socket of idle) socket.destroy()
      }
    })
  }
})
