import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { createHttpClient, type HttpClient } from '../../../src/deploy/network/http-client.js'
import { findObject, keepObject } from '../../../src/git/lfs/objects.js'
import { parsePointer, type LfsPointer } from '../../../src/git/lfs/pointer.js'
import type { Remote } from '../../../src/git/remote/http.js'
import { fetchObjects } from '../../../src/git/remote/lfs.js'
import { sha256Of, startLfsHost, type HostedObject, type LfsHost } from '../../servers/lfs.js'
import { useRepositories } from '../fixture.js'

const LOGIN = `Basic ${Buffer.from('ada:secret-token').toString('base64')}`
const NOW = Date.UTC(2026, 0, 1)

describe('fetchObjects', () => {
  const bench = useRepositories()
  let host: LfsHost
  let storage: LfsHost
  let client: HttpClient
  let gitDir: string
  let folder: string

  before(async () => {
    host = await startLfsHost({ authorization: LOGIN })
    storage = await startLfsHost()
    client = createHttpClient({ rules: { allow: ['127.0.0.1'] }, timeout: 60_000 })
  })
  after(async () => {
    client.close()
    await host.close()
    await storage.close()
  })
  beforeEach(async () => {
    ;({ gitDir } = await bench.repository())
    folder = bench.folder('work')
    await mkdir(folder, { recursive: true })
    host.status = 200
    host.answer = null
    host.seen.length = 0
  })

  const remote = (change: Partial<Remote> = {}): Remote => ({
    url: `${host.url}/ada/site.git`,
    username: 'ada',
    token: 'secret-token',
    http: (request) => client.request(request),
    signal: new AbortController().signal,
    ...change,
  })
  const add = (content: string, more: Partial<HostedObject> = {}): LfsPointer => {
    const pointer = parsePointer(Buffer.from(host.add(Buffer.from(content), more)))
    if (!pointer) throw new Error('no pointer')
    return pointer
  }
  const fetch = (pointers: readonly LfsPointer[], from = remote()) =>
    fetchObjects(from, {
      branch: 'main',
      pointers,
      keep: (pointer, content) => keepObject(gitDir, { ...pointer, folder }, content),
      now: () => NOW,
    })
  const reasons = async (pointers: readonly LfsPointer[]) =>
    [...(await fetch(pointers)).values()].map(({ message }) => message)
  /** Nothing is kept of it, not even a part. */
  const expectNothing = () => {
    expect(existsSync(join(gitDir, 'lfs'))).to.equal(false)
    expect(readdirSync(folder)).to.deep.equal([])
  }

  it('keeps objects by their digests, and asks as the specification says', async () => {
    const pointers = [add('one picture'), add('another picture')]
    expect(await reasons(pointers)).to.deep.equal([])
    const [first] = pointers
    if (!first) throw new Error('none')
    const { sha256 } = first
    const file = join(gitDir, 'lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    expect(readFileSync(file, 'utf8')).to.equal('one picture')
    expect(await findObject(gitDir, first)).to.equal(file)
    expect(await findObject(gitDir, { ...first, size: 3 }), 'of another size').to.equal(null)
    expect(readdirSync(folder)).to.deep.equal([])
    const [asked] = host.seen
    expect(asked).to.include({ method: 'POST', url: '/ada/site.git/info/lfs/objects/batch' })
    expect(asked?.headers).to.include({
      authorization: LOGIN,
      accept: 'application/vnd.git-lfs+json',
      'content-type': 'application/vnd.git-lfs+json',
    })
    expect(JSON.parse(asked?.body ?? '')).to.deep.equal({
      operation: 'download',
      transfers: ['basic'],
      ref: { name: 'refs/heads/main' },
      objects: pointers.map(({ sha256: oid, size }) => ({ oid, size })),
      hash_algo: 'sha256',
    })
  })

  it('finds the address of a remote without .git at its end', async () => {
    const from = remote({ url: `${host.url}/ada/site` })
    expect((await fetch([add('a picture')], from)).size).to.equal(0)
    expect(host.seen[0]?.url).to.equal('/ada/site.git/info/lfs/objects/batch')
  })

  it('asks for many in parts', async () => {
    const pointers = Array.from({ length: 60 }, (_, number) => add(`picture ${number}`))
    expect(await reasons(pointers)).to.deep.equal([])
    const parts = host.seen.filter(({ method }) => method === 'POST')
    expect(parts.map(({ body }) => JSON.parse(body).objects.length)).to.deep.equal([50, 10])
  })

  for (const [title, more, reason] of [
    [
      'is refused',
      { error: { code: 422, message: 'no\u0007t this' } },
      /send it \(422: no.?t this/,
    ],
    ['is another', { sent: Buffer.from('ANOTHER') }, /another content than its pointer names/],
    ['is longer', { sent: Buffer.alloc(100_000) }, /longer than the 7 bytes that its pointer says/],
    ['is shorter', { sent: Buffer.from('a') }, /has 1 bytes, and its pointer says 7/],
    ['is answered with an error', { statuses: [410] }, /answered 410 in place of it/],
    ['has no URL', { href: '/relative' }, /its link is not a URL/],
    ['has a file as link', { href: 'file:///etc/passwd' }, /only http and https/],
    [
      'is on a private host',
      { href: 'http://10.0.0.1/' },
      /10\.0\.0\.1 is not one that this server/,
    ],
    ['redirects to a private host', { redirect: 'http://10.0.0.1/' }, /10\.0\.0\.1 is not one/],
    ['has expired', { link: { expires_at: '2025-12-31T00:00:00Z' } }, /its link had expired/],
  ] satisfies [string, Partial<HostedObject>, RegExp][]) {
    it(`says why an object is not fetched that ${title}`, async () => {
      const [message, ...others] = await reasons([add('picture', more)])
      expect(message).to.match(reason)
      expect(others).to.deep.equal([])
      expectNothing()
    })
  }

  it('ends with a link that leads to itself', async () => {
    const pointer = add('round and round')
    add('round and round', { redirect: `${host.url}/objects/${pointer.sha256}` })
    expect(await reasons([pointer])).to.deep.equal(['its link redirects too often'])
  })

  it('says which objects the remote does not have, and fetches the others', async () => {
    const lost = { sha256: sha256Of(Buffer.from('lost')), size: 4 }
    const there = add('there')
    const failed = await fetch([lost, there])
    expect([...failed].map(([sha256, { message }]) => [sha256, message])).to.deep.equal([
      [lost.sha256, 'the server does not have it'],
    ])
    expect(await findObject(gitDir, there)).to.not.equal(null)
  })

  it('takes links that go on, and those that never end', async () => {
    const later = { expires_at: '2026-01-02T00:00:00Z', expires_in: 0 }
    expect(await reasons([add('a', { link: later })])).to.deep.equal([])
    const never = { expires_at: '0001-01-01T00:00:00Z' }
    expect(await reasons([add('b', { link: never })])).to.deep.equal([])
    expect(await reasons([add('c', { link: { expires_in: 3600 } })])).to.deep.equal([])
  })

  it('tells the login to the remote alone, and a link what it asks for', async () => {
    const content = 'a picture in a storage'
    const { sha256 } = add(content)
    storage.add(Buffer.from(content))
    const elsewhere = `${storage.url}/objects/${sha256}`
    const header = { Authorization: 'Bearer for-the-link', 'X-Part': '7', Host: 'evil.example' }
    const told = async (more: Partial<HostedObject>) => {
      host.seen.length = 0
      storage.seen.length = 0
      expect(await reasons([add(content, more)])).to.deep.equal([])
      return [host.seen.find(({ method }) => method === 'GET'), storage.seen[0]].map(
        (seen) => seen && [seen.headers.authorization, seen.headers['x-part']],
      )
    }
    expect(await told({})).to.deep.equal([[LOGIN, undefined], undefined])
    expect(await told({ authenticated: true })).to.deep.equal([[undefined, undefined], undefined])
    expect(await told({ link: { header } })).to.deep.equal([
      ['Bearer for-the-link', '7'],
      undefined,
    ])
    expect(await told({ href: elsewhere })).to.deep.equal([undefined, [undefined, undefined]])
    expect(await told({ href: elsewhere, link: { header } })).to.deep.equal([
      undefined,
      ['Bearer for-the-link', '7'],
    ])
    expect(await told({ redirect: elsewhere })).to.deep.equal([
      [LOGIN, undefined],
      [undefined, undefined],
    ])
    expect(storage.seen[0]?.headers.host).to.equal(new URL(storage.url).host)
  })

  for (const [title, change, message] of [
    ['offers none', { status: 404 }, 'it offers no objects of Git LFS'],
    ['refuses the token', { status: 403 }, 'the access token does not allow this'],
    [
      'answers something else',
      { answer: '<html>' },
      'the server for Git LFS sends no list of objects',
    ],
    [
      'answers in another way',
      { answer: '{"transfer":"tus","objects":[]}' },
      'the server for Git LFS sends them in a way that is not known here',
    ],
    ['answers without end', { answer: ' '.repeat(5e6) }, 'the list of links is too long'],
  ] satisfies [string, Partial<LfsHost>, string][]) {
    it(`fails with a remote that ${title}`, async () => {
      Object.assign(host, change)
      const error = await fetch([add('picture')]).catch((reason: unknown) => reason)
      expect(error).to.have.property('message', message)
      expectNothing()
    })
  }

  it('takes an answer of nothing for nothing', async () => {
    host.answer = '{"objects":[{"oid":7},null,{"oid":"x","actions":{"download":{"href":"y"}}}]}'
    expect(await reasons([add('picture')])).to.deep.equal(['the server does not have it'])
  })
})
