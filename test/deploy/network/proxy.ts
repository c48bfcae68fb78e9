/**
 * A TCP proxy that breaks what goes through it. It counts pieces (what arrives at once from either
 * side, on any of its connections), and at one of them cuts all connections, or lets nothing
 * through any more.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Proxy {
  /** Address that it listens on. */
  readonly host: string
  readonly port: number
  /** Whether the piece was reached at which it breaks. */
  readonly hasBroken: () => boolean
  /** Connections that it took, and those of them that it cut. */
  readonly connections: () => number
  readonly breaks: () => number
  /** HTTP requests that clients began. */
  readonly requests: () => number
  close(): void
}

export interface ProxyOptions {
  /** Port on loopback to which it connects. */
  readonly to: number
  readonly how: 'cut' | 'freeze'
  /** Number of the piece, from 1, that is not let through, or of which only a half is. */
  readonly at: number
  /**
   * Which pieces are counted: a server's piece that is lost is an answer to work that was done; `long`
   * are those of the client that are torn.
   */
  readonly of: 'client' | 'both' | 'long'
  /** Breaks that connection only, and no other. */
  readonly alone?: boolean
  /** Ends connections as if all had been said, and does not reset them; else at every other piece. */
  readonly gently?: boolean
  /** How many pieces in a row break; without it, all that follow. */
  readonly times?: number
  /** Another address of loopback, so that data ports can be the server's own. */
  readonly host?: string
  /** Ports of data connections, which it takes at the same number. */
  readonly dataPorts?: readonly number[]
}

/** Pieces longer than this are torn: a half gets through before the cut. */
const torn = 4000

/** Starts a proxy on loopback. While it is broken it cuts whoever connects. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { to, at, times = Infinity, host = '127.0.0.1', dataPorts = [] } = options
  const breaker = createBreaker(options)
  const servers: Server[] = []
  async function listen(port: number, target: number): Promise<number> {
    const server = createServer((client) => relay(client, target, { options, breaker }))
    servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0, to)
  await Promise.all(dataPorts.map((dataPort) => listen(dataPort, dataPort)))
  return {
    host,
    port,
    hasBroken: () => breaker.pieces >= at,
    connections: () => breaker.connections,
    requests: () => breaker.requests,
    breaks: () => Math.min(times, Math.max(0, breaker.pieces - at + 1)),
    close() {
      servers.forEach((server) => server.close())
      breaker.sockets.forEach((socket) => socket.destroy())
    },
  }
}

interface Breaker {
  readonly sockets: Set<Socket>
  pieces: number
  connections: number
  requests: number
  /** Whether it is broken now, for good. */
  isBroken(): boolean
  /** Counts a piece; true where it may pass. */
  takes(side: 'client' | 'server', bytes: number): boolean
  /** @param these the connection at which it breaks */
  breakOff(these: readonly Socket[]): void
}

function createBreaker(options: ProxyOptions): Breaker {
  const { how, at, of, alone = false, gently = at % 2 === 0, times = Infinity } = options
  const breaker: Breaker = {
    sockets: new Set<Socket>(),
    pieces: 0,
    connections: 0,
    requests: 0,
    isBroken: () => breaker.pieces >= at && times === Infinity,
    takes(side, bytes) {
      if (breaker.isBroken()) return false
      if (of !== 'both' && side === 'server') return true
      if (of === 'long' && bytes <= torn) return true
      breaker.pieces += 1
      return breaker.pieces < at || breaker.pieces >= at + times
    },
    breakOff(these) {
      for (const socket of alone ? these : breaker.sockets) {
        if (how === 'freeze') socket.pause()
        else if (gently) socket.destroy()
        else socket.resetAndDestroy()
      }
    },
  }
  return breaker
}

interface Way {
  readonly options: ProxyOptions
  readonly breaker: Breaker
}

function relay(client: Socket, target: number, { options, breaker }: Way): void {
  breaker.connections += 1
  const server = connect({ port: target, host: '127.0.0.1' })
  for (const socket of [client, server]) {
    breaker.sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => breaker.sockets.delete(socket))
  }
  if (breaker.isBroken()) {
    breaker.breakOff([client, server])
    return
  }
  const pass = (side: 'client' | 'server', to: Socket) => (chunk: Buffer) => {
    if (side === 'client' && /^[A-Z]+ \S+ HTTP\/1/.test(chunk.toString('latin1')))
      breaker.requests += 1
    const breakOff = () => breaker.breakOff([client, server])
    if (breaker.takes(side, chunk.length)) to.write(chunk)
    else if (options.how === 'cut' && chunk.length > torn) {
      to.write(chunk.subarray(0, chunk.length >> 1), breakOff)
    } else breakOff()
  }
  client.on('data', pass('client', server))
  server.on('data', pass('server', client))
  client.on('close', () => server.end())
  server.on('close', () => {
    if (!breaker.isBroken()) client.end()
  })
}
