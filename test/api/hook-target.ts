/** A program that webhooks are sent to: a real server on loopback, which keeps what it gets. */

import { createHmac } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './client.js'

/** A request that came. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Json
}

export interface HookTarget {
  readonly url: string
  readonly received: Received[]
  /** How it answers from now on; with 204 at first. */
  answer: (response: ServerResponse, received: Received) => void
  close(): Promise<void>
}

export const answerOk = (response: ServerResponse): void => {
  response.writeHead(204).end()
}

export async function openTarget(port = 0): Promise<HookTarget> {
  const target: Omit<HookTarget, 'url' | 'close'> = { received: [], answer: answerOk }
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const json: Json = JSON.parse(text)
      const received = { path: request.url ?? '', headers: request.headers, text, json }
      target.received.push(received)
      target.answer(response, received)
    })
  }
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return Object.assign(target, {
    url: `http://127.0.0.1:${taken}/hook`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

/** What Standard Webhooks asks receivers to compute, of what was received. */
export function signatureOf({ headers, text }: Received, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
