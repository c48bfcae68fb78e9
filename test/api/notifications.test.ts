/** Notifications: who is told of what, and what is done with them. */

import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import type { Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'
import { followSite } from './site-stream.js'

describe('Notifications', () => {
  const api = useApi()
  let site: Site
  let anna: Person
  let walter: Person

  beforeEach(async () => {
    site = await api.site({ title: 'Ada’s notes' })
    anna = await api.member(site.id, 'admin', 'anna')
    walter = await api.member(site.id, 'writer', 'walter')
    // Those of the roles.
    for (const who of [anna, walter]) await read(who)
  })

  const read = async (who: Person) => {
    await eventually(async () => expect((await list(who)).length).to.be.at.least(1))
    await api.post('/v2/notifications/read', {}, who)
  }
  const list = async (who: Person, query = ''): Promise<readonly Json[]> => {
    const answer = await api.get(`/v2/notifications${query}`, who)
    expect(answer.status, answer.text).to.equal(200)
    return answer.list
  }
  const unread = (who: Person) => list(who, '?unread=true')
  const told = (who: Person, count = 1) =>
    eventually(async () => {
      const rows = await unread(who)
      expect(rows).to.have.length(count)
      return rows
    })
  const newPost = async (title: string, as: Person) => {
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(url, { title, body: 'x' }, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }

  it('tell of one’s role, also when it was taken', async () => {
    const eve = await api.person('eve')
    const role = await api.post(
      `/v2/sites/${site.id}/roles`,
      { user_id: eve.id, kind: 'writer' },
      anna,
    )
    const [given] = await told(eve)
    expect(given).to.include({
      kind: 'role_changed',
      role: 'writer',
      site_id: site.id,
      site_title: 'Ada’s notes',
      user_id: anna.id,
      count: 1,
      read_at: null,
      text_id: null,
    })
    const path = `/v2/roles/${String(role.json['id'])}`
    await api.put(path, { kind: 'publisher' }, anna)
    await api.delete(path, anna)
    await eventually(async () => {
      const [taken] = await unread(eve)
      expect(taken).to.include({ kind: 'role_changed', role: null, count: 3 })
    })
    expect(await unread(anna)).to.deep.equal([])
  })

  it('tell who wrote a text that somebody else has changed it, once until it is read', async () => {
    const id = await newPost('Mine', walter)
    const change = (body: string, as = anna) => api.put(`/v2/documents/${id}`, { body }, as)
    await change('by myself', walter)
    await change('by anna')
    await change('by anna again')
    await eventually(async () => {
      const rows = await unread(walter)
      expect(rows).to.have.length(1)
      const text = { text_id: id, text_type: 'document', name: 'Mine' }
      expect(rows[0]).to.include({ kind: 'text_changed', user_id: anna.id, count: 2, ...text })
    })
    const [before] = await unread(walter)
    const path = `/v2/notifications/${String(before?.['id'])}/read`
    expect((await api.post(path, {}, anna)).status).to.equal(404)
    const done = await api.post(path, {}, walter)
    expect(done.json['read_at']).to.match(/^20/)
    expect(await unread(walter)).to.deep.equal([])
    await change('and again')
    const [after] = await told(walter)
    expect(after).to.include({ count: 1 })
    expect(after?.['id']).not.to.equal(before?.['id'])
    expect(await unread(anna)).to.deep.equal([])
  })

  it('say nothing of a site that one may not see any more, also by the id of a former one', async () => {
    const id = await newPost('Mine', walter)
    await api.put(`/v2/documents/${id}`, { body: 'by anna' }, anna)
    const [before] = await told(walter)
    const path = `/v2/notifications/${String(before?.['id'])}/read`
    const roles = await api.get(`/v2/sites/${site.id}/roles`)
    const role = roles.list.find((one) => one['user_id'] === walter.id)
    await api.delete(`/v2/roles/${String(role?.['id'])}`, anna)
    await api.put(`/v2/documents/${id}`, { title: 'New secret name' }, anna)
    const answer = await api.post(path, {}, walter)
    expect([answer.status, answer.text.includes('New secret')]).to.deep.equal([404, false])
  })

  it('tell of many texts that one commit changes as of one thing', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await newPost(title, walter)
    const texts = (await api.get(`/v2/sites/${site.id}/collections/posts/documents`, walter)).list
    const changes = texts.map(({ id }) => {
      return { action: 'update', type: 'document', id, body: 'new' }
    })
    const answer = await api.post(`/v2/sites/${site.id}/changes`, { changes }, anna)
    expect(answer.status, answer.text).to.equal(200)
    const [one] = await told(walter)
    expect(one).to.include({ kind: 'text_changed', text_id: null, name: null })
  })

  it('tell publishers and admins of a publish or sync that failed, and no writers', async () => {
    const of = `/v2/sites/${site.id}`
    await newPost('{% nothing %}', anna)
    const page = { title: 'x', path: 'x.md', body: '{% nothing %}' }
    expect((await api.post(`${of}/pages`, page, anna)).status).to.equal(201)
    const job = await api.post(`${of}/publish`, {}, anna)
    const [failed] = await told(anna)
    expect(failed).to.include({ kind: 'publish_failed', job_id: job.json['job_id'], role: null })
    expect(failed?.['reason']).to.be.a('string')
    const sync_options = { path: 'a/b', access_token: 't', url: 'http://127.0.0.1:1' }
    await api.put(of, { sync: 'githost', sync_options }, anna)
    await api.post(`${of}/sync`, {}, anna)
    const rows = await told(anna, 2)
    expect(rows.map(({ kind }) => kind)).to.deep.equal(['sync_failed', 'publish_failed'])
    expect(await unread(walter)).to.deep.equal([])
  })

  it('are not kept for those who do not want them', async () => {
    const choices = await api.put('/v2/notifications/choices', { text_changed: false }, walter)
    expect(choices.json).to.deep.equal({
      publish_failed: true,
      sync_failed: true,
      webhook_off: true,
      set_handed_in: true,
      set_sent_back: true,
      set_landed: true,
      role_changed: true,
      text_changed: false,
    })
    expect((await api.get('/v2/notifications/choices', walter)).json).to.deep.equal(choices.json)
    const bad = await api.put('/v2/notifications/choices', { text_changed: 'no' }, walter)
    expect(bad.status).to.equal(422)
    const [unheard, heard] = [await newPost('Unheard', walter), await newPost('Heard', walter)]
    await api.put(`/v2/documents/${unheard}`, { body: 'y' }, anna)
    // They are told one after the other.
    const zoe = await api.member(site.id, 'writer', 'zoe')
    await read(zoe)
    const hers = await newPost('Hers', zoe)
    await api.put(`/v2/documents/${hers}`, { body: 'y' }, anna)
    await told(zoe)
    await api.put('/v2/notifications/choices', { text_changed: true }, walter)
    await api.put(`/v2/documents/${heard}`, { body: 'y' }, anna)
    expect((await told(walter))[0]).to.include({ text_id: heard })
  })

  it('are those of sites that one may see, in pages and by a cursor', async () => {
    const id = await newPost('Mine', walter)
    await api.put(`/v2/documents/${id}`, { body: 'y' }, anna)
    await told(walter)
    const other = await newPost('Other', walter)
    await api.put(`/v2/documents/${other}`, { body: 'y' }, anna)
    await told(walter, 2)
    const first = await api.get('/v2/notifications?per_page=1&after=', walter)
    const next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await api.get(next, walter)
    const texts = [...first.list, ...second.list].map(({ text_id }) => text_id)
    expect(texts).to.deep.equal([other, id])
    expect(first.headers['x-total-count']).to.equal('3')
    expect((await api.get('/v2/notifications?unread', walter)).headers['x-total-count']).to.equal(
      '2',
    )
    const roles = await api.get(`/v2/sites/${site.id}/roles`, anna)
    const role = roles.list.find(({ user_id }) => user_id === walter.id)
    await api.delete(`/v2/roles/${String(role?.['id'])}`, anna)
    const left = await eventually(async () => {
      const rows = await list(walter)
      expect(rows[0]).to.include({ role: null, kind: 'role_changed' })
      return rows
    })
    expect(left.map(({ kind }) => kind)).to.deep.equal(['role_changed', 'role_changed'])
    const all = await api.post('/v2/notifications/read', {}, walter)
    expect(all.json['read']).to.be.at.least(1)
    expect(await unread(walter)).to.deep.equal([])
  })

  it('are told of by the stream of any site, to the one whom they are for', async () => {
    const other = await api.site()
    await api.post(`/v2/sites/${other.id}/roles`, { user_id: walter.id, kind: 'writer' })
    await told(walter)
    const stream = await followSite(api, other.id, { as: walter })
    const theirs = await followSite(api, site.id, { as: anna })
    try {
      await stream.next('ready')
      await theirs.next('ready')
      const id = await newPost('Mine', walter)
      await api.put(`/v2/documents/${id}`, { body: 'y' }, anna)
      expect((await stream.next('notification')).data).to.deep.equal({})
      await api.post(`/v2/sites/${site.id}/presence`, { document_id: id }, anna)
      const events = [await theirs.next(), await theirs.next(), await theirs.next()]
      expect(events.map(({ event }) => event)).to.deep.equal(['change', 'change', 'presence'])
    } finally {
      stream.close()
      theirs.close()
    }
  })

  it('are kept up to a number', async () => {
    const { notifications } = api.server.application.services
    for (let at = 0; at < 510; at += 1) {
      notifications.notify([walter.id], {
        kind: 'webhook_off',
        siteId: site.id,
        siteTitle: '',
        thing: String(at),
      })
    }
    const { headers } = await api.get('/v2/notifications?per_page=1', walter)
    expect(headers['x-total-count']).to.equal('500')
  })
})
