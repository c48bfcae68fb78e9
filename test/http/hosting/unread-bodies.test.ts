/** What answers of the built-in host keep in memory while nobody reads them. */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createHost } from '../../../src/http/hosting/host.js'
import { eventually } from '../../stories/git-client.js'

const MB = 1024 * 1024

describe('Compressed bodies that nobody reads', () => {
  let folder: string
  let server: Server
  const sockets: Socket[] = []
  const manifest = new Map<string, { readonly sha256: string; readonly size: number }>()

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-'))
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      // 7.5 MB when compressed: more than systems take from a program that nobody reads from.
      const text = randomBytes(7.4 * MB).toString('base64')
      await writeFile(path.join(folder, name), text)
      const sha256 = createHash('sha256').update(text).digest('hex')
      manifest.set(name, { sha256, size: text.length })
    }
    const served = { manifest, fileOf: (name: string) => path.join(folder, name), isPreview: false }
    const answer = createHost({
      find: () => Promise.resolve(served),
      logger: { debug: () => undefined },
      memoryBytes: 10 * MB,
    })
    server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    leave()
    server.close()
    await rm(folder, { recursive: true })
  })

  const leave = () => sockets.splice(0).forEach((socket) => socket.destroy())

  /** Asks for a file and reads no further than the beginning; whether that says that it is compressed. */
  async function isCompressed(name: string): Promise<boolean> {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a.test\r\nAccept-Encoding: gzip\r\n\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    const head = chunk.toString('latin1')
    expect(head).to.match(/^HTTP\/1\.1 200 /)
    return /^Content-Encoding: gzip\r$/im.test(head)
  }

  it('have a limit, above which files are sent uncompressed', async () => {
    expect(await isCompressed('a.txt')).to.equal(true)
    expect(await isCompressed('b.txt')).to.equal(true)
    expect(await isCompressed('c.txt')).to.equal(false)
    // It costs nothing to send once more what is in memory.
    expect(await isCompressed('a.txt')).to.equal(true)
    leave()
    // When the server has learnt of it.
    await eventually(async () => expect(await isCompressed('c.txt')).to.equal(true))
  })
})
