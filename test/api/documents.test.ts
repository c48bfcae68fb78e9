import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const ABSENT = '0'.repeat(24)

describe('POST documents', () => {
  const api = useApi()
  let site: Site
  let posts: string
  let recipes: string

  before(async () => {
    site = await api.site({
      timezone: 'Asia/Tokyo',
      defaults: [{ scope: { path: '', type: 'posts' }, values: { layout: 'post', tone: 'calm' } }],
    })
    posts = `/v2/sites/${site.id}/collections/posts/documents`
    recipes = `/v2/sites/${site.id}/collections/recipes/documents`
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Recipes' })
  })

  it('names a file by the beginning of a long title, in any script', async () => {
    for (const title of ['Long word '.repeat(40), 'Слово '.repeat(70)]) {
      const made = await api.post(recipes, { title })
      expect(made.status, made.text).to.equal(201)
      const post = await api.post(posts, { title })
      expect(post.status, post.text).to.equal(201)
      expect(Buffer.byteLength(String(post.json['path']))).to.be.lessThan(255)
    }
  })

  it('refuses a post with a date that does not exist', async () => {
    const { id } = await api.site()
    const answer = await api.post(`/v2/sites/${id}/collections/posts/documents`, {
      title: 'Never',
      path: '2024-13-45-never.md',
    })
    expect(answer.status).to.equal(422)
    expect(answer.json['details']).to.deep.include({
      field: 'path',
      message:
        'must name a day: there is no day 2024-13-45, and the name of a post begins with YYYY-MM-DD-',
    })
  })

  it('writes every field, and shows every field', async () => {
    const input = {
      title: 'Hello: "World"',
      body: 'Some *words*.\n',
      path: '2024-02-03-hello.md',
      permalink: '/hello/',
      date: '2024-02-03T23:30:00+09:00',
      metadata: { author: 'Ann', nested: { list: [1, 'two', null] }, yes: 'yes', zero: '010' },
      tags: ['one tag', 'b'],
      categories: ['C'],
    }
    const made = await api.post(posts, input)
    expect(made.status, made.text).to.equal(201)
    const sha = (await api.git(site.id, 'rev-parse', 'main:_posts/2024-02-03-hello.md')).trim()
    expect(made.json).to.deep.include({
      ...input,
      filename: '_posts/2024-02-03-hello.md',
      basename: '2024-02-03-hello.md',
      directory: '_posts',
      defaults: { layout: 'post', tone: 'calm' },
      type: 'document',
      visibility: 'visible',
      url: '/hello/',
      sha,
      site_id: site.id,
      user_id: api.root.id,
      edited_by_id: null,
    })
    expect(made.json['created_at']).to.match(/ \+0000$/)
    expect(made.headers.etag).to.equal(`"${sha}"`)
    const shown = await api.get(`/v2/documents/${String(made.json['id'])}`)
    expect(shown.json).to.deep.equal(made.json)
    const log = await api.git(site.id, 'log', '-1', '--format=%an <%ae>', 'main')
    expect(log.trim()).to.equal(`Root <${api.root.email}>`)
  })

  it('needs only a title', async () => {
    const made = await api.post(recipes, { title: 'Tomato Soup' })
    expect(made.json).to.deep.include({
      title: 'Tomato Soup',
      body: '',
      filename: '_recipes/tomato-soup.md',
      path: 'tomato-soup.md',
      tags: [],
      categories: [],
      metadata: {},
      date: null,
      permalink: null,
      visibility: 'visible',
      url: '/recipes/tomato-soup.html',
    })
  })

  it('names posts with the day in the time zone of the site', async () => {
    const made = await api.post(posts, { title: 'Late', date: '2024-05-05T20:00:00Z' })
    expect(made.json['path']).to.equal('2024-05-06-late.md')
    expect(made.json['date']).to.equal('2024-05-06T05:00:00+09:00')
    expect(made.json['url']).to.equal('/2024/05/06/late.html')
    const day = await api.post(posts, { title: 'Day', date: '2024-05-05' })
    expect(day.json['path']).to.equal('2024-05-05-day.md')
    const now = await api.post(posts, { title: 'Now' })
    expect(now.json['path']).to.match(/^\d{4}-\d\d-\d\d-now\.md$/)
  })

  it('numbers generated names that are taken, and refuses given ones with 409', async () => {
    const names = []
    for (let count = 0; count < 3; count += 1) {
      names.push((await api.post(recipes, { title: 'Same' })).json['path'])
    }
    expect(names).to.deep.equal(['same.md', 'same-2.md', 'same-3.md'])
    expect((await api.post(recipes, { title: 'x', path: 'same.md' })).status).to.equal(409)
    expect((await api.post(recipes, { title: 'x', path: 'SAME.md' })).status).to.equal(409)
    expect((await api.post(recipes, { title: 'x', path: 'same.md/x.md' })).status).to.equal(409)
  })

  it('numbers a generated name that differs from a taken one in case only', async () => {
    await api.post(recipes, { title: 'x', path: 'Case.md' })
    const made = await api.post(recipes, { title: 'case' })
    expect(made.status, made.text).to.equal(201)
    expect(made.json['path']).to.equal('case-2.md')
  })

  it('gives different names to simultaneous requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => api.post(recipes, { title: 'Crowd' })),
    )
    expect(new Set(made.map(({ json }) => json['path'])).size).to.equal(8)
    expect(new Set(made.map(({ json }) => json['id'])).size).to.equal(8)
  })

  it('adds .md to a path without an extension, and takes folders', async () => {
    const one = await api.post(recipes, { title: 'x', path: 'deep/er/one' })
    expect(one.json['filename']).to.equal('_recipes/deep/er/one.md')
    const two = await api.post(recipes, { title: 'x', path: 'two.html' })
    expect(two.json['path']).to.equal('two.html')
  })

  it('writes published: false for visibility hidden', async () => {
    const made = await api.post(recipes, { title: 'Secret', visibility: 'hidden' })
    expect(made.json['visibility']).to.equal('hidden')
    expect(await api.file(site.id, '_recipes/secret.md')).to.include('published: false')
  })

  it('accepts titles in any script, and with YAML syntax', async () => {
    for (const title of [
      '日本語',
      'yes',
      '1.0',
      '- a',
      '# b',
      "it's",
      '{x}',
      'a: b #c',
      '@',
      ' x',
      '\ttab',
      'ends:',
      '2024-01-01',
      'null',
      '🍅',
      'line\nbreak',
      '---',
    ]) {
      const made = await api.post(recipes, { title, tags: [title.trim() || 'x'] })
      expect(made.status, `${title}: ${made.text}`).to.equal(201)
      expect(made.json['title']).to.equal(title)
    }
  })

  it('keeps bodies byte for byte', async () => {
    for (const body of [
      '---\na: 1\n---\nnot front matter',
      '  x  \n\n',
      'a\r\nb\r\n',
      '\ufeffx',
      'no end',
      '\u0000?',
    ]) {
      const made = await api.post(recipes, { title: 'Body', body })
      expect(made.json['body'], JSON.stringify(body)).to.equal(body)
    }
  })

  for (const [body, field] of [
    [{}, 'title'],
    [{ title: null }, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 7 }, 'title'],
    [{ title: 'x', body: null }, 'body'],
    [{ title: 'x', body: 7 }, 'body'],
    [{ title: 'x', path: '' }, 'path'],
    [{ title: 'x', path: null }, 'path'],
    [{ title: 'x', path: 'no-date.md' }, 'path'],
    [{ title: 'x', date: 'yesterday' }, 'date'],
    [{ title: 'x', date: '2024-13-01' }, 'date'],
    [{ title: 'x', date: '2024-02-30' }, 'date'],
    [{ title: 'x', date: 7 }, 'date'],
    [{ title: 'x', visibility: 'Visible' }, 'visibility'],
    [{ title: 'x', visibility: null }, 'visibility'],
    [{ title: 'x', metadata: null }, 'metadata'],
    [{ title: 'x', metadata: ['a'] }, 'metadata'],
    [{ title: 'x', metadata: { title: 'y' } }, 'metadata.title'],
    [{ title: 'x', metadata: { published: false } }, 'metadata.published'],
    [{ title: 'x', tags: 'a b' }, 'tags'],
    [{ title: 'x', tags: [1] }, 'tags'],
    [{ title: 'x', tags: null }, 'tags'],
    [{ title: 'x', categories: {} }, 'categories'],
    [{ title: 'x', permalink: 7 }, 'permalink'],
  ] as const) {
    it(`refuses ${JSON.stringify(body)} with 422 that names ${field}`, async () => {
      const head = await api.head(site.id)
      const answer = await api.post(posts, body)
      expect(answer.status, answer.text).to.equal(422)
      const [detail] = Object(answer.json['details'])
      expect(detail.field).to.match(new RegExp(`^${field}`))
      expect(await api.head(site.id)).to.equal(head)
    })
  }

  it('answers 404 in a collection that is not there', async () => {
    const url = `/v2/sites/${site.id}/collections/nothing/documents`
    expect((await api.post(url, { title: 'x' })).status).to.equal(404)
  })
})

describe('PUT /v2/documents/:document_id', () => {
  const api = useApi()
  let site: Site
  let recipes: string

  before(async () => {
    site = await api.site()
    recipes = `/v2/sites/${site.id}/collections/recipes/documents`
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Recipes' })
  })

  const make = async (input: object = {}, list = recipes) => {
    const { json } = await api.post(list, { title: 'Soup', ...input })
    return { json, url: `/v2/documents/${String(json['id'])}`, name: String(json['filename']) }
  }
  const putFile = async (name: string, data: string) => {
    await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const { list } = await api.get(`${recipes}?per_page=9999`)
    const found = list.find(({ filename }) => filename === name)
    return `/v2/documents/${String(found?.['id'])}`
  }

  it('changes each field alone and leaves the others', async () => {
    const all = {
      title: 'Soup',
      body: 'b',
      permalink: '/p/',
      date: '2024-01-02T03:04:05+00:00',
      metadata: { a: 1 },
      tags: ['t'],
      categories: ['c'],
      visibility: 'visible',
    }
    for (const change of [
      { title: 'Stew' },
      { body: 'changed' },
      { permalink: '/q/' },
      { date: '2025-01-02T03:04:05+00:00' },
      { metadata: { b: [2] } },
      { tags: ['x', 'y z'] },
      { tags: [] },
      { categories: ['d'] },
      { visibility: 'hidden' },
      { permalink: null },
      { date: null },
    ]) {
      const { json, url } = await make(all)
      const changed = await api.put(url, change)
      expect(changed.status, changed.text).to.equal(200)
      expect(changed.json).to.deep.include({ ...all, ...change, id: json['id'] })
      expect((await api.get(url)).json).to.deep.equal(changed.json)
    }
  })

  it('accepts its own representation without a commit', async () => {
    const { json, url } = await make({
      metadata: { a: { b: [1] } },
      tags: ['x'],
      date: '2024-01-02',
    })
    const head = await api.head(site.id)
    const again = await api.put(url, json)
    expect(again.status).to.equal(200)
    expect(again.json).to.deep.equal(json)
    expect(await api.head(site.id)).to.equal(head)
  })

  it('accepts its own representation of hand-written front matter without changing a byte', async () => {
    const text =
      '\ufeff---\r\n# hand made\r\ntitle:   "By hand"\r\ntag: one\r\ndate: 2013-09-14 20:46:50 -0400\r\n' +
      'category: "a b"\r\nlist: [ a,  b ]\r\nyes: yes\r\n\r\npublished:   true\r\n---\r\nBody\r\n'
    const url = await putFile('_recipes/hand.md', text)
    const shown = await api.get(url)
    expect(shown.json).to.deep.include({ title: 'By hand', tags: ['one'], visibility: 'visible' })
    const again = await api.put(url, shown.json)
    expect(again.json).to.deep.equal(shown.json)
    expect(await api.file(site.id, '_recipes/hand.md')).to.equal(text)
    await api.put(url, { ...shown.json, title: 'New' })
    expect(await api.file(site.id, '_recipes/hand.md')).to.equal(text.replace('"By hand"', '"New"'))
  })

  it('clears what may be null, and refuses null elsewhere with 422', async () => {
    const { url } = await make({ permalink: '/p/', date: '2024-01-02' })
    const cleared = await api.put(url, { permalink: null, date: null })
    expect(cleared.json).to.include({ permalink: null, date: null })
    for (const field of ['title', 'body', 'path', 'visibility', 'metadata', 'tags', 'categories']) {
      expect((await api.put(url, { [field]: null })).status, field).to.equal(422)
    }
  })

  it('ignores fields that are unknown or read-only', async () => {
    const { json, url } = await make()
    const body = {
      id: ABSENT,
      url: '/x',
      user_id: ABSENT,
      filename: '_posts/x',
      site_id: ABSENT,
      type: 'page',
      nonsense: {},
    }
    expect((await api.put(url, body)).json).to.deep.equal(json)
  })

  it('moves to another path and keeps its id, its times and its history', async () => {
    const { json, url, name } = await make({ title: 'Mover', body: 'x'.repeat(200) })
    const moved = await api.put(url, { path: 'deep/moved.md', title: 'Other', body: 'wholly new' })
    expect(moved.status, moved.text).to.equal(200)
    expect(moved.json).to.include({ id: json['id'], filename: '_recipes/deep/moved.md' })
    expect(moved.json['created_at']).to.equal(json['created_at'])
    expect(await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')).not.to.include(name)
    const history = await api.get(`${url}/history`)
    expect(history.list.length).to.equal(2)
  })

  it('can change only the case of its name', async () => {
    const { url } = await make({ title: 'casing' })
    const moved = await api.put(url, { path: 'CASING.md' })
    expect(moved.status, moved.text).to.equal(200)
    expect(moved.json['path']).to.equal('CASING.md')
  })

  it('refuses a taken path with 409', async () => {
    await make({ path: 'there.md' })
    const { url } = await make({ path: 'here.md' })
    for (const path of ['there.md', 'THERE.md', 'there.md/x.md']) {
      expect((await api.put(url, { path })).status, path).to.equal(409)
    }
  })

  it('distinguishes who created it from who changed it last', async () => {
    const admin = await api.member(site.id, 'admin')
    const { json, url } = await make()
    const changed = await api.put(url, { body: 'y' }, admin)
    expect(changed.json).to.include({ user_id: json['user_id'], edited_by_id: admin.id })
  })

  it('reports front matter errors, and changes such a file only as a whole', async () => {
    const url = await putFile('_recipes/broken.md', '---\ntitle: [a\nb: }\n---\nBody\n')
    const shown = await api.get(url)
    expect(shown.json['title']).to.equal('Broken')
    expect(shown.json['front_matter_error']).to.have.all.keys('line', 'column', 'reason')
    expect((await api.put(url, { title: 'x' })).status).to.equal(409)
    expect((await api.put(url, { body: 'x' })).status).to.equal(409)
    const whole = await api.put(url, { title: 'Mended', body: 'x', metadata: { a: 1 } })
    expect(whole.status, whole.text).to.equal(200)
    expect(whole.json).to.deep.include({ title: 'Mended', body: 'x', metadata: { a: 1 } })
    expect(whole.json).not.to.have.property('front_matter_error')
  })

  it('answers 404 for an unknown id and for that of a page', async () => {
    expect((await api.put(`/v2/documents/${ABSENT}`, {})).status).to.equal(404)
    const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'About' })
    expect((await api.get(`/v2/documents/${String(page.json['id'])}`)).status).to.equal(404)
  })

  it('deletes, with 404 afterwards', async () => {
    const { json, url, name } = await make()
    const removed = await api.delete(url)
    expect(removed.json).to.deep.equal({ id: json['id'], deleted: true })
    expect((await api.get(url)).status).to.equal(404)
    expect((await api.delete(url)).status).to.equal(404)
    expect(await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')).not.to.include(name)
  })
})
