import { expect } from 'chai'
import { createClient } from '../../src/client/client.js'
import { startApi, useApi, type Person, type Site } from './server.js'
import { followSite, type SiteStream, type Told } from './site-stream.js'

describe('Events of a site', () => {
  const api = useApi()
  let site: Site
  let open: SiteStream[]

  beforeEach(async () => {
    site = await api.site()
    open = []
  })

  afterEach(() => {
    for (const stream of open) stream.close()
  })

  const follow = async (as?: Person, place?: string): Promise<SiteStream> => {
    const stream = await followSite(api, site.id, {
      ...(as && { as }),
      ...(place !== undefined && { place }),
    })
    open.push(stream)
    return stream
  }
  const post = async (title: string, input: object = {}, as?: Person) => {
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const { json, status, text } = await api.post(url, { title, ...input }, as)
    expect(status, text).to.equal(201)
    return { id: String(json['id']), path: String(json['filename']) }
  }

  it('tell of a change who made it, by which door, and its paths', async () => {
    const stream = await follow()
    expect((await stream.next()).event).to.equal('ready')
    const { id, path } = await post('Hello')
    const { data } = await stream.next('change')
    const commit = await api.head(site.id)
    expect(data).to.deep.equal({
      commit,
      user_id: api.root.id,
      door: 'api',
      paths: [path],
      texts: [{ id, path }],
      paths_total: 1,
    })
    const moved = path.replace('hello', 'moved')
    await api.put(`/v2/documents/${id}`, { path: moved.replace(/^_posts\//, '') })
    const { data: then } = await stream.next('change')
    expect(then['paths']).to.have.members([path, moved])
    expect(then['texts']).to.deep.equal([{ id, path: moved }])
    await api.upload('PUT', `/v2/sites/${site.id}/source/plan.txt`, { data: 'x' })
    expect((await stream.next('change')).data).to.deep.include({ paths: ['plan.txt'], texts: [] })
  })

  it('tell of a push by the door git', async () => {
    const stream = await follow()
    await api.fastImport(
      site.id,
      [
        'commit refs/heads/main',
        'committer Ann <ann@example.org> 1700000000 +0000',
        'data 4',
        'push',
        `from ${await api.head(site.id)}`,
        'M 100644 inline about.md',
        'data 8',
        '---\n---\n',
        '',
      ].join('\n'),
    )
    await api.server.application.advance.catchUp(site.id)
    expect((await stream.next('change')).data).to.include({ door: 'git', paths_total: 1 })
  })

  it('name at most 100 paths and count all', async () => {
    const stream = await follow()
    const changes = Array.from({ length: 120 }, (_, count) => ({
      action: 'create',
      type: 'page',
      title: `p${count}`,
      path: `p${count}.html`,
    }))
    expect((await api.post(`/v2/sites/${site.id}/changes`, { changes })).status).to.equal(200)
    const { data } = await stream.next('change')
    expect(data['paths']).to.have.length(100)
    expect(data['paths_total']).to.equal(120)
  })

  it('tell of jobs until they end, and of releases', async () => {
    const stream = await follow()
    await post('Hello', { visibility: 'visible' })
    const { json } = await api.post(`/v2/sites/${site.id}/publish`)
    const seen: Told[] = []
    const isOver = () =>
      seen.some(({ event, data }) => event === 'job' && data['status'] === 'complete')
    while (!isOver()) seen.push(await stream.next())
    const job = await api.send({
      method: 'GET',
      path: `/v2/jobs/${String(json['job_id'])}`,
      headers: { Accept: 'application/json' },
    })
    expect(seen.at(-1)?.data).to.deep.equal(job.json)
    const releases = await api.get(`/v2/sites/${site.id}/releases`)
    const released = seen.find(({ event }) => event === 'release')
    expect(released?.data).to.deep.equal({ id: releases.list[0]?.['id'], kind: 'live' })
  })

  it('continue after the last one that was read', async () => {
    const stream = await follow()
    await post('One')
    const one = await stream.next('change')
    stream.close()
    const two = await post('Two')
    const three = await post('Three')
    const again = await follow(api.root, one.id)
    expect((await again.next()).data['paths']).to.deep.equal([two.path])
    expect((await again.next()).data['paths']).to.deep.equal([three.path])
    expect((await again.next()).event).to.equal('ready')
  })

  it('ask to read everything again after an unknown event id', async () => {
    const { id } = await (await follow()).next('ready')
    for (const place of ['x', `${id}999`, '-', '0'.repeat(5000), id.replace(/^./, 'z')]) {
      const stream = await follow(api.root, place)
      expect((await stream.next()).event, place).to.equal('reset')
    }
    const { event } = await (await follow(api.root, id)).next()
    expect(event).to.equal('ready')
  })

  it('tell a writer that something changed, but no paths that they may not see', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    const writer = await api.member(site.id, 'writer')
    const publisher = await api.member(site.id, 'publisher')
    const [his, all] = [await follow(writer), await follow(publisher)]
    const secret = await post('A secret', { draft: true })
    expect((await all.next('change')).data['paths']).to.deep.equal([secret.path])
    expect((await his.next('change')).data)
      .to.include({ paths_total: 1 })
      .and.deep.include({
        paths: [],
      })
    const mine = await post('Mine', {}, writer)
    expect((await his.next('change')).data['paths']).to.deep.equal([mine.path])
    const seen = await post('Seen', { visibility: 'visible' })
    expect((await his.next('change')).data['paths']).to.deep.equal([seen.path])
    await api.delete(`/v2/documents/${secret.id}`)
    expect((await his.next('change')).data['paths']).to.deep.equal([])
    await api.upload('PUT', `/v2/sites/${site.id}/source/_layouts/x.html`, { data: 'x' })
    expect((await his.next('change')).data['paths']).to.deep.equal([])
  })

  it('tell who has a document open and who has closed it, to those who may see it', async () => {
    const writer = await api.member(site.id, 'writer')
    const secret = await post('A secret', { draft: true })
    const seen = await post('Seen', { visibility: 'visible' })
    const [his, all] = [await follow(writer), await follow()]
    const at = (document_id: string | null, as?: Person) =>
      api.post(`/v2/sites/${site.id}/presence`, { document_id }, as)
    const root = { id: api.root.id, fullname: 'Root' }
    expect((await at(secret.id)).json).to.deep.equal({ document_id: secret.id, users: [root] })
    expect((await all.next('presence')).data).to.deep.equal({
      document_id: secret.id,
      users: [root],
    })
    await at(seen.id)
    expect((await all.next('presence')).data).to.deep.equal({ document_id: secret.id, users: [] })
    expect((await his.next('presence')).data).to.deep.equal({ document_id: seen.id, users: [root] })
    await at(seen.id, writer)
    const both = await his.next('presence')
    expect(both.data['users']).to.deep.equal([root, { id: writer.id, fullname: 'writer' }])
    // Who comes later is told what is open.
    const late = await follow(writer)
    expect((await late.next('presence')).data).to.deep.equal(both.data)
    await at(null)
    expect((await his.next('presence')).data['users']).to.have.length(1)
    api.skip(61_000)
    expect((await his.next('presence')).data['users']).to.deep.equal([])
  })

  it('refuse presence on a document that is missing, of another site, or hidden from the user', async () => {
    const writer = await api.member(site.id, 'writer')
    const secret = await post('A secret', { draft: true })
    const other = await api.site()
    const url = (id: string) => `/v2/sites/${id}/presence`
    const status = async (siteId: string, document_id: unknown, as?: Person) =>
      (await api.post(url(siteId), { document_id }, as)).status
    expect(await status(site.id, secret.id, writer)).to.equal(404)
    expect(await status(other.id, secret.id)).to.equal(404)
    expect(await status(site.id, '0'.repeat(24))).to.equal(404)
    for (const wrong of [undefined, 1, 'x', [], {}, '0'.repeat(1000)]) {
      expect(await status(site.id, wrong), JSON.stringify(wrong)).to.equal(422)
    }
  })

  for (const [title, change] of [
    ['key is rotated', (who: Person) => api.post('/v2/users/me/rotate', {}, who)],
    ['role is taken', (_: Person, role: string) => api.delete(`/v2/roles/${role}`)],
    ['account is removed', (who: Person) => api.delete(`/v2/users/${who.id}`)],
    ['site is deleted', () => api.delete(`/v2/sites/${site.id}`)],
  ] as const) {
    it(`end for a user whose ${title}`, async () => {
      const who = await api.person('leaving')
      const body = { user_id: who.id, kind: 'publisher' }
      const role = await api.post(`/v2/sites/${site.id}/roles`, body)
      const stream = await follow(who)
      expect((await stream.next()).event).to.equal('ready')
      expect((await change(who, String(role.json['id']))).status).to.equal(200)
      for (const { event } of await stream.rest()) expect(event).not.to.equal('change')
    })
  }

  it('follow the current role, not that of when the stream began', async () => {
    const who = await api.person('demoted')
    const body = { user_id: who.id, kind: 'publisher' }
    const role = await api.post(`/v2/sites/${site.id}/roles`, body)
    const stream = await follow(who)
    await stream.next('ready')
    await api.put(`/v2/roles/${String(role.json['id'])}`, { kind: 'writer' })
    await post('A secret', { draft: true })
    expect((await stream.next('change')).data['paths']).to.deep.equal([])
  })

  it('come through the client, which resumes after a disconnect', async () => {
    const { url } = api.server
    const client = createClient({ url, key: api.root.name, secret: api.root.secret })
    const wanted = (await post('One')).path
    const seen: string[] = []
    let place = ''
    for await (const { id, event } of client.events(site.id)) {
      seen.push(event)
      place = id
      if (event === 'ready') await post('Two')
      if (event === 'change') break
    }
    expect(seen).to.deep.equal(['ready', 'change'])
    const three = await post('Three')
    for await (const { event, data } of client.events(site.id, { lastEventId: place })) {
      expect(event).to.equal('change')
      expect(data).to.deep.include({ paths: [three.path] })
      break
    }
    expect(wanted).not.to.equal(three.path)
  })
})

describe('Streams of a site', () => {
  it('are counted with those of jobs, and end at once when the server stops', async () => {
    const api = await startApi({ settings: { streamsPerUser: '2' } })
    const site = await api.site()
    const streams = [await followSite(api, site.id), await followSite(api, site.id)]
    expect(streams.map(({ status }) => status)).to.deep.equal([200, 200])
    const refused = await api.get(`/v2/sites/${site.id}/events`)
    expect(refused.status, refused.text).to.equal(429)
    const rests = streams.map((stream) => stream.rest())
    await api.finish()
    // They were ended in order: one that is cut would throw.
    for (const rest of rests) expect((await rest)[0]?.event).to.equal('ready')
  })
})
