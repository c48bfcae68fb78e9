import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as round } from 'node:timers/promises'
import { expect } from 'chai'
import { limitPipelining } from '../../src/http/pipelining.js'
import { eventually } from '../stories/git-client.js'

/** What Node reads of a connection at once. */
const READ_BYTES = 65_536

describe('What one connection sends', () => {
  let server: Server
  let socket: Socket
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Counts rounds of the event loop. */
  let rounds: number
  let isOver: boolean

  beforeEach(async () => {
    isOver = false
    rounds = 0
    void (async () => {
      while (!isOver) {
        await round()
        rounds += 1
      }
    })()
    server = createServer()
    limitPipelining(
      server,
      (request, response) => answer(request, response),
      () => '',
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
  })
  afterEach(() => {
    isOver = true
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  it('is answered in order, one request at a time, each in its own round of the event loop', async () => {
    let underWay = 0
    const began: number[] = []
    answer = (_request, response) => {
      expect((underWay += 1)).to.equal(1)
      began.push(rounds)
      response.once('close', () => (underWay -= 1))
      response.end(`answer ${began.length};`)
    }
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.write(GET.repeat(60))
    await eventually(() => expect(text).to.contain('answer 60;'))
    const answers = Array.from(text.matchAll(/answer (\d+);/g), ([, number]) => Number(number))
    expect(answers).to.deep.equal(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(new Set(began).size).to.equal(60)
    // What comes later on the same connection is answered, too.
    socket.write(GET)
    await eventually(() => expect(text).to.contain('answer 61;'))
  })

  it('is cut off if hundreds of requests wait', async () => {
    let asked = 0
    answer = () => (asked += 1)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume().write(GET.repeat(5000))
    await closed
    expect(asked).to.equal(1)
  })

  it('is not processed once the connection has ended', async () => {
    const asked: (string | undefined)[] = []
    const closed: Promise<unknown>[] = []
    answer = (request, response) => {
      asked.push(request.url)
      closed.push(once(response, 'close'))
    }
    socket.write(GET + GET.replace('/', '/second'))
    await eventually(() => expect(asked).to.deep.equal(['/']))
    socket.destroy()
    await Promise.all(closed)
    await round()
    await round()
    expect(asked).to.deep.equal(['/'])
  })

  for (const isRead of [true, false]) {
    it(`is read once per round of the event loop if a body comes in tiny chunks${isRead ? '' : ', even if it is discarded'}`, async () => {
      const CHUNK = '1\r\nx\r\n'
      const CHUNKS = 200_000
      /** By round, the pieces that came in it, and whether Node may go on reading after the last. */
      const came = new Map<number, { pieces: number; isMore: boolean }>()
      let bytes = 0
      answer = (request, response) => {
        const push = request.push.bind(request)
        request.push = (chunk: Buffer | null) => {
          const pieces = (came.get(rounds)?.pieces ?? 0) + 1
          const isMore = push(chunk)
          came.set(rounds, { pieces, isMore })
          return isMore
        }
        if (isRead) request.on('data', (data: Buffer) => (bytes += data.length))
        else request.resume()
        request.once('end', () => response.end('read'))
      }
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write(`${CHUNK.repeat(CHUNKS)}0\r\n\r\n`)
      const [text] = (await once(socket, 'data')) as [Buffer]
      expect(text.toString()).to.contain('read')
      if (isRead) expect(bytes).to.equal(CHUNKS)
      const crowded = [...came.values()].filter(({ pieces }) => pieces > 200)
      expect(crowded).not.to.deep.equal([])
      for (const { pieces, isMore } of crowded) {
        expect(isMore).to.equal(false)
        expect(pieces).to.be.at.most(2 * Math.ceil(READ_BYTES / CHUNK.length))
      }
    })
  }
})
