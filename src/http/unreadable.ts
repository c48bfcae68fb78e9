/**
 * Answers, as every error is answered, what Node refuses before there is a request that the application
 * could see: bytes that are no HTTP, headers that are too long, a request that does not arrive in time.
 */

import { maxHeaderSize, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../errors.js'
import type { NewId } from '../model/ids.js'
import { hasCode } from '../system/errno.js'

interface Refusal {
  readonly status: number
  readonly error: ErrorCode
  readonly message: string
}

const UNREADABLE: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'This is not a valid HTTP/1.1 request.',
}
const TOO_LONG: Refusal = {
  status: 431,
  error: 'bad_request',
  message: `The address and the headers of the request have more than ${maxHeaderSize.toLocaleString('en')} bytes.`,
}
const TOO_SLOW: Refusal = {
  status: 408,
  error: 'bad_request',
  message: 'The request did not arrive in time; send it again.',
}

/** Also takes requests with an `Expect` that nobody knows as if they had none. */
export function answerUnreadable(server: Server, newId: NewId): void {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({ socket }, response) => {
    const answers = unanswered.get(socket) ?? new Set()
    unanswered.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    // Before or in the answer to another request it would be taken for that.
    const isOwn = [...(unanswered.get(socket) ?? [])].every(isOfBody)
    if (!isOwn || !socket.writable) socket.destroy()
    else socket.write(textOf(refusalOf(error), newId()), () => socket.destroy())
  })
}

/** Whether what can't be read is the body of the request that is still to be answered. */
function isOfBody({ req, headersSent, writableFinished }: ServerResponse): boolean {
  return writableFinished || (!req.complete && !headersSent)
}

function refusalOf(error: Error): Refusal {
  if (hasCode(error, 'HPE_HEADER_OVERFLOW')) return TOO_LONG
  return hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT') ? TOO_SLOW : UNREADABLE
}

function textOf({ status, error, message }: Refusal, requestId: string): string {
  const body = JSON.stringify({ error, message, request_id: requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cross-Origin-Resource-Policy: same-origin',
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
