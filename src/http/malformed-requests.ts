/**
 * Answers what Node rejects before the application sees a request: bytes that are not HTTP, headers that are too
 * long, requests that arrive too slowly. Node alone would answer without a body; clients get the API's usual error.
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

/** Also makes the server ignore an unknown `Expect` header, for which Node would answer 417. */
export function answerMalformed(server: Server, newId: NewId): void {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({ socket }, response) => {
    const answers = unanswered.get(socket) ?? new Set()
    unanswered.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    // If another request of this connection is not answered yet, the client would take this for its answer.
    const isOwn = [...(unanswered.get(socket) ?? [])].every(isOfBody)
    if (!isOwn || !socket.writable) socket.destroy()
    else socket.write(textOf(refusalOf(error), newId()), () => socket.destroy())
  })
}

/** True if the malformed bytes belong to the body of this request, or if its answer was sent. */
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
