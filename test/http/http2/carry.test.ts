/** Requests of HTTP/2 and their answers, as the server behind sees them. */

import { expect } from 'chai'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import { closeAfterUnreadBody } from '../../../src/http/middleware/unread-body.js'
import { got, useSpeaking } from './speaking.js'

const { NGHTTP2_NO_ERROR } = constants

describe('A request of HTTP/2', () => {
  const speaking = useSpeaking()
  /** Of the last request. */
  let seen: {
    method?: string | undefined
    url?: string | undefined
    headers: object
    address?: string | undefined
    body: string
  }

  beforeEach(() => {
    speaking.answer = (request, response) => {
      const { method, url, headers, socket } = request
      seen = { method, url, headers, address: socket.remoteAddress, body: '' }
      request.on('data', (data: Buffer) => (seen.body += data.toString()))
      request.once('end', () => response.end('read'))
    }
  })

  const ask = (headers: Record<string, string>, body?: string) => {
    const stream = speaking.open().request(headers, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    return got(stream)
  }

  it('has its method, address, headers and client; its authority is the host', async () => {
    const { text } = await ask({
      ':authority': 'site.test:8443',
      ':path': '/a%20b?c=d',
      cookie: 'x=1; y=2',
      range: 'bytes=0-1',
    })
    expect(text).to.equal('read')
    expect(seen).to.deep.include({ method: 'GET', url: '/a%20b?c=d', address: '127.0.0.1' })
    expect(seen.headers).to.deep.equal({
      host: 'site.test:8443',
      cookie: 'x=1; y=2',
      range: 'bytes=0-1',
      connection: 'close',
    })
  })

  it('has a body, whether it says how long it is or not', async () => {
    await ask({ ':method': 'PUT', 'content-length': '5' }, 'hello')
    expect([seen.body, seen.headers]).to.deep.include('hello')
    expect(seen.headers)
      .to.include({ 'content-length': '5' })
      .and.not.to.have.property('transfer-encoding')
    await ask({ ':method': 'DELETE' }, 'hello')
    expect(seen.body).to.equal('hello')
    expect(seen.headers).to.include({ 'transfer-encoding': 'chunked' })
    await ask({ ':method': 'POST' })
    expect(seen.headers)
      .to.include({ 'content-length': '0' })
      .and.not.to.have.property('transfer-encoding')
  })

  it('waits with its body for a word of the server if it says so', async () => {
    const session = speaking.open()
    const stream = session.request(
      { ':method': 'POST', expect: '100-continue' },
      { endStream: false },
    )
    await once(stream, 'continue')
    stream.end('hello')
    expect((await got(stream)).text).to.equal('read')
    expect(seen.body).to.equal('hello')
  })

  it('is refused if it has two hosts, no readable form, or asks for a tunnel', async () => {
    for (const headers of [
      { ':authority': 'one.test', host: 'two.test' },
      { ':path': '/ä' },
      { ':method': 'MADE-UP' },
      { ':method': 'CONNECT', ':authority': 'x:1' },
    ]) {
      seen = { headers: {}, body: 'nothing' }
      const answer = await ask(headers)
      expect(answer.headers, JSON.stringify(headers)).to.include({ ':status': 400 })
      expect(seen.body).to.equal('nothing')
    }
  })

  it('may have as long headers as in HTTP/1.1', async () => {
    expect((await ask({ 'x-long': 'a'.repeat(15_000) })).text).to.equal('read')
    const { headers, text } = await ask({ 'x-long': 'a'.repeat(17_000) })
    expect(headers).to.include({ ':status': 431 })
    expect(JSON.parse(text)).to.include({ error: 'bad_request', request_id: 'the-id' })
  })

  describe('is answered', () => {
    const answered = (answer: (response: ServerResponse) => void, method = 'GET') => {
      speaking.answer = (_, response) => answer(response)
      return ask({ ':method': method })
    }

    it('without the headers of a connection, and with all others', async () => {
      const { headers } = await answered((response) => {
        response.setHeader('Set-Cookie', ['a=1', 'b=2'])
        response.setHeader('Connection', 'close')
        response.setHeader('Keep-Alive', 'timeout=5')
        response.setHeader('ETag', '"x"')
        // Chunked.
        response.write('piece')
        response.end()
      })
      expect(Object.fromEntries(Object.entries(headers))).to.deep.equal({
        ':status': 200,
        'set-cookie': ['a=1', 'b=2'],
        etag: '"x"',
        date: headers['date'],
      })
    })

    it('without a body where there is none', async () => {
      const head = await answered((response) => response.end('hello'), 'HEAD')
      expect([head.headers[':status'], head.text, head.code]).to.deep.equal([200, '', 0])
      for (const status of [204, 304]) {
        const none = await answered((response) => response.writeHead(status).end())
        expect([none.headers[':status'], none.text, none.code]).to.deep.equal([status, '', 0])
      }
    })

    it('with all bytes of a long body', async () => {
      const { text } = await answered((response) => response.end(Buffer.alloc(3_000_000, 'x')))
      expect(text).to.have.length(3_000_000)
    })

    it('at once with what is written, if more follows later', async () => {
      const responses: ServerResponse[] = []
      speaking.answer = (_, response) => {
        responses.push(response)
        response.write('event')
      }
      const stream = speaking.open().request()
      const [data] = (await once(stream, 'data')) as [Buffer]
      expect(data.toString()).to.equal('event')
      responses[0]?.end()
      expect((await got(stream)).code).to.equal(NGHTTP2_NO_ERROR)
    })

    it('before its body was read, and the next one, too', async () => {
      speaking.answer = (request, response) => {
        const context = { req: request, res: response, status: 413, body: 'too large' }
        void closeAfterUnreadBody(context as never, async () => {
          response.statusCode = 413
        }).then(() => response.end('too large'))
      }
      const session = speaking.open()
      for (let count = 0; count < 3; count += 1) {
        const stream = session.request({ ':method': 'POST' }, { endStream: false })
        const answer = got(stream)
        stream.write(Buffer.alloc(1_000_000))
        const { headers, text, code } = await answer
        expect([headers[':status'], text, code]).to.deep.equal([413, 'too large', NGHTTP2_NO_ERROR])
      }
      expect(speaking.sockets).to.have.length(1)
    })

    it('with an error if it is none of HTTP/2, and the server goes on', async () => {
      const { code } = await answered((response) => {
        response.setHeader('ETag', ['"one"', '"two"'])
        response.end('two answers')
      })
      expect(code).not.to.equal(NGHTTP2_NO_ERROR)
      expect((await answered((response) => response.end('one'))).text).to.equal('one')
    })

    it('with an error if the answer breaks off, and others go on', async () => {
      const session = speaking.open()
      const others: ServerResponse[] = []
      speaking.answer = (request, response) => {
        if (request.url === '/other') return void others.push(response)
        response.write('begun')
        setImmediate(() => response.destroy())
      }
      const other = got(session.request({ ':path': '/other' }))
      const { code, text } = await got(session.request())
      expect(code).not.to.equal(NGHTTP2_NO_ERROR)
      expect(text).to.be.oneOf(['', 'begun'])
      others[0]?.end('whole')
      expect((await other).text).to.equal('whole')
    })
  })

  it('ends at the server when its client cancels it, and others go on', async () => {
    const session = speaking.open()
    const responses: ServerResponse[] = []
    speaking.answer = (_, response) => responses.push(response)
    const streams = [session.request(), session.request()]
    const second = streams[1] && got(streams[1])
    while (responses.length < 2) await once(speaking.server, 'request')
    const [first, other] = responses
    const closed = first && once(first, 'close')
    streams[0]?.on('error', () => undefined).close(constants.NGHTTP2_CANCEL)
    await closed
    expect(first?.writableFinished).to.equal(false)
    other?.end('whole')
    expect((await second)?.text).to.equal('whole')
  })
})
