/**
 * How many connections may be open: of what comes beyond, each is closed at once, so that files and
 * memory are left for others.
 *
 * @see src/http/README.md (Connections)
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../system/addresses.js'
import type { Logger } from './logger.js'
import { matcher, plainAddress } from './middleware/peer.js'

interface ConnectionLimits {
  /** Most open ones of a port. */
  readonly connections: number
  /** Of them, most of one address. */
  readonly connectionsPerAddress: number
  /** Addresses and networks by which everybody may come: their connections count in all alone. */
  readonly sharedAddresses: readonly string[]
}

/** The log has a line for the first that is refused, and for the first after each such time. */
const QUIET_MS = 60_000

/** Refuses what is one connection too many when it comes, before anything of it is read. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  logger: Pick<Logger, 'warn'>,
): void {
  const isShared = matcher(limits.sharedAddresses)
  const open = new Map<string, number>()
  let all = 0
  const tell = seldom((fields) => logger.warn(fields, 'connections are refused'))
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const network = isShared(address) ? null : networkOf(address)
    const own = network === null ? 0 : (open.get(network) ?? 0)
    const isFull = all >= limits.connections
    if (isFull || own >= limits.connectionsPerAddress) {
      tell({ address, open: all, setting: isFull ? 'connections' : 'connections_per_address' })
      return refuse(socket)
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

function seldom(tell: (fields: object) => void): (fields: object) => void {
  let quietUntil = 0
  return (fields) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + QUIET_MS
    tell(fields)
  }
}

const REFUSAL = JSON.stringify({
  error: 'unavailable',
  message: 'Too many connections are open; close some, or try again later.',
})

/** Whoever has asked already learns why; what was asked is never done. */
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
