/**
 * The table of src/http/README.md (Roles) over every route and everybody, with key pairs and with tokens: a route without
 * a row fails.
 *
 * A cell is a status; who has no role on the site reads 404, whoever has no credentials 401.
 */

import { expect } from 'chai'
import { TOKEN_SCOPES, type TokenScope } from '../../src/model/token.js'
import { operationsOf } from '../../src/http/docs/operation.js'
import { scopesOf } from '../../src/http/token-scopes.js'
import type { Route } from '../../src/http/route.js'
import type { Answer } from './client.js'
import { ELSEWHERE, TABLE, type Ids, type Row, type Who } from './role-rows.js'
import { useApi, type Person, type Site } from './server.js'

/** What writers may do in their own sets, and not outside. */
const PROPOSED: Readonly<Record<string, number>> = {
  updateDocument: 200,
  updatePage: 200,
  deleteDocument: 412,
  deletePage: 412,
}

/** What counts of an operation. */
interface Documented {
  readonly method: string
  readonly security: readonly Way[]
  /** Whether it has the parameter `change_set`. */
  readonly takesSet: boolean
}

/** One kind of credentials; of a token, the scopes that it needs. */
interface Way {
  readonly apiKey?: readonly string[]
  readonly token?: readonly TokenScope[]
}

const PROGRAMS = ['admin', 'publisher', 'writer', 'outsider'] as const

describe('The role table', () => {
  const api = useApi()
  const members = new Map<Who, Person>()
  /** What the OpenAPI document says of each operation. */
  const documented = new Map<string, Documented>()
  let ids: Ids
  let outsider: Person
  let revoked: Person

  before(async () => {
    const { json } = await api.get('/v2/openapi.json')
    for (const { id, method, about } of operationsOf(json))
      documented.set(id, {
        method: method.toUpperCase(),
        security: Object(about['security']),
        takesSet: JSON.stringify(about['parameters']).includes('change_set"'),
      })
    const site = await api.site()
    ids = await fill(site)
    for (const kind of ['admin', 'publisher', 'writer'] as const) {
      members.set(kind, await api.member(site.id, kind))
    }
    const sets = `/v2/sites/${site.id}/change_sets`
    const own = await api.post(sets, { title: 'Own' }, members.get('writer'))
    ids = { ...ids, writersSet: String(own.json['id']) }
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
    const set = await api.post(`${url}/change_sets`, { title: 'Empty' })
    const texts = { document: String(document.json['id']), page: String(page.json['id']) }
    const changeSet = String(set.json['id'])
    return {
      site: site.id,
      ...texts,
      role,
      job,
      commit: first ?? commit,
      pageCommit,
      changeSet,
      writersSet: '',
    }
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

  /** A token of a member or of the outsider, one for each set of scopes. */
  const tokenOf = async (
    kind: Who | 'outsider',
    scopes: readonly TokenScope[],
  ): Promise<Person> => {
    const member = kind === 'outsider' ? outsider : members.get(kind)
    if (!member) throw new Error(`no ${kind}`)
    const name = `${kind} ${scopes.join(' ')}`
    const known = tokens.get(name)
    if (known) return known
    const made = await api.post('/v2/users/me/tokens', { name, scopes }, member)
    expect(made.status, made.text).to.equal(201)
    const token = { ...member, secret: String(made.json['token']) }
    tokens.set(name, token)
    return token
  }
  const tokens = new Map<string, Person>()

  for (const [operation, row] of Object.entries(TABLE)) {
    it(`${operation}, with a token`, async () => {
      const route = api.routes.find((one) => one.operation === operation)
      if (!route) throw new Error(`no operation ${operation}`)
      const isForTokens = route.access === 'key' || route.access === 'operator'
      const needed = scopesOf(route)
      for (const [place, kind] of (['writer', 'publisher', 'admin'] as const).entries()) {
        if (operation === 'deleteRole' && kind === 'admin') continue
        const send = async (scopes: readonly TokenScope[]) => {
          const call = { ...row.call(ids), method: route.method.toUpperCase() }
          return api.send({ ...call, as: await tokenOf(kind, scopes) })
        }
        const whole = await send(TOKEN_SCOPES)
        // Where no key is looked at, no token is.
        const expected = isForTokens && needed === null ? 403 : row.statuses[2 - place]
        expect(whole.status, `${kind}: ${whole.text}`).to.equal(expected)
        if (needed === null) continue
        const enough = await send(needed)
        expect(enough.status, `${kind}, ${needed.join()}: ${enough.text}`).to.equal(whole.status)
        for (const scope of needed) {
          // At change sets, `sets` does for `write`, and for drafts `draft`.
          const others = TOKEN_SCOPES.filter((one) => ![scope, 'sets', 'draft'].includes(one))
          const refused = await send(others)
          // The machine itself may read the metrics.
          const answer = route.access === 'operator' ? row.statuses[2 - place] : 403
          expect(refused.status, `${kind}, without ${scope}: ${refused.text}`).to.equal(answer)
        }
      }
    })

    it(`${operation}, with a token of each scope alone`, async () => {
      const { method, security, takesSet } = documented.get(operation) ?? {}
      if (method === undefined || security === undefined) throw new Error(`no ${operation}`)
      const ways = security.flatMap(({ token }) => (token ? [token] : []))
      // For others, a token is nothing that they look at.
      if (!security.some(({ apiKey }) => apiKey)) return
      // The machine itself may read the metrics.
      const isOpen = security.some((way) => Object.keys(way).length === 0)
      for (const [place, kind] of PROGRAMS.entries()) {
        if (operation === 'deleteRole' && kind === 'admin') continue
        for (const scope of TOKEN_SCOPES) {
          // The call is in no change set.
          const isOutside = scope === 'sets' && takesSet
          const isEnough = !isOutside && ways.some((way) => way.every((one) => one === scope))
          const as = await tokenOf(kind, [scope])
          const answer = await api.send({ ...row.call(ids), method, as })
          // What is visible is for a token for drafts as for a writer.
          const status = row.statuses[scope === 'draft' ? Math.max(place, 2) : place]
          const expected = isEnough || isOpen ? (status ?? row.others ?? 404) : 403
          expect(answer.status, `${kind}, ${scope}: ${answer.text}`).to.equal(expected)
        }
      }
    })

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

  /** A call as it is made in a set. */
  const inSet = (route: Route, row: Row, set: string) => {
    const call = { ...row.call(ids), method: route.method.toUpperCase() }
    return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}change_set=${set}` }
  }

  for (const [operation, row] of Object.entries(TABLE)) {
    it(`${operation}, in a change set`, async () => {
      const route = api.routes.find((one) => one.operation === operation)
      if (!route || route.access !== 'key' || !route.path.includes(':')) return
      const send = async (kind: Who, set: string) => {
        const answer = await api.send({ ...inSet(route, row, set), as: members.get(kind) })
        expect(answer.text, 'ids as outside').not.to.include(`~${set}`)
        return answer.status
      }
      const [, , writers] = row.statuses
      // What is not content, or names its site in another way, is not part of a set.
      if (route.inSets !== true) {
        for (const kind of members.keys()) expect(await send(kind, ids.changeSet)).to.equal(422)
        return
      }
      expect(await send('admin', ids.changeSet)).to.equal(row.statuses[0])
      expect(await send('publisher', ids.changeSet)).to.equal(row.statuses[1])
      // Of others they know nothing; in their own they may propose.
      expect(await send('writer', ids.changeSet)).to.equal(404)
      expect(await send('writer', ids.writersSet)).to.equal(PROPOSED[operation] ?? writers)
      for (const as of [outsider, revoked]) {
        expect((await api.send({ ...inSet(route, row, ids.changeSet), as })).status).to.equal(404)
      }
      const nobody = await api.send({ ...inSet(route, row, ids.changeSet), as: undefined })
      expect(nobody.status).to.equal(401)
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
