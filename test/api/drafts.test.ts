import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('Drafts', () => {
  const api = useApi()
  let site: Site

  before(async () => {
    site = await api.site()
  })

  it('are read from _drafts, can be sent back unchanged, and become posts under their date', async () => {
    const put = (name: string, data: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    await put('_drafts/idea.md', '---\ntitle: Idea\ndate: 2024-03-04\n---\nx')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const [draft] = (await api.get(`${list}?visibility=draft`)).list
    expect(draft).to.include({ visibility: 'draft', path: 'idea.md', filename: '_drafts/idea.md' })
    const url = `/v2/documents/${String(draft?.['id'])}`
    expect((await api.put(url, draft)).json).to.deep.equal(draft)
    const visible = await api.put(url, { visibility: 'visible' })
    expect(visible.json).to.include({
      id: draft?.['id'],
      visibility: 'visible',
      filename: '_posts/2024-03-04-idea.md',
    })
    const again = await api.put(url, { draft: true })
    const filename = '_drafts/2024-03-04-idea.md'
    expect(again.json).to.include({ id: draft?.['id'], visibility: 'draft', filename })
    const back = await api.put(url, { visibility: 'visible' })
    expect(back.json['filename']).to.equal('_posts/2024-03-04-idea.md')
  })

  it('without a date become posts with the date of today', async () => {
    const writer = await api.member(site.id, 'writer')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const draft = await api.post(list, { title: 'Thought', visibility: 'visible' }, writer)
    expect(draft.json).to.include({ visibility: 'draft', filename: '_drafts/thought.md' })
    const url = `/v2/documents/${String(draft.json['id'])}`
    const visible = await api.put(url, { visibility: 'visible' })
    expect(visible.json['filename']).to.match(/^_posts\/\d{4}-\d\d-\d\d-thought\.md$/)
  })

  it('whose name begins with an impossible date become posts with their own date', async () => {
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const input = { title: 'x', path: '2024-13-45-x.md', draft: true, date: '2024-05-06' }
    const draft = await api.post(list, input)
    expect(draft.status, draft.text).to.equal(201)
    const url = `/v2/documents/${String(draft.json['id'])}`
    const visible = await api.put(url, { visibility: 'visible' })
    expect(visible.json['filename']).to.equal('_posts/2024-05-06-2024-13-45-x.md')
  })

  it('are made by admins and publishers too, and go back and forth', async () => {
    const publisher = await api.member(site.id, 'publisher')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const input = { draft: true, body: 'x', date: '2024-06-07' }
    for (const as of [undefined, publisher]) {
      const title = as ? 'Design' : 'Plan'
      const made = await api.post(list, { ...input, title }, as)
      expect(made.status, made.text).to.equal(201)
      expect(made.json).to.include({ visibility: 'draft', path: made.json['path'] })
      expect(made.json['filename']).to.equal(`_drafts/${title.toLowerCase()}.md`)
      const url = `/v2/documents/${String(made.json['id'])}`
      for (const visibility of ['hidden', 'draft', 'visible', 'hidden', 'draft', 'visible']) {
        const { json, text } = await api.put(
          url,
          visibility === 'draft' ? { draft: true } : { visibility },
          as,
        )
        expect(json, text).to.include({ id: made.json['id'], visibility })
        const folder = visibility === 'draft' ? '_drafts/' : '_posts/2024-06-07-'
        expect(json['filename']).to.match(new RegExp(`^${folder}`))
      }
      expect(await api.file(site.id, String((await api.get(url)).json['filename']))).not.to.include(
        'published',
      )
    }
  })

  it('exist only for posts, and a writer cannot unpublish with them', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    const docs = `/v2/sites/${site.id}/collections/docs/documents`
    expect((await api.post(docs, { title: 'x', draft: true })).status).to.equal(422)
    const doc = await api.post(docs, { title: 'x' })
    const url = `/v2/documents/${String(doc.json['id'])}`
    const refused = await api.put(url, { draft: true })
    expect(refused.json['details']).to.deep.equal([
      { field: 'draft', message: 'must be false: only posts have drafts' },
    ])
    const writer = await api.member(site.id, 'writer')
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const own = await api.post(posts, { title: 'Own' }, writer)
    const ownUrl = `/v2/documents/${String(own.json['id'])}`
    await api.put(ownUrl, { visibility: 'visible' })
    expect((await api.put(ownUrl, { draft: true }, writer)).status).to.equal(403)
  })

  it('are not made by visibility, which only says what is so already', async () => {
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const input = { title: 'Not yet', visibility: 'draft' }
    const message = 'must be visible or hidden; to make a post a draft, set draft to true'
    const refused = [{ field: 'visibility', message }]
    const post = await api.post(posts, { title: 'Not yet' })
    const url = `/v2/documents/${String(post.json['id'])}`
    for (const answer of [
      await api.post(posts, input),
      await api.post(`/v2/sites/${site.id}/pages`, input),
      await api.put(url, { visibility: 'draft' }),
    ]) {
      expect([answer.status, answer.json['details']]).to.deep.equal([422, refused])
    }
    const change = { action: 'update', type: 'document', id: post.json['id'] }
    const changes = (fields: object) =>
      api.post(`/v2/sites/${site.id}/changes`, { changes: [{ ...change, ...fields }] })
    const numbered = await changes({ visibility: 'draft' })
    expect(numbered.json['details']).to.deep.equal([{ field: 'changes.0.visibility', message }])
    expect((await api.get(url)).json['visibility']).to.equal('visible')
    expect((await changes({ draft: true })).status).to.equal(200)
    const { json: draft } = await api.get(url)
    expect(draft['visibility']).to.equal('draft')
    // A client sends the whole object back.
    expect((await api.put(url, { ...draft, title: 'Soon' })).json).to.include({
      visibility: 'draft',
    })
    const whole = (await api.get(url)).json
    expect((await api.put(url, { ...whole, draft: false })).json['visibility']).to.equal('visible')
    const writer = await api.member(site.id, 'writer')
    const own = await api.post(posts, { ...input, title: 'Own' }, writer)
    expect([own.status, own.json['visibility']]).to.deep.equal([201, 'draft'])
  })
})
