import { expect } from 'chai'
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

  const upload = (data: string, fields: Readonly<Record<string, string>>) =>
    api.upload('POST', `/v2/sites/${site.id}/${POSTS}/files`, { as: writer, data, fields })

  it('are no files that do something by themselves: those wait for a publisher', async () => {
    const active = 'a.html b/c.HTM d.svg e.js f.xml g.php h.php.jpg .htaccess'
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

  it('do not bring a document in, however long its front matter is', async () => {
    const filler = `# ${'x'.repeat(100)}\n`.repeat(3000)
    const answer = await upload(`---\n${filler}title: Sneaked in\n---\nHello\n`, {
      path: '2020-01-02-sneaked.md',
    })
    expect(answer.status).to.equal(422)
  })
})
