/** Sync through the API: with a real git host, both ways, by request, by write and by webhook. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isInstalled, sharedServer, type RunningServer } from '../servers/start.js'
import { eventually } from '../stories/git-client.js'
import { useApi, type Site } from './server.js'

const settings = { allowAddresses: '127.0.0.0/8' }

/** A bare repository on the host, for this run alone, and the options that name it. */
async function hostedRepository(host: RunningServer, name: string) {
  const file = `${name}-${process.pid}-${Date.now().toString(36)}.git`
  const gitDir = path.join(host.text('repos'), file)
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitDir])
  execFileSync('git', ['--git-dir', gitDir, 'config', 'http.receivepack', 'true'])
  const options = {
    path: host.text('url').replace(/[^/]+$/, file),
    access_token: host.text('password'),
    username: host.text('user'),
  }
  return { gitDir, options }
}

describe('Sync (needs the git host)', () => {
  const api = useApi({ settings })
  const clone = mkdtempSync(path.join(tmpdir(), 'galley-sync-'))
  let site: Site
  let gitDir = ''

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@test', ...args], {
      cwd: clone,
      stdio: 'pipe',
    }).toString()

  async function finished(jobId: unknown): Promise<string> {
    return (await api.get(`/v2/jobs/${String(jobId)}`)).text
  }

  async function sync(): Promise<string> {
    const { status, json } = await api.post(`/v2/sites/${site.id}/sync`)
    expect(status).to.equal(202)
    return finished(json['job_id'])
  }

  before(async function () {
    if (!(await isInstalled('githost'))) this.skip()
    const hosted = await hostedRepository(await sharedServer('githost'), 'api-sync')
    gitDir = hosted.gitDir
    site = await api.site()
    const { status, text } = await api.put(`/v2/sites/${site.id}`, {
      sync: 'githost',
      sync_options: hosted.options,
    })
    expect(status, text).to.equal(200)
  })
  after(() => rmSync(clone, { recursive: true, force: true }))

  it('fails with a clear message if sync is disabled', async () => {
    const other = await api.site()
    const { json } = await api.post(`/v2/sites/${other.id}/sync`)
    const events = await finished(json['job_id'])
    expect(events).to.include('"status":"error"')
    expect(events).to.not.include('Internal error')
  })

  it('pushes what was written here', async () => {
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'Ours', path: 'ours.md', body: 'Here.' })
    expect(await sync()).to.include('"status":"complete"')
    git('clone', '--quiet', gitDir, '.')
    expect(readFileSync(path.join(clone, 'ours.md'), 'utf8')).to.include('Here.')
  })

  it('fetches what was pushed there, when the webhook is called', async () => {
    writeFileSync(path.join(clone, 'theirs.md'), '---\ntitle: Theirs\n---\nThere.\n')
    git('add', '.')
    git('commit', '--quiet', '-m', 'Add a page')
    git('push', '--quiet', gitDir, 'HEAD:main')
    const hook = await api.get(`/v2/sites/${site.id}/hooks/sync`)
    const body = '{"ref":"refs/heads/main"}'
    const secret = String(hook.json['secret'])
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const response = await fetch(`${api.server.url}/v2/sites/${site.id}/hooks/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
    })
    expect(response.status).to.equal(202)
    const { job_id: jobId }: { job_id: string } = await response.json()
    expect(await finished(jobId)).to.include('"status":"complete"')
    const { list } = await api.get(`/v2/sites/${site.id}/pages?q=theirs`)
    expect(list.map((page) => page['title'])).to.deep.equal(['Theirs'])
  })

  it('refuses a webhook that is not signed by the secret', async () => {
    const response = await fetch(`${api.server.url}/v2/sites/${site.id}/hooks/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' },
      body: '{}',
    })
    expect(response.status).to.equal(401)
  })

  it('shows the secret of the webhook to admins only, and changes it', async () => {
    const publisher = await api.member(site.id, 'publisher')
    const url = `/v2/sites/${site.id}/hooks/sync`
    expect((await api.get(url, publisher)).status).to.equal(403)
    const before = (await api.get(url)).json['secret']
    expect((await api.post(`${url}/rotate`)).json['secret']).to.not.equal(before)
  })

  it('queues a sync automatically after a write', async () => {
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'Later', path: 'later.md' })
    await eventually(() => {
      const files = execFileSync('git', ['--git-dir', gitDir, 'ls-tree', '--name-only', 'main'])
      expect(files.toString()).to.include('later.md')
    })
  })
})

describe('Sync on a server without git (needs the git host)', () => {
  const api = useApi({ settings, native: false })

  it('works both ways, and publishes to a branch', async function () {
    if (!(await isInstalled('githost'))) this.skip()
    const { gitDir, options } = await hostedRepository(await sharedServer('githost'), 'api-plain')
    const onHost = (...args: string[]) =>
      execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' })
    const { id } = await api.site()
    const url = `/v2/sites/${id}`
    const clone = await api.get(`${url}/repository.git/info/refs?service=git-upload-pack`)
    expect(clone.status, 'there is no git').to.equal(501)
    const set = await api.put(url, { sync: 'githost', sync_options: options })
    expect(set.status, set.text).to.equal(200)
    const run = async (kind: string) => {
      const { json } = await api.post(`${url}/${kind}`)
      return (await api.get(`/v2/jobs/${String(json['job_id'])}`)).text
    }
    await api.post(`${url}/pages`, { title: 'Ours', path: 'ours.md', body: 'Here.' })
    expect(await run('sync')).to.include('"status":"complete"')
    expect(onHost('show', 'main:ours.md')).to.include('Here.')

    const text = '---\ntitle: Theirs\n---\nThere\n'
    execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet'], {
      input: [
        'commit refs/heads/main',
        'committer Dev <dev@test> 1700000000 +0000',
        'data 5\nTheir',
        'from refs/heads/main^0',
        `M 100644 inline theirs.md\ndata ${text.length}\n${text}`,
      ].join('\n'),
    })
    expect(await run('sync')).to.include('"status":"complete"')
    const { list } = await api.get(`${url}/pages?q=theirs`)
    expect(list.map((page) => page['title'])).to.deep.equal(['Theirs'])

    await api.put(url, { hosting: 'githost', hosting_options: { ...options, branch: 'gh-pages' } })
    expect(await run('publish')).to.include('"status":"complete"')
    expect(onHost('show', 'gh-pages:theirs.html')).to.include('There')
    onHost('fsck', '--strict')
  })
})
