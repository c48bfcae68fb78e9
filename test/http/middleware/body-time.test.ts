import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { mock } from 'node:test'
import { expect } from 'chai'
import { limitBodyTime } from '../../../src/http/middleware/body-time.js'
import { eventually } from '../../stories/git-client.js'

const SECONDS = 60
const SENT = 8 * 1024 * 1024

describe('the time limit of a body', () => {
  let server: Server
  let client: Socket
  let request: IncomingMessage
  let closed: Promise<unknown>

  /** A request of which half the body is sent, to a server that does not read. */
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    server = createServer()
    limitBodyTime(server, SECONDS)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    closed = once(
      client.on('error', () => undefined),
      'close',
    )
    client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * SENT}\r\n\r\n`)
    const [got] = (await once(server, 'request')) as [IncomingMessage]
    request = got.on('error', () => undefined)
    client.write(Buffer.alloc(SENT))
  })
  afterEach(() => {
    mock.timers.reset()
    client.destroy()
    server.closeAllConnections()
    server.close()
  })

  const isFull = () => request.readableLength >= request.readableHighWaterMark

  it('does not run while the server does not read', async () => {
    await eventually(() => expect(isFull()).to.equal(true))
    mock.timers.tick(10 * SECONDS * 1000)
    expect(request.socket.destroyed).to.equal(false)
  })

  it('ends a client that does not send on when the server reads', async () => {
    await eventually(() => expect(isFull()).to.equal(true))
    mock.timers.tick(10 * SECONDS * 1000)
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await eventually(() => expect(bytes).to.equal(SENT))
    mock.timers.tick((SECONDS - 1) * 1000)
    expect(request.socket.destroyed).to.equal(false)
    mock.timers.tick(1000)
    await closed
  })

  it('ends nobody who has sent everything', async () => {
    request.resume()
    client.write(Buffer.alloc(SENT))
    await once(request, 'end')
    mock.timers.tick(10 * SECONDS * 1000)
    expect(request.socket.destroyed).to.equal(false)
  })
})
