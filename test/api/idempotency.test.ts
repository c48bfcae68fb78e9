/** Requests that are sent again because their answer was lost. */

import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withAccounts } from '../../src/cli/accounts.js'
import type { Answer, Form, Json } from './client.js'
import { startApi, useApi, type Api, type Person } from './server.js'

const HOUR_MS = 60 * 60_000

interface Keyed {
  readonly key: string
  readonly json?: Json
  readonly form?: Form
  readonly as?: Person
}

/** A promise that is fulfilled from outside. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let open = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, resolve: () => open() }
}

function post(api: Api, url: string, { key, ...rest }: Keyed): Promise<Answer> {
  return api.send({ method: 'POST', path: url, headers: { 'Idempotency-Key': key }, ...rest })
}

describe('Idempotency-Key', () => {
  const api = useApi()
  let documents = ''
  let site = ''

  beforeEach(async () => {
    site = (await api.site()).id
    documents = `/v2/sites/${site}/collections/posts/documents`
  })

  const commits = async () => Number(await api.git(site, 'rev-list', '--count', 'main'))

  it('creates one document for a request that comes twice, and repeats the first answer', async () => {
    const call = { key: '"one"', json: { title: 'One' } }
    const first = await post(api, documents, call)
    expect(first.status, first.text).to.equal(201)
    expect(first.headers).not.to.have.property('idempotent-replayed')
    const before = await commits()
    await api.put(`/v2/documents/${String(first.json['id'])}`, { title: 'Changed since' })
    const again = await post(api, documents, { ...call, key: 'one' })
    expect(again.status).to.equal(201)
    expect(again.value).to.deep.equal(first.value)
    expect(again.headers.etag).to.equal(first.headers.etag)
    expect(again.headers).to.have.property('idempotent-replayed', 'true')
    expect(await commits()).to.equal(before + 1)
    expect((await api.get(documents)).list).to.have.length(1)
  })

  it('stores no content of the request, but repeats the first answer byte for byte', async () => {
    const json = {
      title: 'A plan',
      body: `Nobody may find this in a backup. ${'x'.repeat(100)}`,
      metadata: { secret: ['Nor this.'], deep: { a: 1 } },
    }
    const first = await post(api, documents, { key: 'private', json })
    expect(first.status, first.text).to.equal(201)
    const kept = await withAccounts(api.config, ({ records }) =>
      Promise.resolve(records.requests.find({ userId: api.root.id, key: 'private' })?.answer ?? ''),
    )
    expect(kept).to.include(String(first.json['id']))
    expect(kept).not.to.match(/Nobody may|Nor this/)
    const again = await post(api, documents, { key: 'private', json })
    expect(again.headers).to.have.property('idempotent-replayed', 'true')
    expect(again.text).to.equal(first.text)
  })

  it('does nothing twice if the answer was too large to be kept, and says so', async () => {
    const call = { key: 'large', json: { title: 'Large' } }
    const first = await post(api, documents, call)
    expect(first.status, first.text).to.equal(201)
    await withAccounts(api.config, ({ records }) => {
      const name = { userId: api.root.id, key: 'large' }
      return Promise.resolve(records.requests.finish(name, 'x'.repeat(2 * 1024 * 1024)))
    })
    const before = await commits()
    const again = await post(api, documents, call)
    expect(again.status, again.text).to.equal(409)
    expect(again.json['error']).to.equal('unknown_outcome')
    expect(again.text).to.include('was carried out')
    expect(await commits()).to.equal(before)
  })

  it('reveals nothing to a user who has lost their role', async () => {
    const as = await api.member(site, 'writer')
    const call = { key: 'gone', json: { title: 'Mine' }, as }
    expect((await post(api, documents, call)).status).to.equal(201)
    const { list } = await api.get(`/v2/sites/${site}/roles`)
    const role = list.find(({ user_id }) => user_id === as.id)
    expect((await api.delete(`/v2/roles/${String(role?.['id'])}`)).status).to.equal(200)
    expect((await post(api, documents, call)).status).to.equal(404)
  })

  it('refuses a key that was used for another request', async () => {
    await post(api, documents, { key: 'k', json: { title: 'One' } })
    const other = await post(api, documents, { key: 'k', json: { title: 'Two' } })
    expect(other.status).to.equal(422)
    expect(other.text).to.include('Idempotency-Key')
    const elsewhere = await post(api, `/v2/sites/${site}/pages`, {
      key: 'k',
      json: { title: 'One' },
    })
    expect(elsewhere.status).to.equal(422)
    expect(await commits()).to.equal(2)
  })

  it('is separate for each user', async () => {
    const call = { key: 'mine', json: { title: 'One' } }
    const mine = await post(api, documents, call)
    const as = await api.member(site, 'publisher')
    const theirs = await post(api, documents, { ...call, as })
    expect(theirs.status).to.equal(201)
    expect(theirs.json['id']).not.to.equal(mine.json['id'])
  })

  it('recognizes an upload by its bytes', async () => {
    const url = `/v2/sites/${site}/collections/posts/files`
    const form = (data: string) => ({ file: { name: 'a.txt', data } })
    const first = await post(api, url, { key: 'file', form: form('one') })
    expect(first.status, first.text).to.equal(201)
    const again = await post(api, url, { key: 'file', form: form('one') })
    expect({ status: again.status, value: again.value }).to.deep.equal({
      status: 201,
      value: first.value,
    })
    expect((await post(api, url, { key: 'file', form: form('two') })).status).to.equal(422)
  })

  it('creates one site, page and collection, too', async () => {
    const table: readonly (readonly [string, Json])[] = [
      ['/v2/sites', { title: 'Once', domain: `once-${site}.example.org`, empty: true }],
      [`/v2/sites/${site}/pages`, { title: 'Once' }],
      [`/v2/sites/${site}/collections`, { title: 'Once' }],
    ]
    for (const [url, json] of table) {
      const first = await post(api, url, { key: url, json })
      const again = await post(api, url, { key: url, json })
      expect([first.status, again.status], url).to.deep.equal([201, 201])
      expect(again.value).to.deep.equal(first.value)
    }
  })

  /** A path and a body for each of the requests that are not made elsewhere in this file. */
  async function others(): Promise<(readonly [string, Json | undefined, number])[]> {
    const { id } = await api.person(`once-${site}`)
    const page = await api.post(`/v2/sites/${site}/pages`, { title: 'Page' })
    const pageCommit = await api.head(site)
    const document = await api.post(documents, { title: 'Document' })
    const [pageId, documentId] = [String(page.json['id']), String(document.json['id'])]
    const commit = await api.head(site)
    const release = await published()
    await api.put(`/v2/sites/${site}`, {
      sync: 'githost',
      sync_options: { path: 'a/b', access_token: 't', url: 'http://127.0.0.1:1' },
    })
    return [
      [`/v2/sites/${site}/roles`, { user_id: id, kind: 'writer' }, 201],
      ['/v2/users', { email: `${site}@example.org`, password: 'long enough for this' }, 201],
      [`/v2/sites/${site}/publish`, undefined, 202],
      [`/v2/sites/${site}/preview`, undefined, 202],
      [`/v2/sites/${site}/sync`, undefined, 202],
      [`/v2/sites/${site}/releases/${release}/publish`, undefined, 202],
      [`/v2/pages/${pageId}/restore`, { commit: pageCommit }, 200],
      [`/v2/documents/${documentId}/restore`, { commit }, 200],
    ]
  }

  async function published(): Promise<string> {
    const { json } = await api.post(`/v2/sites/${site}/publish`)
    await api.get(`/v2/jobs/${String(json['job_id'])}`)
    return String((await api.get(`/v2/sites/${site}/releases`)).list[0]?.['id'])
  }

  it('makes or starts everything else once, too', async () => {
    for (const [url, json, status] of await others()) {
      const call = { key: url, ...(json && { json }) }
      const first = await post(api, url, call)
      expect(first.status, `${url} ${first.text}`).to.equal(status)
      const again = await post(api, url, call)
      expect(again.status, url).to.equal(status)
      expect(again.headers, url).to.have.property('idempotent-replayed', 'true')
      expect(again.value, url).to.deep.equal(first.value)
      expect(again.headers.location, url).to.equal(first.headers.location)
      await withAccounts(api.config, ({ records }) => {
        const kept = records.requests.find({ userId: api.root.id, key: url })
        if (kept !== null) records.requests.begin(kept)
        return Promise.resolve()
      })
      expect((await post(api, url, call)).json['error'], url).to.equal('unknown_outcome')
    }
  })

  it('keeps nothing by which a password could be guessed without the key of the server', async () => {
    const json = { email: `guess-${site}@example.org`, password: 'guess me if you can' }
    expect((await post(api, '/v2/users', { key: 'guess', json })).status).to.equal(201)
    const kept = await withAccounts(api.config, ({ records }) =>
      Promise.resolve(records.requests.find({ userId: api.root.id, key: 'guess' })?.fingerprint),
    )
    const hash = createHash('sha256')
    hash.update(JSON.stringify(['createUser', '/v2/users', ''])).update(JSON.stringify(json))
    expect(kept).to.match(/^[0-9a-f]{64}$/)
    expect(kept).not.to.equal(hash.digest('hex'))
  })

  it('answers that the first request is still running', async () => {
    const held = gate()
    const isHeld = gate()
    const lock = api.server.application.locks.run(site, () => {
      isHeld.resolve()
      return held.promise
    })
    await isHeld.promise
    const call = { key: 'slow', json: { title: 'Slow' } }
    const both = [post(api, documents, call), post(api, documents, call)]
    const early = await Promise.race(both)
    expect(early.status).to.equal(409)
    expect(early.json['error']).to.equal('in_progress')
    expect(early.headers).to.have.property('retry-after', '1')
    held.resolve()
    await lock
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort((a, b) => a - b)).to.deep.equal([201, 409])
    expect((await post(api, documents, call)).headers).to.have.property('idempotent-replayed')
  })

  it('forgets a refused request, so that it can be corrected', async () => {
    expect((await post(api, documents, { key: 'bad', json: {} })).status).to.equal(422)
    expect((await post(api, documents, { key: 'bad', json: { title: 'Good' } })).status).to.equal(
      201,
    )
  })

  it('refuses a malformed key', async () => {
    for (const key of ['""', '"open', 'two words', 'a, b', 'x'.repeat(256)]) {
      const { status } = await post(api, documents, { key, json: { title: 'T' } })
      expect(status, key).to.equal(400)
    }
  })

  it('holds for 24 hours', async () => {
    const call = { key: 'day', json: { title: 'Day' } }
    const first = await post(api, documents, call)
    api.skip(23 * HOUR_MS)
    expect((await post(api, documents, call)).json['id']).to.equal(first.json['id'])
    api.skip(2 * HOUR_MS)
    expect((await post(api, documents, call)).json['id']).not.to.equal(first.json['id'])
  })

  it('is documented for the operations that accept it, and only there', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const operations = Object.values<object>(Object(json['paths'])).flatMap((item) =>
      Object.values<Json>(Object(item)),
    )
    const taking = operations.filter((one) => JSON.stringify(one).includes('Idempotency-Key'))
    expect(taking.map((one) => one['operationId'])).to.have.members([
      'createSite',
      'importSite',
      'importRepository',
      'createCollection',
      'createFile',
      'createDocument',
      'createPage',
      'changeSite',
      'createChangeSet',
      'createRole',
      'createUser',
      'publishSite',
      'checkHosting',
      'previewSite',
      'syncSite',
      'publishRelease',
      'restoreDocument',
      'restorePage',
    ])
  })
})

describe('Idempotency-Key, when the server starts again', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-once-'))
  const url = (site: string) => `/v2/sites/${site}/pages`
  const call = { key: 'kept', json: { title: 'Kept' } }
  after(() => rmSync(data, { recursive: true, force: true }))

  it('still knows the answer, and reports a request that was interrupted', async () => {
    const before = await startApi({ data, keep: true })
    const { id: site } = await before.site()
    const first = await post(before, url(site), call)
    const { id: userId } = before.root
    await post(before, url(site), { ...call, key: 'broken' })
    await before.stop()
    // As a crash leaves it between the commit and the answer.
    await withAccounts({ data }, ({ records }) => {
      const kept = records.requests.find({ userId, key: 'broken' })
      if (kept !== null) records.requests.begin({ ...kept, requestId: 'first-try' })
    })
    const api = await startApi({ data, keep: true })
    const again = await post(api, url(site), call)
    expect(again.value).to.deep.equal(first.value)
    const broken = await post(api, url(site), { ...call, key: 'broken' })
    expect(broken.status).to.equal(409)
    expect(broken.json['error']).to.equal('unknown_outcome')
    expect(broken.json['message']).to.include('may have been carried out')
    expect(broken.json['message']).to.include('Galley-Request-Id: first-try')
    expect(await api.git(site, 'rev-list', '--count', 'main')).to.equal('3\n')
    await api.finish()
  })
})
