import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { useApi } from './server.js'

const ABSENT = '0'.repeat(24)

describe('Hosting and sync options', () => {
  const api = useApi()
  const ftp = {
    protocol: 'ftp',
    host: 'ftp.example.org',
    username: 'me',
    password: 'hunter2secret',
    path: '/www',
  }

  it('show secrets masked to admins, nothing to others, and keep them when they come back', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const set = await api.put(url, { hosting: 'ftp', hosting_options: ftp })
    expect(set.status, set.text).to.equal(200)
    expect(set.json['hosting_options']).to.include({ ...ftp, password: '********' })
    expect(set.text).not.to.include('hunter2secret')
    const echoed = await api.put(url, { ...set.json, title: 'x' })
    expect(echoed.json['hosting_options']).to.deep.equal(set.json['hosting_options'])
    const writer = await api.member(site.id, 'writer')
    const shown = await api.get(url, writer)
    expect(shown.json).not.to.have.any.keys('hosting', 'hosting_options', 'sync', 'sync_options')
  })

  it('are not in the database in clear', async () => {
    const site = await api.site()
    await api.put(`/v2/sites/${site.id}`, { hosting: 'ftp', hosting_options: ftp })
    for (const name of await readdir(api.config.data)) {
      if (!name.includes('.db')) continue
      const bytes = await readFile(path.join(api.config.data, name))
      expect(bytes.includes('hunter2secret'), name).to.equal(false)
    }
  })
})

describe('DELETE /v2/sites/:site_id', () => {
  const api = useApi()

  it('removes everything and keeps the repository in the trash', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const document = await api.post(`${url}/collections/posts/documents`, { title: 'x' })
    const removed = await api.delete(url)
    expect(removed.status).to.equal(200)
    expect(removed.json).to.deep.equal({ id: site.id, deleted: true })
    expect((await api.get(url)).status).to.equal(404)
    expect((await api.get(`/v2/documents/${String(document.json['id'])}`)).status).to.equal(404)
    expect((await api.delete(url)).status).to.equal(404)
    expect(await readdir(path.join(api.config.data, 'sites'))).not.to.include(site.id)
    const trash = await readdir(path.join(api.config.data, 'trash'))
    expect(trash.filter((name) => name.includes(site.id))).to.have.length(1)
    await api.site({ domain: site['domain'] })
  })

  it('empties the trash after 30 days', async () => {
    const site = await api.site()
    await api.delete(`/v2/sites/${site.id}`)
    const { remover } = api.server.application
    await remover.emptyTrash()
    expect((await remover.listTrash()).map(({ siteId }) => siteId)).to.include(site.id)
    api.skip(31 * 24 * 60 * 60 * 1000)
    await remover.emptyTrash()
    expect(await remover.listTrash()).to.deep.equal([])
  })

  it('answers 404 for an unknown site, whatever is asked of it', async () => {
    for (const tail of ['', '/collections', '/source', '/tags', '/pages', '/users']) {
      expect((await api.get(`/v2/sites/${ABSENT}${tail}`)).status, tail).to.equal(404)
    }
  })
})

describe('Tags and categories', () => {
  const api = useApi()

  it('are sorted, unique, and of visible posts only', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Recipes' })
    const create = (collection: string, body: object) =>
      api.post(`${url}/collections/${collection}/documents`, { title: 'x', ...body })
    await create('posts', { tags: ['b', 'a'], categories: ['Z', 'y'] })
    await create('posts', { tags: ['a', 'two words'], categories: ['y'] })
    await create('posts', { tags: ['secret'], categories: ['secret'], visibility: 'hidden' })
    await create('recipes', { tags: ['soup'], categories: ['soup'] })
    expect((await api.get(`${url}/tags`)).value).to.deep.equal(['a', 'b', 'two words'])
    const categories = (await api.get(`${url}/categories`)).value
    expect(categories).to.have.members(['Z', 'y'])
  })
})
