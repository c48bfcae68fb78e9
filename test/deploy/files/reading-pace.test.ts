/** Targets that send what is read of them in drops: never silent for long, and never at an end. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { expect } from 'chai'
import type { FileStore, OpenStore } from '../../../src/deploy/files/file-store.js'
import { readManifestBytes } from '../../../src/deploy/files/read-manifest.js'
import { withStore } from '../../../src/deploy/files/store-session.js'
import { sftpStore } from '../../../src/deploy/sftp/sftp.js'
import { cloudStore } from '../../../src/deploy/swift/cloudstore.js'
import { closeServers as closeFtp, ftpAt, lyingFtp } from '../ftp/hostile-server.js'
import { closeHostileS3, hostileS3 } from '../s3/hostile-s3.js'
import { lateSession, localOutgoing } from '../settings.js'
import { attrs, closeServers as closeSsh, lyingSsh } from '../sftp/hostile-server.js'

const HOUR_MS = 3_600_000
const IMPATIENT = { start: 100, folder: 0, bytes: 1_000_000 }
const NAMES = Array.from({ length: 300 }, (_unused, i) => `${1000 + i}.html`)

const list = (store: FileStore) => store.list()

/** Writes text after text for ever, or those that are given. */
function drip(stream: Writable, texts: readonly string[] = []): void {
  let at = 0
  const timer = setInterval(() => {
    const text = texts.length === 0 ? 'x=y;' : texts[at++]
    if (stream.destroyed || text === undefined) {
      clearInterval(timer)
      stream.end()
    } else stream.write(text)
  }, 1)
}

const lines = NAMES.map((name) => `type=file;size=1; ${name}\r\n`)

async function ftp(isEndless: boolean): Promise<OpenStore> {
  const { port } = await lyingFtp({ list: (data) => drip(data, isEndless ? [] : lines) })
  return ftpAt(port)
}

async function sftp(isEndless: boolean): Promise<OpenStore> {
  const { port } = await lyingSsh({
    serve(channel) {
      let at = 0
      channel.on('READDIR', (id) => {
        const filename = isEndless ? `${at}` : NAMES[at]
        at += 1
        if (filename === undefined) channel.status(id, 1)
        else channel.name(id, [{ filename, longname: '', attrs }])
      })
    },
  })
  const login = { host: '127.0.0.1', port, username: 'u', password: 'web-secret', path: '/www' }
  return sftpStore(login, localOutgoing)
}

async function s3(isEndless: boolean): Promise<OpenStore> {
  let at = 0
  const { open } = await hostileS3({
    listing(_request, response) {
      const name = isEndless ? `${at}` : NAMES[at]
      at += 1
      const isLast = !isEndless && at === NAMES.length
      response.end(
        `<ListBucketResult><IsTruncated>${!isLast}</IsTruncated>` +
          `<NextContinuationToken>${at}</NextContinuationToken>` +
          `<Contents><Key>p/${name}</Key><Size>1</Size></Contents></ListBucketResult>`,
      )
    },
  })
  return open
}

const servers: Server[] = []

async function swift(isEndless: boolean): Promise<OpenStore> {
  let at = 0
  const server = createServer((request, response) => {
    const { port } = request.socket.address() as AddressInfo
    const storage = { 'x-auth-token': 't', 'x-storage-url': `http://127.0.0.1:${port}/v1/me` }
    request.resume()
    if (request.url === '/v1.0') return void response.writeHead(200, storage).end()
    const name = isEndless ? `${10_000_000 + at}` : NAMES[at]
    at += 1
    response.end(name === undefined ? '[]' : JSON.stringify([{ name: `p/${name}`, bytes: 1 }]))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.0`
  const account = { username: 'me', apiKey: 'web-secret', region: '', container: 'c', prefix: 'p' }
  return cloudStore({ ...account, authUrl }, localOutgoing)
}

/** A manifest at targets that send it like a file. */
async function ftpManifest(): Promise<OpenStore> {
  const { port } = await lyingFtp({
    list: (data) => drip(data),
    replies: { SIZE: (say) => say('213 1000') },
  })
  return ftpAt(port)
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

async function read<T>(
  open: OpenStore,
  work: (store: FileStore) => Promise<T>,
  readingPace: typeof IMPATIENT,
): Promise<T> {
  const { signal } = new AbortController()
  return withStore(
    open,
    { ...lateSession('web-secret'), readingPace, signal },
    ({ store, attempt }) => attempt('read it', () => work(store)),
  )
}

const targets = { ftp, sftp, s3, swift }

describe('A target that is read', () => {
  afterEach(() => {
    closeFtp()
    closeSsh()
    closeHostileS3()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  for (const [name, open] of Object.entries(targets)) {
    it(`is given up if its listing comes too slowly: ${name}`, async () => {
      const error = await failureOf(read(await open(true), list, IMPATIENT))
      expect(error).to.have.property('code', 'timed_out')
      expect(error).to.have.property('message').that.includes('lists and sends too slowly')
    })

    it(`is counted while it lists: ${name}`, async () => {
      const store = await (await open(false))(new AbortController().signal)
      const counted = { bytes: 0, folders: 0 }
      const { files } = await store.list((bytes, folders = 0) => {
        counted.bytes += bytes
        counted.folders += folders
      })
      await store.close()
      expect(files.size).to.equal(NAMES.length)
      expect(counted.bytes).to.be.at.least(NAMES.join('').length)
      expect(counted.folders).to.equal(name.endsWith('ftp') ? 1 : 0)
    })
  }

  it('is given up if its manifest comes too slowly: ftp', async () => {
    const error = await failureOf(read(await ftpManifest(), readManifestBytes, IMPATIENT))
    expect(error).to.have.property('code', 'timed_out')
    expect(error).to.have.property('message').that.includes('lists and sends too slowly')
  })

  it('is counted while it sends its manifest: ftp', async () => {
    const { port } = await lyingFtp({
      list: (data) => drip(data, NAMES),
      replies: { SIZE: (say) => say('213 1000') },
    })
    const store = await ftpAt(port)(new AbortController().signal)
    let counted = 0
    const content = await store.read('a.json', 10_000, (bytes) => void (counted += bytes))
    await store.close()
    expect([content?.length, counted]).to.deep.equal(Array(2).fill(NAMES.join('').length))
  })

  for (const [what, bytes, folders] of [
    ['byte', 1, 0],
    ['folder', 0, 1],
  ] as const) {
    it(`gets time for each ${what}`, async () => {
      const open: OpenStore = async (signal) => {
        const store = await (await s3(false))(signal)
        return {
          ...store,
          async list(received) {
            received?.(bytes, folders)
            return store.list()
          },
        }
      }
      const pace = { start: 0, folder: HOUR_MS, bytes: 1 / HOUR_MS }
      expect((await read(open, list, pace)).files.size).to.equal(NAMES.length)
    })
  }
})
