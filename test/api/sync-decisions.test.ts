/** A sync that waits for an administrator: what the API shows and takes, also after a restart. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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
    for (let time = 1; time <= 2; time += 1) {
      expect(await sync()).to.include('"status":"complete"')
      const { json } = await api.get(url('sync'))
      expect(json).to.deep.include({
        state: 'conflicts',
        conflicts: [{ path: 'about.md', kept_at: name }],
      })
      const [job] = (await api.get(url('jobs'))).list
      expect(JSON.stringify(job?.['diagnostics'])).to.include('A second version of about.md')
    }
    await api.delete(url(`source/${name}`))
    expect((await api.get(url('sync'))).json).to.include({ state: 'in_order' })
  })
})
