/** The limits on connections and requests, each over HTTP/2. */

import { expect } from 'chai'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { mock } from 'node:test'
import { limitConnections } from '../../../src/http/connections.js'
import { limitBodyTime } from '../../../src/http/middleware/body-time.js'
import { closeWhenStalled } from '../../../src/http/stalled-answers.js'
import { createUnreadAnswers } from '../../../src/http/unread-answers.js'
import { eventually } from '../../stories/git-client.js'
import { frame, getFrame, got, PREFACE, resetFrame, useSpeaking } from './speaking.js'

const MB = 1024 * 1024

/** Asks and reads nothing of the answer. */
function askOnly(session: ClientHttp2Session, headers = {}): ClientHttp2Stream {
  return session.request(headers).on('error', () => undefined)
}

/** A client reads as much of an answer as it has said it would, whether its program does or not. */
const NOTHING = { settings: { initialWindowSize: 0 } }

describe('Over HTTP/2', () => {
  describe('a request', () => {
    const speaking = useSpeaking({ lastMs: 50 })
    let exchanges: { request: IncomingMessage; response: ServerResponse }[]

    beforeEach(() => {
      exchanges = []
      speaking.answer = (request, response) => exchanges.push({ request, response })
    })

    /** What the server has of the next request. */
    async function next() {
      const before = exchanges.length
      await eventually(() => expect(exchanges.length).to.be.above(before))
      const exchange = exchanges[before]
      if (!exchange) throw new Error('nobody has asked')
      return exchange
    }

    it('ends if its client does not read the answer; others of the connection go on', async () => {
      const session = speaking.open()
      const coming = next()
      askOnly(session)
      const { response } = await coming
      closeWhenStalled(response, 100)
      response.end(Buffer.alloc(16 * MB))
      await once(response, 'close')
      expect(response.writableFinished).to.equal(false)
      const other = next()
      const answer = got(session.request())
      ;(await other).response.end('whole')
      expect((await answer).text).to.equal('whole')
    })

    it('ends if its client does not read the last bytes, which the server has sent', async () => {
      const coming = next()
      const answer = got(speaking.open(NOTHING).request())
      const { response } = await coming
      closeWhenStalled(response, 50)
      response.end('little')
      expect((await answer).code).not.to.equal(constants.NGHTTP2_NO_ERROR)
    })

    it('counts with its unread bytes, and ends alone if they are too many', async () => {
      const unread = createUnreadAnswers({ ofOne: 40 * MB, inAll: 1000 * MB })
      const session = speaking.open()
      const responses: ServerResponse[] = []
      for (let count = 0; count < 3; count += 1) {
        const coming = next()
        askOnly(session)
        const { response } = await coming
        responses.push(response)
        unread.watch(response, 'a')
        response.end(Buffer.alloc(16 * MB))
      }
      const isClosed = () => responses.map(({ destroyed, closed }) => destroyed || closed)
      await eventually(() => expect(isClosed()).to.deep.equal([true, false, false]))
      expect(session.destroyed).to.equal(false)
    })

    it('ends if its body does not arrive in time', async () => {
      mock.timers.enable({ apis: ['setInterval'] })
      try {
        limitBodyTime(speaking.server, 60)
        const stream = speaking.open().request({ ':method': 'POST' }, { endStream: false })
        const answer = got(stream)
        const coming = next()
        stream.write('begun')
        const { request } = await coming
        let body = ''
        request.on('data', (data: Buffer) => (body += data.toString()))
        request.on('error', () => undefined)
        await eventually(() => expect(body).to.equal('begun'))
        mock.timers.tick(60_000)
        const { headers, text } = await answer
        expect(headers).to.include({ ':status': 408 })
        expect(JSON.parse(text)).to.include({ request_id: 'the-id' })
      } finally {
        mock.timers.reset()
      }
    })

    it('counts as a connection of its address, on however many connections', async () => {
      const limits = { connections: 100, connectionsPerAddress: 3, sharedAddresses: [] }
      limitConnections(speaking.server, limits, { warn: () => undefined })
      const [one, two] = [speaking.open(), speaking.open()]
      const streams = [askOnly(one), askOnly(one), askOnly(two)]
      await eventually(() => expect(exchanges).to.have.length(3))
      const refused = await got(two.request())
      expect(refused.headers).to.include({ ':status': 503, 'retry-after': '5' })
      const [first] = exchanges.splice(0)
      const closed = first && once(first.response, 'close')
      streams[0]?.close()
      await closed
      const answer = got(two.request())
      await eventually(() => expect(exchanges).to.have.length(1))
      exchanges[0]?.response.end('taken')
      expect((await answer).text).to.equal('taken')
    })

    it('is refused beside a hundred others of its connection', async () => {
      const socket = speaking.openRaw()
      let bytes = Buffer.alloc(0)
      socket.on('data', (piece: Buffer) => (bytes = Buffer.concat([bytes, piece])))
      const ids = Array.from({ length: 101 }, (_, at) => 2 * at + 1)
      socket.write(Buffer.concat([PREFACE, ...ids.map((id) => getFrame(id))]))
      const code = Buffer.from([0, 0, 0, constants.NGHTTP2_REFUSED_STREAM])
      await eventually(() => expect(bytes.includes(frame(3, 0, 201, code))).to.equal(true))
      await eventually(() => expect(exchanges).to.have.length(100))
    })

    it('is taken if as many were answered as cancelled', async () => {
      const session = speaking.open()
      for (let count = 0; count < 3; count += 1) {
        const cancelled = Array.from({ length: 40 }, () => askOnly(session))
        await eventually(() => expect(exchanges).to.have.length(40))
        const closed = exchanges.splice(0).map(({ response }) => once(response, 'close'))
        for (const stream of cancelled) stream.close(constants.NGHTTP2_CANCEL)
        await Promise.all(closed)
        const answered = Array.from({ length: 40 }, () => got(session.request()))
        await eventually(() => expect(exchanges).to.have.length(40))
        for (const { response } of exchanges.splice(0)) response.end('read')
        const texts = (await Promise.all(answered)).map(({ text }) => text)
        expect(new Set(texts)).to.deep.equal(new Set(['read']))
      }
      expect(session.closed).to.equal(false)
    })
  })

  describe('a connection on which nothing is asked', () => {
    const speaking = useSpeaking({ headerMs: 100 })

    it('ends', async () => {
      await once(speaking.open(), 'close')
      await once(speaking.openRaw().resume(), 'close')
    })
  })

  describe('a connection', () => {
    const speaking = useSpeaking({ idleMs: 100 })
    let asked: number
    let responses: ServerResponse[]

    beforeEach(() => {
      asked = 0
      responses = []
      speaking.answer = (_, response) => {
        asked += 1
        responses.push(response)
      }
    })

    it('ends when nothing is asked on it any more, but for pings', async () => {
      const session = speaking.open()
      speaking.answer = (_, response) => response.end('read')
      expect((await got(session.request())).text).to.equal('read')
      const pinging = setInterval(() => session.destroyed || session.ping(() => undefined), 10)
      await once(session, 'close')
      clearInterval(pinging)
    })

    it('stays while an answer is under way', async () => {
      const session = speaking.open()
      const answer = got(session.request())
      await eventually(() => expect(responses).to.have.length(1))
      for (let count = 0; count < 2; count += 1) {
        const other = speaking.open()
        askOnly(other).close()
        await once(other, 'close')
      }
      responses[0]?.end('late')
      expect((await answer).text).to.equal('late')
    })

    it('takes no more when its client cancels what it asks, again and again', async () => {
      speaking.answer = () => (asked += 1)
      const socket = speaking.openRaw()
      const pieces: Buffer[] = []
      socket.on('data', (piece: Buffer) => pieces.push(piece))
      const pairs = Array.from({ length: 900 }, (_, at) => [
        getFrame(2 * at + 1),
        resetFrame(2 * at + 1),
      ])
      socket.write(Buffer.concat([PREFACE, ...pairs.flat()]))
      await once(socket, 'close')
      expect(asked).to.be.at.most(200)
      expect(
        Buffer.concat(pieces).includes(frame(7, 0, 0, Buffer.alloc(8)).subarray(0, 9)),
      ).to.equal(true)
    })

    it('ends when its client floods it with empty pieces', async () => {
      const socket = speaking.openRaw()
      const empty = Array.from({ length: 2000 }, () => frame(0, 0, 1))
      const post = frame(1, 4, 1, Buffer.from('838684410178', 'hex'))
      socket.resume().write(Buffer.concat([PREFACE, post, ...empty]))
      await once(socket, 'close')
    })

    it('ends if nothing at all is read from it', async () => {
      speaking.answer = (_, response) => {
        closeWhenStalled(response, 100)
        response.end(Buffer.alloc(16 * MB))
      }
      const socket = speaking.openRaw().pause()
      // Windows of 2 GB.
      const most = Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff])
      const more = frame(8, 0, 0, Buffer.from([0x7f, 0, 0, 0]))
      socket.write(Buffer.concat([PREFACE, frame(4, 0, 0, most), more, getFrame(1), getFrame(3)]))
      await eventually(() => expect(speaking.sockets).to.have.length(1))
      const [accepted] = speaking.sockets
      if (accepted) await once(accepted, 'close')
    })

    it('is closed by a server that stops, after what was asked is answered', async () => {
      const session = speaking.open()
      const answer = got(session.request())
      await eventually(() => expect(responses).to.have.length(1))
      const told = once(session, 'goaway')
      speaking.sessions.close()
      await told
      const closed = once(session, 'close')
      responses[0]?.end('whole')
      expect((await answer).text).to.equal('whole')
      await closed
    })
  })
})
