/** The limit of disk space of a site: who reaches it stops, others go on. Real git, real disk. */

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { commitFiles, eventually, failure, git, useDesk } from '../stories/git-client.js'
import type { Answer } from './client.js'
import { startApi, useApi, type Api, type Running, type Site } from './server.js'

const MEGABYTE = 1024 * 1024
const SITE_BYTES = 6 * MEGABYTE
const LIMIT =
  /^The site takes [\d.]+ \S+ on the server's disk and may take 6\.3 MB(?:; this would take up to \S+ [kM]B more|; this needs more than what was left of that)?, so nothing was changed\. Delete files that nobody needs, or ask the server's operator, who can raise the limit \(--site-bytes\)\.$/

/** A page that takes far more than its source. */
const REPEATING = '---\n---\n{% include text.html %}'

const sourceOf = (site: Site, name: string) => `/v2/sites/${site.id}/source/${name}`
const put = (api: Api, path: string, data: Buffer | string) => api.upload('PUT', path, { data })

function usedBy(api: Api, site: Site): number {
  const found = api.server.application.space.list().find(({ siteId }) => siteId === site.id)
  return found?.bytes ?? Number.NaN
}

function expectRefused(answer: Answer): void {
  expect(answer.status, answer.text).to.equal(507)
  expect(answer.json).to.include({ error: 'insufficient_storage', most_bytes: SITE_BYTES })
  expect(answer.json['message']).to.match(LIMIT)
}

/** Uploads until there is no room; the names of what was taken. */
async function fill(api: Api, site: Site): Promise<string[]> {
  const names: string[] = []
  for (const bytes of [MEGABYTE, MEGABYTE / 8, MEGABYTE / 64, 1]) {
    for (let at = 0; ; at += 1) {
      const name = `fill-${bytes}-${at}.bin`
      const answer = await put(api, sourceOf(site, name), randomBytes(bytes))
      if (answer.status === 507) break
      expect(names.length, 'files that had room').to.be.below(100)
      expect(answer.status, answer.text).to.equal(200)
      names.push(name)
    }
  }
  return names
}

async function ended(api: Api, jobId: unknown) {
  return eventually(async () => {
    const headers = { accept: 'application/json' }
    const { json } = await api.send({ method: 'GET', path: `/v2/jobs/${String(jobId)}`, headers })
    expect(json['finished_at'], String(json['message'])).to.not.equal(null)
    return json
  })
}

async function run(api: Api, site: Site, kind: 'publish' | 'preview' | 'sync') {
  const asked = await api.post(`/v2/sites/${site.id}/${kind}`)
  expect(asked.status, asked.text).to.equal(202)
  return ended(api, asked.json['job_id'])
}

describe('a site at its limit of disk space', () => {
  const api = useApi({ settings: { siteBytes: String(SITE_BYTES), allowAddresses: '127.0.0.0/8' } })
  const desk = useDesk(api)

  it('takes no more by the API, but lets go of files, and other sites go on', async () => {
    const site = await api.site()
    const other = await api.site()
    const names = await fill(api, site)
    const head = await api.head(site.id)
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    expectRefused(await put(api, sourceOf(site, 'more.bin'), randomBytes(MEGABYTE)))
    // Large: a measurement may have found some room by now.
    expectRefused(await api.post(posts, { title: 'More', body: 'x'.repeat(MEGABYTE) }))
    expect(await api.head(site.id)).to.equal(head)
    expect((await put(api, sourceOf(other, 'mine.bin'), randomBytes(MEGABYTE))).status).to.equal(
      200,
    )
    for (const name of names) {
      const gone = await api.delete(sourceOf(site, name))
      expect(gone.status, gone.text).to.equal(200)
    }
    // The working tree has become smaller, which is noticed when it is measured.
    await eventually(async () => {
      const answer = await api.post(posts, { title: 'Again', body: 'Text.' })
      expect(answer.status, answer.text).to.equal(201)
    })
  })

  it('tells the operator once an hour', async () => {
    const site = await api.site()
    await fill(api, site)
    const told = () =>
      api.warned.filter(({ fields }) => 'siteId' in fields && fields.siteId === site.id)
    expect(told().map(({ message }) => message)).to.deep.equal([
      'a site has reached its limit of disk space',
    ])
    expect(told()[0]?.fields).to.include({ maxBytes: SITE_BYTES })
    api.skip(61 * 60_000)
    expectRefused(await put(api, sourceOf(site, 'more.bin'), randomBytes(MEGABYTE)))
    expect(told()).to.have.length(2)
  })

  it('takes no push, whether its pack or its files are too large, and nothing of it is kept', async () => {
    const site = await api.site()
    const work = await desk.clone(site.id)
    const head = await api.head(site.id)
    const large = { packed: randomBytes(7 * MEGABYTE), unpacked: Buffer.alloc(7 * MEGABYTE) }
    for (const [name, data] of Object.entries(large)) {
      const commit = await commitFiles(work, { [`${name}.bin`]: data })
      const said = await failure(work, 'push', '-q', 'origin', 'main')
      expect(said).to.include('may take 6.3 MB').and.to.include('--site-bytes')
      expect(await api.head(site.id)).to.equal(head)
      expect(await failure(desk.bare(site.id), 'cat-file', '-e', commit)).to.not.equal('')
      await git(work, 'reset', '-q', '--hard', head)
    }
    await commitFiles(work, { 'small.txt': 'small' })
    expect(await failure(work, 'push', '-q', 'origin', 'main')).to.equal('')
  })

  it('takes a push that removes files, and of a branch that is removed', async () => {
    const site = await api.site()
    const work = await desk.clone(site.id)
    await git(work, 'push', '-q', 'origin', 'main:extra')
    const [name = ''] = await fill(api, site)
    await git(work, 'pull', '-q', 'origin', 'main')
    await commitFiles(work, { [name]: null })
    expect(await failure(work, 'push', '-q', 'origin', 'main')).to.equal('')
    expect(await failure(work, 'push', '-q', 'origin', ':extra')).to.equal('')
    await commitFiles(work, { 'more.bin': randomBytes(2 * MEGABYTE) })
    expect(await failure(work, 'push', '-q', 'origin', 'main')).to.include('may take 6.3 MB')
  })

  it('keeps no release that has no room, and says so in the job', async () => {
    const site = await api.site()
    // Each is in the repository, the working tree, the folder of the build and the release.
    for (const name of ['one.bin', 'two.bin']) {
      const answer = await put(api, sourceOf(site, name), randomBytes(MEGABYTE))
      expect(answer.status, answer.text).to.equal(200)
    }
    for (const kind of ['publish', 'preview'] as const) {
      const job = await run(api, site, kind)
      expect(job['status'], String(job['message'])).to.equal('error')
      expect(job['message']).to.match(LIMIT)
    }
    expect((await api.get(`/v2/sites/${site.id}/releases`)).list).to.deep.equal([])
  })

  it('ends builds that repeat a text where the space ends, before they fill the disk', async () => {
    const site = await api.site()
    const text = 'x'.repeat(MEGABYTE / 16)
    const files = { '_includes/text.html': text, '_config.yml': 'title: Repeats\n' }
    const pages = Array.from({ length: 200 }, (_, at) => [`${at}.html`, REPEATING] as const)
    const work = await desk.clone(site.id)
    await commitFiles(work, { ...files, ...Object.fromEntries(pages) })
    expect(await failure(work, 'push', '-q', 'origin', 'main')).to.equal('')
    for (const kind of ['publish', 'preview'] as const) {
      const job = await run(api, site, kind)
      expect(job['status'], String(job['message'])).to.equal('error')
      expect(job['message']).to.match(LIMIT)
      expect(JSON.stringify(job['diagnostics'])).to.include('all the space that is left')
    }
  })

  it('takes no ZIP that is too large', async () => {
    const file = new ZipFile()
    file.addBuffer(randomBytes(4 * MEGABYTE), 'large.bin')
    file.end()
    const chunks: Buffer[] = []
    for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk))
    const asked = await api.upload('POST', '/v2/import', {
      name: 'large.zip',
      data: Buffer.concat(chunks),
    })
    expect(asked.status, asked.text).to.equal(202)
    const job = await ended(api, asked.json['job_id'])
    expect(job['status']).to.equal('error')
    expect(job['message']).to.match(LIMIT)
  })

  describe('with another server', () => {
    let far: Running
    let origin: Site

    before(async () => {
      far = await startApi()
      origin = await far.site()
      expect(
        (await put(far, sourceOf(origin, 'large.bin'), randomBytes(4 * MEGABYTE))).status,
      ).to.equal(200)
    })
    after(() => far.finish())

    const account = () => ({
      url: `${far.server.url}/v2/sites/${origin.id}/repository.git`,
      username: far.root.name,
      access_token: far.root.secret,
    })

    it('imports no repository that is too large', async () => {
      const asked = await api.post('/v2/import/repository', account())
      expect(asked.status, asked.text).to.equal(202)
      const job = await ended(api, asked.json['job_id'])
      expect(job['status']).to.equal('error')
      expect(job['message']).to.match(LIMIT)
      const tip = await far.head(origin.id)
      const bare = desk.bare(String(asked.json['site_id']))
      expect(await failure(bare, 'cat-file', '-e', tip)).to.not.equal('')
    })

    it('takes nothing by a sync that is too large', async () => {
      const site = await api.site()
      const head = await api.head(site.id)
      const { url, ...rest } = account()
      const options = { sync: 'githost', sync_options: { ...rest, path: url } }
      expect((await api.put(`/v2/sites/${site.id}`, options)).status).to.equal(200)
      const job = await run(api, site, 'sync')
      expect(job['status']).to.equal('error')
      expect(job['message']).to.match(LIMIT)
      expect(await api.head(site.id)).to.equal(head)
    })
  })
})

describe('the disk space of sites', () => {
  it('is known right after a restart', async () => {
    const settings = { siteBytes: String(SITE_BYTES) }
    const first = await startApi({ settings, keep: true })
    const site = await first.site()
    await fill(first, site)
    const used = usedBy(first, site)
    await first.stop()
    const second = await startApi({ settings, data: first.data })
    try {
      // It may have been measured again by now.
      expect(usedBy(second, site)).to.be.within(used * 0.7, used * 1.5)
      expectRefused(await put(second, sourceOf(site, 'more.bin'), randomBytes(MEGABYTE)))
    } finally {
      await second.finish()
    }
  })

  it('has no limit with 0, but is measured', async () => {
    const api = await startApi({ settings: { siteBytes: '0' } })
    try {
      const site = await api.site()
      const answer = await put(api, sourceOf(site, 'large.bin'), randomBytes(8 * MEGABYTE))
      expect(answer.status, answer.text).to.equal(200)
      // The working tree may come after a measurement.
      expect(usedBy(api, site)).to.be.greaterThan(8 * MEGABYTE)
    } finally {
      await api.finish()
    }
  })

  it('counts edits made by hand on the disk, and refuses none', async () => {
    const settings = { siteBytes: String(SITE_BYTES), watch: 'true' }
    const api = await startApi({ settings })
    try {
      const site = await api.site()
      const tree = `${api.data}/sites/${site.id}/tree`
      const source = `/v2/sites/${site.id}/source`
      await eventually(() => writeFile(`${tree}/by-hand.bin`, randomBytes(7 * MEGABYTE)))
      await eventually(async () => {
        expect((await api.get(`${source}/by-hand.bin`)).status).to.equal(200)
      })
      expect(usedBy(api, site)).to.be.greaterThan(SITE_BYTES)
      expectRefused(await put(api, sourceOf(site, 'more.txt'), 'more'))
    } finally {
      await api.finish()
    }
  })
})
