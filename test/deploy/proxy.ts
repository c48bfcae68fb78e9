/**
 * A TCP proxy that breaks what goes through it: it counts what the client sends, piece by piece,
 * and at one piece cuts all connections, or lets nothing through any more.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  /** Whether the piece was reached at which it breaks. */
  readonly hasBroken: () => boolean
  close(): void
}

interface ProxyOptions {
  /** Port on loopback to which it connects. */
  readonly to: number
  readonly how: 'cut' | 'freeze'
  /** Number of the client's piece, from 1, that is not let through. */
  readonly at: number
}

/** Starts a proxy on loopback. After a cut it cuts whoever connects. */
export async function startProxy({ to, how, at }: ProxyOptions): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let pieces = 0
  const hasBroken = () => pieces >= at
  function track(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  function breakOff(): void {
    for (const socket of sockets) {
      if (how === 'cut') socket.resetAndDestroy()
      else socket.pause()
    }
  }
  const server = createServer((client) => {
    track(client)
    if (hasBroken()) {
      breakOff()
      return
    }
    const target = track(connect({ port: to, host: '127.0.0.1' }))
    client.on('data', (chunk) => {
      pieces += 1
      if (hasBroken()) breakOff()
      else target.write(chunk)
    })
    target.on('data', (chunk) => client.write(chunk))
    client.on('close', () => target.destroy())
    target.on('close', () => {
      if (!hasBroken()) client.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hasBroken,
    close() {
      server.close()
      sockets.forEach((socket) => socket.destroy())
    },
  }
}
