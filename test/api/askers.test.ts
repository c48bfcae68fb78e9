import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { useApi } from './server.js'

/** Enough to take many rounds of the event loop. */
const MANY = 300

const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString('base64')}`
const from = (address: string) => `X-Forwarded-For: ${address}`

describe('Requests that arrive together', () => {
  const api = useApi({ settings: { trustedProxies: '127.0.0.1' } })
  let sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets = []
  })

  /** Sends a request on each of so many connections at once. @returns their numbers in the order of the answers */
  async function together(headers: readonly string[]): Promise<number[]> {
    const { hostname, port } = new URL(api.server.url)
    sockets = headers.map(() => connect(Number(port), hostname))
    // The server accepts one connection after another, so an answer on each shows that all are open.
    await Promise.all(sockets.map((socket) => ask(socket, '/healthz')))
    const order: number[] = []
    const asked = sockets.map(async (socket, at) => {
      await ask(socket, '/v2/users/me', headers[at])
      order.push(at)
    })
    await Promise.all(asked)
    return order
  }

  async function ask(socket: Socket, path: string, header = 'Accept: */*'): Promise<void> {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`)
    await once(socket, 'data')
  }

  /** How many of a stranger's requests are answered before another that comes last. */
  async function before(other: string, guess: (at: number) => string): Promise<number> {
    const order = await together([...Array.from({ length: MANY }, (_, at) => guess(at)), other])
    return order.indexOf(MANY)
  }

  const guesses = {
    keys: (at: number) => basic(`key-${at}:secret`),
    sessions: (at: number) => `Cookie: galley_session=${at}`,
    'addresses of one network': (at: number) => from(`2001:db8:1:2::${at.toString(16)}`),
  }
  for (const [what, guess] of Object.entries(guesses)) {
    it(`let somebody known begin soon, whatever ${what} a stranger has`, async () => {
      const key = basic(`${api.root.name}:${api.root.secret}`)
      await together([key])
      expect(await before(key, guess)).to.be.lessThan(MANY / 2)
    })
  }

  it('let somebody with a session begin soon', async () => {
    const { email } = await api.person('anna', { password: 'a long enough password' })
    const answer = await api.send({
      method: 'POST',
      path: '/v2/session',
      as: undefined,
      json: { email, password: 'a long enough password' },
    })
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    await together([`Cookie: ${cookie}`])
    expect(await before(`Cookie: a=b; ${cookie}`, guesses.sessions)).to.be.lessThan(MANY / 2)
  })

  it('let a stranger at another address begin soon', async () => {
    const own = (at: number) => `${guesses.keys(at)}\r\n${from('203.0.113.1')}`
    expect(await before(from('203.0.113.2'), own)).to.be.lessThan(MANY / 2)
  })
})
