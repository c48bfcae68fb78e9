import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const MB = 1024 * 1024

describe('Source', () => {
  const api = useApi()
  let site: Site
  let url: string

  beforeEach(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/source`
  })

  const put = (name: string, data: Buffer | string = 'x') =>
    api.upload('PUT', `${url}/${name}`, { data })
  const names = async (path: string) => (await api.get(path)).list.map(({ name }) => name)

  it('writes files and tells their types', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    for (const [name, data, type, at] of [
      ['a.txt', 'x', 'file', undefined],
      ['about.md', '---\ntitle: x\n---\n', 'page', '/about.html'],
      ['_posts/2024-01-02-p.md', '---\n---\n', 'document', '/2024/01/02/p.html'],
      ['_drafts/d.md', '---\n---\n', 'document', undefined],
      ['_docs/d.md', '---\n---\n', 'document', '/docs/d.html'],
      ['_docs/d.png', 'x', 'file', undefined],
      ['_layouts/l.html', '---\n---\n', 'file', undefined],
      ['_config.yml', 'title: y\ncollections: {docs: {output: true}}\n', 'site', undefined],
    ] as const) {
      const made = await put(name, data)
      expect(made.status, made.text).to.equal(200)
      expect(made.json).to.include({ name, type, filesize: data.length, user_id: api.root.id })
      if (at !== undefined) expect(made.json['url'], name).to.equal(at)
      if (type === 'file' || type === 'site') expect(made.json).not.to.have.property('url')
      const bytes = Buffer.from(data)
      const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
      expect(made.json['sha']).to.equal(sha)
      expect(made.json['download_url']).to.equal(`${api.server.url}${url}/${name}?download`)
      expect((await api.get(`${url}/${name}`)).json).to.deep.equal(made.json)
    }
  })

  it('lists one level, directories first, by name', async () => {
    for (const name of ['z.txt', 'b/x.txt', 'a.txt', 'c/d/e.txt', '.hidden', '.well-known/x'])
      await put(name)
    const answer = await api.get(url)
    expect(answer.value).to.be.an('array')
    expect(await names(url)).to.deep.equal(['b', 'c', '_config.yml', 'a.txt', 'z.txt'])
    expect(answer.list[0]).to.deep.equal({
      name: 'b',
      type: 'directory',
      sha: null,
      filesize: null,
    })
    expect(answer.headers['x-total-count']).to.equal('5')
    for (const root of [`${url}/`, `${url}/.`, `${url}/./`, `${url}?all=false`]) {
      expect(await names(root), root).to.deep.equal(await names(url))
    }
    expect(await names(`${url}?all=true`)).to.deep.equal([
      '.well-known',
      'b',
      'c',
      '.hidden',
      '_config.yml',
      'a.txt',
      'z.txt',
    ])
    expect(await names(`${url}/c`)).to.deep.equal(['c/d'])
    expect(await names(`${url}/c/d/`)).to.deep.equal(['c/d/e.txt'])
    expect(await names(`${url}?per_page=2&page=2`)).to.deep.equal(['_config.yml', 'a.txt'])
    expect((await api.get(`${url}/.hidden`)).status).to.equal(200)
    expect((await api.get(`${url}/nothing`)).status).to.equal(404)
  })

  it('lists every file below, unpaged, as clients push and pull it', async () => {
    for (const name of ['b/x.txt', 'b/c/y.txt', '.hidden', 'b/.dot/z']) await put(name)
    const answer = await api.get(`${url}/.?recursive=true&per_page=1`)
    expect(answer.list.map(({ name }) => name)).to.have.members([
      '_config.yml',
      'b/x.txt',
      'b/c/y.txt',
    ])
    expect(await names(`${url}/.?recursive=true&all=true`)).to.have.members([
      '_config.yml',
      'b/x.txt',
      'b/c/y.txt',
      '.hidden',
      'b/.dot/z',
    ])
    expect(await names(`${url}/b?recursive=true`)).to.have.members(['b/x.txt', 'b/c/y.txt'])
  })

  it('downloads the bytes, whole and in ranges, with an ETag', async () => {
    const data = Buffer.from([0, 1, 2, 255, 254, 13, 10])
    const made = await put('bin/%C3%A4%20%23%3F%25.dat', data)
    expect(made.json['name']).to.equal('bin/ä #?%.dat')
    const { pathname, search } = new URL(String(made.json['download_url']))
    const whole = await api.get(pathname + search)
    expect(whole.bytes).to.deep.equal(data)
    expect(whole.headers).to.include({
      'content-type': 'application/octet-stream',
      'content-length': '7',
      etag: `"${String(made.json['sha'])}"`,
      'accept-ranges': 'bytes',
    })
    expect(whole.headers['content-disposition']).to.match(/^attachment; /)
    expect(whole.headers['content-security-policy']).to.include('sandbox')
    const call = { method: 'GET', path: pathname + search }
    const part = await api.send({ ...call, headers: { Range: 'bytes=1-2' } })
    expect(part.status).to.equal(206)
    expect(part.bytes).to.deep.equal(data.subarray(1, 3))
    const same = { 'If-None-Match': String(whole.headers.etag) }
    expect((await api.send({ ...call, headers: same })).status).to.equal(304)
    const head = await api.send({ ...call, method: 'HEAD' })
    expect(head.headers['content-length']).to.equal('7')
    expect((await api.get(`${url}/bin?download`)).status).to.equal(404)
  })

  it('gives exactly the bytes of ranges of a large file, several at a time', async () => {
    const name = 'assets/large.mp4'
    const data = randomBytes(50 * MB + 17)
    const made = await put(name, data)
    const { pathname, search } = new URL(String(made.json['download_url']))
    const media = await api.get(`/v2/sites/${site.id}/media?q=large.mp4`)
    const { length } = data
    const places = [`${pathname}${search}`, new URL(String(media.list[0]?.['inline_url'])).pathname]
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      [`bytes=65535-65537`, 65_535, 65_538],
      [`bytes=${25 * MB - 3}-${26 * MB + 3}`, 25 * MB - 3, 26 * MB + 4],
      [`bytes=${length - 100}-${length - 50}`, length - 100, length - 49],
      [`bytes=${length - 1}-`, length - 1, length],
      [`bytes=${length - 70_000}-${length * 2}`, length - 70_000, length],
      ['bytes=-100001', length - 100_001, length],
    ]
    const asked = places.flatMap((path) => ranges.map((range) => ({ path, range })))
    await Promise.all(
      asked.map(async ({ path, range: [header, start, end] }) => {
        const answer = await api.send({ method: 'GET', path, headers: { Range: header } })
        expect(answer.status, `${path} ${header}`).to.equal(206)
        expect(answer.headers).to.include({
          'content-range': `bytes ${start}-${end - 1}/${length}`,
          'content-length': String(end - start),
        })
        const isEqual = answer.bytes.equals(data.subarray(start, end))
        expect(isEqual, `the bytes of ${path} ${header}`).to.equal(true)
      }),
    )
    const beyond = { Range: `bytes=${length}-` }
    const outside = await api.send({ method: 'GET', path: pathname + search, headers: beyond })
    expect(outside.status).to.equal(400)
  })

  it('replaces a file, and makes no commit for the same bytes', async () => {
    await put('a.txt', 'one')
    const head = await api.head(site.id)
    const same = await put('a.txt', 'one')
    expect(same.status).to.equal(200)
    expect(await api.head(site.id)).to.equal(head)
    const replaced = await put('a.txt', 'two')
    expect(replaced.json['sha']).not.to.equal(same.json['sha'])
    expect(await api.file(site.id, 'a.txt')).to.equal('two')
    const stale = await api.send({
      method: 'PUT',
      path: `${url}/a.txt`,
      headers: { 'If-Match': `"${String(same.json['sha'])}"` },
      form: { file: { name: 'a.txt', data: 'three' } },
    })
    expect(stale.status).to.equal(412)
    const headers = { 'If-Match': `"${String(same.json['sha'])}"` }
    const gone = await api.send({ method: 'DELETE', path: `${url}/a.txt`, headers })
    expect(gone.status).to.equal(412)
    expect(await api.file(site.id, 'a.txt')).to.equal('two')
  })

  it('only creates new files with If-None-Match: *', async () => {
    const create = () =>
      api.send({
        method: 'PUT',
        path: `${url}/once.txt`,
        headers: { 'If-None-Match': '*' },
        form: { file: { name: 'once.txt', data: 'once' } },
      })
    expect((await create()).status).to.equal(200)
    await put('once.txt', 'mine')
    expect((await create()).status).to.equal(412)
    expect(await api.file(site.id, 'once.txt')).to.equal('mine')
  })

  it('detects the type from the upload, including front matter', async () => {
    expect((await put('x.md', 'plain')).json['type']).to.equal('file')
    expect((await put('x.md', '---\n---\n')).json['type']).to.equal('page')
    expect((await put('x.md', 'plain')).json['type']).to.equal('file')
  })

  it('answers 409 to a path that is a directory, below a file, or differs in case only', async () => {
    await put('dir/file.txt')
    for (const name of [
      'dir',
      'dir/',
      'dir/file.txt/below',
      'DIR/file.txt',
      'dir/FILE.txt',
      '_CONFIG.yml',
    ]) {
      const answer = await put(name)
      expect(answer.status, `${name}: ${answer.text}`).to.equal(409)
    }
  })

  it('deletes a file, but not a directory or _config.yml', async () => {
    const made = await put('dir/a.txt')
    const head = await api.head(site.id)
    for (const name of ['dir', 'dir/', '_config.yml', '', '.', '/']) {
      expect((await api.delete(`${url}/${name}`)).status, name).to.equal(422)
    }
    expect((await api.delete(`${url}/nothing.txt`)).status).to.equal(404)
    expect(await api.head(site.id)).to.equal(head)
    const removed = await api.delete(`${url}/dir/a.txt`)
    expect(removed.status).to.equal(200)
    expect(removed.json).to.deep.equal(made.json)
    expect((await api.get(`${url}/dir`)).status).to.equal(404)
  })

  it('refuses a _config.yml that is not a mapping with 422, and changes nothing', async () => {
    const head = await api.head(site.id)
    for (const data of [
      '- a\n',
      'text',
      'a: [',
      'a: 1\na: *x\n',
      '\ttab: 1\n',
      Buffer.from([0xff, 0xfe, 0x00]),
    ]) {
      const answer = await put('_config.yml', data)
      expect(answer.status, String(data)).to.equal(422)
    }
    expect(await api.head(site.id)).to.equal(head)
    // Nothing at all is an empty mapping, as for the generator.
    expect((await put('_config.yml', '')).status).to.equal(200)
  })

  it('refuses a post with a date that does not exist', async () => {
    for (const name of ['_posts/2024-13-45-x.md', 'a/_posts/2024-00-10-x.md']) {
      const answer = await put(name, '---\n---\nx')
      expect(answer.status, name).to.equal(422)
      expect(answer.json['message']).to.include('there is no day')
    }
    // Elsewhere it is a name like others.
    expect((await put('notes/2024-13-45-x.md', 'x')).status).to.equal(200)
  })

  it('stores a file whose front matter is broken as it is', async () => {
    const data = '---\ntitle: "x\nb: [\n---\nBody'
    const made = await put('_posts/2024-01-02-broken.md', data)
    expect(made.json['type']).to.equal('document')
    expect(made.json['front_matter_error']).to.have.property('line')
    expect(await api.file(site.id, '_posts/2024-01-02-broken.md')).to.equal(data)
    const [shown] = (await api.get(`/v2/sites/${site.id}/collections/posts/documents`)).list
    expect(shown?.['title']).to.equal('Broken')
    expect(shown?.['front_matter_error']).to.have.property('line')
  })

  it('answers 422 without the part `file`', async () => {
    const call = { method: 'PUT', path: `${url}/a.txt`, form: { fields: { other: 'x' } } }
    expect((await api.send(call)).status).to.equal(422)
  })

  it('changes documents and lists at once', async () => {
    await put('_posts/2024-01-02-a.md', '---\ntitle: A\n---\n')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const [before] = (await api.get(list)).list
    await put('_posts/2024-01-02-a.md', '---\ntitle: B\n---\n')
    const after = await api.get(`/v2/documents/${String(before?.['id'])}`)
    expect(after.json['title']).to.equal('B')
    await api.delete(`${url}/_posts/2024-01-02-a.md`)
    expect((await api.get(list)).value).to.deep.equal([])
  })
})
