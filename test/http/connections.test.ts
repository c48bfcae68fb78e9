import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect } from 'chai'
import { limitConnections } from '../../src/http/connections.js'
import { closeWhenStalled } from '../../src/http/stalled-answers.js'
import { eventually } from '../stories/git-client.js'

describe('Connections', () => {
  const sockets: Socket[] = []
  let server: Server
  let answer: (response: ServerResponse) => void
  let asked: number

  beforeEach(() => {
    asked = 0
    server = createServer((_request, response) => {
      asked += 1
      answer(response)
    })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  async function listen(host = '127.0.0.1'): Promise<AddressInfo> {
    server.listen(0, host)
    await once(server, 'listening')
    return server.address() as AddressInfo
  }

  function open({ port, address }: AddressInfo): Socket {
    const socket = connect(port, address)
    socket.on('error', () => undefined)
    sockets.push(socket)
    return socket
  }

  /** A connection that has asked. */
  function ask(place: AddressInfo): Socket {
    const socket = open(place)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  }

  /** Whether a connection is answered; false where it is refused. */
  const isTaken = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', (data) => resolve(data.toString().startsWith('HTTP/1.1 200')))
      socket.once('close', () => resolve(false))
    })

  const LIMITS = { connections: 100, connectionsPerAddress: 2, sharedAddresses: [] }
  const SIZE = 64 * 1024 * 1024
  const silent = { warn: () => undefined }

  for (const host of ['127.0.0.1', '::1']) {
    it(`has a limit for each address (${host})`, async function () {
      answer = (response) => response.write('x')
      limitConnections(server, LIMITS, silent)
      const place = await listen(host).catch(() => this.skip())
      const first = ask(place)
      expect(await Promise.all([isTaken(first), isTaken(ask(place))])).to.deep.equal([true, true])
      expect(await isTaken(ask(place))).to.equal(false)
      expect(asked).to.equal(2)
      first.destroy()
      // When the server has learnt of it.
      await eventually(async () => expect(await isTaken(ask(place))).to.equal(true))
    })
  }

  it('refuses a connection with a reason, and warns the operator once', async () => {
    const lines: object[] = []
    limitConnections(server, LIMITS, { warn: (fields) => void lines.push(fields) })
    const place = await listen()
    for (let count = 0; count < 2; count += 1) await once(open(place), 'connect')
    for (let count = 0; count < 2; count += 1) {
      const refused = open(place)
      const text: string[] = []
      refused.on('data', (data) => text.push(data.toString()))
      await once(refused, 'close')
      const [head = '', body = ''] = text.join('').split('\r\n\r\n')
      expect(head)
        .to.match(/^HTTP\/1\.1 503 /)
        .and.contain('\r\nRetry-After: 5\r\n')
      expect(JSON.parse(body)).to.deep.include({ error: 'unavailable' })
    }
    expect(lines).to.deep.equal([
      { address: '127.0.0.1', open: 2, setting: 'connections_per_address' },
    ])
  })

  it('does not limit shared addresses such as proxies, only the total', async () => {
    answer = (response) => response.write('x')
    const shared = { connections: 4, connectionsPerAddress: 1, sharedAddresses: ['127.0.0.0/8'] }
    limitConnections(server, shared, silent)
    const place = await listen()
    for (let count = 0; count < 4; count += 1) expect(await isTaken(ask(place))).to.equal(true)
    expect(await isTaken(ask(place))).to.equal(false)
  })

  it('are closed if the client does not read the answer', async () => {
    const cut = new Promise<void>((resolve) => {
      answer = (response) => {
        closeWhenStalled(response, 200)
        response.once('close', resolve)
        response.end(Buffer.alloc(SIZE))
      }
    })
    const socket = ask(await listen()).pause()
    await cut
    let bytes = 0
    socket.on('data', (chunk) => (bytes += chunk.length))
    await once(socket.resume(), 'close')
    expect(bytes).to.be.lessThan(SIZE)
  })

  it('stay open while the client waits for an answer, also for its next request', async () => {
    let waits = 0
    answer = (response) => {
      closeWhenStalled(response, 20)
      response.on('timeout', () => {
        waits += 1
        if (waits % 3 === 0) response.end('here')
      })
    }
    const socket = ask(await listen())
    const text: string[] = []
    socket.on('data', (chunk) => text.push(chunk.toString()))
    await eventually(() => expect(text.join('')).to.contain('here'))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => expect(text.join('').split('here').length).to.equal(3))
    expect(waits).to.equal(6)
  })
})
