/** Asks a server on this machine by HTTPS, under any host name. */

import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

export interface Received {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

interface Asked {
  readonly port: number
  readonly host: string
  /** The root that its certificate must be signed by; PEM. */
  readonly ca: string
}

/** On a connection of its own. @throws Error if the certificate is not that of the host, or there is none */
export function getSecurely({ port, host, ca }: Asked, path: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, path, ca, agent: false }
    const sent = request({ ...options, headers: { Host: `${host}:${port}` } }, (answer) => {
      receive(answer).then(resolve, reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

export async function receive(answer: IncomingMessage): Promise<Received> {
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}
