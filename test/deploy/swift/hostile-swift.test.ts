import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { cloudStore } from '../../../src/deploy/swift/cloudstore.js'
import { temporaryFolder } from '../releases.js'
import { localOutgoing } from '../settings.js'

const MB = 2 ** 20
const servers: Server[] = []

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Lists a container after a login at this address. */
async function listAt(authUrl: string, ca = ''): Promise<unknown> {
  const account = { username: 'me', apiKey: 'web-secret', region: '', container: 'c', prefix: 'p' }
  const outgoing = ca === '' ? localOutgoing : { ...localOutgoing, ca }
  const store = await cloudStore({ ...account, authUrl }, outgoing)(new AbortController().signal)
  try {
    return await store.list()
  } finally {
    await store.close()
  }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

/** A Swift whose lists are these, page by page, and then empty. */
async function swiftWith(...pages: readonly (() => string | Buffer)[]): Promise<string> {
  let page = 0
  const answer: RequestListener = (request, response) => {
    const { port } = request.socket.address() as AddressInfo
    const storage = { 'x-auth-token': 't', 'x-storage-url': `http://127.0.0.1:${port}/v1/me` }
    request.resume()
    if (request.url === '/v1.0') response.writeHead(200, storage).end()
    else response.end(pages[page++]?.() ?? '[]')
  }
  return `http://127.0.0.1:${await listen(createServer(answer))}/v1.0`
}

describe('A hostile Swift', () => {
  afterEach(() => {
    servers.splice(0).forEach((server) => server.close())
  })

  it('has at most 32 MB of each page of a listing read', async () => {
    const url = await swiftWith(() => Buffer.alloc(60 * MB, '[],'))
    const error = await failureOf(listAt(url))
    expect(error).to.have.property('code', 'bad_remote')
    expect(error).to.have.property('message').that.includes('longer than 33554432 bytes')
  })

  it('has its listing parsed in pieces, up to a total number of entries', async () => {
    const url = await swiftWith(() =>
      Buffer.concat([Buffer.from('['), Buffer.alloc(9 * MB, '[],')]),
    )
    const { parse } = JSON
    let longest = 0
    JSON.parse = (text: string, ...rest: []) => {
      longest = Math.max(longest, text.length)
      return parse(text, ...rest)
    }
    try {
      const error = await failureOf(listAt(url))
      expect(error).to.have.property('message').that.includes('lists more than 500000 entries')
    } finally {
      JSON.parse = parse
    }
    expect(longest).to.equal(2)
  })

  it('may not list a name of a megabyte', async () => {
    const url = await swiftWith(() => `[{"name":"${'x'.repeat(MB)}"}]`)
    const error = await failureOf(listAt(url))
    expect(error).to.have.property('message').that.includes('values of at most 65536 bytes')
  })

  it('may list 200,000 objects on pages of ten thousand', async () => {
    const name = (page: number, at: number) => `p/${page}`.padEnd(9, '-') + `${at}`.padStart(9, '0')
    const pages = Array.from({ length: 20 }, (_page, page) => () => {
      const rows = Array.from({ length: 10_000 }, (_row, at) => ({
        hash: 'h'.repeat(32),
        last_modified: '2026-01-01T00:00:00.000000',
        bytes: 1,
        name: name(page + 100, at),
        content_type: 'text/html',
      }))
      return JSON.stringify(rows, null, 1)
    })
    const found = await listAt(await swiftWith(...pages))
    expect(found).to.have.property('files').with.property('size', 200_000)
    expect(found).to.have.property('odd', 0)
  })

  it('may send at most 50,000 values in its catalogue', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(201, { 'x-subject-token': 't' })
      response.end(`{"token":{"catalog":[${'[],'.repeat(60_000)}1]}}`)
    })
    const error = await failureOf(listAt(`http://127.0.0.1:${await listen(server)}/v3`))
    expect(error).to.have.property('message').that.includes('more than 50000 values')
  })

  it('may send a token of at most 16 kB', async () => {
    const access = { token: { id: 't'.repeat(20_000) }, serviceCatalog: [] as unknown[] }
    const server = createServer((request, response) => {
      request.resume()
      const endpoints = [{ publicURL: 'http://127.0.0.1:1/v1/me', region: 'r' }]
      access.serviceCatalog = [{ type: 'object-store', endpoints }]
      response.end(JSON.stringify({ access }))
    })
    const error = await failureOf(listAt(`http://127.0.0.1:${await listen(server)}/v2.0`))
    expect(error).to.have.property('message').that.includes('more than 16384 and 2048 characters')
  })

  it('gets no token without TLS after a login over TLS', async () => {
    const folder = await temporaryFolder()
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    const asked: string[] = []
    const storagePort = await listen(
      createServer((request, response) => {
        asked.push(String(request.headers['x-auth-token']))
        response.end('[]')
      }),
    )
    const ca = readFileSync(cert, 'utf8')
    const server = createSecureServer(
      { key: readFileSync(key), cert: ca },
      (_request, response) => {
        const storage = `http://127.0.0.1:${storagePort}/v1/me`
        response.writeHead(200, { 'x-auth-token': 'a-token', 'x-storage-url': storage }).end()
      },
    )
    const error = await failureOf(listAt(`https://127.0.0.1:${await listen(server)}/v1.0`, ca))
    expect(asked).to.deep.equal([])
    expect(error).to.have.property('code', 'bad_remote')
    expect(error).to.have.property('message').that.includes('would be sent unencrypted')
  })
})
