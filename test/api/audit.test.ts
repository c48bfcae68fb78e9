/** The audit log: who did what, and what came of it. */

import Database from 'better-sqlite3'
import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { galley } from '../cli/galley.js'
import { git } from '../git/fixture.js'
import { eventually } from '../stories/git-client.js'
import type { Json } from './client.js'
import { startApi, useApi, type Person, type Site } from './server.js'

describe('The audit log', () => {
  const api = useApi()
  let site: Site
  let anna: Person
  let walter: Person

  before(async () => {
    site = await api.site()
    anna = await api.member(site.id, 'admin', 'anna')
    walter = await api.member(site.id, 'writer', 'walter')
  })

  const log = async (query = '', as: Person = api.root, of = `/v2/sites/${site.id}/audit`) => {
    const answer = await api.get(`${of}?${query}`, as)
    expect(answer.status, answer.text).to.equal(200)
    return answer.list
  }
  const last = async (query = ''): Promise<Json> => (await log(query))[0] ?? {}

  it('begins with who made the site', async () => {
    const rows = await log()
    expect(rows.at(-1)).to.include({
      operation: 'createSite',
      target: site.id,
      user_id: api.root.id,
    })
  })

  it('says who changed a text, on what, and with which commit', async () => {
    const made = await api.post(
      `/v2/sites/${site.id}/collections/posts/documents`,
      { title: 'First', body: 'A text.', path: '2026-01-01-first.md' },
      walter,
    )
    expect(made.status, made.text).to.equal(201)
    const created = await last()
    expect(created).to.include({
      user_id: walter.id,
      email: walter.email,
      token_id: null,
      address: '127.0.0.1',
      operation: 'createDocument',
      site_id: site.id,
      target: made.json['id'],
      outcome: 'done',
      status: 201,
      request_id: made.headers['x-request-id'],
      commit: await api.head(site.id),
    })
    const id = String(made.json['id'])
    await api.put(`/v2/documents/${id}`, { title: 'Second' }, anna)
    expect(await last()).to.include({
      operation: 'updateDocument',
      user_id: anna.id,
      target: id,
      site_id: site.id,
      commit: await api.head(site.id),
    })
    // What changes nothing is said, too, without a commit.
    await api.put(`/v2/documents/${id}`, { title: 'Second' }, anna)
    expect(await last()).to.include({ operation: 'updateDocument', commit: null })
  })

  it('says what was refused, with a token as well, and not what was wrong or read', async () => {
    const before = await last()
    await api.get(`/v2/sites/${site.id}`, walter)
    await api.put(`/v2/sites/${site.id}`, { title: 7 }, anna)
    expect((await last())['seq']).to.equal(before['seq'])
    const refused = await api.put(`/v2/sites/${site.id}`, { title: 'Mine' }, walter)
    expect(refused.status).to.equal(403)
    const row = { operation: 'updateSite', user_id: walter.id, outcome: 'refused', status: 403 }
    expect(await last()).to.include({ ...row, commit: null })
    const token = await api.post('/v2/users/me/tokens', { name: 'x', scopes: ['read'] }, anna)
    const headers = { Authorization: `Bearer ${String(token.json['token'])}` }
    const json = { title: 'x' }
    await api.send({ method: 'PUT', path: `/v2/sites/${site.id}`, json, headers })
    const byToken = { user_id: anna.id, token_id: token.json['id'], outcome: 'refused' }
    expect(await last()).to.include(byToken)
  })

  it('says who failed to sign in, if it is an account, and keeps no secret', async () => {
    const password = 'a long secret of hers'
    const eve = await api.person('eve', { password })
    const auth = (name: string, secret: string) =>
      api.send({ method: 'POST', path: '/v2/auth', as: { name, secret } })
    expect((await auth(eve.email, 'guessed it wrong')).status).to.equal(401)
    expect((await auth(password, password)).status).to.equal(401)
    expect((await auth(eve.email, password)).status).to.equal(200)
    const rows = await log('operation=getKeyPair', api.root, '/v2/audit')
    expect(rows.map(({ outcome, user_id }) => [outcome, user_id])).to.deep.equal([
      ['done', eve.id],
      ['refused', null],
      ['refused', eve.id],
    ])
    const all = (await api.get('/v2/audit?format=jsonl')).text
    for (const secret of [password, 'guessed it wrong', eve.secret, anna.secret])
      expect(all).not.to.include(secret)
  })

  it('keeps a limited number of refusals of callers who are not known', async () => {
    const count = async () =>
      (await log('outcome=refused&operation=createSite&per_page=100', api.root, '/v2/audit')).length
    for (let at = 0; at < 30; at += 1) {
      const path = '/v2/sites'
      expect((await api.send({ method: 'POST', path, json: {}, as: undefined })).status).to.equal(
        401,
      )
    }
    const kept = await count()
    expect(kept).to.be.within(1, 20)
    api.skip(61_000)
    await api.send({ method: 'POST', path: '/v2/sites', json: {}, as: undefined })
    expect(await count()).to.equal(kept + 1)
  })

  it('has pushes, those that are refused too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-audit-'))
    const { port, host } = new URL(api.server.url)
    const url = (who: Person) =>
      `http://${who.name}:${who.secret}@${host}/v2/sites/${site.id}/repository.git`
    expect(port).not.to.equal('')
    try {
      await git(folder, 'clone', '-q', url(anna), 'clone')
      const clone = path.join(folder, 'clone')
      const commit = async (text: string) => git(clone, 'commit', '-q', '--allow-empty', '-m', text)
      await commit('Pushed')
      await git(clone, 'push', '-q', url(anna), 'HEAD:main')
      expect(await last('operation=gitReceivePack')).to.include({
        user_id: anna.id,
        outcome: 'done',
        target: 'refs/heads/main',
        commit: await api.head(site.id),
        address: '127.0.0.1',
      })
      await commit('Another')
      const refused = await git(clone, 'push', '-q', url(walter), 'HEAD:main').catch(
        () => 'refused',
      )
      expect(refused).to.equal('refused')
      expect(await last('operation=gitReceivePack')).to.include({
        user_id: walter.id,
        outcome: 'refused',
        status: 403,
      })
      await git(clone, 'commit', '-q', '--amend', '--allow-empty', '-m', 'Rewritten')
      await git(clone, 'reset', '-q', '--hard', 'HEAD~2')
      await commit('Elsewhere')
      await git(clone, 'push', '-q', '--force', url(anna), 'HEAD:main').catch(() => undefined)
      expect(await last('operation=gitReceivePack')).to.include({
        user_id: anna.id,
        outcome: 'refused',
        commit: null,
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has the release that a publish made, and who asked for it', async () => {
    const asked = await api.post(`/v2/sites/${site.id}/publish`, {}, anna)
    expect(asked.status, asked.text).to.equal(202)
    const id = asked.json['job_id']
    expect(await last('operation=publishSite')).to.include({ target: id, user_id: anna.id })
    await eventually(async () => {
      const releases = await api.get(`/v2/sites/${site.id}/releases`)
      expect(await last('operation=publish')).to.include({
        job_id: id,
        user_id: anna.id,
        outcome: 'done',
        release_id: releases.list[0]?.['id'],
        commit: await api.head(site.id),
        deployment: null,
      })
    })
  })

  it('is read by user, operation, outcome and time, in pages, by cursor, and as JSON Lines', async () => {
    const all = await log('per_page=10000')
    expect(all.map(({ seq }) => seq)).to.deep.equal(
      all.map(({ seq }) => Number(seq)).toSorted((a, b) => b - a),
    )
    const of = async (query: string) => (await log(`per_page=10000&${query}`)).length
    const count = (test: (row: Json) => boolean) => all.filter(test).length
    expect(await of(`user_id=${walter.id}`)).to.equal(count((row) => row['user_id'] === walter.id))
    expect(await of('outcome=refused')).to.equal(count((row) => row['outcome'] === 'refused'))
    expect(await of('from=2000-01-01')).to.equal(all.length)
    expect(await of('to=2000-01-01T00:00:00Z')).to.equal(0)
    for (const bad of ['from=2026-02-30', 'outcome=x', 'user_id=x', 'to=tomorrow'])
      for (const of of [`/v2/sites/${site.id}/audit`, '/v2/audit'])
        expect((await api.get(`${of}?${bad}`)).status, bad).to.equal(422)
    const seen: unknown[] = []
    let next: string | null = `/v2/sites/${site.id}/audit?after=&per_page=3`
    while (next !== null) {
      const page: Awaited<ReturnType<typeof api.get>> = await api.get(next)
      seen.push(...page.list.map(({ seq }) => seq))
      const link: string | undefined = /<([^>]+)>; rel="next"/.exec(
        String(page.headers['link']),
      )?.[1]
      next = link === undefined ? null : link.slice(link.indexOf('/v2/'))
    }
    expect(seen).to.deep.equal(all.map(({ seq }) => seq))
    const headers = { Accept: 'application/jsonl' }
    const lines = await api.send({ method: 'GET', path: `/v2/sites/${site.id}/audit`, headers })
    expect(lines.headers['content-type']).to.equal('application/jsonl')
    const rows: unknown[] = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).to.deep.equal(all)
  })

  it('is for admins', async () => {
    expect((await api.get(`/v2/sites/${site.id}/audit`, walter)).status).to.equal(403)
    expect((await api.get('/v2/audit', anna)).status).to.equal(403)
    const headers = { Accept: 'text/csv' }
    for (const path of ['/v2/audit', `/v2/sites/${site.id}/audit`])
      expect((await api.send({ method: 'GET', path, headers })).status).to.equal(406)
  })
})

describe('The chain of the audit log', () => {
  let data = ''

  before(async () => {
    const api = await startApi({ keep: true })
    data = api.data
    const site = await api.site()
    for (const title of ['a', 'b', 'c']) await api.put(`/v2/sites/${site.id}`, { title })
    await api.stop()
  })
  after(() => rm(data, { recursive: true, force: true }))

  const doctor = () => galley(['doctor', '--data', data])
  const change = (sql: string) => {
    const db = new Database(path.join(data, 'galley.db'))
    try {
      db.exec(sql)
    } finally {
      db.close()
    }
  }

  it('can’t be changed in passing, and tells where it was changed on purpose', async () => {
    expect((await doctor()).out).to.equal('All is well.\n')
    expect(() => change("UPDATE audit SET email = 'x'")).to.throw('not changed')
    expect(() => change('DELETE FROM audit WHERE seq = 2')).to.throw('kept')
    change("DROP TRIGGER audit_is_final; UPDATE audit SET target = 'x' WHERE seq = 2")
    const { code, out } = await doctor()
    expect(out).to.include('The audit log is not whole: row 2 is not what was written')
    expect(code).to.equal(1)
    change('DROP TRIGGER audit_is_kept; DELETE FROM audit WHERE seq IN (2, 3)')
    expect((await doctor()).out).to.include('rows 2 to 3 are missing')
  })
})
