import { expect } from 'chai'
import { isPaged } from '../../src/http/openapi/parameters.js'
import type { Answer, Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('Cursors of lists', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.1' } })
  let site: Site
  let list: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    list = `/v2/sites/${site.id}/collections/docs/documents`
  })

  const nextOf = (answer: Answer): string | null =>
    /after=([\w-]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? null

  async function* walk(path: string): AsyncGenerator<Answer> {
    const sign = path.includes('?') ? '&' : '?'
    for (let after: string | null = ''; after !== null;) {
      const answer = await api.get(`${path}${sign}after=${after}`)
      expect(answer.status, `${path}: ${answer.text}`).to.equal(200)
      yield answer
      after = nextOf(answer)
    }
  }

  const walked = async (path: string) => {
    const rows: Json[] = []
    for await (const { list: some } of walk(path)) rows.push(...some)
    return rows
  }

  it('miss and repeat nothing while others create, delete and rename', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `m${String(at).padStart(2, '0')}.md`)
    const ids = new Map<string, string>()
    for (const path of names)
      ids.set(path, String((await api.post(list, { title: path, path })).json['id']))
    const of = (name: string) => `/v2/documents/${ids.get(name)}`
    const between = [
      // Before and after the place, and the very row at the place.
      () => api.post(list, { title: 'first', path: 'a.md' }),
      () => api.delete(of('m03.md')),
      () => api.put(of('m01.md'), { path: 'm01a.md' }),
      () => api.post(list, { title: 'later', path: 'm08a.md' }),
      () => api.put(of('m10.md'), { path: 'm10z.md' }),
      () => api.delete(of('m00.md')),
    ]
    const seen: string[] = []
    for await (const { list: rows } of walk(`${list}?per_page=2&summary`)) {
      seen.push(...rows.map((row) => String(row['path'])))
      expect((await between.shift()?.())?.status ?? 200).to.be.below(300)
    }
    const kept = names.filter((name) => name !== 'm10.md')
    expect(seen).to.deep.equal([...kept, 'm08a.md', 'm10z.md'].sort())
  })

  it('go on from a row that is gone', async () => {
    const first = await api.get(`${list}?per_page=1&after=`)
    const [row] = first.list
    expect((await api.delete(`/v2/documents/${String(row?.['id'])}`)).status).to.equal(200)
    const rest = await walked(`${list}?per_page=5`)
    const next = await api.get(`${list}?per_page=1&after=${nextOf(first)}`)
    expect(next.list[0]?.['id']).to.equal(rest[0]?.['id'])
  })

  it('follow each order, with nulls and equal and long values', async () => {
    const long = 'x'.repeat(900)
    for (const [path, title, more] of [
      ['z1.md', `${long}b`, { metadata: { position: 2 }, date: '2024-01-03' }],
      ['z2.md', `${long}a`, { metadata: { position: 2 } }],
      ['z3.md', `${long}b`, { visibility: 'hidden', date: '2024-01-01' }],
    ] as const) {
      expect((await api.post(list, { title, path, ...more })).status).to.equal(201)
      api.skip(1000)
    }
    for (const field of [
      'title',
      'date',
      'path',
      'filename',
      'visibility',
      'position',
      'created_at',
      'updated_at',
    ]) {
      for (const query of [
        `sort=${field}-asc`,
        `sort=${field}-desc`,
        `sort=${field}-asc&q=x`,
        `sort=${field}-desc&visibility=visible&extensions=markdown`,
      ]) {
        const all = await api.get(`${list}?${query}`)
        const ids = (await walked(`${list}?${query}&per_page=1`)).map((row) => row['id'])
        expect(ids, query).to.deep.equal(all.list.map((row) => row['id']))
      }
    }
  })

  it('are there for every list, and give what its pages give', async () => {
    const { id } = site
    await api.post('/v2/users', { email: 'a@example.org', password: 'correct horse battery' })
    const document = await api.post(list, { title: 'History', path: 'zz.md' })
    for (const title of ['H2', 'H3'])
      await api.put(`/v2/documents/${String(document.json['id'])}`, { title })
    for (const title of ['One', 'Two']) {
      await api.post(`/v2/sites/${id}/pages`, { title, path: `${title}.md` })
      await api.upload('PUT', `/v2/sites/${id}/source/_docs/${title}.txt`, { data: title })
      const gone = await api.post(list, { title, path: `${title}-gone.md` })
      await api.delete(`/v2/documents/${String(gone.json['id'])}`)
    }
    for (const kind of ['preview', 'publish']) await api.post(`/v2/sites/${id}/${kind}`)
    const hook = { name: 'x', url: 'http://127.0.0.1:1/', events: ['role.changed'] }
    const webhooks = await Promise.all([1, 2].map(() => api.post(`/v2/sites/${id}/webhooks`, hook)))
    const webhook = String(webhooks[0]?.json['id'])
    for (let at = 0; at < 3; at += 1) await api.post(`/v2/sites/${id}/webhooks/${webhook}/test`)
    const set = await api.post(`/v2/sites/${id}/change_sets`, { title: 'A set' })
    const inSet = `change_set=${String(set.json['id'])}`
    for (const title of ['S1', 'S2']) await api.post(`${list}?${inSet}`, { title })
    await api.site()
    const paged = api.routes.filter(isPaged)
    expect(paged.length).to.be.above(15)
    let long = 0
    for (const { path: template } of paged) {
      const path = template
        .replace(':site_id', id)
        .replace(':document_id', String(document.json['id']))
        .replace(':path', 'docs')
        .replace(':webhook_id', webhook)
        .replace(':change_set_id', String(set.json['id']))
        .replace('{/*name}', '')
      if (path.includes(':page_id')) continue
      const query = path.endsWith('/search') ? 'q=t&' : ''
      const all = await api.get(`${path}?${query}per_page=100`)
      expect(all.status, path).to.equal(200)
      const rows = await walked(`${path}?${query}per_page=1`)
      // Collections are in the order of the file, but walked by path.
      const inOrder = path.endsWith('/collections') ? all.list.toReversed() : all.list
      expect(rows.map(nameOf), path).to.deep.equal(inOrder.map(nameOf))
      if (rows.length > 1) long += 1
    }
    expect(long).to.be.above(10)
  })

  it('are 422 for another query, when damaged, and beside a page', async () => {
    const cursor = nextOf(await api.get(`${list}?per_page=1&sort=title-asc&after=`))
    const again = await api.get(`${list}?sort=title-asc&per_page=2&after=${cursor}`)
    expect(again.status).to.equal(200)
    for (const query of [
      `sort=title-desc&after=${cursor}`,
      `sort=title-asc&q=x&after=${cursor}`,
      `sort=title-asc&page=1&after=${cursor}`,
      'after=abc',
      `after=${Buffer.from('[1,{}]').toString('base64url')}`,
    ]) {
      const answer = await api.get(`${list}?${query}`)
      expect(answer.status, query).to.equal(422)
      expect(answer.json['details'], query).to.have.nested.property('[0].field', 'after')
    }
    expect((await api.get(`/v2/sites/${site.id}/pages?after=${cursor}`)).status).to.equal(422)
  })
})

function nameOf(row: Json): unknown {
  return row['id'] ?? row['commit'] ?? row['name']
}
