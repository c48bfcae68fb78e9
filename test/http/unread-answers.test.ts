import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect } from 'chai'
import { createUnreadAnswers } from '../../src/http/unread-answers.js'

const MB = 1024 * 1024
/** More than systems take from a program that nobody reads from. */
const ANSWER = 'x'.repeat(16 * MB)

describe('createUnreadAnswers', () => {
  let server: Server
  let clients: Socket[]
  /** The server's connections, in the order in which they were asked on. */
  let asked: Socket[]

  async function listen(limits: { readonly ofOne: number; readonly inAll: number }) {
    const unread = createUnreadAnswers(limits)
    clients = []
    asked = []
    server = createServer((request, response) => {
      asked.push(request.socket)
      unread.watch(response, request.headers.from ?? '', Number(request.headers['x-held'] ?? 0))
      if (request.headers['x-held'] === undefined) response.end(ANSWER)
      else response.write('[')
      server.emit('asked')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  }

  afterEach(() => {
    for (const client of clients) client.destroy()
    server.close()
  })

  /** Asks for an answer and reads nothing of it; resolves when it was given. */
  async function ask(who: string, more = ''): Promise<Socket> {
    const { port } = server.address() as AddressInfo
    const client = connect(port, '127.0.0.1').pause()
    clients.push(client)
    client.on('error', () => undefined)
    client.write(`GET / HTTP/1.1\r\nHost: x\r\nFrom: ${who}\r\n${more}\r\n`)
    await once(server, 'asked')
    return client
  }

  const closed = () => asked.map((socket) => socket.destroyed)

  it('closes the oldest of who has too many', async () => {
    await listen({ ofOne: 40 * MB, inAll: 1000 * MB })
    for (const who of ['a', 'b', 'a', 'b', 'a']) await ask(who)
    expect(closed()).to.deep.equal([true, false, false, false, false])
  })

  it('closes those of who has the most where all have too many', async () => {
    await listen({ ofOne: 1000 * MB, inAll: 56 * MB })
    for (const who of ['b', 'a', 'a', 'c']) await ask(who)
    expect(closed()).to.deep.equal([false, true, false, false])
  })

  it('counts no more what was read', async () => {
    await listen({ ofOne: 40 * MB, inAll: 1000 * MB })
    for (let times = 0; times < 4; times += 1) {
      const client = await ask('a', 'Connection: close\r\n')
      client.resume()
      await once(client, 'close')
    }
    await ask('a')
    await ask('a')
    expect(closed().slice(-2)).to.deep.equal([false, false])
  })

  it('lets one answer alone be longer', async () => {
    await listen({ ofOne: MB, inAll: 1000 * MB })
    await ask('a')
    expect(closed()).to.deep.equal([false])
  })

  it('counts what an answer holds while it is made', async () => {
    await listen({ ofOne: 20 * MB, inAll: 1000 * MB })
    for (let times = 0; times < 3; times += 1) await ask('a', `X-Held: ${8 * MB}\r\n`)
    expect(closed()).to.deep.equal([true, false, false])
  })
})
