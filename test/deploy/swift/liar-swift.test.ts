import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { cloudStore } from '../../../src/deploy/swift/cloudstore.js'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { makeContext, makeRelease } from '../releases.js'
import { localOutgoing, session } from '../settings.js'

/** What a made-up Swift does besides taking every login and every object. */
interface Lies {
  /** Body of a listing, by the number of its page, from 1. */
  readonly listing?: (page: number) => string
  /** ETag that it gives to what it stored. */
  readonly etag?: string
  /** Where it says that the storage is. */
  readonly storage?: string
}

const servers: { close: () => void }[] = []

async function lyingSwift(lies: Lies) {
  const asked: string[] = []
  let pages = 0
  const answer: RequestListener = (request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${decodeURIComponent(url)}`)
    request.resume()
    request.on('end', () => {
      const { port } = request.socket.address() as AddressInfo
      if (url === '/v1.0') {
        const storage = lies.storage ?? `http://127.0.0.1:${port}/v1/me`
        response.writeHead(200, { 'x-auth-token': 't', 'x-storage-url': storage }).end()
      } else if (url.startsWith('/v1/me/site?')) response.end(lies.listing?.((pages += 1)) ?? '')
      else if (method === 'PUT') response.writeHead(201, { etag: lies.etag ?? '' }).end()
      else response.writeHead(404).end()
    })
  }
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const account = {
    username: 'me',
    apiKey: 'web-secret',
    authUrl: `http://127.0.0.1:${port}/v1.0`,
    region: '',
    container: 'site',
    prefix: 'www',
  }
  const open = cloudStore(account, localOutgoing)
  return {
    asked,
    deployer: filesDeployer(open, session('web-secret', 2)),
    async list() {
      const store = await open(new AbortController().signal)
      try {
        return await store.list()
      } finally {
        await store.close()
      }
    },
  }
}

function rows(...names: string[]): string {
  return JSON.stringify(names.map((name) => ({ name, bytes: 1, hash: 'h' })))
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
}

describe('A lying Swift server', () => {
  afterEach(() => {
    servers.splice(0).forEach((server) => server.close())
  })

  it('that lists objects outside the prefix has them ignored', async () => {
    const names = ['www/../x', 'other/y', 'www/a\r\nb', 'www//c', 'www/\0', '../../etc', '']
    const long = `www/${'x'.repeat(300)}`
    const sorted = ['www/!good.html', ...names, long, 'www/z.html']
    const swift = await lyingSwift({ listing: (page) => (page === 1 ? rows(...sorted) : '[]') })
    const { files, odd } = await swift.list()
    expect([...files.keys()]).to.deep.equal(['!good.html', 'z.html'])
    expect(odd).to.equal(names.length + 1)
  })

  it('that lists such objects in a deployment has none of them touched', async () => {
    const listing = (page: number) => (page === 1 ? rows('www/../x', 'www/a\r\nDELETE b') : '[]')
    const swift = await lyingSwift({ listing })
    const release = await makeRelease('r1', { 'index.html': 'home' })
    const { notes } = await swift.deployer.deploy(release, makeContext())
    expect(notes).to.deep.equal(['Left 2 files that Galley did not upload'])
    const touched = swift.asked.filter((line) => /^(PUT|DELETE)/.test(line))
    expect(touched.filter((line) => !line.includes('manifest'))).to.deep.equal([
      'PUT /v1/me/site/www/index.html',
    ])
  })

  it('that repeats a page forever is not followed', async () => {
    for (const names of [['www/a'], ['www/a', 'www/b', 'www/a']]) {
      const swift = await lyingSwift({ listing: () => rows(...names) })
      expect(await codeOf(swift.list())).to.equal('bad_remote')
      expect(swift.asked.length).to.be.lessThan(5)
    }
  })

  it('that lists without end is disconnected', async () => {
    const name = (number: number) => `www/${String(number).padStart(9, '0')}`
    const page = (number: number) =>
      Array.from({ length: 20_000 }, (_unused, index) => name(number * 20_000 + index))
    const swift = await lyingSwift({ listing: (number) => rows(...page(number)) })
    expect(await codeOf(swift.list())).to.equal('bad_remote')
  })

  it('that sends a huge page is disconnected', async () => {
    const swift = await lyingSwift({ listing: () => `["${'x'.repeat(65 * 1024 * 1024)}"]` })
    expect(await codeOf(swift.list())).to.equal('bad_remote')
  })

  it('that sends something other than a list is refused', async () => {
    for (const text of ['{}', '<a/>', '[', 'null']) {
      const swift = await lyingSwift({ listing: () => text })
      expect(await codeOf(swift.list()), text).to.equal('bad_remote')
    }
    const odd = await lyingSwift({ listing: (page) => (page === 1 ? '[1,{"name":2},null]' : '[]') })
    expect(await codeOf(odd.list())).to.equal('bad_remote')
  })

  it('that reports another checksum makes the deployment fail', async () => {
    const swift = await lyingSwift({ etag: 'd41d8cd98f00b204e9800998ecf8427e' })
    const release = await makeRelease('r1', { 'index.html': 'home' })
    expect(await codeOf(swift.deployer.deploy(release, makeContext()))).to.equal('corrupt')
  })

  it('that names a storage address in the private network is not followed', async () => {
    const swift = await lyingSwift({ storage: 'http://169.254.169.254/v1/me' })
    expect(await codeOf(swift.list())).to.equal('address_refused')
  })
})
