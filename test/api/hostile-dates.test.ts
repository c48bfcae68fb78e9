/** Times that no calendar has: what brings them is shown, and nobody else is kept from anything. */

import { expect } from 'chai'
import { useDesk } from '../stories/git-client.js'
import { object, tree, writeLoose } from '../stories/hostile-objects.js'
import { useApi } from './server.js'

const TIMES = ['8640000000001', '99999999999999', '253402300800', '-62167219201', '0']
const CONFIG = object('blob', 'title: Old\ncollections:\n  posts:\n    output: true\n')
const POST = object('blob', '---\ntitle: A\ndate: 99999-01-01 00:00:00\n---\nA\n')

describe('times beyond the calendar', () => {
  const api = useApi()
  const desk = useDesk(api)

  for (const time of TIMES) {
    it(`shows and deletes a site with a commit of ${time}`, async () => {
      const [site, other] = [await api.site(), await api.site()]
      const head = await api.head(site.id)
      const posts = tree([{ mode: '100644', name: '2020-01-01-a.md', oid: POST.oid }])
      const root = tree([
        { mode: '100644', name: '_config.yml', oid: CONFIG.oid },
        { mode: '40000', name: '_posts', oid: posts.oid },
      ])
      const who = `Evil <evil@example.org> ${time} +0000`
      const lines = [`tree ${root.oid}`, `parent ${head}`, `author ${who}`, `committer ${who}`]
      const top = object('commit', `${lines.join('\n')}\n\nEvil\n`)
      for (const made of [CONFIG, POST, posts, root, top]) {
        await writeLoose(desk.bare(site.id), made)
      }
      await api.git(site.id, 'update-ref', 'refs/heads/main', top.oid, head)
      await api.server.application.advance.catchUp(site.id)
      const writer = await api.member(site.id, 'writer')
      const collection = `/v2/sites/${site.id}/collections/posts`
      const documents = await api.get(`${collection}/documents`)
      expect(documents.status, documents.text).to.equal(200)
      const listed: unknown = JSON.parse(documents.text)
      const [document] = Array.isArray(listed) ? listed : []
      const history = `/v2/documents/${String(Reflect.get(Object(document), 'id'))}/history`
      for (const path of ['/v2/sites', `/v2/sites/${site.id}`, collection, history]) {
        const answer = await api.get(path)
        expect(answer.status, `${path} ${answer.text}`).to.equal(200)
      }
      expect((await api.get('/v2/sites', writer)).status).to.equal(200)
      expect((await api.get(`/v2/sites/${other.id}`)).status).to.equal(200)
      const removed = await api.delete(`/v2/sites/${site.id}`)
      expect(removed.status, removed.text).to.equal(200)
    })
  }
})

describe('A post at the end of the calendar', () => {
  const api = useApi()

  it('is refused if its year has no four digits in the time zone of the site', async () => {
    const site = await api.site()
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const made = (input: object) => api.post(posts, { title: 'x', ...input })
    for (const date of ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']) {
      const answer = await made({ date })
      expect([answer.status, answer.json['message']]).to.deep.equal([
        422,
        "date must be in the years 0000 to 9999, in the site's time zone",
      ])
      const draft = await made({ date, draft: true })
      const shown = { visibility: 'visible' }
      expect((await api.put(`/v2/documents/${String(draft.json['id'])}`, shown)).status).to.equal(
        422,
      )
    }
    for (const date of ['9999-12-31', '0000-01-01']) {
      expect((await made({ date })).json['path']).to.equal(`${date}-x.md`)
    }
  })
})

describe('A date in front matter beyond the calendar', () => {
  const api = useApi()

  // In a file's own words; and what the API makes of it.
  for (const [date, shown] of [
    ['300000-01-01', null],
    ['275760-09-14', null],
    ['-300000-01-01', null],
    ['1999999-01-01 10:00:00 +0200', null],
    ['99999-01-01', '+099999-01-01T00:00:00+00:00'],
    ['9999-12-31', '9999-12-31T00:00:00+00:00'],
  ] as const) {
    it(`leaves lists and documents readable, for everybody: ${date}`, async () => {
      const [site, other] = [await api.site(), await api.site()]
      const outsider = await api.member(other.id, 'admin')
      const listOf = (siteId: string) => `/v2/sites/${siteId}/collections/posts/documents`
      await api.post(listOf(other.id), { title: 'Of somebody else', date: '2020-02-02' })
      const data = `---\ntitle: Odd\ndate: ${date}\n---\nBody\n`
      const source = `/v2/sites/${site.id}/source/_posts/2020-01-01-odd.md`
      const put = await api.upload('PUT', source, { data })
      expect(put.status, put.text).to.equal(200)
      await api.post(listOf(site.id), { title: 'Beside it', date: '2020-01-02' })
      for (const sort of ['date-desc', 'date-asc']) {
        const { status, list, text } = await api.get(`${listOf(site.id)}?sort=${sort}`)
        expect(status, text).to.equal(200)
        expect(list.map(({ title }) => title)).to.have.members(['Odd', 'Beside it'])
      }
      const { list } = await api.get(`${listOf(site.id)}?q=odd`)
      expect(list.map((row) => row['date'])).to.deep.equal([shown])
      const document = await api.get(`/v2/documents/${String(list[0]?.['id'])}`)
      expect([document.status, document.json['date']]).to.deep.equal([200, shown])
      expect(document.json).not.to.have.property('front_matter_error')
      const theirs = await api.get(listOf(other.id), outsider)
      expect(theirs.list.map(({ title }) => title)).to.deep.equal(['Of somebody else'])
      expect((await api.get('/v2/sites', outsider)).list).to.have.length(1)
      expect((await api.get('/v2/search?q=body')).status).to.equal(200)
      const changed = await api.put(`/v2/documents/${String(list[0]?.['id'])}`, { title: 'Even' })
      expect([changed.status, changed.json['date']], changed.text).to.deep.equal([200, shown])
    })
  }
})
