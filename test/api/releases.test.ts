/** Releases of a site, and rolling back to one. */

import { expect } from 'chai'
import type { Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('Releases', () => {
  const api = useApi()
  let site: Site

  async function finished(jobId: unknown): Promise<string> {
    const { text } = await api.get(`/v2/jobs/${String(jobId)}`)
    return text
  }

  async function publish(title: string): Promise<void> {
    const page = await api.post(`/v2/sites/${site.id}/pages`, { title, path: `${title}.md` })
    expect(page.status).to.equal(201)
    const { json } = await api.post(`/v2/sites/${site.id}/publish`)
    expect(await finished(json['job_id'])).to.include('"status":"complete"')
  }

  async function livePage(name: string): Promise<number> {
    const { hostname, port } = new URL(api.server.sitesUrl)
    const { request } = await import('node:http')
    return new Promise((resolve, reject) => {
      const headers = { host: String(site['domain']) }
      request({ hostname, port, path: `/${name}`, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  }

  before(async () => {
    site = await api.site()
  })

  it('lists what was published, newest first, and what is live', async () => {
    await publish('one')
    await publish('two')
    const { list } = await api.get(`/v2/sites/${site.id}/releases`)
    expect(list.map((release) => release['live'])).to.deep.equal([true, false])
    expect(list[0]?.['files']).to.equal(2)
    expect(await livePage('two')).to.equal(200)
  })

  it('publishes an older one again without building', async () => {
    const { list } = await api.get(`/v2/sites/${site.id}/releases`)
    const older = String(list[1]?.['id'])
    const { status, json } = await api.post(`/v2/sites/${site.id}/releases/${older}/publish`)
    expect(status).to.equal(202)
    const events = await finished(json['job_id'])
    expect(events).to.include('"status":"complete"')
    expect(await livePage('one')).to.equal(200)
    expect(await livePage('two')).to.equal(404)
    const after = await api.get(`/v2/sites/${site.id}/releases`)
    expect(after.list.map((release) => release['live'])).to.deep.equal([false, true])
  })

  it('names who published each, unless the user was removed', async () => {
    const publisher = await api.member(site.id, 'publisher', 'Grace')
    const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'three', path: 'three.md' })
    expect(page.status).to.equal(201)
    const { json } = await api.post(`/v2/sites/${site.id}/publish`, undefined, publisher)
    expect(await finished(json['job_id'])).to.include('"status":"complete"')
    const newest = async () => (await api.get(`/v2/sites/${site.id}/releases`)).list[0]
    expect(await newest()).to.deep.include({
      user_id: publisher.id,
      author: { name: 'Grace', email: publisher.email },
    })
    // Who has left is not named any more.
    expect((await api.delete(`/v2/users/${publisher.id}`)).status).to.equal(200)
    expect(await newest()).to.deep.include({ user_id: publisher.id, author: null })
  })

  it('has no releases of other sites', async () => {
    const other = await api.site()
    const { list } = await api.get(`/v2/sites/${site.id}/releases`)
    const path = `/v2/sites/${other.id}/releases/${String(list[0]?.['id'])}/publish`
    expect((await api.post(path)).status).to.equal(404)
  })

  it('is not for writers', async () => {
    const writer = await api.member(site.id, 'writer')
    expect((await api.get(`/v2/sites/${site.id}/releases`, writer)).status).to.equal(403)
  })
})

describe('Releases of a server that keeps two', () => {
  const api = useApi({ settings: { keepReleases: '2' } })
  let site: Site

  async function run(path: string, input?: Json): Promise<string> {
    if (input) expect((await api.post(`/v2/sites/${site.id}/pages`, input)).status).to.equal(201)
    const { json } = await api.post(`/v2/sites/${site.id}/${path}`)
    return (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
  }
  const publish = (name: string) => run('publish', { title: name, path: `${name}.md` })
  const releases = async () => (await api.get(`/v2/sites/${site.id}/releases`)).list

  before(async () => {
    site = await api.site()
  })

  it('are exactly two, the live one among them', async () => {
    for (const name of ['one', 'two', 'three']) {
      expect(await publish(name)).to.include('"status":"complete"')
    }
    const [, older] = await releases()
    expect(await run(`releases/${String(older?.['id'])}/publish`)).to.include('"status":"complete"')
    expect((await releases()).map(({ live }) => live)).to.deep.equal([false, true])
    // What is live is the older one now, and the next is built, but can't be deployed.
    const hosting_options = { protocol: 'ftp', host: '10.1.2.3', username: 'u' }
    const options = { ...hosting_options, password: 'p', path: '/' }
    await api.put(`/v2/sites/${site.id}`, { hosting: 'ftp', hosting_options: options })
    for (const name of ['four', 'five']) {
      expect(await publish(name)).to.include('"status":"error"')
      expect((await releases()).map(({ live }) => live)).to.deep.equal([false, true])
    }
    const ids = (await releases()).map(({ id }) => String(id))
    expect(ids).to.include(older?.['id'])
  })
})
