import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
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

  it('show masked secrets to admins only, and keep them when the mask is sent back', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const set = await api.put(url, { hosting: 'ftp', hosting_options: ftp })
    expect(set.status, set.text).to.equal(200)
    expect(set.json['hosting_options']).to.include({
      ...ftp,
      password: '********',
      private_key: '',
    })
    expect(set.text).not.to.include('hunter2secret')
    const echoed = await api.put(url, { ...set.json, title: 'x' })
    expect(echoed.json['hosting_options']).to.deep.equal(set.json['hosting_options'])
    const writer = await api.member(site.id, 'writer')
    const shown = await api.get(url, writer)
    expect(shown.json).not.to.have.any.keys('hosting', 'hosting_options', 'sync', 'sync_options')
  })

  it('are encrypted in the database', async () => {
    const site = await api.site()
    await api.put(`/v2/sites/${site.id}`, { hosting: 'ftp', hosting_options: ftp })
    for (const name of await readdir(api.config.data)) {
      if (!name.includes('.db')) continue
      const bytes = await readFile(path.join(api.config.data, name))
      expect(bytes.includes('hunter2secret'), name).to.equal(false)
    }
  })
})

describe('Secrets of hosting and sync', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })

  it('are not sent to a server other than the one they were given for', async () => {
    let connections = 0
    const catcher = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => catcher.listen(0, '127.0.0.1', resolve))
    const address = catcher.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const ftp = { protocol: 'ftp', host: '127.0.0.1', port: '1', username: 'me', path: '/www' }
    await api.put(url, { hosting: 'ftp', hosting_options: { ...ftp, password: 'hunter2secret' } })
    const hosting = { ...ftp, port, password: '********' }
    const git = { path: 'http://127.0.0.1:1/a.git', access_token: 'hunter3secret' }
    await api.put(url, { sync: 'githost', sync_options: git })
    const sync = { path: `http://127.0.0.1:${port}/a.git`, access_token: '********' }
    const moved = await api.put(url, { hosting_options: hosting, sync_options: sync })
    expect(moved.status, moved.text).to.equal(200)
    for (const kind of ['publish', 'sync']) {
      const { json } = await api.post(`${url}/${kind}`)
      const events = (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
      expect(events, kind).to.match(/was given for (http:\/\/)?127\.0\.0\.1:1 and is not sent to/)
      expect(events).not.to.match(/hunter[23]secret/)
    }
    catcher.close()
    expect(connections).to.equal(0)
  })

  it('are required if a mask is sent and none is stored', async () => {
    const site = await api.site()
    const given = { path: 'a/b', access_token: '********' }
    const answer = await api.put(`/v2/sites/${site.id}`, { sync: 'githost', sync_options: given })
    expect(answer.status).to.equal(422)
    expect(answer.text).to.include('access_token')
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

  it('answers 404 for an unknown site, for every operation', async () => {
    for (const tail of ['', '/collections', '/source', '/tags', '/pages', '/users']) {
      expect((await api.get(`/v2/sites/${ABSENT}${tail}`)).status, tail).to.equal(404)
    }
  })
})

describe('Tags and categories', () => {
  const api = useApi()

  it('are sorted, unique, and of posts only', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Recipes' })
    const create = (collection: string, body: object) =>
      api.post(`${url}/collections/${collection}/documents`, { title: 'x', ...body })
    await create('posts', { tags: ['b', 'a'], categories: ['Z', 'y'] })
    await create('posts', { tags: ['a', 'two words'], categories: ['y'] })
    await create('posts', { tags: ['secret'], categories: ['secret'], visibility: 'hidden' })
    await create('recipes', { tags: ['soup'], categories: ['soup'] })
    const tags = ['a', 'b', 'secret', 'two words']
    expect((await api.get(`${url}/tags`)).value).to.deep.equal(tags)
    const all = await api.get(`${url}/tags?page=2&per_page=1`)
    expect(all.value, 'in no pages').to.deep.equal(tags)
    const none = await api.get(`${url}/categories?page=none`)
    expect(none.status).to.equal(200)
    const categories = (await api.get(`${url}/categories`)).value
    expect(categories).to.have.members(['Z', 'y', 'secret'])
  })
})
