/** Sites whose pictures Git LFS keeps: imported, published and synced. The remote is real git beside a server for Git LFS. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { fromBufferPromise } from 'yauzl'
import { pointerTo, sha256Of, startLfsHost, type LfsHost } from '../servers/lfs.js'
import { picture } from '../service/media/pictures.js'
import { createClient, type Json } from './client.js'
import { useApi } from './server.js'

const [USER, TOKEN] = ['ada', 'secret-token']
const authorization = `Basic ${Buffer.from(`${USER}:${TOKEN}`).toString('base64')}`

interface Said {
  readonly severity: string
  readonly path: string
  readonly message: string
}

describe('Git LFS', () => {
  const settings = { allowAddresses: '127.0.0.0/8', uploadBytes: '200000' }
  const api = useApi({ settings })
  const root = mkdtempSync(path.join(tmpdir(), 'galley-lfs-'))
  const clone = path.join(root, 'clone')
  const account = { username: USER, access_token: TOKEN }
  let remote: LfsHost
  let visitor: ReturnType<typeof createClient>
  let siteId = ''
  let pictures: readonly [Buffer, Buffer, Buffer]

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@test', ...args], {
      cwd: clone,
      stdio: 'pipe',
    })
      .toString()
      .trim()
  const push = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
      writeFileSync(path.join(clone, name), content)
    }
    git('add', '-A')
    git('commit', '-q', '-m', 'Pictures')
    git('push', '-q', 'origin', 'HEAD:main')
  }
  const url = () => `${remote.url}/site.git`

  before(async () => {
    remote = await startLfsHost({ repositories: root, authorization })
    visitor = createClient(api.server.sitesUrl)
    pictures = [
      await picture('png', 64, 48),
      await picture('png', 32, 16),
      await picture('png', 20, 10),
    ]
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', path.join(root, 'site.git')])
    execFileSync('git', ['clone', '-q', path.join(root, 'site.git'), clone], { stdio: 'pipe' })
    push({
      '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
      '_config.yml': 'title: Pictures\njekyll_version: 4.4\n',
      'index.html': '---\n---\nHello',
      'img/one.png': remote.add(pictures[0]),
      'img/two.png': remote.add(pictures[1]),
    })
  })
  after(async () => {
    visitor.close()
    await remote.close()
    rmSync(root, { recursive: true, force: true })
  })

  const ended = async (jobId: unknown): Promise<Json & { readonly said: readonly Said[] }> => {
    const job = `/v2/jobs/${String(jobId)}`
    await api.get(job)
    const headers = { accept: 'application/json' }
    const { json } = await api.send({ method: 'GET', path: job, headers })
    return { ...json, said: json['diagnostics'] as readonly Said[] }
  }
  const run = async (kind: 'publish' | 'preview' | 'sync') => {
    const { status, text, json } = await api.post(`/v2/sites/${siteId}/${kind}`)
    expect(status, text).to.equal(202)
    return ended(json['job_id'])
  }
  const complete = async (kind: 'publish' | 'preview' | 'sync') => {
    const job = await run(kind)
    expect(job, String(job['message'])).to.include({ status: 'complete' })
    return job
  }
  const visit = async (name: string, kind: 'live' | 'preview' = 'live') => {
    const { json } = await api.get(`/v2/sites/${siteId}`)
    const { host, pathname } = new URL(String(json[`${kind}_url`]))
    const headers = { Host: host }
    return visitor.send({ method: 'GET', path: `${pathname}${name}`, headers })
  }
  const ofLfs = ({ said }: { readonly said: readonly Said[] }) =>
    said.filter(({ message }) => message.includes('Git LFS'))

  it('fetches the pictures of an imported repository, and shows them to visitors', async () => {
    const asked = await api.post('/v2/import/repository', { url: url(), ...account })
    expect(asked.status, asked.text).to.equal(202)
    const job = await ended(asked.json['job_id'])
    expect(job, String(job['message'])).to.include({ status: 'complete' })
    expect(ofLfs(job)).to.deep.equal([])
    siteId = String(asked.json['site_id'])
    expect(await api.head(siteId), 'git keeps the pointers').to.equal(git('rev-parse', 'HEAD'))
    remote.seen.length = 0
    await complete('publish')
    expect((await visit('img/one.png')).bytes.equals(pictures[0])).to.equal(true)
    expect((await visit('img/two.png')).bytes.equals(pictures[1])).to.equal(true)
    expect(remote.seen, 'nothing is fetched twice').to.deep.equal([])
  })

  it('shows them as files and media, with their sizes and small pictures', async () => {
    const file = await api.get(`/v2/sites/${siteId}/files/img/two.png`)
    expect(file.bytes.equals(pictures[1])).to.equal(true)
    const headers = { Range: 'bytes=1-3' }
    const part = { method: 'GET', path: `/v2/sites/${siteId}/files/img/one.png`, headers }
    expect((await api.send(part)).text).to.equal('PNG')
    const source = await api.get(`/v2/sites/${siteId}/source/img/one.png?download`)
    expect(source.text, 'the source is what git has').to.equal(pointerTo(pictures[0]))
    const { list } = await api.get(`/v2/sites/${siteId}/media`)
    const one = list.find(({ filename }) => filename === 'img/one.png')
    expect(one).to.include({ width: 64, height: 48 })
    const open = (address: unknown) => {
      const place = String(address).slice(api.server.url.length)
      return api.send({ method: 'GET', path: place, as: undefined })
    }
    expect((await open(one?.['inline_url'])).bytes.equals(pictures[0])).to.equal(true)
    const small = await open(one?.['thumbnail_url'])
    expect(small.status, small.text).to.equal(200)
    expect(small.bytes.subarray(8, 12).toString()).to.equal('WEBP')
  })

  it('puts them into the ZIP of the site, which nobody could fetch them for', async () => {
    const { bytes } = await api.get(`/v2/sites/${siteId}/export`)
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    const found = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    expect(found.get('img/one.png')?.equals(pictures[0])).to.equal(true)
  })

  it('brings a changed pointer by a sync', async () => {
    const set = { sync: 'githost', sync_options: { path: url(), ...account } }
    expect((await api.put(`/v2/sites/${siteId}`, set)).status).to.equal(200)
    push({ 'img/one.png': remote.add(pictures[2]), 'text.md': '---\n---\nMore' })
    expect(ofLfs(await complete('sync'))).to.deep.equal([])
    expect(await api.head(siteId)).to.equal(git('rev-parse', 'HEAD'))
    await complete('preview')
    expect((await visit('img/one.png', 'preview')).bytes.equals(pictures[2])).to.equal(true)
    expect((await visit('img/two.png', 'preview')).bytes.equals(pictures[1])).to.equal(true)
  })

  it('publishes nothing without its pictures, says why, and goes on when they are there', async () => {
    const [late, refused, large] = [
      await picture('png', 7, 7),
      Buffer.from('no'),
      Buffer.alloc(300_000),
    ]
    remote.add(refused, { error: { code: 403, message: 'Paid objects only' } })
    remote.add(large)
    push({
      'img/late.png': pointerTo(late),
      'img/refused.png': pointerTo(refused),
      'img/large.png': pointerTo(large),
      'img/private.png': remote.add(Buffer.from('private'), { redirect: 'http://10.0.0.1/' }),
      'img/wrong.png': remote.add(Buffer.from('wrong'), { sent: Buffer.from('gnorw') }),
    })
    const reasons = [
      ['img/large.png', 'it has 300 kB, and a file may have 200 kB (--upload-bytes)'],
      ['img/late.png', 'the server does not have it'],
      ['img/private.png', '10.0.0.1 is not one that this server may connect to'],
      ['img/refused.png', 'the server does not send it (403: Paid objects only)'],
      ['img/wrong.png', 'what the server sent has another content than its pointer names'],
    ] as const
    const expectReasons = (job: { readonly said: readonly Said[] }, severity: string) => {
      const said = ofLfs(job).toSorted((a, b) => (a.path < b.path ? -1 : 1))
      expect(said.map((one) => `${one.severity} ${one.path}`)).to.deep.equal(
        reasons.map(([name]) => `${severity} ${name}`),
      )
      for (const [at, [name, reason]] of reasons.entries())
        expect(said[at]?.message, name).to.include(reason)
    }
    expectReasons(await complete('sync'), 'warning')
    // The server makes a preview by itself as soon as `main` has moved, while the sync is still asking.
    await complete('preview')
    remote.seen.length = 0
    expectReasons(await complete('preview'), 'warning')
    expect(remote.seen, 'a preview asks again only after a while').to.deep.equal([])
    expect((await visit('img/late.png', 'preview')).text).to.equal(pointerTo(late))
    const stopped = await run('publish')
    expect(stopped['message']).to.match(/^Not published: only pointers of Git LFS .*img\/late\.png/)
    expectReasons(stopped, 'error')
    expect((await visit('img/late.png')).status, 'what was live stays').to.equal(404)
    remote.add(late)
    for (const name of ['refused', 'large', 'private', 'wrong'])
      rmSync(path.join(clone, `img/${name}.png`))
    push({})
    await complete('sync')
    await complete('publish')
    expect((await visit('img/late.png')).bytes.equals(late)).to.equal(true)
    expect((await visit('img/one.png')).bytes.equals(pictures[2])).to.equal(true)
    // The session of the preview is warm.
    await complete('preview')
    expect((await visit('img/late.png', 'preview')).bytes.equals(late)).to.equal(true)
    expect(remote.objects.has(sha256Of(late))).to.equal(true)
  })

  it('keeps a site whose pictures are not to be had, and names them', async () => {
    remote.status = 404
    const open = { url: url(), ...account, title: 'Without' }
    const asked = await api.post('/v2/import/repository', open)
    const job = await ended(asked.json['job_id'])
    remote.status = 200
    expect(job, String(job['message'])).to.include({ status: 'complete' })
    expect(ofLfs(job).map((one) => `${one.severity} ${one.path}`)).to.deep.equal([
      'warning img/late.png',
      'warning img/one.png',
      'warning img/two.png',
    ])
    expect(ofLfs(job)[0]?.message).to.include('it offers no objects of Git LFS')
    siteId = String(asked.json['site_id'])
    const { list } = await api.get(`/v2/sites/${siteId}/media`)
    expect(list.find(({ filename }) => filename === 'img/one.png')).to.include({ width: null })
    // As soon as it is synced, they come.
    const set = { sync: 'githost', sync_options: { path: url(), ...account } }
    await api.put(`/v2/sites/${siteId}`, set)
    await complete('publish')
    expect((await visit('img/one.png')).bytes.equals(pictures[2])).to.equal(true)
    const again = await api.get(`/v2/sites/${siteId}/media`)
    expect(again.list.find(({ filename }) => filename === 'img/one.png')).to.include({ width: 20 })
  })
})
