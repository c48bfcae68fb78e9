/** What the built-in host reads from the disk, and what it answers from memory. */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createClient } from '../../api/client.js'
import { createHost } from '../../../src/http/hosting/host.js'
import type { Served } from '../../../src/http/hosting/prepared.js'

const KB = 1024

describe('The memory of the built-in host', () => {
  let folder: string
  let server: Server
  let host: ReturnType<typeof createClient>
  let manifest: Map<string, { readonly sha256: string; readonly size: number }>
  let served: Served

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-'))
    manifest = new Map()
    served = { manifest, fileOf: (name: string) => path.join(folder, name), isPreview: false }
    const answer = createHost({
      find: () => Promise.resolve(served),
      logger: { debug: () => undefined },
      memoryBytes: 300 * KB,
    })
    server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    host = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  afterEach(async () => {
    host.close()
    server.close()
    await rm(folder, { recursive: true })
  })

  const put = async (name: string, bytes: Buffer) => {
    await writeFile(path.join(folder, name), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    manifest.set(name, { sha256, size: bytes.length })
  }
  const take = (name: string) => rm(path.join(folder, name))
  const visit = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
    host.send({ method, path: `/${name}`, headers: { Host: 'a.test', ...headers } })

  it('holds a file that was asked for: whole, parts of it, and compressed', async () => {
    const text = Buffer.from('some words '.repeat(1000))
    await put('a.txt', text)
    expect((await visit('a.txt')).bytes.equals(text)).to.equal(true)
    const packed = await visit('a.txt', { 'Accept-Encoding': 'gzip' })
    await take('a.txt')
    expect((await visit('a.txt')).bytes.equals(text)).to.equal(true)
    const part = await visit('a.txt', { Range: 'bytes=5-9' })
    expect([part.status, part.text, part.headers['content-range']]).to.deep.equal([
      206,
      'words',
      'bytes 5-9/11000',
    ])
    const again = await visit('a.txt', { 'Accept-Encoding': 'gzip' })
    expect(again.bytes.equals(packed.bytes)).to.equal(true)
    expect(again.headers).to.include({ 'content-encoding': 'gzip' })
  })

  it('holds what was asked for last, up to its bound', async () => {
    const pictures = ['a.png', 'b.png', 'c.png', 'd.png']
    for (const name of pictures) await put(name, randomBytes(100 * KB))
    for (const name of ['a.png', 'b.png', 'c.png', 'a.png', 'd.png']) {
      expect((await visit(name)).status).to.equal(200)
    }
    for (const name of pictures) await take(name)
    const statuses = []
    for (const name of pictures) statuses.push((await visit(name)).status)
    expect(statuses).to.deep.equal([200, 500, 200, 200])
  })

  it('does not hold a large file, which is streamed, nor one that has changed on disk', async () => {
    const film = randomBytes(257 * KB)
    await put('film.mp4', film)
    expect((await visit('film.mp4')).bytes.equals(film)).to.equal(true)
    const part = await visit('film.mp4', { Range: 'bytes=-10' })
    expect(part.bytes.equals(film.subarray(-10))).to.equal(true)
    await take('film.mp4')
    expect((await visit('film.mp4')).status).to.equal(500)
    // What is asked for is known without the file.
    const head = await visit('film.mp4', {}, 'HEAD')
    expect([head.status, head.headers['content-length']]).to.deep.equal([200, String(257 * KB)])
    await put('torn.txt', Buffer.from('whole'))
    await writeFile(path.join(folder, 'torn.txt'), 'who')
    expect((await visit('torn.txt')).status).to.equal(500)
    await writeFile(path.join(folder, 'torn.txt'), 'whole')
    expect((await visit('torn.txt')).text).to.equal('whole')
  })

  it('holds short files of any bytes, whole and in parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 700 }, (_, at) => (at * 3) % 256))
    await put('a.bin', bytes)
    for (const held of [false, true]) {
      const part = await visit('a.bin', { Range: 'bytes=200-299' })
      expect(part.bytes.equals(bytes.subarray(200, 300)), `held: ${held}`).to.equal(true)
      expect((await visit('a.bin')).bytes.equals(bytes), `held: ${held}`).to.equal(true)
      if (!held) await take('a.bin')
    }
    expect((await visit('a.bin', {}, 'HEAD')).headers).to.include({ 'content-length': '700' })
  })

  it('tells the same file in another release, and in a preview, apart', async () => {
    await put('a.txt', Buffer.from('first'))
    const first = await visit('a.txt')
    served = { ...served, isPreview: true }
    const preview = await visit('a.txt')
    expect(preview.headers).to.include({
      'cache-control': 'private, no-cache',
      etag: first.headers.etag,
    })
    expect(preview.headers).to.include({ 'x-robots-tag': 'noindex' })
    manifest = new Map()
    served = { ...served, manifest, isPreview: false }
    await put('a.txt', Buffer.from('second'))
    const second = await visit('a.txt')
    expect(second.text).to.equal('second')
    expect(second.headers).to.not.have.property('x-robots-tag')
    expect(second.headers.etag).to.not.equal(first.headers.etag)
  })

  it('holds the page for what is missing, too', async () => {
    await put('404.html', Buffer.from('Gone.'))
    expect((await visit('none')).text).to.equal('Gone.')
    await take('404.html')
    const again = await visit('other', { 'If-None-Match': '*', Range: 'bytes=0-1' })
    expect([again.status, again.text]).to.deep.equal([404, 'Gone.'])
  })

  it('answers for an empty file', async () => {
    await put('empty.txt', Buffer.alloc(0))
    const answer = await visit('empty.txt')
    expect([answer.status, answer.text, answer.headers['content-length']]).to.deep.equal([
      200,
      '',
      '0',
    ])
  })
})
