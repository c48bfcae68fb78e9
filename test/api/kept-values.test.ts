import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('PUT documents with a list in which one item differs', () => {
  const api = useApi()
  let site: Site

  before(async () => {
    const values = { tags: ['default'], categories: ['food'] }
    site = await api.site({
      defaults: [{ scope: { path: 'winter' }, values }],
    })
  })

  /** Puts a post there and returns its URL. */
  const putFile = async (name: string, data: string): Promise<string> => {
    await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const { list } = await api.get(`/v2/sites/${site.id}/collections/posts/documents`)
    return `/v2/documents/${String(list.find(({ filename }) => filename === name)?.['id'])}`
  }

  it('keeps the other tags as they are written', async () => {
    const name = '_posts/2024-01-02-tags.md'
    const text = '---\ntags:\n  - 2014 # a year\n  - "soup"\ntitle: x\n---\n'
    const url = await putFile(name, text)
    const changed = await api.put(url, { tags: ['2014', 'soup', 'new'] })
    expect(changed.json['tags']).to.deep.equal(['2014', 'soup', 'new'])
    expect(await api.file(site.id, name)).to.equal(text.replace('"soup"\n', '"soup"\n  - "new"\n'))
    await api.put(url, { tags: ['soup', 'new', '2014'] })
    expect(await api.file(site.id, name)).to.include('- 2014')
  })

  it('keeps empty items, whose comments may be notes', async () => {
    const name = '_posts/2024-01-02-empty.md'
    const text = '---\ntags:\n- # first\n- a\n- # second\n- b\n---\n'
    const url = await putFile(name, text)
    const changed = await api.put(url, { tags: ['a', 'b', 'c'] })
    expect(changed.json['tags']).to.deep.equal(['a', 'b', 'c'])
    expect(await api.file(site.id, name)).to.equal(text.replace('- b\n', '- b\n- c\n'))
  })

  it('does not write the categories of folders and defaults', async () => {
    const name = 'winter/_posts/2024-01-02-categories.md'
    const url = await putFile(name, '---\ncategories: [warm]\ntags: [own]\n---\n')
    expect((await api.get(url)).json['categories']).to.deep.equal(['winter', 'food', 'warm'])
    const changed = await api.put(url, { categories: ['winter', 'food', 'warm', 'new'] })
    expect(changed.json['categories']).to.deep.equal(['winter', 'food', 'warm', 'new'])
    expect(await api.file(site.id, name)).to.include('\ncategories: [warm, new]\n')
    expect((await api.put(url, { tags: [] })).json['tags']).to.deep.equal([])
    expect(await api.file(site.id, name)).to.include('\ntags: []\n')
  })
})
