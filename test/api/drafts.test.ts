import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('Drafts', () => {
  const api = useApi()
  let site: Site

  before(async () => {
    site = await api.site()
  })

  it('are read from _drafts, sent back as they are, and become posts under their date', async () => {
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
    expect((await api.put(url, { visibility: 'draft' })).status).to.equal(422)
  })

  it('without a date become posts of today', async () => {
    const writer = await api.member(site.id, 'writer')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const draft = await api.post(list, { title: 'Thought', visibility: 'visible' }, writer)
    expect(draft.json).to.include({ visibility: 'draft', filename: '_drafts/thought.md' })
    const url = `/v2/documents/${String(draft.json['id'])}`
    const visible = await api.put(url, { visibility: 'visible' })
    expect(visible.json['filename']).to.match(/^_posts\/\d{4}-\d\d-\d\d-thought\.md$/)
  })
})
