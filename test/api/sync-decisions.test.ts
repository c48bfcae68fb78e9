/** A sync that waits for an administrator: what the API shows and takes, also after a restart. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isInstalled, sharedServer } from '../servers/start.js'
import { useApi, type Site } from './server.js'

describe('A sync whose remote branch lost commits (needs the git host)', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })
  let bare = ''
  let site: Site
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-decisions-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const onHost = (...args: string[]) =>
    execFileSync('git', ['--git-dir', bare, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  const url = (rest: string) => `/v2/sites/${site.id}/${rest}`
  const finished = async (jobId: unknown) => (await api.get(`/v2/jobs/${String(jobId)}`)).text
  const sync = async () => finished((await api.post(url('sync'))).json['job_id'])
  const page = (name: string) => api.post(url('pages'), { title: name, path: `${name}.md` })

  before(async function () {
    if (!(await isInstalled('githost'))) this.skip()
    const host = await sharedServer('githost')
    const file = `decisions-${process.pid}-${Date.now().toString(36)}.git`
    bare = path.join(host.text('repos'), file)
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare])
    onHost('config', 'http.receivepack', 'true')
    site = await api.site()
    await api.put(`/v2/sites/${site.id}`, {
      sync: 'githost',
      sync_options: {
        path: host.text('url').replace(/[^/]+$/, file),
        access_token: host.text('password'),
        username: host.text('user'),
      },
    })
  })

  it('shows it, keeps what was purged away, and takes a choice', async () => {
    expect(await sync()).to.include('"status":"complete"')
    const first = onHost('rev-parse', 'main')
    expect((await api.get(url('sync'))).json).to.include({ state: 'in_order', last: first })
    expect((await api.post(url('sync/resolve'), { choice: 'ours' })).status).to.equal(409)

    await page('secret')
    await sync()
    const secret = onHost('rev-parse', 'main')
    onHost('update-ref', 'refs/heads/main', first)
    expect(await sync()).to.match(/"status":"error".*history of main was rewritten/)
    expect(onHost('rev-parse', 'main'), 'nothing was pushed').to.equal(first)
    const waiting = (await api.get(url('sync'))).json
    expect(waiting).to.include({ state: 'rewritten', theirs: first, last: secret, ours: secret })

    const { json, status } = await api.post(url('sync/resolve'), { choice: 'copy' })
    expect(status).to.equal(202)
    expect(await finished(json['job_id'])).to.include('"status":"complete"')
    expect((await api.get(url('pages?q=secret'))).list).to.deep.equal([])
    expect((await api.get(url('sync'))).json).to.include({ state: 'in_order', ours: first })
    expect(onHost('rev-parse', 'main')).to.equal(first)
  })

  it('follows a branch that was renamed', async () => {
    onHost('branch', '-m', 'main', 'trunk')
    expect(await sync()).to.match(/"status":"error".*main is gone from the remote; there are trunk/)
    const waiting = (await api.get(url('sync'))).json
    expect(waiting).to.deep.include({ state: 'gone', theirs: null, branches: ['trunk'] })
    expect((await api.post(url('sync/resolve'), { choice: 'theirs' })).status).to.equal(422)
    const bad = { choice: 'ours', branch: 'trunk' }
    expect((await api.post(url('sync/resolve'), bad)).status).to.equal(422)
    expect((await api.post(url('sync/resolve'), { branch: 'a..b' })).status).to.equal(422)
    await page('later')
    const { json } = await api.post(url('sync/resolve'), { branch: 'trunk' })
    expect(await finished(json['job_id'])).to.include('"status":"complete"')
    expect(onHost('ls-tree', '--name-only', 'trunk')).to.include('later.md')
    expect((await api.get(url('sync'))).json).to.include({ state: 'in_order', branch: 'trunk' })
  })

  it('reports a conflict until its second version is gone', async () => {
    const name = 'about.conflict-1a2b3c4.md'
    await api.upload('PUT', url(`source/${name}`), { data: 'theirs' })
    /** What a job of a kind found. */
    const said = async (kind: string) => {
      const { json } = await api.post(url(kind))
      expect(await finished(json['job_id'])).to.include('"status":"complete"')
      const job = (await api.get(url('jobs'))).list.find(({ id }) => id === json['job_id'])
      return JSON.stringify(job?.['diagnostics'])
    }
    for (let time = 1; time <= 2; time += 1) {
      expect(await said('sync')).to.include('A second version of about.md')
      const { json } = await api.get(url('sync'))
      expect(json).to.deep.include({
        state: 'conflicts',
        conflicts: [{ path: 'about.md', kept_at: name }],
      })
    }
    const listed = (await api.get(url('source?recursive=true'))).list
    expect(listed.find((file) => file['name'] === name)).to.include({ conflict_of: 'about.md' })
    for (const kind of ['preview', 'publish']) {
      expect(await said(kind), kind).to.include('A second version of about.md')
    }
    await api.delete(url(`source/${name}`))
    expect((await api.get(url('sync'))).json).to.include({ state: 'in_order' })
  })

  it('reports what was removed there and changed here until it is settled, and names equal but for case', async () => {
    for (const name of ['gone', 'changed']) await page(name)
    expect(await sync()).to.include('"status":"complete"')
    const clone = path.join(folder, 'clone')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.org', ...args], {
        cwd: clone,
        stdio: 'pipe',
      })
    execFileSync('git', ['clone', '-q', '-b', 'trunk', bare, clone], { stdio: 'pipe' })
    const commit = () => {
      git('add', '-A')
      git('commit', '-qm', 'From elsewhere')
      git('push', '-q')
    }
    const told = new Set<unknown>()
    /** Syncs: the events and the findings of this sync, and of those that the server began by itself meanwhile. */
    const synced = async () => {
      await sync()
      const { list } = await api.get(url('jobs?per_page=100'))
      const fresh = list.filter(({ id, kind }) => kind === 'sync' && !told.has(id))
      for (const { id } of fresh) told.add(id)
      const texts = await Promise.all(fresh.map(({ id }) => finished(id)))
      return {
        text: texts.join('\n'),
        said: JSON.stringify(fresh.map(({ diagnostics }) => diagnostics)),
      }
    }
    await synced()
    for (const name of ['Twin.md', 'twin.md']) writeFileSync(path.join(clone, name), name)
    commit()
    const twins = await synced()
    expect(twins.text).to.include('"status":"complete"')
    expect(twins.said).to.match(/"Twin.md".*Differs from twin.md only in case/)
    git('rm', '-q', 'gone.md', 'changed.md')
    commit()
    const change = (name: string, data: string) =>
      api.upload('PUT', url(`source/${name}.md`), { data })
    for (const name of ['gone', 'changed']) await change(name, 'here')
    const conflict = await synced()
    expect(conflict.text).to.match(/"status":"error".*gone.md \(removed on the remote/)
    expect(conflict.said).to.not.include('only in case')
    const later = await synced()
    expect(later.text).to.include('"status":"complete"')
    expect(later.said).to.match(/"gone.md".*Removed on the remote, but changed here/)
    const kept = async () => (await api.get(url('sync'))).json
    expect(await kept()).to.deep.include({ state: 'conflicts', kept: ['changed.md', 'gone.md'] })
    await change('changed', 'again')
    expect(await kept()).to.deep.include({ state: 'conflicts', kept: ['gone.md'] })
    const bad = await api.post(url('sync/resolve'), { keep: 'changed.md.md' })
    expect(bad.status).to.equal(422)
    expect((await api.post(url('sync/resolve'), { keep: 'gone.md' })).status).to.equal(202)
    expect(await kept()).to.deep.include({ state: 'in_order', kept: [] })
    expect((await synced()).said).to.not.include('Removed on the remote')
  })
})
