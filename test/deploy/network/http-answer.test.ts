import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { asDeployError } from '../../../src/deploy/network/deploy-error.js'
import { createHttpClient, guardedFetch } from '../../../src/deploy/network/http-client.js'

const servers: Server[] = []
const sockets = new Set<Socket>()

/** A server that answers the first bytes of each request with whatever a function writes. */
async function rawServer(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
    socket.resume()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

interface Asking {
  readonly limit?: number
  readonly timeout?: number
  readonly body?: Uint8Array
  readonly silences?: number
}

async function ask(url: string, { limit = 1000, timeout = 60_000, body, silences }: Asking = {}) {
  const { signal } = new AbortController()
  const request = { method: body ? 'PUT' : 'GET', url, signal, ...(body ? { body } : {}) }
  const response = await guardedFetch({ rules: { allow: ['127.0.0.1'] }, timeout }, request)
  return response.bytes(limit, silences === undefined ? {} : { silences })
}

async function failureOf(work: Promise<unknown>) {
  return work.then(
    () => null,
    (error: unknown) => asDeployError(error),
  )
}

/** Writes one byte after the other, and ends after as many as nobody should have waited for. */
function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) {
      clearInterval(timer)
      socket.end()
    } else socket.write(text.charAt(at++))
  }, 10)
}

const OK = 'HTTP/1.1 200 OK\r\n'

describe('An HTTP answer', () => {
  afterEach(() => {
    servers.splice(0).forEach((server) => server.close())
    sockets.forEach((socket) => socket.destroy())
    sockets.clear()
  })

  for (const body of [undefined, Buffer.alloc(8_000_000)]) {
    it(`that switches the protocol is refused, after ${body ? 'an upload' : 'a GET'}`, async () => {
      const url = await rawServer((socket) => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        )
      })
      const error = await failureOf(ask(url, body ? { body } : {}))
      expect(error).to.have.property('code', 'bad_remote')
      expect(error).to.have.property('message').that.includes('answered 101')
    })
  }

  it('may follow informational answers, but not endlessly many', async () => {
    const announced = await rawServer((socket) => {
      socket.end(`HTTP/1.1 102 Processing\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`)
    })
    expect(String(await ask(announced))).to.equal('hi')
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000))
    })
    const error = await failureOf(ask(url, { body: Buffer.alloc(8_000_000) }))
    expect(error).to.have.property(
      'message',
      'the server sends only interim answers (100) and no final one',
    )
  })

  it('has at most 16 kB of headers, and the error says so', async () => {
    for (const headers of [`A: ${'x'.repeat(1_000_000)}`, 'A: x\r\n'.repeat(200_000)]) {
      const url = await rawServer((socket) => void socket.write(`${OK}${headers}`))
      const error = await failureOf(ask(url))
      expect(error).to.have.property('code', 'bad_remote')
      expect(error).to.have.property('message').that.includes('longer than 16384 bytes')
    }
  })

  it('that is not HTTP is refused', async () => {
    const url = await rawServer((socket) => void socket.write('SSH-2.0-x\r\n'))
    expect(await failureOf(ask(url))).to.have.property('message', 'its answer is not HTTP')
  })

  it('that comes byte by byte times out', async () => {
    const whole = `${OK}Content-Length: 500\r\n\r\n${'x'.repeat(500)}`
    const inHeaders = await rawServer((socket) =>
      drip(socket, `${OK}A: ${'x'.repeat(500)}\r\n\r\n`),
    )
    const inBody = await rawServer((socket) => {
      socket.write(whole.slice(0, -500))
      drip(socket, whole.slice(-500))
    })
    for (const url of [inHeaders, inBody]) {
      expect(await failureOf(ask(url, { timeout: 200 }))).to.have.property('code', 'timed_out')
    }
  })

  it('that stops in its body times out', async () => {
    const url = await rawServer((socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nh`))
    const error = await failureOf(ask(url, { timeout: 200, silences: 1_000_000 }))
    expect(error).to.have.property('code', 'timed_out')
    expect(error).to.have.property('message', 'the server did not answer in time')
  })

  it('has a total time limit', async () => {
    const url = await rawServer((socket) => socket.write(`${OK}Content-Length: 2\r\n\r\nh`))
    const error = await failureOf(ask(url, { silences: 1 / 1000 }))
    expect(error).to.have.property('message', 'the server answers too slowly')
  })

  it('is not read beyond its limit', async () => {
    let written = 0
    const url = await rawServer((socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
      const block = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const more = () => {
        while (!socket.destroyed && socket.write(block)) written += 65_536
        written += 65_536
      }
      socket.on('drain', more)
      more()
    })
    const error = await failureOf(ask(url, { limit: 1_000_000 }))
    expect(error).to.have.property('message').that.includes('longer than 1000000 bytes')
    // What lies in buffers of the system is up to 36 MiB (Linux: tcp_rmem, tcp_wmem).
    expect(written).to.be.lessThan(64_000_000)
  })

  it('ends at its Content-Length, which must be valid', async () => {
    const short = await rawServer((socket) => socket.end(`${OK}Content-Length: 9\r\n\r\nhi`))
    expect(await failureOf(ask(short))).to.have.property('code', 'unreachable')
    const long = await rawServer((socket) => socket.end(`${OK}Content-Length: 2\r\n\r\nhi, you`))
    expect(String(await ask(long))).to.equal('hi')
    for (const length of ['-1', '1e3', '99999999999999999999', '2\r\nContent-Length: 3']) {
      const url = await rawServer((socket) => {
        socket.end(`${OK}Content-Length: ${length}\r\n\r\nhi`)
      })
      expect(await failureOf(ask(url)), length)
        .to.have.property('code')
        .that.matches(/bad|unre/)
    }
  })

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const url = await rawServer((socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    })
    expect(await ask(url, { limit: 100_000 })).to.have.lengthOf(bomb.length)
  })

  it('is asked for again if the server closes a connection from before, unless it may count twice', async () => {
    let connections = 0
    const url = await rawServer((socket) => {
      connections += 1
      socket.write(`${OK}Content-Length: 2\r\n\r\nok`)
      socket.once('data', () => socket.destroy())
    })
    const client = createHttpClient({ rules: { allow: ['127.0.0.1'] }, timeout: 60_000 })
    const { signal } = new AbortController()
    const send = async (method: string) => {
      const response = await client.request({ method, url, signal })
      const bytes = await response.bytes(10)
      // The connection is free for the next request then.
      await new Promise((resolve) => setImmediate(resolve))
      return bytes.toString()
    }
    try {
      expect([await send('GET'), await send('GET')]).to.deep.equal(['ok', 'ok'])
      expect(connections).to.equal(2)
      expect(await failureOf(send('POST'))).to.have.property('transient', true)
      expect(connections).to.equal(2)
    } finally {
      client.close()
    }
  })
})
