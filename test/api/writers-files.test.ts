import { expect } from 'chai'
import type { Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

const POSTS = 'collections/posts'

describe('Uploads of writers', () => {
  const api = useApi()
  let site: Site
  let writer: Person

  beforeEach(async () => {
    site = await api.site()
    writer = await api.member(site.id, 'writer', 'will')
  })

  const upload = (data: string | Buffer, fields: Readonly<Record<string, string>>) =>
    api.upload('POST', `/v2/sites/${site.id}/${POSTS}/files`, { as: writer, data, fields })

  it('cannot be active content such as HTML, scripts or PHP, which needs a publisher', async () => {
    const active =
      'a.html b/c.HTM d.svg e.js f.xml g.php h.php.jpg .htaccess k.xsd l.owl m.kml n.xspf'
    for (const path of active.split(' ')) {
      const answer = await upload('<script>alert(1)</script>', { path })
      expect(answer.status, path).to.equal(403)
      expect(answer.json['message'], path).to.include(path.split('/').at(-1))
    }
    for (const path of ['a.png', 'notes.txt', 'html', 'the.end.pdf']) {
      expect((await upload('x', { path })).status, path).to.equal(201)
    }
    const publisher = await api.member(site.id, 'publisher')
    const file = { as: publisher, data: '<p>Seen.</p>', fields: { path: 'a.html' } }
    const url = `/v2/sites/${site.id}/${POSTS}/files`
    expect((await api.upload('POST', url, file)).status).to.equal(201)
  })

  it('do not replace a document that is visible, not even their own', async () => {
    const created = await api.post(
      `/v2/sites/${site.id}/${POSTS}/documents`,
      { title: 'Mine', body: 'As it was reviewed.' },
      writer,
    )
    const id = String(created.json['id'])
    const shown = await api.put(`/v2/documents/${id}`, { visibility: 'visible' })
    const path = String(shown.json['path'])
    const before = await api.file(site.id, `_posts/${path}`)
    const answer = await upload('something else', { path, replace: 'true' })
    expect(answer.status).to.equal(403)
    expect(await api.file(site.id, `_posts/${path}`)).to.equal(before)
  })

  it('do not tell the version of a text that somebody else hides', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    const docs = `/v2/sites/${site.id}/collections/docs`
    const secret = { title: 'Secret', path: 'secret.md', visibility: 'hidden' }
    const { json } = await api.post(`${docs}/documents`, secret)
    const form = { file: { name: 'x', data: 'x' }, fields: { path: 'secret.md', replace: 'true' } }
    const call = { method: 'POST', path: `${docs}/files`, as: writer, form }
    for (const headers of [{ 'If-Match': '"0"' }, { 'If-None-Match': '*' }]) {
      const answer = await api.send({ ...call, headers })
      expect(answer.status, answer.text).to.equal(404)
      expect(answer.text).not.to.include(String(json['sha']))
    }
  })

  it('cannot create a document, however long its front matter is', async () => {
    const filler = `# ${'x'.repeat(100)}\n`.repeat(3000)
    const answer = await upload(`---\n${filler}title: Sneaked in\n---\nHello\n`, {
      path: '2020-01-02-sneaked.md',
    })
    expect(answer.status).to.equal(422)
  })

  it('cannot create a post by its name, even without front matter', async () => {
    const text = '<script>alert(1)</script>'
    for (const path of ['2020-01-02-live.md', 'sub/2020-01-02-live.txt']) {
      const answer = await upload(text, { path })
      expect(answer.status, path).to.equal(403)
      expect(answer.json['message'], path).to.include('2020-01-02-live')
    }
    // A picture is no post, whatever it is called, though a character of its head may be cut.
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 'x')])
    expect((await upload(picture, { path: '2020-01-02-picture.jpg' })).status).to.equal(201)
    const cut = `${'x'.repeat(4095)}\u00e9`
    expect((await upload(cut, { path: '2020-01-02-cut.md' })).status).to.equal(403)
  })

  it('cannot create a document whose front matter does not end', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    const docs = `/v2/sites/${site.id}/collections/docs/files`
    for (const data of ['---\n\n<script>alert(1)</script>\n', '---  \r\nx']) {
      const fields = { path: 'live.md' }
      const answer = await api.upload('POST', docs, { as: writer, data, fields })
      expect(answer.status, data).to.equal(422)
      expect(answer.json['error']).to.equal('front_matter_not_allowed')
    }
    const data = '---- no line of three dashes\n'
    const plain = await api.upload('POST', docs, { as: writer, data, fields: { path: 'plain.md' } })
    expect(plain.status).to.equal(201)
  })

  it('follow the same rules in a list of changes, whether created, replaced or moved', async () => {
    const change = (change: Json) =>
      api.post(`/v2/sites/${site.id}/changes`, { changes: [{ type: 'file', ...change }] }, writer)
    const content = Buffer.from('<script>alert(1)</script>').toString('base64')
    expect((await upload('x', { path: 'notes.txt' })).status).to.equal(201)
    const paths = [
      '_posts/a.html',
      '_posts/.htaccess',
      '_posts/web.config',
      '_posts/2020-01-02-a.md',
    ]
    for (const path of paths) {
      const made = await change({ action: 'create', path, content })
      expect(made.status, path).to.equal(403)
      const moved = await change({ action: 'move', path: '_posts/notes.txt', to: path })
      expect(moved.status, path).to.equal(403)
    }
    const files = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main', '_posts')
    expect(files.split('\n').filter((path) => paths.includes(path))).to.deep.equal([])
    expect(files).to.include('_posts/notes.txt')
    const headed = Buffer.from('---\n\nx').toString('base64')
    const replaced = { action: 'update', path: '_posts/notes.txt', content: headed }
    expect((await change(replaced)).status).to.equal(422)
    expect((await change({ ...replaced, content })).status).to.equal(200)
  })

  describe('that the site makes pages or templates of', () => {
    const content = Buffer.from('{% include_relative secret.md %}<script>1</script>').toString(
      'base64',
    )
    const source = (name: string, data: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const docs = (path: string, as = writer) =>
      api.upload('POST', `/v2/sites/${site.id}/collections/docs/files`, {
        as,
        data: 'evil',
        fields: { path, replace: 'true' },
      })
    const change = (change: Json) =>
      api.post(`/v2/sites/${site.id}/changes`, { changes: [{ type: 'file', ...change }] }, writer)
    const RULES: readonly (readonly [
      string,
      Readonly<Record<string, string>>,
      string[],
      string[],
    ])[] = [
      [
        'jekyll-optional-front-matter',
        { '_config.yml': 'plugins: [jekyll-optional-front-matter]' },
        ['evil.md', 'a/evil.MARKDOWN'],
        ['evil.txt', 'README.md'],
      ],
      [
        'another extension of Markdown',
        { '_config.yml': 'gems: [jekyll-optional-front-matter]\nmarkdown_ext: txt' },
        ['evil.txt'],
        ['evil.md'],
      ],
      [
        'files that are included by name',
        { '_config.yml': 'plugins: [jekyll-optional-front-matter]\ninclude: [README.md]' },
        ['README.md'],
        ['CONTRIBUTING.md'],
      ],
      [
        'jekyll-readme-index',
        { '_config.yml': 'plugins: [jekyll-readme-index]' },
        ['README.md', 'b/readme.md'],
        ['evil.md'],
      ],
      [
        'a Gemfile of GitHub Pages',
        { '_config.yml': '', Gemfile: "gem 'github-pages', group: :jekyll_plugins" },
        ['evil.md', 'README.md'],
        ['evil.txt'],
      ],
      [
        'the setting for GitHub Pages',
        { '_config.yml': 'jekyll_version: github-pages' },
        ['evil.md', 'README.md'],
        ['evil.txt'],
      ],
      [
        'its templates',
        { '_config.yml': 'includes_dir: _docs/parts\ndata_dir: ./_docs/data/' },
        ['parts/evil.md', 'data/evil.yml'],
        ['evil.md', 'evil.yml'],
      ],
      [
        'no such plugin',
        { '_config.yml': 'plugins: [jekyll-titles-from-headings]' },
        [],
        ['evil.md', 'README.md'],
      ],
      [
        'a plugin that is off',
        {
          '_config.yml':
            'plugins: [github-pages]\noptional_front_matter: { enabled: false }\nreadme_index: { enabled: false }',
        },
        [],
        ['evil.md', 'README.md'],
      ],
    ]
    for (const [name, files, refused, taken] of RULES) {
      it(`need a publisher, by the rules of the site: ${name}`, async () => {
        for (const [path, data] of Object.entries({ Gemfile: 'gem "jekyll"', ...files })) {
          const text =
            path === '_config.yml' ? `collections: { docs: { output: true } }\n${data}` : data
          expect((await source(path, text)).status).to.equal(200)
        }
        expect((await docs('notes.pdf')).status).to.equal(201)
        for (const path of refused) {
          expect((await docs(path)).status, path).to.equal(403)
          const [from, to] = ['_docs/notes.pdf', `_docs/${path}`]
          expect((await change({ action: 'create', path: to, content })).status, path).to.equal(403)
          expect((await change({ action: 'move', path: from, to })).status, path).to.equal(403)
        }
        for (const path of taken) expect((await docs(path)).status, path).to.equal(201)
        const publisher = await api.member(site.id, 'publisher')
        for (const path of refused) expect((await docs(path, publisher)).status, path).to.equal(201)
      })
    }

    it('are not theirs any more, although they uploaded them before', async () => {
      await source('_config.yml', 'collections: { docs: { output: true } }\njekyll_version: 4.4')
      expect((await docs('mine.md')).status).to.equal(201)
      // As GitHub Pages builds it.
      await source('_config.yml', 'collections: { docs: { output: true } }')
      const path = '_docs/mine.md'
      const { status } = await api.delete(`/v2/sites/${site.id}/files/${path}`, writer)
      expect(status).to.equal(403)
      expect((await docs('mine.md')).status).to.equal(403)
      expect((await change({ action: 'update', path, content })).status).to.equal(403)
      expect((await change({ action: 'delete', path })).status).to.equal(403)
      expect((await change({ action: 'move', path, to: '_docs/mine.txt' })).status).to.equal(403)
    })
  })
})
