import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('Collections', () => {
  const api = useApi()
  let site: Site
  let url: string

  beforeEach(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/collections`
  })

  it('are those of _config.yml, and posts always', async () => {
    expect((await api.get(url)).list.map(({ path }) => path)).to.deep.equal(['posts'])
    const posts = await api.get(`${url}/posts`)
    expect(posts.json).to.include({ path: 'posts', title: 'Posts', directory: '.', output: true })
    expect(posts.json).to.include({ permalink: null, site_id: site.id, user_id: api.root.id })
  })

  it('are made with every field', async () => {
    const input = {
      title: 'Rezepte: gut',
      path: 'recipes',
      permalink: '/r/:name/',
      output: false,
      metadata: { order: ['a', 1], deep: { x: null } },
    }
    const made = await api.post(url, input)
    expect(made.status, made.text).to.equal(201)
    expect(made.json).to.deep.include(input)
    expect((await api.get(`${url}/recipes`)).json).to.deep.equal(made.json)
    expect((await api.get(url)).list.map(({ path }) => path)).to.have.members(['posts', 'recipes'])
    expect(await api.file(site.id, '_config.yml')).to.match(/collections:\n {2}recipes:/)
  })

  it('have a URL-safe form of the title as path', async () => {
    const made = await api.post(url, { title: 'Größe & Mehr!' })
    expect(made.json['path']).to.equal('grosse-mehr')
    expect(made.json).to.include({ output: true, permalink: null })
    expect(made.json['metadata']).to.deep.equal({})
    expect((await api.post(url, { title: 'Книги' })).json['path']).to.equal('knigi')
  })

  it('get a numbered path if the title has no URL-safe form, or a reserved one', async () => {
    const made = async (title: string) => {
      const answer = await api.post(url, { title })
      expect(answer.status, answer.text).to.equal(201)
      return answer.json['path']
    }
    expect(await made('!!!')).to.equal('collection')
    expect(await made('本')).to.equal('collection-2')
    expect(await made('???')).to.equal('collection-3')
    expect(await made('Data')).to.equal('data-2')
    expect(await made('data')).to.equal('data-3')
    const many = await Promise.all(Array.from({ length: 4 }, () => made('…')))
    expect(new Set(many).size).to.equal(4)
  })

  it('refuse a taken path with 409', async () => {
    await api.post(url, { title: 'Recipes' })
    expect((await api.post(url, { title: 'Recipes' })).status).to.equal(409)
    expect((await api.post(url, { title: 'x', path: 'RECIPES' })).status).to.equal(409)
    expect((await api.post(url, { title: 'x', path: 'posts' })).status).to.equal(409)
  })

  it('adopt an existing folder, with its files and their ids', async () => {
    const put = (name: string, data: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { name: 'x', data })
    for (const [name, data] of [
      ['_novels/one.md', '---\ntitle: One\n---\nText.\n'],
      ['_novels/sub/two.md', '---\ntitle: Two\n---\n'],
      ['_novels/cover.txt', 'Ink.'],
    ] as const) {
      const answer = await put(name, data)
      expect(answer.status, answer.text).to.equal(200)
    }
    const before = await api.file(site.id, '_novels/one.md')
    const made = await api.post(url, { title: 'Novels' })
    expect(made.status, made.text).to.equal(201)
    const documents = await api.get(`${url}/novels/documents`)
    expect(documents.list.map(({ path, title }) => [path, title])).to.deep.equal([
      ['one.md', 'One'],
      ['sub/two.md', 'Two'],
    ])
    expect(
      (await api.get(`${url}/novels/files`)).list.map(({ basename }) => basename),
    ).to.deep.equal(['cover.txt'])
    expect(await api.file(site.id, '_novels/one.md')).to.equal(before)
    const again = await api.post(url, { title: 'Again', path: 'novels' })
    expect(again.status).to.equal(409)
    const moved = await api.post(url, { title: 'Other' })
    await put('_plays/one.md', '---\n---\n')
    const renamed = await api.put(`${url}/${String(moved.json['path'])}`, { path: 'plays' })
    expect(renamed.status, renamed.text).to.equal(409)
  })

  for (const body of [
    {},
    { title: null },
    { title: '' },
    { title: 'x', path: '../x' },
    { title: 'x', path: 'a/b' },
    { title: 'x', path: '' },
    { title: 'x', path: null },
    { title: 'x', path: 'layouts' },
    { title: 'x', path: 'drafts' },
    { title: 'x', path: '.git' },
    { title: 'x', path: '__proto__' },
    { title: 'x', path: 'a b' },
    { title: 'x', output: 'no' },
    { title: 'x', metadata: [] },
    { title: 'x', metadata: { output: true } },
    { title: 'x', permalink: 7 },
  ]) {
    it(`refuse ${JSON.stringify(body)} with 422`, async () => {
      const head = await api.head(site.id)
      const answer = await api.post(url, body)
      expect(answer.status, answer.text).to.equal(422)
      expect(await api.head(site.id)).to.equal(head)
    })
  }

  it('change by field, and accept their own representation without a commit', async () => {
    const made = await api.post(url, { title: 'Recipes', metadata: { a: 1 }, permalink: '/:name' })
    const changed = await api.put(`${url}/recipes`, { ...made.json, title: 'Meals', output: false })
    expect(changed.json).to.include({ title: 'Meals', output: false, permalink: '/:name' })
    expect(changed.json['id']).to.equal(made.json['id'])
    const cleared = await api.put(`${url}/recipes`, { permalink: null, metadata: {} })
    expect(cleared.json).to.include({ title: 'Meals', permalink: null })
    expect(cleared.json['metadata']).to.deep.equal({})
    const head = await api.head(site.id)
    const again = await api.put(`${url}/recipes`, cleared.json)
    expect(again.json).to.deep.equal(cleared.json)
    expect(await api.head(site.id)).to.equal(head)
  })

  it('move their folder in the same commit as a new path, and documents keep their ids', async () => {
    const made = await api.post(url, { title: 'Recipes', metadata: { a: 1 } })
    const soup = await api.post(`${url}/recipes/documents`, { title: 'Soup' })
    await api.upload('POST', `${url}/recipes/files`, { name: 'a.png', data: 'png' })
    const before = await api.head(site.id)
    const moved = await api.put(`${url}/recipes`, { path: 'meals' })
    expect(moved.status, moved.text).to.equal(200)
    expect(moved.json).to.include({ path: 'meals', title: 'Recipes', id: made.json['id'] })
    expect(moved.json['metadata']).to.deep.equal({ a: 1 })
    expect((await api.git(site.id, 'rev-list', '--count', `${before}..main`)).trim()).to.equal('1')
    expect((await api.get(`${url}/recipes`)).status).to.equal(404)
    const document = await api.get(`/v2/documents/${String(soup.json['id'])}`)
    expect(document.json['filename']).to.equal('_meals/soup.md')
    const files = await api.get(`${url}/meals/files`)
    expect(files.list.map(({ filename }) => filename)).to.deep.equal(['_meals/a.png'])
    const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
    expect(names).not.to.include('_recipes')
  })

  it('cannot be moved onto another one; posts cannot be moved at all', async () => {
    await api.post(url, { title: 'Recipes' })
    await api.post(url, { title: 'Meals' })
    expect((await api.put(`${url}/recipes`, { path: 'meals' })).status).to.equal(409)
    expect((await api.put(`${url}/posts`, { path: 'blog' })).status).to.equal(422)
    expect((await api.put(`${url}/recipes`, { path: '../x' })).status).to.equal(422)
    expect((await api.put(`${url}/recipes`, { title: null })).status).to.equal(422)
  })

  it('are removed with their folder in one commit', async () => {
    const made = await api.post(url, { title: 'Recipes' })
    const soup = await api.post(`${url}/recipes/documents`, { title: 'Soup' })
    const before = await api.head(site.id)
    const removed = await api.delete(`${url}/recipes`)
    expect(removed.json).to.deep.equal({ id: made.json['id'], deleted: true })
    expect((await api.git(site.id, 'rev-list', '--count', `${before}..main`)).trim()).to.equal('1')
    expect((await api.get(`${url}/recipes`)).status).to.equal(404)
    expect((await api.get(`/v2/documents/${String(soup.json['id'])}`)).status).to.equal(404)
    expect((await api.delete(`${url}/recipes`)).status).to.equal(404)
  })

  it('can be removed for posts only if it has no documents', async () => {
    const post = await api.post(`${url}/posts/documents`, { title: 'x' })
    expect((await api.delete(`${url}/posts`)).status).to.equal(409)
    await api.delete(`/v2/documents/${String(post.json['id'])}`)
    expect((await api.delete(`${url}/posts`)).status).to.equal(200)
    expect((await api.get(`${url}/posts`)).status).to.equal(200)
  })

  it('are in collections_dir', async () => {
    const data = 'title: x\ncollections_dir: content\ncollections:\n  recipes:\n    output: true\n'
    await api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data })
    const soup = await api.post(`${url}/recipes/documents`, { title: 'Soup' })
    expect(soup.json['filename']).to.equal('content/_recipes/soup.md')
    expect((await api.get(`${url}/recipes`)).json['directory']).to.equal('content')
  })

  it('have ETags: 304 and 412', async () => {
    await api.post(url, { title: 'Recipes' })
    const tag = String((await api.get(`${url}/recipes`)).headers.etag)
    const send = (method: string, header: string, json?: unknown) =>
      api.send({ method, path: `${url}/recipes`, json, headers: { [header]: tag } })
    expect((await send('GET', 'If-None-Match')).status).to.equal(304)
    expect((await send('PUT', 'If-Match', { title: 'One' })).status).to.equal(200)
    expect((await send('PUT', 'If-Match', { title: 'Two' })).status).to.equal(412)
    expect((await send('DELETE', 'If-Match')).status).to.equal(412)
  })

  it('answer 404 for one that does not exist', async () => {
    for (const path of ['nothing', 'POSTS', '__proto__', 'constructor', '%2e%2e', 'a%2Fb']) {
      expect((await api.get(`${url}/${path}`)).status, path).to.equal(404)
      expect((await api.get(`${url}/${path}/documents`)).status, path).to.equal(404)
      expect((await api.get(`${url}/${path}/files`)).status, path).to.equal(404)
    }
  })
})

describe('Collection files', () => {
  const api = useApi({ settings: { uploadBytes: '100000' } })
  let site: Site
  let url: string

  beforeEach(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Up' })
    url = `/v2/sites/${site.id}/collections/up/files`
  })

  const upload = (name: string, data: Buffer | string = 'x', fields = {}) =>
    api.upload('POST', url, { name, data, fields })

  it('are uploaded and shown with every field', async () => {
    const data = Buffer.from([0, 255, 10, 13, 0])
    const made = await upload('Bild ä.png', data)
    expect(made.status, made.text).to.equal(201)
    expect(made.json).to.include({
      filename: '_up/Bild ä.png',
      content_type: 'image/png',
      directory: '_up',
      basename: 'Bild ä.png',
      filesize: 5,
      sha: (await api.git(site.id, 'rev-parse', 'main:_up/Bild ä.png')).trim(),
      download_url: `${api.server.url}/v2/sites/${site.id}/files/_up/Bild%20%C3%A4.png?download`,
      site_id: site.id,
      user_id: api.root.id,
      edited_by_id: null,
    })
    expect(made.json['url']).to.match(/^\/up\//)
    const { pathname, search } = new URL(String(made.json['download_url']))
    const bytes = await api.get(pathname + search)
    expect(bytes.bytes).to.deep.equal(data)
    expect(bytes.headers).to.include({
      'content-type': 'application/octet-stream',
      'content-length': '5',
      etag: `"${String(made.json['sha'])}"`,
    })
    expect(bytes.headers['content-disposition']).to.equal(
      `attachment; filename="Bild _.png"; filename*=UTF-8''Bild%20%C3%A4.png`,
    )
    expect((await api.get(url)).list).to.deep.equal([made.json])
  })

  it('go where `path` says, below the collection', async () => {
    const made = await upload('a.png', 'x', { path: 'deep/er/b.css' })
    expect(made.json).to.include({ filename: '_up/deep/er/b.css', content_type: 'text/css' })
  })

  it('refuse an existing name with 409 unless replace is set', async () => {
    await upload('a.txt', 'one')
    expect((await upload('a.txt', 'two')).status).to.equal(409)
    expect((await upload('a.txt', 'two', { replace: 'false' })).status).to.equal(409)
    expect(await api.file(site.id, '_up/a.txt')).to.equal('one')
    const replaced = await upload('a.txt', 'two', { replace: 'true' })
    expect(replaced.status).to.equal(201)
    expect(replaced.json['edited_by_id']).to.equal(api.root.id)
    expect(await api.file(site.id, '_up/a.txt')).to.equal('two')
    expect((await upload('A.TXT', 'x', { replace: 'true' })).status).to.equal(409)
    const form = { file: { name: 'a.txt', data: 'three' }, fields: { replace: 'true' } }
    const headers = { 'If-Match': `"${String(replaced.json['sha'])}"` }
    const call = { method: 'POST', path: url, form, headers }
    expect((await api.send(call)).status).to.equal(201)
    expect((await api.send(call)).status, 'another version by now').to.equal(412)
    expect(await api.file(site.id, '_up/a.txt')).to.equal('three')
    expect((await upload('x', 'x', { path: 'a.txt/b' })).status).to.equal(409)
  })

  it('refuse front matter with an error of its own', async () => {
    for (const data of [
      '---\ntitle: x\n---\nbody',
      '---\n---\n',
      '\ufeff---\na: 1\n...\n',
      '--- \r\na: 1\r\n---\r\n',
    ]) {
      const answer = await upload('a.md', data)
      expect(answer.status, JSON.stringify(data)).to.equal(422)
      expect(answer.json['error']).to.equal('front_matter_not_allowed')
    }
    for (const data of ['---\nno end', ' ---\na: 1\n---\n', '----\na\n----\n', '']) {
      const answer = await upload('b.md', data, { replace: 'true' })
      expect(answer.status, JSON.stringify(data)).to.equal(201)
    }
  })

  it('may be empty', async () => {
    const made = await upload('empty.txt', '')
    expect(made.json['filesize']).to.equal(0)
    const bytes = await api.get(`/v2/sites/${site.id}/files/_up/empty.txt?download`)
    expect(bytes.headers['content-length']).to.equal('0')
  })

  it('answer 413 over the limit, and keep nothing', async () => {
    const head = await api.head(site.id)
    const refused = await upload('big.bin', Buffer.alloc(100_001))
    expect([refused.status, refused.json['most_bytes']]).to.deep.equal([413, 100_000])
    const long = await upload('long.bin', Buffer.alloc(2_000_000))
    expect([long.status, long.json['most_bytes']]).to.deep.equal([413, 100_000])
    expect(await api.head(site.id)).to.equal(head)
    expect((await upload('fits.bin', Buffer.alloc(99_999))).status).to.equal(201)
  })

  it('are served in ranges', async () => {
    await upload('r.txt', '0123456789')
    const path = `/v2/sites/${site.id}/files/_up/r.txt?download`
    const range = (header: string, more = {}) =>
      api.send({ method: 'GET', path, headers: { Range: header, ...more } })
    for (const [header, text, content] of [
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=8-', '89', 'bytes 8-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=5-100', '56789', 'bytes 5-9/10'],
    ] as const) {
      const answer = await range(header)
      expect(answer.status).to.equal(206)
      expect(answer.text).to.equal(text)
      expect(answer.headers['content-range']).to.equal(content)
    }
    for (const header of ['bytes=', 'lines=1-2', 'bytes=0-1,3-4']) {
      expect((await range(header)).status, header).to.equal(200)
    }
    expect((await range('bytes=0-1', { 'If-Range': '"old"' })).text).to.equal('0123456789')
  })

  it('are searched by name and sorted', async () => {
    await upload('b.png', 'xxx')
    await upload('a.txt', 'x')
    await upload('Übung.css', 'xx')
    const names = async (query: string) =>
      (await api.get(`${url}?${query}`)).list.map(({ basename }) => basename)
    expect(await names('sort=filesize-desc')).to.deep.equal(['b.png', 'Übung.css', 'a.txt'])
    expect(await names('sort=basename-asc')).to.have.members(['a.txt', 'b.png', 'Übung.css'])
    expect((await names('sort=content_type-asc'))[0]).to.equal('b.png')
    expect(await names('q=ubung')).to.deep.equal(['Übung.css'])
    expect(await names('q=.PNG')).to.deep.equal(['b.png'])
    for (const field of ['filename', 'created_at', 'updated_at']) {
      expect(await names(`sort=${field}-desc`)).to.have.length(3)
    }
    expect((await api.get(`${url}?sort=title-asc`)).status).to.equal(422)
  })

  it('are deleted, with 412 for another version and 404 for none', async () => {
    const made = await upload('a.txt')
    const path = `/v2/sites/${site.id}/files/_up/a.txt`
    const stale = { method: 'DELETE', path, headers: { 'If-Match': '"0000"' } }
    expect((await api.send(stale)).status).to.equal(412)
    expect((await api.delete(path)).json['deleted']).to.equal(true)
    expect((await api.delete(path)).status).to.equal(404)
    expect((await api.get(`${path}?download`)).status).to.equal(404)
    expect(made.status).to.equal(201)
  })

  it('give no access to other files', async () => {
    const answer = await api.get(`/v2/sites/${site.id}/files/_config.yml?download`)
    expect(answer.status).to.equal(404)
  })

  it('refuse a form without a file, and other bodies', async () => {
    const noFile = await api.send({ method: 'POST', path: url, form: { fields: { path: 'x' } } })
    expect(noFile.status).to.equal(422)
    expect((await api.post(url, { file: 'x' })).status).to.equal(415)
    const torn = await api.send({
      method: 'POST',
      path: url,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      raw: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ntorn',
    })
    expect(torn.status).to.equal(400)
  })
})

describe('a collection with a long title', () => {
  const api = useApi()

  it('gets a path that is cut', async () => {
    const { id } = await api.site()
    const made = await api.post(`/v2/sites/${id}/collections`, { title: 'Long '.repeat(80) })
    expect(made.status).to.equal(201)
    expect(made.json['path']).to.match(/^(long-)+[long]*$/)
    expect(String(made.json['path']).length).to.be.at.most(100)
  })
})
