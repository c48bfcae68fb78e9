import { expect } from 'chai'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate as round } from 'node:timers/promises'
import { PacedSocket } from '../../../src/http/http2/paced-socket.js'
import { frame, getFrame, PREFACE, resetFrame } from './speaking.js'

describe('A connection of HTTP/2', () => {
  let server: Server
  let client: Socket
  let paced: PacedSocket
  let headerMs: number

  beforeEach(() => {
    headerMs = 600_000
  })
  afterEach(() => {
    client.destroy()
    paced.destroy()
    server.close()
  })

  async function open(): Promise<void> {
    server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    const [socket] = (await once(server, 'connection')) as [Socket]
    paced = new PacedSocket(socket, headerMs)
  }

  /** Sends frames, and tells how many bytes are handed over in each round of the event loop. */
  async function handedOver(frames: Buffer): Promise<number[]> {
    await open()
    const perRound: number[] = []
    const pieces: Buffer[] = []
    let inRound = 0
    paced.on('data', (piece: Buffer) => {
      inRound += piece.length
      pieces.push(piece)
    })
    client.end(Buffer.concat([PREFACE, frames]))
    let isOver = false
    paced.once('end', () => (isOver = true))
    while (!isOver) {
      await round()
      perRound.push(inRound)
      inRound = 0
    }
    expect(Buffer.concat(pieces).equals(Buffer.concat([PREFACE, frames]))).to.equal(true)
    return perRound
  }

  it('is handed over in some frames per round of the event loop if they are tiny', async () => {
    const tiny = frame(0, 0, 1, Buffer.from('x'))
    const perRound = await handedOver(Buffer.concat(Array.from({ length: 20_000 }, () => tiny)))
    expect(Math.max(...perRound)).to.be.at.most(PREFACE.length + 102 * tiny.length)
  })

  it('is handed over one request per round of the event loop', async () => {
    const pairs = Array.from({ length: 500 }, (_, at) => [
      getFrame(2 * at + 1),
      resetFrame(2 * at + 1),
    ])
    const perRound = await handedOver(Buffer.concat(pairs.flat()))
    const [one] = [getFrame(1).length + resetFrame(1).length]
    // The heads of the next two frames may be with it.
    expect(Math.max(...perRound)).to.be.at.most(PREFACE.length + one + 18)
  })

  it('ends if the headers of a request do not arrive in time', async () => {
    headerMs = 50
    await open()
    paced.resume()
    client.resume().write(Buffer.concat([PREFACE, getFrame(1).subarray(0, 11)]))
    await once(client, 'close')
  })
})
