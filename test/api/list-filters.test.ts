import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

describe('Filters of lists', () => {
  const api = useApi()
  let site: Site
  let posts: string
  let anna: Person

  before(async () => {
    site = await api.site()
    anna = await api.member(site.id, 'publisher', 'anna')
    posts = `/v2/sites/${site.id}/collections/posts/documents`
    const write = (title: string, more: object, as?: Person) =>
      api.post(posts, { title, body: `The text of ${title}`, ...more }, as)
    await write('one', { tags: ['news', 'Über uns'], categories: ['a'] })
    await write('two', { tags: ['news'], visibility: 'hidden' }, anna)
    await write('three', { categories: ['a', 'b'] }, anna)
  })

  const titles = async (query: string, as?: Person) => {
    const answer = await api.get(`${posts}?sort=title-asc&${query}`, as)
    expect(answer.status, answer.text).to.equal(200)
    expect(answer.headers['x-total-count']).to.equal(String(answer.list.length))
    return answer.list.map(({ title }) => title)
  }

  it('leave out the text for summary=true, and nothing else', async () => {
    for (const list of [posts, `/v2/sites/${site.id}/pages`]) {
      await api.post(`/v2/sites/${site.id}/pages`, { title: 'page', body: 'x' })
      const whole = await api.get(list)
      const brief = await api.get(`${list}?summary=true`)
      expect(brief.list.length).to.be.greaterThan(0)
      const named = brief.list.map((row) => ({ ...row, body: null }))
      expect(brief.list.some((row) => 'body' in row)).to.equal(false)
      expect(named).to.deep.equal(whole.list.map((row) => ({ ...row, body: null })))
      expect((await api.get(`${list}?summary=false`)).list).to.deep.equal(whole.list)
      for (const flag of ['summary', 'summary=', 'summary=1'])
        expect((await api.get(`${list}?${flag}`)).list, flag).to.deep.equal(brief.list)
      expect((await api.get(`${list}?summary=0`)).list).to.deep.equal(whole.list)
    }
  })

  it('find by tag and category, whole and as written', async () => {
    expect(await titles('tag=news')).to.deep.equal(['one', 'two'])
    expect(await titles(`tag=${encodeURIComponent('Über uns')}`)).to.deep.equal(['one'])
    expect(await titles('tag=new')).to.deep.equal([])
    expect(await titles('category=a')).to.deep.equal(['one', 'three'])
    expect(await titles('category=a&category2=x&tag=news')).to.deep.equal(['one'])
    for (const hostile of [`'`, `"`, `%`, `') OR 1=1 --`, '$.tags', '\\']) {
      expect(await titles(`tag=${encodeURIComponent(hostile)}`), hostile).to.deep.equal([])
    }
  })

  it('find by author; documents of unknown authors count as the owner’s', async () => {
    expect(await titles(`author=${anna.id}`)).to.deep.equal(['three', 'two'])
    expect(await titles(`author=${api.root.id}`)).to.deep.equal(['one'])
    expect(await titles(`author=${'0'.repeat(24)}`)).to.deep.equal([])
    const stranger = [
      'commit refs/heads/main',
      'committer Stranger <stranger@example.net> 1700000000 +0000',
      'data 1\nx',
      `from ${await api.head(site.id)}`,
      'M 100644 inline _posts/2024-01-01-four.md',
      'data 21\n---\ntitle: four\n---\nx',
      '',
    ].join('\n')
    await api.fastImport(site.id, stranger)
    await api.server.application.advance.catchUp(site.id)
    expect(await titles(`author=${api.root.id}`)).to.deep.equal(['four', 'one'])
  })

  it('find dates between days in the time zone of the site, and nothing without a date', async () => {
    const { id } = await api.site()
    await api.put(`/v2/sites/${id}`, { timezone: 'Asia/Tokyo' })
    await api.post(`/v2/sites/${id}/collections`, { title: 'Docs' })
    const list = `/v2/sites/${id}/collections/docs/documents`
    for (const [title, date] of [
      ['late', '2024-01-31T23:59:59+09:00'],
      ['there', '2024-01-31T15:30:00Z'],
      ['long ago', '1999-12-31'],
      ['never', null],
    ]) {
      await api.post(list, { title, date })
    }
    const found = async (query: string) => {
      const { list: rows, headers } = await api.get(`${list}?sort=date-asc&${query}`)
      expect(headers['x-total-count']).to.equal(String(rows.length))
      return rows.map(({ title }) => title)
    }
    expect(await found('date_to=2024-01-31')).to.deep.equal(['long ago', 'late'])
    expect(await found('date_from=2024-01-31')).to.deep.equal(['late', 'there'])
    expect(await found('date_from=2024-02-01&date_to=2024-02-01')).to.deep.equal(['there'])
    expect(await found('date_from=2024-02-02')).to.deep.equal([])
    expect(await found('date_from=2024-02-01&q=late')).to.deep.equal([])
  })

  it('find what changed since a time', async () => {
    const list = await api.get(posts)
    const one = list.list.find(({ title }) => title === 'three')
    const at = String(one?.['updated_at']).replace(' ', 'T').replace(' +0000', 'Z')
    expect(await titles(`updated_since=${at}`)).to.include('three')
    const later = new Date(Date.parse(at) + 3600_000).toISOString()
    expect(await titles(`updated_since=${later}`)).to.deep.equal([])
    expect((await titles('updated_since=2001-01-01')).length).to.be.greaterThan(2)
  })

  it('show a writer no more than the list does', async () => {
    const writer = await api.member(site.id, 'writer')
    expect(await titles('tag=news', writer)).to.deep.equal(['one'])
    expect(await titles(`author=${anna.id}`, writer)).to.deep.equal(['three'])
  })

  for (const query of [
    'summary=yes',
    'summary=true&summary=true',
    'tag=a&tag=b',
    `category=${'x'.repeat(201)}`,
    'author=a&author=b',
    'date_from=2024-02-30',
    'date_to=2024',
    'date_to=2024-01-01T00:00:00Z',
    'date_from=2024-01-01&date_from=2024-01-02',
    'updated_since=yesterday',
    'updated_since=2024-13-45',
    'updated_since=2024-01-01T10:00',
    'updated_since=1700000000',
  ]) {
    it(`refuse ${query.slice(0, 40)} with 422`, async () => {
      expect((await api.get(`${posts}?${query}`)).status).to.equal(422)
    })
  }
})

describe('The version of a list', () => {
  const api = useApi()

  it('is an ETag: 304 until something on the page of the list changes', async () => {
    const site = await api.site()
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(posts, { title: 'one' })
    for (const path of [posts, '/v2/sites', `/v2/sites/${site.id}/users`, '/v2/users']) {
      const first = await api.get(path)
      const etag = first.headers.etag ?? ''
      expect(etag, path).to.match(/^W\/"[0-9a-f]{40}"$/)
      const headers = { 'If-None-Match': etag }
      const again = await api.send({ method: 'GET', path, headers })
      expect(again.status, path).to.equal(304)
      expect(again.headers['x-total-count']).to.equal(first.headers['x-total-count'])
    }
    const before = (await api.get(posts)).headers.etag ?? ''
    await api.put(`/v2/documents/${String(made.json['id'])}`, { title: 'two' })
    const headers = { 'If-None-Match': before }
    const changed = await api.send({ method: 'GET', path: posts, headers })
    expect(changed.status).to.equal(200)
    // What one may do is in the list: another reader has another version.
    const writer = await api.member(site.id, 'writer')
    const own = (await api.get(posts)).headers.etag ?? ''
    const other = { method: 'GET', path: posts, as: writer, headers: { 'If-None-Match': own } }
    expect((await api.send(other)).status).to.equal(200)
  })
})
