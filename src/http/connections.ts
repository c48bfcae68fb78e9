/**
 * Limits the open connections of a port, in total and per client address, so that nobody can use up the
 * server's file descriptors and memory. A connection beyond a limit gets a 503 and is closed at once.
 *
 * @see src/http/README.md (Connections)
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { networkOf } from '../system/addresses.js'
import type { Logger } from '../system/logger.js'
import { addressOf, matcher } from './middleware/peer.js'

interface ConnectionLimits {
  /** Most open connections of the port. */
  readonly connections: number
  /** Most open connections from one address (IPv6: one network). */
  readonly connectionsPerAddress: number
  /** Addresses and networks that many clients share, such as proxies: only the total limits these. */
  readonly sharedAddresses: readonly string[]
}

/** At most one log line about refused connections in this time. */
const QUIET_MS = 60_000

/** Applies the limits to a server. A refused connection is closed before anything is read from it. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
): void {
  const isShared = matcher(limits.sharedAddresses)
  const open = new Map<string, number>()
  let all = 0
  const log = atIntervals((fields) => logger.warn(fields, 'connections are refused'))
  server.on('connection', (socket) => {
    const address = addressOf(socket)
    const network = isShared(address) ? null : networkOf(address)
    const own = network === null ? 0 : (open.get(network) ?? 0)
    const isFull = all >= limits.connections
    if (isFull || own >= limits.connectionsPerAddress) {
      log({ address, open: all, setting: isFull ? 'connections' : 'connections_per_address' })
      // Who waits for TLS could not read it.
      return server instanceof TlsServer ? socket.destroy() : refuse(socket)
    }
    all += 1
    if (network !== null) open.set(network, own + 1)
    socket.once('close', () => {
      all -= 1
      if (network !== null) takeOne(open, network)
    })
  })
}

function takeOne(open: Map<string, number>, network: string): void {
  const left = (open.get(network) ?? 1) - 1
  if (left > 0) open.set(network, left)
  else open.delete(network)
}

function atIntervals(log: (fields: object) => void): (fields: object) => void {
  let quietUntil = 0
  return (fields) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + QUIET_MS
    log(fields)
  }
}

const REFUSAL = JSON.stringify({
  error: 'unavailable',
  message: 'Too many connections are open; close some, or try again later.',
})

/** If a request was sent already, it is not carried out; the answer says why. */
function refuse(socket: Socket): void {
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(REFUSAL)}`,
    'Retry-After: 5',
    'Connection: close',
  ]
  socket.pause()
  socket.write(`${head.join('\r\n')}\r\n\r\n${REFUSAL}`, () => socket.destroy())
}
