import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  ApiError,
  createClient,
  type Client,
  type ClientOptions,
  type Progress,
} from '../../src/client/client.js'
import { useApi } from '../api/server.js'
import { findEsbuild } from '../compiled.js'
import { clientTypes } from './types.js'

const MAX_BYTES = 6 * 1024

describe('The client', () => {
  const api = useApi()
  let client: Client

  before(() => {
    client = createClient({ url: api.server.url, key: api.root.name, secret: api.root.secret })
  })

  it('takes an access token instead of a key pair', async () => {
    const { data } = await client.call('createToken', { body: { name: 'x', scopes: ['read'] } })
    const program = createClient({ url: api.server.url, token: data.token })
    expect((await program.call('getMe')).data).to.include({ id: api.root.id })
    const refused = await program.call('listUsers').catch(String)
    expect(refused).to.match(/lacks the scope admin/)
  })

  it('reads and changes content in the change set that it is made for', async () => {
    const path = { site_id: (await api.site()).id }
    const { data: set } = await client.call('createChangeSet', { path, body: { title: 'New' } })
    const { name: key, secret } = api.root
    const inSet = createClient({ url: api.server.url, key, secret, changeSet: set.id })
    const made = await inSet.call('createPage', { path, body: { title: 'One', path: 'one.md' } })
    const page = { page_id: made.data.id }
    expect((await inSet.call('getPage', { path: page })).data.title).to.equal('One')
    const titles = async (one: Client) => (await one.call('listPages', { path })).data.length
    expect(await titles(inSet)).to.equal((await titles(client)) + 1)
    const onSite = inSet.call('getPage', { path: page, query: { change_set: undefined } })
    expect(await failureOf(onSite)).to.include({ status: 404 })
    // What no set can hold must not happen on the site instead.
    expect(await failureOf(inSet.call('publishSite', { path }))).to.include({ status: 422 })
    const place = { ...path, change_set_id: set.id }
    expect((await inSet.call('getChangeSet', { path: place })).data.changes).to.equal(1)
  })

  it('has current types (npm run client:types makes them)', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const file = new URL('../../src/client/api.ts', import.meta.url)
    expect(await readFile(file, 'utf8')).to.equal(clientTypes(json))
  })

  it('creates, reads, changes under a precondition, and deletes', async () => {
    const site = await api.site()
    const place = { site_id: site.id, path: 'posts' }
    const created = await client.call('createDocument', { path: place, body: { title: 'One' } })
    expect(created.status).to.equal(201)
    const path = { document_id: created.data.id }
    const read = await client.call('getDocument', { path })
    expect(read.data.title).to.equal('One')
    const headers = { 'If-Match': read.etag ?? '' }
    const changed = await client.call('updateDocument', { path, headers, body: { title: 'Two' } })
    expect(changed.data).to.include({ id: created.data.id, title: 'Two' })
    const late = client.call('updateDocument', { path, headers, body: { title: 'Three' } })
    expect(await failureOf(late)).to.include({ status: 412, code: 'precondition_failed' })
    expect((await client.call('deleteDocument', { path })).data.deleted).to.equal(true)
    const gone = await failureOf(client.call('getDocument', { path }))
    expect(gone).to.include({ status: 404, code: 'not_found' })
    expect(gone.requestId).to.match(/^[0-9a-f]{24}$/)
  })

  it('reports what is wrong field by field', async () => {
    const body = { title: '', domain: 'x.example.org' }
    const error = await failureOf(client.call('createSite', { body }))
    expect(error.status).to.equal(422)
    expect(error.details.map(({ field }) => field)).to.deep.equal(['title'])
    expect(error.message).to.match(/title/)
  })

  it('iterates over the pages of a list, and over its rows', async () => {
    const site = await api.site()
    const place = { site_id: site.id, path: 'posts' }
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      await client.call('createDocument', { path: place, body: { title } })
    }
    const query = { per_page: 2, sort: 'title-asc' as const }
    const pages: number[] = []
    for await (const { rows, total } of client.pages('listDocuments', { path: place, query })) {
      expect(total).to.equal(5)
      pages.push(rows.length)
    }
    expect(pages).to.deep.equal([2, 2, 1])
    const titles: string[] = []
    for await (const row of client.rows('listDocuments', { path: place, query })) {
      titles.push(row.title)
      if (titles.length === 3) break
    }
    expect(titles).to.deep.equal(['a', 'b', 'c'])
    for await (const _ of client.rows('listPages', { path: { site_id: site.id } })) {
      expect.fail('there is no page')
    }
  })

  it('encodes names with slashes and any letters, and refuses those that lead elsewhere', async () => {
    const site = await api.site()
    const name = 'a folder/ü & ?#%2e.txt'
    const file = new Blob(['text'])
    const path = { site_id: site.id, name }
    await client.call('putSource', { path, body: { file } })
    expect((await client.call('getSource', { path })).data).to.include({ name, filesize: 4 })
    for (const wrong of ['../../users/me', './x', '..']) {
      const call = client.call('getSource', { path: { site_id: site.id, name: wrong } })
      expect(await errorOf(call), wrong).to.be.instanceOf(TypeError)
    }
  })

  it('gets the source of a site as a ZIP', async () => {
    const site = await api.site()
    const { data } = await client.call('exportSite', { path: { site_id: site.id } })
    expect(Buffer.from(await data.slice(0, 4).arrayBuffer())).to.deep.equal(
      Buffer.from('PK\x03\x04'),
    )
  })

  it('names what is missing in a program without types', async () => {
    const untyped: { call(id: string, input?: object): Promise<unknown> } = client
    const nameless = await errorOf(untyped.call('getDocument', { path: { id: '1' } }))
    expect(nameless).to.be.instanceOf(TypeError)
    expect(String(nameless)).to.include('path.document_id is missing')
    for (const id of ['getDocumint', 'toString']) {
      const unknown = await errorOf(untyped.call(id))
      expect(unknown).to.be.instanceOf(TypeError)
      expect(String(unknown)).to.include(`There is no operation "${id}"`)
    }
  })

  it('follows a job to its end, and resumes after an event', async () => {
    const site = await api.site()
    const { data } = await client.call('previewSite', { path: { site_id: site.id } })
    const events = []
    for await (const event of client.follow(data.job_id)) events.push(event)
    expect(events.at(-1)).to.include({ status: 'complete' })
    const again = []
    for await (const event of client.follow(data.job_id, { lastEventId: '1' })) again.push(event)
    expect(again.length).to.be.greaterThan(1)
    expect(again.at(-1)).to.deep.equal(events.at(-1))
    const none = async () => {
      for await (const _ of client.follow('0'.repeat(24))) expect.fail('there is no such job')
    }
    expect(await failureOf(none())).to.include({ status: 410 })
  })

  it('uploads with progress, byte for byte', async () => {
    const site = await api.site()
    const bytes = Buffer.alloc(700_000, 'galley ')
    const told: Progress[] = []
    const { data } = await client.upload('createFile', {
      path: { site_id: site.id, path: 'posts' },
      file: new Blob([bytes]),
      filename: 'a "large" one.bin',
      fields: { path: 'sub/large.bin' },
      onProgress: (progress) => told.push(progress),
    })
    expect(data).to.include({ filename: '_posts/sub/large.bin', filesize: bytes.length })
    const blob = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    expect(data.sha).to.equal(blob)
    expect(told.at(-1)?.sent).to.equal(told.at(-1)?.total)
    const sent = told.map((one) => one.sent)
    expect(sent).to.deep.equal([...sent].sort((a, b) => a - b))
    expect(told.length).to.be.greaterThan(2)
  })

  it('works with a session, whose token it keeps', async () => {
    const password = 'a long enough password'
    const person = await api.person('anna', { password })
    const jar = { cookie: '' }
    const browser = createClient({
      url: `${api.server.url}/`,
      // As a browser keeps cookies.
      fetch: async (url, init) => {
        const headers = { ...init.headers, cookie: jar.cookie }
        const response = await fetch(url, { ...init, headers })
        const [set] = response.headers.getSetCookie()
        if (set !== undefined) jar.cookie = set.split(';', 1)[0] ?? ''
        return response
      },
    })
    expect(await failureOf(browser.call('getSession'))).to.include({ status: 401 })
    await browser.call('signIn', { body: { email: person.email, password } })
    expect((await browser.call('getMe')).data.id).to.equal(person.id)
    const changed = await browser.call('updateMe', { body: { lastname: 'By cookie' } })
    expect(changed.data.lastname).to.equal('By cookie')
    await browser.call('signOut')
    expect(await failureOf(browser.call('getMe'))).to.include({ status: 401 })
  })
})

describe('The client of a server that fails', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  type Answers = Parameters<typeof createServer>[1]

  async function clientOf(
    answer: NonNullable<Answers>,
    onWait: NonNullable<ClientOptions['onWait']> = () => undefined,
  ): Promise<Client> {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return createClient({ url: `http://127.0.0.1:${port}`, key: 'k', secret: 's', onWait })
  }

  it('retries reads, and requests with an idempotency key', async () => {
    const seen: { method: string | undefined; key: unknown }[] = []
    const client = await clientOf((request, response) => {
      seen.push({ method: request.method, key: request.headers['idempotency-key'] })
      if (seen.length % 2 === 1) return void request.socket.destroy()
      response.setHeader('Content-Type', 'application/json').end('{"id": "x"}')
    })
    await client.call('getMe')
    await client.call('createSite', { body: { title: 'x', domain: 'x' } })
    expect(seen.map(({ method }) => method)).to.deep.equal(['GET', 'GET', 'POST', 'POST'])
    expect(seen[2]?.key).to.match(/^[0-9a-f]{32}$/)
    expect(seen[3]?.key).to.equal(seen[2]?.key)
  })

  it('does not retry other changes, whose answer may just be lost', async () => {
    let count = 0
    const client = await clientOf((request) => {
      count += 1
      request.socket.destroy()
    })
    const call = client.call('updateDocument', { path: { document_id: 'x' }, body: {} })
    expect(await errorOf(call)).to.be.instanceOf(TypeError)
    expect(count).to.equal(1)
  })

  it('waits for Retry-After, up to a limit', async () => {
    let count = 0
    let wait = '0'
    const told: string[] = []
    const onWait: NonNullable<ClientOptions['onWait']> = ({ status, milliseconds, over }) => {
      told.push(`${status} ${milliseconds}`)
      void over.then(() => told.push('over'))
    }
    const client = await clientOf((_request, response) => {
      count += 1
      response.statusCode = count % 2 === 1 ? 503 : 200
      response.setHeader('Retry-After', wait)
      response.setHeader('Content-Type', 'application/json').end('{"message": "Later."}')
    }, onWait)
    await client.call('deleteDocument', { path: { document_id: 'x' } })
    expect(count).to.equal(2)
    expect(told).to.deep.equal(['503 0', 'over'])
    wait = '3600'
    const late = await failureOf(client.call('getMe'))
    expect(late).to.include({ status: 503, message: 'Later.' })
    expect(count).to.equal(3)
  })

  it('resumes an interrupted stream where it was', async () => {
    const asked: unknown[] = []
    const client = await clientOf((request, response) => {
      const last = Number(request.headers['last-event-id'] ?? 0)
      asked.push(last)
      response.setHeader('Content-Type', 'text/event-stream')
      const status = last === 2 ? 'complete' : 'working'
      const data = { status, message: `${last + 1}`, updated_at: '0' }
      response.write(`: hello\n\nid: ${last + 1}\ndata: ${JSON.stringify(data)}\n\nid: 99\nda`)
      // Once the event is out, the connection breaks in the middle of the next one.
      setImmediate(() => request.socket.destroy())
    })
    const messages = []
    for await (const { message } of client.follow('x')) messages.push(message)
    expect(messages).to.deep.equal(['1', '2', '3'])
    expect(asked).to.deep.equal([0, 1, 2])
  })

  it('stops when it is aborted', async () => {
    const client = await clientOf(() => undefined)
    const controller = new AbortController()
    const call = client.call('getMe', { signal: controller.signal })
    controller.abort(new Error('enough'))
    expect(String(await errorOf(call))).to.include('enough')
  })

  it('reports an answer that is not from the API', async () => {
    const client = await clientOf((_request, response) => {
      response.statusCode = 404
      response.end('<html>nothing here</html>')
    })
    const error = await failureOf(client.call('getMe'))
    expect(error).to.include({ status: 404, code: '', message: 'The server answered 404.' })
  })
})

describe('The client in a browser', () => {
  it(`is at most ${MAX_BYTES} bytes compressed, without Node modules`, async () => {
    const { outputFiles, metafile } = await findEsbuild().build({
      entryPoints: [fileURLToPath(new URL('../../src/client/client.ts', import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      target: 'es2022',
      platform: 'browser',
    })
    expect(Object.keys(metafile.inputs).every((name) => name.includes('src/client/'))).to.equal(
      true,
    )
    const [bundle] = outputFiles
    if (!bundle) throw new Error('nothing was written')
    expect(gzipSync(bundle.contents).length).to.be.at.most(MAX_BYTES)
  })
})

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error,
  )
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await errorOf(promise)
  if (error instanceof ApiError) return error
  throw error
}
