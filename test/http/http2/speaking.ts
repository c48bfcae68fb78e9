/** A server that speaks HTTP/2 on a free port, in the clear, for tests of what `--https` does over TLS. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import {
  connect as connectRaw,
  createServer as listen,
  type AddressInfo,
  type Socket,
} from 'node:net'
import { createSessions, type Sessions } from '../../../src/http/http2/sessions.js'
import { answerMalformed } from '../../../src/http/malformed-requests.js'

const LONG_MS = 600_000

export interface Speaking {
  /** What the server behind is; it listens nowhere. */
  server: Server
  sessions: Sessions
  port: number
  /** The server's ends of the connections, the oldest first. */
  sockets: Socket[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Opens a session. */
  open: (settings?: Parameters<typeof connect>[1]) => ClientHttp2Session
  /** Opens a connection on which nothing was said. */
  openRaw: () => Socket
}

type Limits = Partial<Parameters<typeof createSessions>[1]>

/** Starts one for each test. */
export function useSpeaking(limits: Limits = {}): Speaking {
  const clients: { destroy: () => unknown }[] = []
  const given = {} as Speaking
  let accepting: ReturnType<typeof listen>

  beforeEach(async () => {
    given.sockets = []
    given.server = createServer({ requireHostHeader: false }, (request, response) =>
      given.answer(request, response),
    )
    answerMalformed(given.server, () => 'the-id')
    const all = { headerMs: LONG_MS, idleMs: LONG_MS, lastMs: LONG_MS, ...limits }
    given.sessions = createSessions(given.server, all)
    accepting = listen({ noDelay: true }, (socket) => {
      given.sockets.push(socket)
      given.sessions.accept(socket)
    })
    accepting.listen(0, '127.0.0.1')
    await once(accepting, 'listening')
    given.port = (accepting.address() as AddressInfo).port
    given.open = (settings) => {
      const session = connect(`http://127.0.0.1:${given.port}`, settings)
      clients.push(session.on('error', () => undefined))
      return session
    }
    given.openRaw = () => {
      const socket = connectRaw(given.port, '127.0.0.1')
      clients.push(socket.on('error', () => undefined))
      return socket
    }
  })

  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
    for (const socket of given.sockets) socket.destroy()
    accepting.close()
  })
  return given
}

export interface Got {
  readonly headers: Record<string, unknown>
  readonly text: string
  /** With which the stream was closed. */
  readonly code: number | undefined
}

/** Reads an answer to its end, or to where it breaks off. */
export async function got(stream: ClientHttp2Stream): Promise<Got> {
  let headers = {}
  let text = ''
  stream.on('error', () => undefined)
  stream.on('response', (given) => (headers = given))
  stream.on('data', (data: Buffer) => (text += data.toString('latin1')))
  await new Promise((resolve) => stream.once('close', resolve))
  return { headers, text, code: stream.rstCode }
}

/** What a client of HTTP/2 says first. */
export const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(4, 0, 0),
])

export const END_STREAM = 1
export const END_HEADERS = 4

/** RFC 9113 §4.1. */
export function frame(
  type: number,
  flags: number,
  ...[streamId, payload = Buffer.alloc(0)]: [streamId: number, payload?: Buffer]
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(streamId, 5)
  return Buffer.concat([head, payload])
}

/** Headers of a request for `/` of the host `x`, compressed (RFC 7541). */
const GET = Buffer.from('82868441' + '0178', 'hex')
const POST = Buffer.from('83868441' + '0178', 'hex')

export const getFrame = (id: number) => frame(1, END_STREAM | END_HEADERS, id, GET)
export const postFrame = (id: number) => frame(1, END_HEADERS, id, POST)
export const resetFrame = (id: number) => frame(3, 0, id, Buffer.from([0, 0, 0, 8]))
