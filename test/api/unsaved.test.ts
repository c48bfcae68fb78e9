/** Unsaved texts, kept for their own users. */

import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

const DAY = 24 * 60 * 60_000
const NEW = 'a'.repeat(24)

describe('Unsaved texts', () => {
  const api = useApi()
  let site: Site
  let anna: Person
  let will: Person
  let id: string

  const path = (name = '') => `/v2/sites/${site.id}/unsaved${name === '' ? '' : `/${name}`}`
  interface Sender {
    readonly headers?: Record<string, string>
    readonly as?: Person
  }
  const put = (name: string, json: object, { headers = {}, as = anna }: Sender = {}) =>
    api.send({ method: 'PUT', path: path(name), json: { title: 'T', ...json }, headers, as })

  before(async () => {
    site = await api.site({ empty: true })
    anna = await api.member(site.id, 'admin', 'anna-u')
    will = await api.member(site.id, 'writer', 'will-u')
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    id = String((await api.post(list, { title: 'Tides', draft: true }, anna)).json['id'])
  })

  it('are kept, listed, read and deleted by their user, and by nobody else', async () => {
    const kept = await put(id, {
      entry_id: id,
      collection: 'posts',
      title: 'Tid',
      content: '{"ä":1}',
    })
    expect(kept.status, kept.text).to.equal(200)
    expect(kept.headers['etag']).to.equal(`"${String(kept.json['version'])}"`)
    const made = await put(NEW, { collection: null, title: '', content: 'new' })
    expect(made.json).to.include({ id: NEW, entry_id: null, collection: null, title: '' })
    const { list, text } = await api.get(path(), anna)
    expect(list.map((one) => one['id'])).to.have.members([id, NEW])
    expect(text).not.to.include('ä')
    expect((await api.get(path(id), anna)).json).to.include({ content: '{"ä":1}', title: 'Tid' })
    for (const other of [will, api.root]) {
      expect((await api.get(path(), other)).list).to.deep.equal([])
      expect((await api.get(path(id), other)).status).to.equal(404)
      expect((await api.delete(path(id), other)).status).to.equal(404)
    }
    const headers = { 'If-None-Match': String(kept.headers['etag']) }
    const same = await api.send({ method: 'GET', path: path(id), headers, as: anna })
    expect(same.status).to.equal(304)
    const commits = await api.get(`/v2/sites/${site.id}/commits`)
    expect(commits.list.length).to.equal(2)
    expect((await api.delete(path(id), anna)).status).to.equal(200)
    expect((await api.delete(path(NEW), anna)).status).to.equal(200)
    expect((await api.get(path(), anna)).list).to.deep.equal([])
  })

  it('of two browsers do not overwrite each other', async () => {
    const first = await put(
      id,
      { entry_id: id, content: 'one' },
      { headers: { 'If-None-Match': '*' } },
    )
    expect(first.status).to.equal(200)
    const late = await put(
      id,
      { entry_id: id, content: 'two' },
      { headers: { 'If-None-Match': '*' } },
    )
    expect(late.status).to.equal(412)
    const etag = String(first.headers['etag'])
    const both = await Promise.all([
      put(id, { entry_id: id, content: 'here' }, { headers: { 'If-Match': etag } }),
      put(id, { entry_id: id, content: 'there' }, { headers: { 'If-Match': etag } }),
    ])
    expect(both.map(({ status }) => status)).to.have.members([200, 412])
    const remove = { method: 'DELETE', path: path(id), headers: { 'If-Match': etag }, as: anna }
    expect((await api.send(remove)).status).to.equal(412)
    expect((await api.delete(path(id), anna)).status).to.equal(200)
  })

  it('hold the longest text with the version before it, and no longer one', async () => {
    const text = 'wörd '.repeat(800_000)
    const kept = await put(NEW, { content: text + text })
    expect(kept.status, kept.text).to.equal(200)
    expect((await api.get(path(NEW), anna)).json['content']).to.equal(text + text)
    const refused = await put(NEW, { content: 'x'.repeat(8_500_001) })
    expect(refused.status).to.equal(422)
    expect((await api.delete(path(NEW), anna)).status).to.equal(200)
  })

  it('are limited in number and bytes, also by a text that grows', async () => {
    const idOf = (number: number) => number.toString(16).padStart(24, '0')
    for (let number = 0; number < 200; number++) await put(idOf(number), { content: 'x' })
    const refused = await put(idOf(200), { content: 'x' })
    expect(refused.status).to.equal(409)
    expect(refused.json['message']).to.match(/200 unsaved texts.*save or discard/)
    expect((await put(idOf(199), { content: 'y' })).status).to.equal(200)
    const noise = () =>
      Array.from({ length: 1_600_000 }, () => Math.random().toString(36).slice(2, 7)).join('')
    const long = noise()
    const statuses = []
    for (let number = 0; number < 6; number++) {
      statuses.push((await put(idOf(number), { content: `${number}${long}` })).status)
    }
    expect(statuses.slice(0, 3)).to.deep.equal([200, 200, 200])
    expect(statuses.at(-1)).to.equal(409)
    expect((await put(idOf(0), { content: 'short' }, { as: will })).status).to.equal(200)
  })

  it('are of texts that their user may read, under their id', async () => {
    expect((await put(id, { entry_id: id, content: 'x' }, { as: will })).status).to.equal(404)
    expect((await put(NEW, { entry_id: id, content: 'x' })).status).to.equal(422)
    expect((await put(NEW, { user_id: will.id, content: 'x' })).status).to.equal(403)
    expect((await put(NEW, { user_id: will.id, content: 'x' }, { as: will })).status).to.equal(200)
    expect((await put('short', { content: 'x' })).status).to.equal(422)
    const other = await api.site({ empty: true })
    const there = `/v2/sites/${other.id}/unsaved/${id}`
    const json = { title: 'x', content: 'x', entry_id: id }
    expect((await api.put(there, json)).status).to.equal(404)
    const { text } = await api.get(`/v2/sites/${site.id}/audit?operation=putUnsaved`, anna)
    expect(text).not.to.include('"done"')
  })

  it('go after 90 days, with their user and with their site', async () => {
    api.skip(91 * DAY)
    expect((await api.get(path(), anna)).list).to.deep.equal([])
    expect((await put(NEW, { content: 'x' })).status).to.equal(200)
    expect((await api.get(path(), anna)).list.length).to.equal(1)
    await api.delete(`/v2/users/${anna.id}`)
    await api.delete(`/v2/sites/${site.id}`)
    expect((await api.get(path(), will)).status).to.equal(404)
  })
})
