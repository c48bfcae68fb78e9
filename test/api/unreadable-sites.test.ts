/** One site whose rows can't be read never hides the others. */

import { expect } from 'chai'
import Database from 'better-sqlite3'
import path from 'node:path'
import { eventually } from '../stories/git-client.js'
import { startApi, type Running } from './server.js'

describe('a site whose record cannot be read', () => {
  let api: Running
  before(async () => {
    api = await startApi()
  })
  after(() => api.finish())

  const change = (file: string, sql: string, ...values: string[]) => {
    const db = new Database(path.join(api.data, file))
    db.prepare(sql).run(...values)
    db.close()
  }

  async function expectOnly(other: string) {
    for (const url of ['/v2/sites', '/v2/search?q=home']) {
      const answer = await api.get(url)
      expect(answer.status, `${url}: ${answer.text}`).to.equal(200)
    }
    const list = await api.get('/v2/sites')
    expect(list.list.map(({ id }) => id)).to.deep.equal([other])
    expect(list.headers['x-total-count']).to.equal('1')
    expect(api.warned.map(({ message }) => message).join()).to.contain('left out of lists')
  }

  it('is left out of lists, with a warning, whichever of its rows is damaged', async () => {
    const [bad, good] = [await api.site(), await api.site()]
    change('galley.db', `UPDATE sites SET hosting = 'nowhere' WHERE id = ?`, bad.id)
    await expectOnly(good.id)
    change('galley.db', `UPDATE sites SET hosting = 'disabled' WHERE id = ?`, bad.id)
    expect((await api.get('/v2/sites')).list).to.have.length(2)

    const facts = `UPDATE generations SET facts = ? WHERE site_id = ?`
    change('index.db', facts, '{', bad.id)
    await expectOnly(good.id)
    await api.server.application.advance.reindex(bad.id)
    expect((await api.get('/v2/sites')).list).to.have.length(2)
  })

  it('is measured like others', async () => {
    const { id } = await api.site()
    const { space } = api.server.application
    const bytes = () => space.list().find(({ siteId }) => siteId === id)?.bytes
    change('galley.db', `UPDATE sites SET hosting = 'nowhere' WHERE id = ?`, id)
    space.add(id, 1e12)
    await eventually(() => expect(bytes()).to.be.lessThan(1e9))
    change('galley.db', `UPDATE sites SET hosting = 'disabled' WHERE id = ?`, id)
  })
})
