/** Texts with a date to come, and texts that expire: what the API says of them, and what is live when. */

import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import { createClient } from './client.js'
import { follow } from './job-events.js'
import { startApi, useApi, type Api, type Running, type Site } from './server.js'

const HOUR_MS = 3_600_000
const FRONT = '---\n---\n'

const stamp = (epochMs: number) => `${new Date(epochMs).toISOString().slice(0, 19)}Z`
const utc = (epochMs: number) => `${stamp(epochMs).slice(0, 19).replace('T', ' ')} +0000`

async function put(api: Api, site: Site, [name, data]: readonly [string, string]): Promise<void> {
  const answer = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  expect(answer.status, answer.text).to.equal(200)
}

async function publish(api: Api, site: Site): Promise<void> {
  const { json } = await api.post(`/v2/sites/${site.id}/publish`)
  expect((await follow(api, json['job_id'])).at(-1)?.data.status).to.equal('complete')
}

/** The status of a path of the live site. */
async function visit(api: Api, site: Site, path: string): Promise<number> {
  const host = createClient(api.server.sitesUrl)
  try {
    const headers = { Host: String(site['domain']) }
    return (await host.send({ method: 'GET', path, headers })).status
  } finally {
    host.close()
  }
}

/** That so many jobs have published the site, and none is left to be done. The server's own timer may look as well. */
async function expectPublished(api: Api, site: Site, count: number): Promise<void> {
  await eventually(async () => {
    const { list } = await api.get(`/v2/sites/${site.id}/jobs`)
    expect(list.map(({ status }) => status)).to.deep.equal(Array(count).fill('complete'))
  })
}

const post = (date: string, more = '') => `---\ntitle: A post\ndate: ${date}\n${more}---\nHello\n`

async function makeSite(api: Api, settings = ''): Promise<Site> {
  const site = await api.site()
  const { title } = site
  await put(api, site, [
    '_config.yml',
    `title: ${String(title)}\npermalink: /:title.html\n${settings}`,
  ])
  await put(api, site, [
    'index.html',
    `${FRONT}{% for post in site.posts %}{{ post.url }} {% endfor %}`,
  ])
  return site
}

describe('Scheduled texts', () => {
  const api = useApi()
  const look = () => api.server.application.timetable.look()
  let ahead = 0
  const now = () => Math.floor((Date.now() + ahead) / 1000) * 1000
  const skip = (ms: number) => {
    ahead += ms
    api.skip(ms)
  }

  const documents = async (site: Site, collection = 'posts') =>
    (await api.get(`/v2/sites/${site.id}/collections/${collection}/documents?sort=filename-asc`))
      .list

  it('say from when and until when the published site has them', async () => {
    const site = await makeSite(api, 'collections: {boats: {output: true}}\n')
    const [soon, later] = [now() + HOUR_MS, now() + 2 * HOUR_MS]
    await put(api, site, [
      '_posts/2020-01-01-a.md',
      post(stamp(soon), `expires_at: ${stamp(later)}\n`),
    ])
    await put(api, site, ['_posts/2020-01-02-hidden.md', post(stamp(soon), 'published: false\n')])
    await put(api, site, ['_posts/2020-01-03-named.md', FRONT])
    await put(api, site, ['_posts/2020-01-04-odd.md', post('2020-01-04', 'expires_at: [never]\n')])
    await put(api, site, ['_boats/undated.md', FRONT])
    await put(api, site, [
      'page.md',
      `---\ndate: ${stamp(soon)}\nexpires_at: ${stamp(later)}\n---\n`,
    ])
    const moments = async (list: Promise<readonly Record<string, unknown>[]>) =>
      (await list).map(({ live_from: from, live_until: until }) => [from, until])
    expect(await moments(documents(site))).to.deep.equal([
      [utc(soon), utc(later)],
      [null, null],
      ['2020-01-03 00:00:00 +0000', null],
      ['2020-01-04 00:00:00 +0000', null],
    ])
    expect(await moments(documents(site, 'boats'))).to.deep.equal([[null, null]])
    const { list: pages } = await api.get(`/v2/sites/${site.id}/pages?q=page.md`)
    expect(pages.map((page) => [page['live_from'], page['live_until']])).to.deep.equal([
      [null, utc(later)],
    ])
    await put(api, site, ['_config.yml', 'future: true\npermalink: /:title.html\n'])
    expect((await moments(documents(site)))[0]).to.deep.equal([null, utc(later)])
  })

  it('follow the one rule for local times that are missing or there twice', async () => {
    const site = await makeSite(api, 'timezone: Europe/Berlin\n')
    const path = `/v2/sites/${site.id}/collections/posts/documents`
    for (const date of ['2027-03-28T02:30', '2027-10-31T02:30']) {
      const { json } = await api.post(path, { title: 'Night', date })
      const moment = Date.parse(String(json['date']))
      expect(json['live_from'], date).to.equal(utc(moment))
    }
  })

  it('appear and expire by themselves, and nothing is published before', async () => {
    const site = await makeSite(api)
    const start = now()
    const [soon, later] = [start + HOUR_MS, start + 2 * HOUR_MS]
    await put(api, site, [
      '_posts/2020-01-01-a.md',
      post(stamp(soon), `expires_at: ${stamp(later)}\n`),
    ])
    await put(api, site, ['page.md', `---\nexpires_at: ${stamp(later)}\n---\nHere\n`])
    await publish(api, site)
    expect(await visit(api, site, '/a.html')).to.equal(404)
    await look()
    await expectPublished(api, site, 1)
    skip(HOUR_MS + 1000)
    await look()
    await expectPublished(api, site, 2)
    expect(await visit(api, site, '/a.html')).to.equal(200)
    expect(await visit(api, site, '/page.html')).to.equal(200)
    await look()
    await expectPublished(api, site, 2)
    skip(HOUR_MS)
    await look()
    await expectPublished(api, site, 3)
    expect(await visit(api, site, '/a.html')).to.equal(404)
    expect(await visit(api, site, '/page.html')).to.equal(404)
    // Who publishes the same again publishes nothing that has expired.
    await publish(api, site)
    expect(await visit(api, site, '/page.html')).to.equal(404)
  })

  it('also leave a preview when they expire', async () => {
    const site = await makeSite(api)
    await put(api, site, ['page.md', `---\nexpires_at: ${stamp(now() + HOUR_MS)}\n---\nHere\n`])
    const files = async () => {
      const { json } = await api.post(`/v2/sites/${site.id}/preview`)
      await follow(api, json['job_id'])
      const release = await api.server.application.releases.current(site.id, 'preview')
      return [...(release?.manifest.keys() ?? [])].toSorted()
    }
    expect(await files()).to.deep.equal(['index.html', 'page.html'])
    skip(HOUR_MS + 1000)
    expect(await files()).to.deep.equal(['index.html'])
  })

  it('publish no site that is not published, and undo no rollback', async () => {
    const never = await makeSite(api)
    const rolled = await makeSite(api)
    for (const site of [never, rolled])
      await put(api, site, ['_posts/2020-01-01-a.md', post(stamp(now() + HOUR_MS))])
    await publish(api, rolled)
    await put(api, rolled, ['new.html', `${FRONT}new`])
    await publish(api, rolled)
    const { list } = await api.get(`/v2/sites/${rolled.id}/releases`)
    const back = await api.post(
      `/v2/sites/${rolled.id}/releases/${String(list[1]?.['id'])}/publish`,
    )
    await follow(api, back.json['job_id'])
    skip(HOUR_MS + 1000)
    await look()
    await expectPublished(api, never, 0)
    await expectPublished(api, rolled, 3)
    expect(await visit(api, rolled, '/a.html')).to.equal(404)
  })

  it('wait while their site has moved away', async () => {
    const site = await makeSite(api)
    await put(api, site, ['_posts/2020-01-01-a.md', post(stamp(now() + HOUR_MS))])
    await publish(api, site)
    const place = `/v2/sites/${site.id}/read_only`
    for (const body of [{}, { moved_to: 'https://new.example.org' }])
      expect((await api.put(place, body)).status).to.equal(200)
    skip(HOUR_MS + 1000)
    await look()
    await expectPublished(api, site, 1)
    expect((await api.delete(place)).status).to.equal(200)
    await look()
    await expectPublished(api, site, 2)
    expect(await visit(api, site, '/a.html')).to.equal(200)
  })

  it('are seen to when a clock that was ahead is set back', async () => {
    const site = await makeSite(api)
    await put(api, site, ['_posts/2020-01-01-a.md', post(stamp(now() + HOUR_MS))])
    await publish(api, site)
    skip(1000 * HOUR_MS)
    await look()
    await expectPublished(api, site, 2)
    skip(-1000 * HOUR_MS)
    await publish(api, site)
    expect(await visit(api, site, '/a.html')).to.equal(404)
    // Nothing of the site changes from here on, by which it would be looked at.
    await look()
    await expectPublished(api, site, 3)
    skip(HOUR_MS + 1000)
    await look()
    await expectPublished(api, site, 4)
    expect(await visit(api, site, '/a.html')).to.equal(200)
  })
})

describe('Scheduled texts, over a restart', () => {
  const servers: Running[] = []

  after(() => servers.at(-1)?.finish())

  it('appear at the start if their time came while no server ran', async () => {
    const before = await startApi({ keep: true })
    servers.push(before)
    before.skip(-2 * HOUR_MS)
    const site = await makeSite(before)
    await put(before, site, ['_posts/2020-01-01-a.md', post(stamp(Date.now() - HOUR_MS))])
    await publish(before, site)
    expect(await visit(before, site, '/a.html')).to.equal(404)
    await before.stop()
    const again = await startApi({ data: before.data })
    servers.push(again)
    await eventually(async () => expect(await visit(again, site, '/a.html')).to.equal(200))
    await expectPublished(again, site, 2)
  })
})
