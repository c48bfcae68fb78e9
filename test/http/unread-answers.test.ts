import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect } from 'chai'
import { closeWhenStalled } from '../../src/http/stalled-answers.js'
import { createUnreadAnswers, type UnreadAnswers } from '../../src/http/unread-answers.js'

const MB = 1024 * 1024
/** More than systems take from a program that nobody reads from. */
const ANSWER = 'x'.repeat(16 * MB)
const LONG_MS = 600_000

describe('createUnreadAnswers', () => {
  let server: Server
  let clients: Socket[]
  /** The server's connections, in the order in which they were asked on. */
  let asked: Socket[]
  let refused: string[]
  /** Whether room is asked for first. */
  let isRefusing: boolean

  async function listen(limits: Parameters<typeof createUnreadAnswers>[0]) {
    const unread = createUnreadAnswers(limits)
    clients = []
    asked = []
    refused = []
    server = createServer((request, response) => {
      asked.push(request.socket)
      answer(request, response, unread)
      server.emit('asked')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  }

  beforeEach(() => {
    isRefusing = false
  })
  afterEach(() => {
    for (const client of clients) client.destroy()
    server.close()
  })

  /** As the router does, for those who send no `X-Held`. */
  function answer(request: IncomingMessage, response: ServerResponse, unread: UnreadAnswers) {
    const { from = '', 'x-held': held } = request.headers
    closeWhenStalled(response, LONG_MS)
    if (held !== undefined) {
      unread.watch(response, from, Number(held))
      response.write('[')
      return
    }
    try {
      if (isRefusing) unread.requireRoom(from, ANSWER.length)
      // Else it is counted when it is written.
      unread.watch(response, from, isRefusing ? ANSWER.length : 0)
      response.end(ANSWER)
    } catch (error) {
      refused.push(`${from}: ${String(error)}`)
      response.end()
    }
  }

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

  it('closes the oldest answers of a client above its limit', async () => {
    await listen({ ofOne: 40 * MB, inAll: 1000 * MB })
    for (const who of ['a', 'b', 'a', 'b', 'a']) await ask(who)
    expect(closed()).to.deep.equal([true, false, false, false, false])
  })

  it('closes answers of the client with the most if the total is exceeded', async () => {
    await listen({ ofOne: 1000 * MB, inAll: 56 * MB })
    for (const who of ['b', 'a', 'a', 'c']) await ask(who)
    expect(closed()).to.deep.equal([false, true, false, false])
  })

  it('no longer counts answers that were read', async () => {
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

  it('allows one answer that is larger than the limit by itself', async () => {
    await listen({ ofOne: MB, inAll: 1000 * MB })
    await ask('a')
    expect(closed()).to.deep.equal([false])
  })

  it('counts the memory that an answer needs while it is made', async () => {
    await listen({ ofOne: 20 * MB, inAll: 1000 * MB })
    for (let times = 0; times < 3; times += 1) await ask('a', `X-Held: ${8 * MB}\r\n`)
    expect(closed()).to.deep.equal([true, false, false])
  })
  describe('before an answer begins', () => {
    beforeEach(() => {
      isRefusing = true
    })

    it('refuses a client above its limit, and closes nothing', async () => {
      await listen({ ofOne: 40 * MB, inAll: 1000 * MB })
      for (const who of ['a', 'b', 'a', 'b', 'a']) await ask(who)
      expect(refused).to.have.length(1)
      expect(refused[0]).to.match(/^a: .*40 MB/)
      expect(closed()).to.deep.equal([false, false, false, false, false])
    })

    it('refuses only the client with the most if the total is exceeded', async () => {
      await listen({ ofOne: 1000 * MB, inAll: 72 * MB })
      for (const who of ['b', 'a', 'a', 'a', 'a']) await ask(who)
      expect(refused).to.have.length(1)
      expect(refused[0]).to.match(/^a: .*72 MB/)
      expect(closed()).to.deep.equal([false, false, false, false, false])
      await ask('c')
      expect(refused).to.have.length(1)
      expect(closed()).to.deep.equal([false, true, false, false, false, false])
    })

    it('accepts new answers once some were read', async () => {
      await listen({ ofOne: 40 * MB, inAll: 1000 * MB })
      const [first] = [await ask('a', 'Connection: close\r\n'), await ask('a')]
      first.resume()
      await once(first, 'close')
      await ask('a')
      expect(refused).to.deep.equal([])
    })

    it('closes stalled answers soon after they caused a refusal', async () => {
      await listen({ ofOne: 40 * MB, inAll: 1000 * MB, stalledMs: 50 })
      for (const who of ['a', 'b', 'a']) await ask(who)
      const [first, other, second] = asked
      if (!first || !other || !second) throw new Error('nobody has asked')
      const ends = Promise.all([once(first, 'close'), once(second, 'close')])
      await ask('a')
      expect(refused).to.have.length(1)
      await ends
      await ask('a')
      expect(refused).to.have.length(1)
      expect(other.destroyed).to.equal(false)
    })

    it('does not wait longer for stalled answers if many requests are refused', async () => {
      await listen({ ofOne: 20 * MB, inAll: 1000 * MB, stalledMs: 50 })
      await ask('a')
      const [first] = asked
      while (first?.destroyed === false) await ask('a')
      expect(refused).not.to.have.length(0)
    })
  })
})
