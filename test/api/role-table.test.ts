/**
 * The table of src/http/README.md (Roles) over every route and everybody: a route without a row fails.
 *
 * A cell is a status; who has no role on the site reads 404, whoever has no credentials 401.
 */

import { expect } from 'chai'
import type { Answer, Call } from './client.js'
import { useApi, type Person, type Site } from './server.js'

type Who = 'admin' | 'publisher' | 'writer'

/** What a row needs: ids of one site. */
interface Ids {
  readonly site: string
  readonly document: string
  readonly page: string
  readonly role: string
  readonly job: string
  readonly commit: string
  readonly pageCommit: string
}

interface Row {
  /** Statuses of admin, publisher and writer. */
  readonly statuses: readonly [number, number, number]
  /** What others than members get; 404 unless said. */
  readonly others?: number
  readonly call: (ids: Ids) => Omit<Call, 'method'>
}

const ALL = [200, 200, 200] as const
const FORM = { file: { name: 'f.txt', data: 'x' } }
const SET_UP = { token: 'x', email: 'a@example.org', password: 'a long password' }

/** Bodies that fail their validation, or change nothing, so that a cell can be asked for many times. */
const TABLE: Readonly<Record<string, Row>> = {
  getDocs: open(200, () => ({ path: '/v2/docs' })),
  getKeyPair: open(401, () => ({ path: '/v2/auth' })),
  signIn: open(422, () => ({ path: '/v2/session', json: {} })),
  // Those come with a key: a session of their own they have none.
  getSession: open(401, () => ({ path: '/v2/session' })),
  signOut: open(401, () => ({ path: '/v2/session' })),
  listSessions: open(200, () => ({ path: '/v2/users/me/sessions' })),
  endSession: open(404, () => ({ path: `/v2/users/me/sessions/${'0'.repeat(24)}` })),
  getMe: open(200, () => ({ path: '/v2/users/me' })),
  updateMe: open(200, () => ({ path: '/v2/users/me', json: {} })),
  rotateKeys: open(200, () => ({ path: '/v2/users/me/rotate' })),
  listUsers: open(403, () => ({ path: '/v2/users' })),
  createUser: open(403, () => ({ path: '/v2/users', json: { email: 'x@example.org' } })),
  getUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}` })),
  updateUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}`, json: {} })),
  deleteUser: open(403, () => ({ path: `/v2/users/${'0'.repeat(24)}` })),
  listSites: open(200, () => ({ path: '/v2/sites' })),
  createSite: open(422, () => ({ path: '/v2/sites', json: {} })),
  setUp: open(401, () => ({ path: '/v2/setup', json: SET_UP })),
  importRepository: open(422, () => ({ path: '/v2/import/repository', json: { url: 'x' } })),
  importSite: open(422, () => ({ path: '/v2/import', form: { fields: {} } })),
  search: open(200, () => ({ path: '/v2/search?q=x' })),
  getHealth: open(200, () => ({ path: '/healthz' })),
  getReadiness: open(200, () => ({ path: '/readyz' })),
  getMetrics: open(200, () => ({ path: '/metrics' })),
  getOpenApi: open(200, () => ({ path: '/v2/openapi.json' })),

  getSite: onSite(ALL, ''),
  listSiteUsers: onSite(ALL, '/users'),
  listTags: onSite(ALL, '/tags'),
  listCategories: onSite(ALL, '/categories'),
  listCollections: onSite(ALL, '/collections'),
  getCollection: onSite(ALL, '/collections/posts'),
  listFields: onSite(ALL, '/collections/posts/fields'),
  searchSite: onSite(ALL, '/search?q=x'),
  listDocuments: onSite(ALL, '/collections/posts/documents'),
  listPages: onSite(ALL, '/pages'),
  listFiles: onSite(ALL, '/collections/posts/files'),
  listMedia: onSite(ALL, '/media'),
  // The address speaks here, not a role.
  getMedia: open(404, () => ({ path: '/v2/media/x' })),
  downloadFile: onSite(ALL, '/files/_posts/f.txt?download'),
  updateSite: onSite([200, 403, 403], '', { json: {} }),
  deleteSite: onSite([412, 403, 403], '', { headers: { 'If-Match': '"0"' } }),
  createCollection: onSite([409, 403, 403], '/collections', { json: { title: 'Posts' } }),
  updateCollection: onSite([200, 403, 403], '/collections/posts', { json: {} }),
  deleteCollection: onSite([409, 403, 403], '/collections/posts'),
  createDocument: onSite([409, 409, 409], '/collections/docs/documents', {
    json: { title: 'x', path: 'visible.md' },
  }),
  renderNew: onSite(ALL, '/render', { json: { title: 'x' } }),
  createPage: onSite([409, 409, 409], '/pages', { json: { title: 'x', path: 'visible.html' } }),
  createFile: onSite([409, 409, 409], '/collections/posts/files', { form: FORM }),
  deleteFile: onSite([412, 412, 403], '/files/_posts/f.txt', { headers: { 'If-Match': '"0"' } }),
  getSource: onSite([200, 403, 403], '/source'),
  exportSite: onSite([200, 403, 403], '/export'),
  changeSite: onSite([409, 409, 409], '/changes', {
    json: { changes: [{ action: 'create', type: 'page', title: 'x', path: 'visible.html' }] },
  }),
  putSource: onSite([200, 403, 403], '/source/_posts/f.txt', { form: FORM }),
  deleteSource: onSite([422, 403, 403], '/source/_config.yml'),
  listRoles: onSite([200, 403, 403], '/roles'),
  createRole: onSite([422, 403, 403], '/roles', { json: { user_id: 'x', kind: 'admin' } }),
  listCommits: onSite([200, 200, 403], '/commits'),
  getCommit: onSite([404, 404, 403], `/commits/${'0'.repeat(40)}`),
  getSiteDiff: onSite([422, 422, 403], `/diff?from=${'0'.repeat(40)}`),
  listDeleted: onSite([200, 200, 403], '/deleted'),
  listReleases: onSite([200, 200, 403], '/releases'),
  publishRelease: onSite([404, 404, 403], `/releases/${'0'.repeat(24)}/publish`),
  listJobs: onSite(ALL, '/jobs'),
  followSite: onSite(ALL, '/events', { leaves: true }),
  setPresence: onSite(ALL, '/presence', { json: { document_id: null } }),
  publishSite: onSite([202, 202, 403], '/publish'),
  syncSite: onSite([202, 202, 403], '/sync'),
  testHosting: onSite([200, 403, 403], '/hosting/test'),
  testSync: onSite([200, 403, 403], '/sync/test'),
  getSync: onSite([200, 403, 403], '/sync'),
  resolveSync: onSite([409, 403, 403], '/sync/resolve', { json: { choice: 'theirs' } }),
  getSyncHook: onSite([200, 403, 403], '/hooks/sync'),
  rotateSyncHook: onSite([200, 403, 403], '/hooks/sync/rotate'),
  // The signature speaks here, not a role; an unsigned one says nothing of the site.
  syncHook: open(401, () => ({ path: `/v2/sites/${'0'.repeat(24)}/hooks/sync`, json: {} })),
  previewSite: onSite([202, 202, 202], '/preview'),

  getRole: { statuses: [200, 403, 403], call: ({ role }) => ({ path: `/v2/roles/${role}` }) },
  updateRole: {
    statuses: [200, 403, 403],
    call: ({ role }) => ({ path: `/v2/roles/${role}`, json: {} }),
  },
  deleteRole: {
    statuses: [409, 403, 403],
    call: ({ role }) => ({ path: `/v2/roles/${role}` }),
  },
  followJob: { statuses: ALL, others: 410, call: ({ job }) => ({ path: `/v2/jobs/${job}` }) },
  cancelJob: { statuses: [200, 200, 403], call: ({ job }) => ({ path: `/v2/jobs/${job}` }) },

  getDocument: onDocument(ALL, ''),
  updateDocument: onDocument([200, 200, 403], '', { json: {} }),
  deleteDocument: onDocument([412, 412, 403], '', { headers: { 'If-Match': '"0"' } }),
  renderDocument: onDocument(ALL, '/render', { json: {} }),
  listDocumentHistory: onDocument(ALL, '/history'),
  getDocumentRevision: {
    statuses: ALL,
    call: ({ document, commit }) => ({ path: `/v2/documents/${document}/history/${commit}` }),
  },
  getDocumentDiff: onDocument([404, 404, 404], `/diff?from=${'0'.repeat(40)}`),
  restoreDocument: {
    statuses: [200, 200, 403],
    call: ({ document, commit }) => ({
      path: `/v2/documents/${document}/restore`,
      json: { commit },
    }),
  },
  getPage: onPage(ALL, ''),
  updatePage: onPage([200, 200, 403], '', { json: {} }),
  deletePage: onPage([412, 412, 403], '', { headers: { 'If-Match': '"0"' } }),
  renderPage: onPage(ALL, '/render', { json: {} }),
  listPageHistory: onPage(ALL, '/history'),
  getPageRevision: {
    statuses: ALL,
    call: ({ page, pageCommit }) => ({ path: `/v2/pages/${page}/history/${pageCommit}` }),
  },
  getPageDiff: onPage([404, 404, 404], `/diff?from=${'0'.repeat(40)}`),
  restorePage: {
    statuses: [200, 200, 403],
    call: ({ page, pageCommit }) => ({
      path: `/v2/pages/${page}/restore`,
      json: { commit: pageCommit },
    }),
  },
}

/** Routes of the git door have black-box tests of their own, with real git. */
const ELSEWHERE = /repository\.git/

function open(status: number, call: Row['call']): Row {
  return { statuses: [status, status, status], others: status, call }
}

function onSite(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return { statuses, call: ({ site }) => ({ path: `/v2/sites/${site}${tail}`, ...more }) }
}

function onDocument(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return {
    statuses,
    call: ({ document }) => ({ path: `/v2/documents/${document}${tail}`, ...more }),
  }
}

function onPage(statuses: Row['statuses'], tail: string, more: Partial<Call> = {}): Row {
  return { statuses, call: ({ page }) => ({ path: `/v2/pages/${page}${tail}`, ...more }) }
}

describe('The role table', () => {
  const api = useApi()
  const members = new Map<Who, Person>()
  let ids: Ids
  let outsider: Person
  let revoked: Person

  before(async () => {
    const site = await api.site()
    ids = await fill(site)
    for (const kind of ['admin', 'publisher', 'writer'] as const) {
      members.set(kind, await api.member(site.id, kind))
    }
    outsider = await api.member((await api.site()).id, 'admin', 'outsider')
    revoked = await api.person('revoked')
    const body = { user_id: revoked.id, kind: 'admin' }
    const role = await api.post(`/v2/sites/${site.id}/roles`, body)
    await api.delete(`/v2/roles/${String(role.json['id'])}`)
  })

  /** Gives a site one of everything. */
  async function fill(site: Site): Promise<Ids> {
    const url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    const input = { title: 'x', path: 'visible.md' }
    const document = await api.post(`${url}/collections/docs/documents`, input)
    await api.post(`${url}/collections/posts/documents`, { title: 'A post' })
    const commit = await api.head(site.id)
    const page = await api.post(`${url}/pages`, { title: 'x', path: 'visible.html' })
    const pageCommit = await api.head(site.id)
    await api.upload('POST', `${url}/collections/posts/files`, { name: 'f.txt', data: 'x' })
    const job = String((await api.post(`${url}/preview`)).json['job_id'])
    await api.get(`/v2/jobs/${job}`)
    const users = api.server.application.services.users
    const { rows } = users.ofSite({ kind: 'server' }, site.id, { limit: 9, offset: 0 })
    const [first] = await api
      .git(site.id, 'log', '--format=%H', 'main', '--', '_docs/visible.md')
      .then((text) => text.trim().split('\n'))
    const role = rows[0]?.role.id ?? ''
    const texts = { document: String(document.json['id']), page: String(page.json['id']) }
    return { site: site.id, ...texts, role, job, commit: first ?? commit, pageCommit }
  }

  it('has a row for every route, and no other', () => {
    const operations = api.routes
      .filter(({ path }) => !ELSEWHERE.test(path))
      .map(({ operation }) => operation)
    expect(Object.keys(TABLE)).to.have.members(operations)
  })

  const ask = async (operation: string, row: Row, as: Person | undefined): Promise<Answer> => {
    const found = api.routes.find((route) => route.operation === operation)
    const call = { ...row.call(ids), method: (found?.method ?? 'get').toUpperCase() }
    // A rotated key would be the end of its owner in this table.
    const who = operation === 'rotateKeys' && as ? await api.person('rotating') : as
    return api.send({ ...call, as: who })
  }

  for (const [operation, row] of Object.entries(TABLE)) {
    it(operation, async () => {
      // The last admin can't go: the others are admins by the server, not by a role.
      for (const [place, kind] of (['writer', 'publisher', 'admin'] as const).entries()) {
        const answer = await ask(operation, row, members.get(kind))
        const expected = row.statuses[2 - place]
        if (operation === 'deleteRole' && kind === 'admin') continue
        expect(answer.status, `${kind}: ${answer.text}`).to.equal(expected)
      }
      for (const [name, person] of Object.entries({ outsider, revoked })) {
        const answer = await ask(operation, row, person)
        expect(answer.status, `${name}: ${answer.text}`).to.equal(row.others ?? 404)
      }
      const route = api.routes.find((one) => one.operation === operation)
      const isOpen = route?.access === 'public' || route?.access === 'operator'
      const nobody = await ask(operation, row, undefined)
      expect(nobody.status, `nobody: ${nobody.text}`).to.equal(isOpen ? (row.others ?? 200) : 401)
    })
  }

  it('gives the same body for a missing resource and one of another site', async () => {
    const absent = '0'.repeat(24)
    for (const path of ['sites', 'documents', 'pages', 'roles', 'jobs'] as const) {
      const { site: sites, document: documents, page: pages, role: roles, job: jobs } = ids
      const id = { sites, documents, pages, roles, jobs }[path]
      const [theirs, none] = [
        await api.get(`/v2/${path}/${id}`, outsider),
        await api.get(`/v2/${path}/${absent}`, outsider),
      ]
      expect(theirs.status).to.equal(path === 'jobs' ? 410 : 404)
      const text = (answer: Answer) => answer.text.replace(/"request_id":"\w+"/, '')
      expect(text(theirs)).to.equal(text(none))
    }
  })
})

describe('A writer', () => {
  const api = useApi()
  let site: Site
  let writer: Person
  let posts: string
  let docs: string

  before(async () => {
    site = await api.site()
    writer = await api.member(site.id, 'writer')
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    posts = `/v2/sites/${site.id}/collections/posts/documents`
    docs = `/v2/sites/${site.id}/collections/docs/documents`
  })

  it('creates drafts in posts, and hidden documents and pages elsewhere, whatever the input', async () => {
    for (const visibility of [undefined, 'visible', 'hidden']) {
      const body = { title: 'Mine', visibility }
      expect((await api.post(posts, body, writer)).json['visibility']).to.equal('draft')
      expect((await api.post(docs, body, writer)).json['visibility']).to.equal('hidden')
      const page = await api.post(`/v2/sites/${site.id}/pages`, body, writer)
      expect(page.json['visibility']).to.equal('hidden')
    }
  })

  it('changes and deletes their own while these are not visible, and cannot publish them', async () => {
    const made = await api.post(docs, { title: 'Own' }, writer)
    const url = `/v2/documents/${String(made.json['id'])}`
    expect((await api.put(url, { title: 'Changed' }, writer)).status).to.equal(200)
    expect((await api.put(url, { visibility: 'visible' }, writer)).status).to.equal(403)
    await api.put(url, { visibility: 'visible' })
    expect((await api.put(url, { title: 'x' }, writer)).status).to.equal(403)
    expect((await api.delete(url, writer)).status).to.equal(403)
    await api.put(url, { visibility: 'hidden' })
    expect((await api.delete(url, writer)).status).to.equal(200)
  })

  it('cannot publish their own by its metadata, its path or an old version', async () => {
    const made = await api.post(posts, { title: 'Sneaky' }, writer)
    const url = `/v2/documents/${String(made.json['id'])}`
    for (const body of [
      { metadata: { published: true } },
      { path: '../_posts/2024-01-01-x.md' },
      { path: '/_posts/2024-01-01-x.md' },
    ]) {
      expect((await api.put(url, body, writer)).status, JSON.stringify(body)).to.equal(422)
    }
    expect((await api.get(url, writer)).json['visibility']).to.equal('draft')
    const hidden = await api.post(docs, { title: 'Was visible' }, writer)
    const other = `/v2/documents/${String(hidden.json['id'])}`
    await api.put(other, { visibility: 'visible' })
    const shown = await api.head(site.id)
    await api.put(other, { visibility: 'hidden' })
    const restored = await api.post(`${other}/restore`, { commit: shown }, writer)
    expect(restored.status, restored.text).to.equal(403)
  })

  it('neither sees nor counts hidden documents of others', async () => {
    const lists = [
      `${docs}?per_page=999`,
      `${docs}?q=secret`,
      `${docs}?visibility=hidden`,
      `/v2/sites/${site.id}/pages`,
    ]
    const count = async () =>
      Promise.all(lists.map(async (url) => (await api.get(url, writer)).headers['x-total-count']))
    const before = await count()
    const secret = await api.post(docs, { title: 'A secret', visibility: 'hidden', tags: ['hush'] })
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'A secret', visibility: 'hidden' })
    expect(await count()).to.deep.equal(before)
    const url = `/v2/documents/${String(secret.json['id'])}`
    const calls = ['GET ', 'PUT ', 'DELETE ', 'GET /history']
    for (const [method = '', tail = ''] of calls.map((call) => call.split(' '))) {
      const json = method === 'PUT' ? {} : undefined
      const answer = await api.send({ method, path: url + tail, as: writer, json })
      expect(answer.status, method + tail).to.equal(404)
    }
    await api.delete(url)
    expect((await api.get(`${url}/history`, writer)).status).to.equal(404)
  })

  it('does not see hidden versions in the history of a visible document', async () => {
    const made = await api.post(docs, { title: 'Then', body: 'hidden words', visibility: 'hidden' })
    const url = `/v2/documents/${String(made.json['id'])}`
    const commit = await api.head(site.id)
    await api.put(url, { body: 'shown words', visibility: 'visible' })
    expect((await api.get(url, writer)).status).to.equal(200)
    expect((await api.get(`${url}/history/${commit}`, writer)).status).to.equal(404)
  })

  it('uploads files, and deletes and replaces only their own', async () => {
    const files = `/v2/sites/${site.id}/collections/docs/files`
    const mine = await api.upload('POST', files, { name: 'mine.txt', data: 'x', as: writer })
    expect(mine.status).to.equal(201)
    await api.upload('POST', files, { name: 'theirs.txt', data: 'x' })
    const fields = { replace: 'true' }
    const theirs = { name: 'theirs.txt', data: 'y', fields, as: writer }
    const over = await api.upload('POST', files, theirs)
    expect(over.status).to.equal(403)
    const own = await api.upload('POST', files, { name: 'mine.txt', data: 'y', fields, as: writer })
    expect(own.status).to.equal(201)
    // A document is no collection file: an upload must not replace what somebody else wrote.
    await api.post(docs, { title: 'Text', path: 'text.md' })
    const text = await api.upload('POST', files, { name: 'text.md', data: 'z', fields, as: writer })
    expect(text.status).to.equal(403)
    const url = `/v2/sites/${site.id}/files/_docs`
    expect((await api.delete(`${url}/theirs.txt`, writer)).status).to.equal(403)
    expect((await api.delete(`${url}/mine.txt`, writer)).status).to.equal(200)
  })

  it('sees no secrets of the site', async () => {
    const shown = await api.get(`/v2/sites/${site.id}`, writer)
    expect(shown.json).not.to.have.any.keys('hosting', 'hosting_options', 'sync', 'sync_options')
  })
})
