/**
 * A write whose commit stands is never answered as if nothing had been changed: where what follows
 * from the commit fails, the answer names the commit, and everything is up to date as soon as it can be.
 *
 * @see SECURITY.md
 */

import path from 'node:path'
import { expect } from 'chai'
import { startApi, type Running, type Site } from '../api/server.js'
import { basic } from '../api/client.js'
import { openWriter } from '../../src/store/connection.js'
import { commitFiles, eventually, git, useDesk } from './git-client.js'

describe('a failure after the commit', () => {
  let api: Running
  let site: Site
  let posts = ''
  const holder = new Proxy({} as Running, { get: (_, name) => Reflect.get(api, name) })
  const desk = useDesk(holder)

  beforeEach(async () => {
    api = await startApi()
    site = await api.site()
    posts = `/v2/sites/${site.id}/collections/posts/documents`
  })
  afterEach(async () => {
    const { advance, services } = api.server.application
    const all = services.sites.list({ kind: 'server' }, { window: { limit: 100, offset: 0 } })
    for (const { record } of all.rows) await advance.catchUp(record.id)
    // What went wrong was told to the operator, and was looked at.
    api.logged.length = 0
    await api.finish()
  })

  const run = (file: string, sql: string) => {
    const db = openWriter(path.join(api.data, file), 'NORMAL')
    db.exec(sql)
    db.close()
  }
  /** The database refuses every new row of a table, as a full or failing disk would. */
  const refuse = (file: string, event: string) => {
    const raise = "BEGIN SELECT RAISE(ABORT, 'no more'); END"
    run(file, `CREATE TRIGGER refuse BEFORE ${event} ${raise}`)
  }
  const allow = (file: string) => run(file, 'DROP TRIGGER refuse')

  /** Not by the client of the tests, which takes no 500 for an answer. */
  async function send(method: string, url: string, body?: object) {
    const { name, secret } = api.root
    const response = await fetch(`${api.server.url}${url}`, {
      method,
      headers: { authorization: basic({ name, secret }), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: { error?: string; message?: string } = await response.json()
    return { status: response.status, ...json }
  }

  const expectKept = async (answer: Awaited<ReturnType<typeof send>>, before: string) => {
    const head = await api.head(site.id)
    expect(head).to.not.equal(before)
    const { status, error, message } = answer
    expect({ status, error }).to.deep.equal({ status: 500, error: 'internal_error' })
    expect(message).to.include(`The change is saved as commit ${head}`)
    expect(api.logged.length).to.be.greaterThan(0)
  }
  const titles = async () => (await api.get(posts)).list.map(({ title }) => title)

  it('is reported with the commit if the index cannot be updated, which follows later', async () => {
    const made = await api.post(posts, { title: 'First', body: 'Text.' })
    const url = `/v2/documents/${String(made.json['id'])}`
    refuse('index.db', 'INSERT ON commits')
    const before = await api.head(site.id)
    await expectKept(await send('POST', posts, { title: 'Second', body: 'Text.' }), before)
    // A next one is refused before anything is changed, and is not said to be kept.
    const second = await api.head(site.id)
    const refused = await send('PUT', url, { title: 'Third' })
    expect(refused.status).to.equal(500)
    expect(refused.message).to.not.include('kept')
    expect(await api.head(site.id)).to.equal(second)
    expect(await titles()).to.deep.equal(['First'])
    allow('index.db')
    await eventually(async () => expect(await titles()).to.have.members(['First', 'Second']))
    expect((await api.put(url, { title: 'Third' })).status).to.equal(200)
  })

  it('is reported for an update, a deletion and a new site', async () => {
    const made = await api.post(posts, { title: 'First', body: 'Text.' })
    const url = `/v2/documents/${String(made.json['id'])}`
    for (const [method, body] of [['PUT', { title: 'New' }], ['DELETE']] as const) {
      refuse('index.db', 'INSERT ON commits')
      const before = await api.head(site.id)
      await expectKept(await send(method, url, body), before)
      allow('index.db')
      await api.server.application.advance.catchUp(site.id)
    }
    expect(await titles()).to.deep.equal([])
    refuse('index.db', 'INSERT ON commits')
    const site2 = await send('POST', '/v2/sites', { title: 'Two', domain: 'two.test', empty: true })
    expect(site2.message).to.match(/^The change is saved as commit [0-9a-f]{40},/)
    allow('index.db')
    const sites = await api.get('/v2/sites')
    expect(sites.list.map(({ domain }) => domain)).to.include('two.test')
  })

  it('is reported if the records fail after it', async () => {
    refuse('galley.db', 'UPDATE ON sites')
    const before = await api.head(site.id)
    const url = `/v2/sites/${site.id}`
    await expectKept(await send('PUT', url, { title: 'New', domain: 'new.test' }), before)
    const after = await api.head(site.id)
    const alone = await send('PUT', url, { domain: 'new.test' })
    expect(alone.message).to.not.include('kept')
    expect(await api.head(site.id)).to.equal(after)
    allow('galley.db')
    expect((await api.get(url)).json).to.include({ title: 'New', domain: site['domain'] })
  })

  it('does not fail a push that git has accepted', async () => {
    const work = await desk.clone(site.id)
    refuse('index.db', 'INSERT ON commits')
    await commitFiles(work, { 'pushed.md': '---\ntitle: Pushed\n---\n' })
    await git(work, 'push', '-q')
    expect(await api.head(site.id)).to.equal((await git(work, 'rev-parse', 'HEAD')).trim())
    expect(api.logged.length).to.be.greaterThan(0)
    allow('index.db')
    await eventually(async () => {
      const answer = await api.get(`/v2/sites/${site.id}/source/pushed.md`)
      expect(answer.status).to.equal(200)
    })
  })
})
