/** Tags and categories of a site: of all posts that the caller may see. */

import { expect } from 'chai'
import { useApi } from './server.js'

describe('Tags and categories', () => {
  const api = useApi()

  it('are those of the posts that the caller may see', async () => {
    const { id } = await api.site()
    const posts = `/v2/sites/${id}/collections/posts/documents`
    const ada = await api.member(id, 'writer', 'ada')
    const bob = await api.member(id, 'writer', 'bob')
    const words = (name: string) => ({
      title: name,
      tags: [`t-${name}`],
      categories: [`c-${name}`],
    })
    await api.post(posts, words('shown'))
    await api.post(posts, { ...words('hidden'), visibility: 'hidden' })
    await api.post(posts, words('draft'), ada)
    await api.post(`/v2/sites/${id}/pages`, { title: 'Page', metadata: { tags: ['t-page'] } })
    const get = async (what: string, as?: typeof ada) =>
      (await api.get(`/v2/sites/${id}/${what}`, as)).value
    expect(await get('tags')).to.deep.equal(['t-draft', 't-hidden', 't-shown'])
    expect(await get('categories')).to.deep.equal(['c-draft', 'c-hidden', 'c-shown'])
    expect(await get('tags', ada)).to.deep.equal(['t-draft', 't-shown'])
    expect(await get('tags', bob)).to.deep.equal(['t-shown'])
    expect(await get('categories', bob)).to.deep.equal(['c-shown'])
  })
})
