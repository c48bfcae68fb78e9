/** Making a site from the URL of a git repository. The remote is a site of the same server, cloned by its own door. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { eventually } from '../stories/git-client.js'
import { basic, type Json } from './client.js'
import { useApi, type Site } from './server.js'

/** One branch, in the answer of a git server that never sends its commits. */
const TIP = 'a'.repeat(40)
const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
const ADVERTISED = [
  packet('# service=git-upload-pack\n'),
  '0000',
  packet(`${TIP} HEAD\0symref=HEAD:refs/heads/main\n`),
  packet(`${TIP} refs/heads/main\n`),
  '0000',
].join('')

const CONFIG = '# mine\ntitle: Their title\nplugins: [jekyll-nope]\n'

describe('POST /v2/import/repository', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8', importBytes: '200000' } })
  let origin: Site
  let account: { url: string; username: string; access_token: string }

  const put = async (site: Site, path: string, data: string | Buffer) => {
    const { status, text } = await api.upload('PUT', `/v2/sites/${site.id}/source/${path}`, {
      data,
    })
    expect(status, text).to.equal(200)
  }
  const urlOf = (site: Site) => `${api.server.url}/v2/sites/${site.id}/repository.git`
  const ask = (input: Json) => api.post('/v2/import/repository', input)

  before(async () => {
    origin = await api.site({ title: 'Origin' })
    await put(origin, '_config.yml', CONFIG)
    await put(origin, '_posts/2024-01-02-a.md', '---\ntitle: A\n---\nHello.\n')
    await put(origin, 'index.html', '---\n---\n{% nope %}\n')
    account = {
      url: urlOf(origin),
      username: api.root.name,
      access_token: api.root.secret,
    }
  })

  const ended = (jobId: unknown) =>
    eventually(async () => {
      const { json } = await api.send({
        method: 'GET',
        path: `/v2/jobs/${String(jobId)}`,
        headers: { accept: 'application/json' },
      })
      expect(json['finished_at'], String(json['message'])).to.not.equal(null)
      return json
    })

  it('imports the branch with its history, and warns of what the site needs', async () => {
    const answer = await ask(account)
    expect(answer.status, answer.text).to.equal(202)
    const job = await ended(answer.json['job_id'])
    expect(job, String(job['message'])).to.include({ status: 'complete', kind: 'import' })
    const said = job['diagnostics'] as readonly { severity: string; path: string }[]
    expect(said.map(({ severity, path }) => `${severity} ${path}`)).to.include.members([
      'error index.html',
      'warning _config.yml',
    ])
    const id = String(answer.json['site_id'])
    expect(await api.head(id)).to.equal(await api.head(origin.id))
    expect((await api.get(`/v2/sites/${id}`)).json).to.include({
      title: 'Their title',
      user_id: api.root.id,
    })
    const posts = await api.get(`/v2/sites/${id}/collections/posts/documents`)
    expect(posts.list.map(({ title }) => title)).to.deep.equal(['A'])
  })

  it('takes a title, a domain and a branch', async () => {
    await api.git(origin.id, 'branch', 'drafts', 'main')
    const wanted = { title: 'Ours', domain: 'ours.example.org' }
    const answer = await ask({ ...account, branch: 'drafts', ...wanted })
    expect(answer.status, answer.text).to.equal(202)
    const job = await ended(answer.json['job_id'])
    expect(job, String(job['message'])).to.include({ status: 'complete' })
    const id = String(answer.json['site_id'])
    expect((await api.get(`/v2/sites/${id}`)).json).to.include(wanted)
    expect(await api.file(id, '_config.yml')).to.equal(CONFIG.replace('Their title', 'Ours'))
    const taken = await ask({ ...account, ...wanted })
    expect(taken.status).to.equal(409)
  })

  it('keeps no token once the job has ended', async () => {
    const answer = await ask(account)
    const job = await ended(answer.json['job_id'])
    expect(answer.text).to.not.include(api.root.secret)
    const kept = await withAccounts(api.config, ({ records }) =>
      Promise.resolve(records.jobs.get(String(job['id'])).input),
    )
    expect(kept).to.deep.equal({})
  })

  it('refuses a bad address before it creates anything', async () => {
    const count = async () => (await api.get('/v2/sites?per_page=1')).headers['x-total-count']
    const before = await count()
    const { url, ...login } = account
    const wrong: readonly (readonly [Json, string, RegExp])[] = [
      [{ url: 'git@github.com:ada/site.git' }, 'url', /http or https/],
      [{ url: 'ssh://github.com/ada/site' }, 'url', /http or https/],
      [{ url: 'file:///etc' }, 'url', /http or https/],
      [{ url: 'https://ada:secret@example.org/site' }, 'url', /credentials/],
      [{ url: 'http://10.0.0.1/site.git' }, 'url', /10\.0\.0\.1 is not one that this server may/],
      [{ url: `${api.server.url}/nothing` }, 'url', /there is no such repository/],
      [{ url }, 'url', /no public repository; a private one needs an access token/],
      [{ ...login, url, access_token: 'wrong-token' }, 'url', /the access token was refused/],
      [{ ...account, branch: 'nope' }, 'branch', /not a branch of the repository/],
      [{ ...account, branch: '../x' }, 'branch', /not the name of a branch/],
      [{ ...account, domain: 'not a domain' }, 'domain', /host name/],
      [{ url: '' }, 'url', /must not be empty/],
      [{ url: `https://example.org/${'x'.repeat(3000)}` }, 'url', /at most 2,048 characters/],
    ]
    for (const [input, field, words] of wrong) {
      const { status, json, text } = await ask(input)
      expect(status, text).to.equal(422)
      const [detail] = json['details'] as readonly { field: string; message: string }[]
      expect(detail?.field, text).to.equal(field)
      expect(detail?.message, text).to.match(words)
      expect(text).to.not.include(api.root.secret).and.not.include('wrong-token')
    }
    expect(await count()).to.equal(before)
  })

  it('reads one repository at a time for each user', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const knocked = once(silent, 'connection')
    const leaving = new AbortController()
    const first = fetch(`${api.server.url}/v2/import/repository`, {
      method: 'POST',
      headers: { authorization: basic(api.root), 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/site.git` }),
      signal: leaving.signal,
    }).catch(() => null)
    const [socket] = await knocked
    const second = await ask(account)
    expect(second.status, second.text).to.equal(409)
    leaving.abort()
    expect(await first).to.equal(null)
    socket.destroy()
    silent.close()
    const later = await eventually(async () => {
      const answer = await ask(account)
      expect(answer.status, answer.text).to.equal(202)
      return answer
    })
    await ended(later.json['job_id'])
  })

  it('ends with a clear message if the repository is over the limit', async () => {
    const large = await api.site()
    await put(large, 'noise.bin', randomBytes(300_000))
    const answer = await ask({ ...account, url: urlOf(large) })
    const job = await ended(answer.json['job_id'])
    expect(job).to.include({ status: 'error' })
    expect(job['error']).to.match(/^Could not import .* more than 200000 bytes/)
    const siteId = String(answer.json['site_id'])
    expect((await api.get(`/v2/sites/${siteId}`)).status).to.equal(404)
    expect(existsSync(path.join(api.config.data, 'sites', siteId))).to.equal(false)
  })

  it('leaves no site behind when it is cancelled, but keeps what was written meanwhile', async () => {
    const remote = createHttpServer((request, response) => {
      if (request.url?.startsWith('/site.git/info/refs') === true) {
        response.writeHead(200, {
          'content-type': 'application/x-git-upload-pack-advertisement',
        })
        response.end(ADVERTISED)
      } else request.socket.once('close', () => undefined)
    })
    remote.listen(0, '127.0.0.1')
    await once(remote, 'listening')
    const { port } = remote.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/site.git`
    const begin = async () => {
      const { json, status, text } = await ask({ url })
      expect(status, text).to.equal(202)
      return { jobId: String(json['job_id']), siteId: String(json['site_id']) }
    }
    const cancel = async ({ jobId, siteId }: { jobId: string; siteId: string }) => {
      await api.delete(`/v2/jobs/${jobId}`)
      await eventually(async () =>
        expect((await api.get(`/v2/sites/${siteId}`)).status).to.equal(404),
      )
    }
    const isKept = async ({ siteId }: { siteId: string }) => {
      const trashed = await api.server.application.remover.listTrash()
      return trashed.some((one) => one.siteId === siteId)
    }
    try {
      const untouched = await begin()
      await cancel(untouched)
      const folder = path.join(api.config.data, 'sites', untouched.siteId)
      await eventually(async () => expect(existsSync(folder)).to.equal(false))
      expect(await isKept(untouched)).to.equal(false)
      const written = await begin()
      const page = await api.post(`/v2/sites/${written.siteId}/pages`, { title: 'Mine' })
      expect(page.status, page.text).to.equal(201)
      await cancel(written)
      await eventually(async () => expect(await isKept(written)).to.equal(true))
      const deleted = await begin()
      expect((await api.delete(`/v2/sites/${deleted.siteId}`)).status).to.equal(200)
      expect((await api.get(`/v2/sites/${deleted.siteId}`)).status).to.equal(404)
    } finally {
      remote.closeAllConnections()
      remote.close()
    }
  })
})
