import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createClient } from './client.js'
import { useApi, type Site } from './server.js'

describe('Successive previews', () => {
  const api = useApi()
  let site: Site

  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data: Buffer.from(data) })
  const remove = (name: string) => api.delete(`/v2/sites/${site.id}/source/${name}`)
  const preview = async (): Promise<ReadonlyMap<string, string>> => {
    const asked = await api.post(`/v2/sites/${site.id}/preview`)
    const { text } = await api.get(`/v2/jobs/${String(asked.json['job_id'])}`)
    expect(text.trim().split('\n\n').at(-1)).to.include('"status":"complete"')
    return checked()
  }
  /** Texts by path, of a release whose files are what its manifest says. */
  const checked = async () => {
    const release = await api.server.application.releases.current(site.id, 'preview')
    if (release === null) throw new Error('there is no preview')
    const files = new Map<string, string>()
    for (const [path, { sha256, size }] of release.manifest) {
      const bytes = readFileSync(release.fileOf(path))
      expect(createHash('sha256').update(bytes).digest('hex'), path).to.equal(sha256)
      expect(bytes.length).to.equal(size)
      files.set(path, bytes.toString())
    }
    expect([...files.keys()].sort()).to.deep.equal([...files.keys()])
    expect(files.size).to.equal(release.manifest.size)
    return files
  }

  before(async () => {
    site = await api.site({ title: 'Preview' })
    await put('_layouts/l.html', '<title>{{ page.title }}</title>{{ content }}')
    await put(
      'index.html',
      '---\nlayout: l\n---\n{% for p in site.posts %}{{ p.title }} {% endfor %}',
    )
    for (const day of ['01', '02', '03'])
      await put(`_posts/2024-01-${day}-p.md`, `---\nlayout: l\ntitle: T${day}\n---\nBody\n`)
    await put('keep.txt', 'kept')
  })

  it('equal full builds, however many there were', async () => {
    const first = await preview()
    expect(first.get('index.html')).to.include('T03 T02 T01')
    for (let round = 0; round < 8; round++) {
      await put('_posts/2024-01-02-p.md', `---\nlayout: l\ntitle: R${round}\n---\nBody ${round}\n`)
      const files = await preview()
      expect(files.get('index.html')).to.include(`T03 R${round} T01`)
      expect(files.get('2024/01/02/p.html')).to.include(`Body ${round}`)
      expect(files.get('keep.txt')).to.equal('kept')
    }
  })

  it('follow files that are moved, added and removed, and a build that failed', async () => {
    await put('_posts/2024-01-03-p.md', '---\nlayout: l\ntitle: Moved\npermalink: /m/\n---\nBody\n')
    const moved = await preview()
    expect([...moved.keys()])
      .to.include('m/index.html')
      .and.not.include('2024/01/03/p.html')
    await remove('keep.txt')
    expect([...(await preview()).keys()]).to.not.include('keep.txt')
    await put('index.html', '---\nlayout: l\n---\n{% bad')
    const asked = await api.post(`/v2/sites/${site.id}/preview`)
    const { text } = await api.get(`/v2/jobs/${String(asked.json['job_id'])}`)
    expect(text).to.include('"status":"error"')
    await put(
      'index.html',
      '---\nlayout: l\n---\nwell {% for p in site.posts %}{{ p.title }} {% endfor %}',
    )
    expect((await preview()).get('index.html')).to.include('well')
  })

  it('get another address when somebody leaves the site or the server', async () => {
    await put('url.txt', '---\n---\n{{ site.url }}')
    const address = async () => String((await api.get(`/v2/sites/${site.id}`)).json['preview_url'])
    const host = createClient(api.server.sitesUrl)
    const answer = (url: string) =>
      host.send({ method: 'GET', path: '/url.txt', headers: { Host: new URL(url).hostname } })
    const writer = await api.member(site.id, 'writer')
    const boss = await api.person('boss', { admin: true })
    const roles = await api.get(`/v2/sites/${site.id}/roles`)
    const role = roles.list.find((one) => one['user_id'] === writer.id)
    const leaving = [
      () => api.delete(`/v2/roles/${String(role?.['id'])}`),
      () => api.put(`/v2/users/${boss.id}`, { admin: false }),
    ]
    for (const leave of leaving) {
      await preview()
      const before = await address()
      expect((await answer(before)).text).to.equal(new URL(before).origin)
      expect((await leave()).status).to.equal(200)
      expect((await answer(before)).status).to.equal(421)
      const after = await address()
      expect((await preview()).get('url.txt')).to.equal(new URL(after).origin)
      expect((await answer(after)).text).to.equal(new URL(after).origin)
    }
  })

  it('are refreshed automatically after an edit, while somebody views them', async () => {
    await preview()
    await put('_posts/2024-01-01-p.md', '---\nlayout: l\ntitle: By itself\n---\nSeen\n')
    while (!(await checked()).get('index.html')?.includes('By itself')) await sleep(20)
  })
})
