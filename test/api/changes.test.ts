import { expect } from 'chai'
import type { Answer, Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('Several changes as one commit', () => {
  const api = useApi()
  let site: Site
  let base: string
  let writer: Person

  const apply = (changes: readonly Json[], as?: Person, message?: string): Promise<Answer> =>
    api.post(`${base}/changes`, { changes, message }, as)
  const doc = async (title: string, more: Json = {}) => {
    const made = await api.post(`${base}/collections/docs/documents`, { title, ...more })
    return made.json as Json & { readonly id: string; readonly sha: string }
  }
  const put = (name: string, data: string) =>
    api.upload('PUT', `${base}/source/${name}`, { data: Buffer.from(data) })
  const count = async () => Number(await api.git(site.id, 'rev-list', '--count', 'main'))

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    writer = await api.member(site.id, 'writer')
    await api.post(`${base}/collections`, { title: 'Docs' })
  })

  it('are one commit with one message', async () => {
    const [one, two] = [await doc('One', { body: 'old' }), await doc('Two')]
    await put('_docs/a.txt', 'a')
    const before = await count()
    const answer = await apply(
      [
        {
          action: 'create',
          type: 'document',
          collection: 'posts',
          title: 'New',
          date: '2024-01-02',
        },
        { action: 'create', type: 'page', title: 'About', path: 'about.md', body: 'Us' },
        { action: 'create', type: 'file', path: 'assets/x.txt', content: base64('x') },
        { action: 'update', type: 'document', id: one.id, if_match: one.sha, body: 'new' },
        { action: 'move', type: 'document', path: '_docs/two.md', to: 'sub/second.md' },
        { action: 'delete', type: 'file', path: '_docs/a.txt' },
      ],
      undefined,
      'All at once',
    )
    expect(answer.status, answer.text).to.equal(200)
    expect(await count()).to.equal(before + 1)
    expect(answer.json['commit']).to.equal(await api.head(site.id))
    expect(await api.git(site.id, 'log', '-1', '--format=%s', 'main')).to.equal('All at once\n')
    const results = answer.json['results'] as { path: string; id: string; sha: string | null }[]
    expect(results.map(({ path }) => path)).to.deep.equal([
      '_posts/2024-01-02-new.md',
      'about.md',
      'assets/x.txt',
      '_docs/one.md',
      '_docs/sub/second.md',
      '_docs/a.txt',
    ])
    expect(results[3]?.id).to.equal(one.id)
    expect(results[4]?.id).to.equal(two.id)
    expect(results[5]?.sha).to.equal(null)
    const about = await api.get(`/v2/pages/${results[1]?.id ?? ''}`)
    expect(about.json).to.include({ body: 'Us', sha: results[1]?.sha })
    expect((await api.get(`/v2/documents/${two.id}`)).json['path']).to.equal('sub/second.md')
    expect(await api.file(site.id, 'assets/x.txt')).to.equal('x')
  })

  it('are made all or none, and the error names the change and the field', async () => {
    const one = await doc('One')
    const good = { action: 'create', type: 'page', title: 'Fine', path: 'fine.md' }
    const cases: readonly (readonly [Json, number, string])[] = [
      [{ action: 'create', type: 'document', collection: 'none', title: 'x' }, 404, '.collection'],
      [{ action: 'create', type: 'page', title: 'x', path: 'fine.md' }, 409, '.path'],
      [{ action: 'create', type: 'page', title: 'x', path: '_docs/x.md' }, 422, '.path'],
      [{ action: 'create', type: 'file', path: '../x', content: '' }, 422, '.path'],
      [{ action: 'create', type: 'file', path: '.git/config', content: '' }, 422, '.path'],
      [{ action: 'create', type: 'file', path: '_docs/ONE.md', content: '' }, 409, '.path'],
      [
        { action: 'update', type: 'document', id: one.id, metadata: { title: 'x' } },
        422,
        '.metadata.title',
      ],
      [{ action: 'update', type: 'document', id: one.id, if_match: '0'.repeat(40) }, 412, ''],
      [{ action: 'update', type: 'page', id: one.id }, 404, '.id'],
      [{ action: 'update', type: 'document', id: '0'.repeat(24) }, 404, '.id'],
      [{ action: 'move', type: 'document', id: one.id, to: '../_posts/x.md' }, 422, '.to'],
      [
        { action: 'create', type: 'file', path: `${'a/'.repeat(2000)}b`, content: '' },
        422,
        '.path',
      ],
      [{ action: 'move', type: 'file', path: '_docs/one.md', to: 'a/'.repeat(2000) }, 422, '.to'],
      [{ action: 'move', type: 'file', path: 'none', to: 'other' }, 404, '.path'],
      [{ action: 'delete', type: 'file', path: '_config.yml' }, 422, '.path'],
      [
        { action: 'update', type: 'file', path: '_config.yml', content: base64('- a') },
        422,
        '.content',
      ],
    ]
    const before = await count()
    for (const [bad, status, field] of cases) {
      const answer = await apply([good, bad])
      expect(answer.status, `${JSON.stringify(bad)}: ${answer.text}`).to.equal(status)
      expect(answer.json['message']).to.match(/^changes\.1: /)
      const [detail] = (answer.json['details'] ?? []) as { field: string }[]
      expect(detail?.field ?? '', answer.text).to.equal(field === '' ? '' : `changes.1${field}`)
    }
    expect(await count()).to.equal(before)
  })

  it('say which words are allowed', async () => {
    const said = async (change: Json) => (await apply([change])).json['message']
    expect(await said({ action: 'moove', type: 'page' })).to.equal(
      'changes.0.action must be create, update, delete or move; did you mean move?',
    )
    expect(await said({ action: 'create' })).to.equal(
      'changes.0.type is needed: document, page or file',
    )
    expect(await said({ action: 'create', type: 'page', titel: 'x' })).to.equal(
      'changes.0.title is needed; titel is not known here: did you mean title?',
    )
  })

  it('say what is missing or malformed', async () => {
    const cases: readonly (readonly [unknown, string])[] = [
      [{}, 'changes'],
      [{ changes: [] }, 'changes'],
      [{ changes: [{ type: 'page' }] }, 'changes.0.action'],
      [{ changes: [{ action: 'rename', type: 'page' }] }, 'changes.0.action'],
      [{ changes: [{ action: 'create' }] }, 'changes.0.type'],
      [{ changes: [{ action: 'create', type: 'folder' }] }, 'changes.0.type'],
      [{ changes: [{ action: 'delete', type: 'folder', path: 'x' }] }, 'changes.0.type'],
      [{ changes: [{ action: 'delete', type: 'file', id: 'x' }] }, 'changes.0.path'],
      [{ changes: ['create'] }, 'changes.0'],
      [{ changes: [{ action: 'create', type: 'page' }] }, 'changes.0.title'],
      [{ changes: [{ action: 'create', type: 'document', title: 'x' }] }, 'changes.0.collection'],
      [{ changes: [{ action: 'update', type: 'page' }] }, 'changes.0.id'],
      [{ changes: [{ action: 'move', type: 'page', id: 'x' }] }, 'changes.0.to'],
      [
        { changes: [{ action: 'create', type: 'file', path: 'x', content: '!' }] },
        'changes.0.content',
      ],
      [{ changes: [{ action: 'create', type: 'file', path: 'x' }] }, 'changes.0.content'],
      [{ changes: Array.from({ length: 2001 }, () => ({})) }, 'changes'],
    ]
    for (const [body, field] of cases) {
      const answer = await api.post(`${base}/changes`, body)
      expect(answer.status).to.equal(422)
      const fields = (answer.json['details'] as { field: string }[]).map((one) => one.field)
      expect(fields, answer.text).to.include(field)
    }
  })

  it('cannot create a post with a date that does not exist', async () => {
    const content = Buffer.from('---\n---\n').toString('base64')
    await put('shelf/2024-13-45-x.md', 'x')
    const path = '_posts/2024-13-45-x.md'
    for (const change of [
      { action: 'create', type: 'file', path, content },
      { action: 'move', type: 'file', path: 'shelf/2024-13-45-x.md', to: path },
      { action: 'move', type: 'file', path: 'shelf', to: '_posts/shelf' },
    ]) {
      const { status, text, json } = await apply([change])
      expect(status, text).to.equal(422)
      expect(json['message']).to.include('there is no day 2024-13-45')
    }
  })

  it('cannot change a path twice', async () => {
    const one = await doc('One')
    const twice = [
      { action: 'update', type: 'document', id: one.id, body: 'a' },
      { action: 'delete', type: 'document', id: one.id },
    ]
    const answer = await apply(twice)
    expect(answer.status).to.equal(422)
    expect(answer.text).to.include('changes.0 changes')
    const names = [1, 2].map(() => ({ action: 'create', type: 'page', title: 'Same' }))
    const made = await apply(names)
    const results = made.json['results'] as { path: string }[]
    expect(results.map(({ path }) => path)).to.deep.equal(['same.md', 'same-2.md'])
  })

  it('move folders with everything in them, ids included', async () => {
    const one = await doc('One', { path: 'guide/one.md' })
    await put('_docs/guide/pic.txt', 'pic')
    const moved = await apply([
      { action: 'move', type: 'file', path: '_docs/guide', to: '_docs/manual' },
    ])
    expect(moved.status, moved.text).to.equal(200)
    expect((await api.get(`/v2/documents/${one.id}`)).json['path']).to.equal('manual/one.md')
    expect(await api.file(site.id, '_docs/manual/pic.txt')).to.equal('pic')
    for (const [to, status] of [
      ['_docs/manual/deeper', 422],
      ['_docs', 409],
      ['', 422],
    ] as const) {
      const bad = await apply([{ action: 'move', type: 'file', path: '_docs/manual', to }])
      expect(bad.status, `${to}: ${bad.text}`).to.equal(status)
    }
  })

  it('are each checked against the role', async () => {
    const one = await doc('One')
    const allowed = await apply(
      [
        {
          action: 'create',
          type: 'document',
          collection: 'posts',
          title: 'Mine',
          visibility: 'visible',
        },
        { action: 'create', type: 'file', path: '_docs/mine.txt', content: base64('x') },
      ],
      writer,
    )
    expect(allowed.status, allowed.text).to.equal(200)
    const [mine] = allowed.json['results'] as { path: string }[]
    expect(mine?.path).to.equal('_drafts/mine.md')
    const refused: readonly (readonly [Json, number])[] = [
      [{ action: 'update', type: 'document', id: one.id, body: 'x' }, 403],
      [{ action: 'update', type: 'document', path: '_drafts/mine.md', visibility: 'visible' }, 403],
      [{ action: 'delete', type: 'document', id: one.id }, 403],
      [{ action: 'create', type: 'file', path: 'x.txt', content: '' }, 403],
      [{ action: 'create', type: 'file', path: '_layouts/x.html', content: '' }, 403],
      [{ action: 'create', type: 'file', path: '_docs/x.md', content: base64('---\n---\nx') }, 422],
      [{ action: 'update', type: 'file', path: '_docs/one.md', content: '' }, 404],
      [{ action: 'move', type: 'file', path: '_docs', to: 'docs' }, 404],
    ]
    for (const [change, status] of refused) {
      const answer = await apply([change], writer)
      expect(answer.status, `${JSON.stringify(change)}: ${answer.text}`).to.equal(status)
    }
    const secret = await doc('Secret', { visibility: 'hidden' })
    const hidden = await apply([{ action: 'delete', type: 'document', id: secret.id }], writer)
    expect(hidden.status).to.equal(404)
  })

  it('cannot name ids of other sites', async () => {
    const other = await api.site()
    const made = await api.post(`/v2/sites/${other.id}/pages`, { title: 'x' })
    const id = String(made.json['id'])
    const answer = await apply([{ action: 'delete', type: 'page', id }])
    expect(answer.status).to.equal(404)
  })

  it('are made once for each idempotency key', async () => {
    const call = {
      method: 'POST',
      path: `${base}/changes`,
      headers: { 'Idempotency-Key': 'once' },
      json: { changes: [{ action: 'create', type: 'page', title: 'Once' }] },
    }
    const first = await api.send(call)
    const second = await api.send(call)
    expect(second.headers['idempotent-replayed']).to.equal('true')
    expect(second.json).to.deep.equal(first.json)
  })

  it('import a thousand documents at once', async () => {
    const changes = Array.from({ length: 1000 }, (_, i) => ({
      action: 'create',
      type: 'document',
      collection: 'docs',
      title: `Number ${i}`,
      body: 'Text',
      path: `many/n${i}.md`,
    }))
    const answer = await apply(changes)
    expect(answer.status, answer.text.slice(0, 500)).to.equal(200)
    const list = await api.get(`${base}/collections/docs/documents?per_page=1`)
    expect(list.headers['x-total-count']).to.equal('1000')
  })
})
