import { appendFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { createClient, type Answer } from './client.js'
import { useApi, type Site } from './server.js'
import { eventually } from '../stories/git-client.js'

describe('Publishing to the built-in host', () => {
  const api = useApi()
  let site: Site
  let host: ReturnType<typeof createClient>

  const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    host.send({ method, path, headers: { Host: String(site['domain']), ...headers } })
  const lastEvent = async (job: unknown) => {
    const { text } = await api.get(`/v2/jobs/${String(job)}`)
    return text.trim().split('\n\n').at(-1) ?? ''
  }
  const run = async (kind: 'publish' | 'preview') => {
    const asked = await api.post(`/v2/sites/${site.id}/${kind}`)
    expect(asked.status).to.equal(202)
    return lastEvent(asked.json['job_id'])
  }
  const put = (name: string, data: Buffer | string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })

  before(async () => {
    host = createClient(api.server.sitesUrl)
    site = await api.site({ domain: 'www.example.org', title: 'Live' })
    await put('index.html', '---\ntitle: Home\n---\n<h1>{{ site.title }}</h1>')
    await put('about.md', '---\ntitle: About\n---\n# About\n')
    await put('deep/index.html', '---\n---\ndeep')
    await put('style.css', 'a{color:red}'.repeat(200))
    await put('404.html', '---\n---\nNot here')
    await put('pixel.png', Buffer.from([137, 80, 78, 71]))
    await put('%C3%A4%20b.txt', 'umlaut')
    await put('_data/secret.yml', 'a: 1')
  })

  after(() => host.close())

  it('serves nothing before the first release', async () => {
    expect((await visit('/')).status).to.equal(421)
    expect((await api.get(`/v2/sites/${site.id}`)).json['live_url']).to.equal(null)
  })

  it('publishes no pointer of Git LFS in place of a picture', async () => {
    const pointed = await api.site({ domain: 'pointed.example.org', title: 'Pointed' })
    const source = `/v2/sites/${pointed.id}/source`
    const pointer =
      'version https://git-lfs.github.com/spec/v1\n' +
      `oid sha256:${'4d7a2146'.repeat(8)}\nsize 12345\n`
    const place = async (name: string, data: string) => {
      const { status, text } = await api.upload('PUT', `${source}/${name}`, { data })
      expect(status, text).to.equal(200)
    }
    await place('img/photo.jpg', pointer)
    await place('about.txt', pointer.replace('version', 'A pointer begins with version'))
    const start = async (kind: 'publish' | 'preview') => {
      const { json } = await api.post(`/v2/sites/${pointed.id}/${kind}`)
      const jobId = String(json['job_id'])
      const end = await lastEvent(jobId)
      const headers = { accept: 'application/json' }
      const job = await api.send({ method: 'GET', path: `/v2/jobs/${jobId}`, headers })
      const said = job.json['diagnostics'] as readonly { severity: string; path: string }[]
      return { end, said: said.map(({ severity, path }) => `${severity} ${path}`) }
    }
    const previewed = await start('preview')
    expect(previewed.end).to.include('complete')
    expect(previewed.said).to.include('warning img/photo.jpg')
    const refused = await start('publish')
    expect(refused.end)
      .to.include('Not published: only pointers of Git LFS')
      .and.include('photo.jpg')
    expect(refused.end).to.not.include('about.txt')
    expect(refused.said).to.include('error img/photo.jpg')
    const seen = () =>
      host.send({ method: 'GET', path: '/img/photo.jpg', headers: { Host: 'pointed.example.org' } })
    expect((await seen()).status).to.equal(421)
    await place('img/photo.jpg', 'a picture')
    expect((await start('publish')).end).to.include('complete')
    expect((await seen()).text).to.equal('a picture')
  })

  it('dates a file by the last commit that changed it', async () => {
    const aged = await api.site({ domain: 'aged.example.org', title: 'Aged' })
    const file = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
    const page = '---\npermalink: /old.html\n---\n{% last_modified_at %Y-%m-%d %}'
    await api.fastImport(
      aged.id,
      'commit refs/heads/main\ncommitter A <a@example.org> 1500000000 +0000\n' +
        `${file('Long ago')}from refs/heads/main^0\nM 100644 inline old.md\n${file(page)}` +
        `M 100644 inline _config.yml\n${file('jekyll_version: 4.4\nplugins: [jekyll-last-modified-at]')}\n`,
    )
    const source = `/v2/sites/${aged.id}/source`
    await eventually(async () => expect((await api.get(`${source}/old.md`)).status).to.equal(200))
    const shown = async (kind: 'publish' | 'preview') => {
      const asked = await api.post(`/v2/sites/${aged.id}/${kind}`)
      expect(await lastEvent(asked.json['job_id'])).to.include('"status":"complete"')
      const view = await api.get(`/v2/sites/${aged.id}`)
      const url = new URL(String(view.json[kind === 'publish' ? 'live_url' : 'preview_url']))
      const headers = { Host: url.host }
      const { text } = await host.send({ method: 'GET', path: `${url.pathname}old.html`, headers })
      return text
    }
    expect(await shown('publish')).to.include('2017-07-14')
    expect(await shown('preview')).to.include('2017-07-14')
    await api.upload('PUT', `${source}/old.md`, { data: `${page} now` })
    expect(await shown('preview')).to.include(`${new Date().getUTCFullYear()}-`)
  })

  it('shows a post that was written through the API', async () => {
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    const body = { title: 'Hello', body: '*Hello* world', date: '2024-01-02' }
    const post = await api.post(list, body)
    expect(await run('publish')).to.include('"status":"complete"')
    const page = await visit(String(post.json['url']))
    expect(page.status, page.text).to.equal(200)
    expect(page.text).to.include('<em>Hello</em> world')
    const shown = await api.get(`/v2/sites/${site.id}`)
    const live = new URL(String(shown.json['live_url']))
    expect(live.hostname).to.equal('www.example.org')
    expect(live.port).to.equal(new URL(api.server.sitesUrl).port)
  })

  for (const [path, status, type, text] of [
    ['/', 200, 'text/html; charset=utf-8', '<h1>Live</h1>'],
    ['/index.html', 200, 'text/html; charset=utf-8', '<h1>Live</h1>'],
    ['/about.html', 200, 'text/html; charset=utf-8', 'About'],
    ['/about', 200, 'text/html; charset=utf-8', 'About'],
    ['/deep/', 200, 'text/html; charset=utf-8', 'deep'],
    ['/style.css', 200, 'text/css; charset=utf-8', 'color:red'],
    ['/pixel.png', 200, 'image/png', 'PNG'],
    ['/%C3%A4%20b.txt', 200, 'text/plain; charset=utf-8', 'umlaut'],
    ['/nothing', 404, 'text/html; charset=utf-8', 'Not here'],
    ['/_data/secret.yml', 404, 'text/html; charset=utf-8', 'Not here'],
    ['/../../galley.db', 404, 'text/html; charset=utf-8', 'Not here'],
    ['/%2e%2e/%2e%2e/galley.db', 404, 'text/html; charset=utf-8', 'Not here'],
    ['/manifest.json', 404, 'text/html; charset=utf-8', 'Not here'],
    ['/%zz', 400, 'text/plain; charset=utf-8', ''],
  ] as const) {
    it(`answers ${path} with ${status}`, async () => {
      const answer = await visit(path)
      expect(answer.status).to.equal(status)
      expect(answer.headers['content-type']).to.equal(type)
      expect(answer.text).to.include(text)
      expect(answer.headers['x-content-type-options']).to.equal('nosniff')
    })
  }

  it('redirects a folder without its slash, within the site', async () => {
    const answer = await visit('/deep?x=1')
    expect(answer.status).to.equal(301)
    expect(answer.headers.location).to.equal('/deep/?x=1')
    const evil = await visit('//evil.example.org/deep')
    expect(evil.headers.location ?? '/').to.match(/^\/(?!\/)/)
  })

  it('has ETags, 304, ranges and HEAD', async () => {
    const whole = await visit('/style.css')
    const etag = String(whole.headers.etag)
    expect((await visit('/style.css', { 'If-None-Match': etag })).status).to.equal(304)
    const part = await visit('/style.css', { Range: 'bytes=0-4' })
    expect(part.status).to.equal(206)
    expect(part.text).to.equal('a{col')
    expect(part.headers['content-range']).to.equal('bytes 0-4/2400')
    const outside = await visit('/style.css', { Range: 'bytes=9000-' })
    expect(outside.status).to.equal(416)
    expect(outside.headers['content-range']).to.equal('bytes */2400')
    const head = await visit('/style.css', {}, 'HEAD')
    expect(head.headers['content-length']).to.equal('2400')
    expect(head.text).to.equal('')
    expect((await visit('/', {}, 'POST')).status).to.equal(405)
  })

  it('compresses files if it makes them smaller', async () => {
    const text = (await visit('/style.css')).text
    const unpacked: readonly [string, string, (answer: Answer) => Buffer][] = [
      ['br, gzip', 'br', ({ bytes }) => brotliDecompressSync(bytes)],
      ['gzip', 'gzip', ({ bytes }) => gunzipSync(bytes)],
      ['br;q=0, gzip;q=0.5', 'gzip', ({ bytes }) => gunzipSync(bytes)],
    ]
    for (const [accepted, encoding, unpack] of unpacked) {
      const answer = await visit('/style.css', { 'Accept-Encoding': accepted })
      expect(answer.headers['content-encoding']).to.equal(encoding)
      expect(answer.headers.vary).to.equal('Accept-Encoding')
      expect(unpack(answer).toString()).to.equal(text)
    }
    const plain = await visit('/pixel.png', { 'Accept-Encoding': 'br' })
    expect(plain.headers).not.to.have.property('content-encoding')
  })

  it('answers no other host name', async () => {
    for (const name of [
      'evil.example.org',
      '',
      'example.org',
      '127.0.0.1',
      `${site.id}-0000.localhost`,
    ]) {
      expect((await visit('/', { Host: name })).status, name).to.equal(421)
    }
    expect((await visit('/', { Host: 'WWW.Example.org.:80' })).status).to.equal(200)
  })

  it('keeps the live site if a build fails, and reports where it failed', async () => {
    await put('broken.html', '---\n---\n{% if %}')
    const event = await run('publish')
    expect(event).to.include('"status":"error"')
    expect(event).to.include('broken.html')
    expect((await visit('/')).text).to.include('<h1>Live</h1>')
    const jobs = Object((await api.get(`/v2/sites/${site.id}`)).json['jobs'])
    expect(jobs.publish.last_error).to.include('broken.html')
    await api.delete(`/v2/sites/${site.id}/source/broken.html`)
  })

  it('shows a preview under a host name of its own, and does not change the live site', async () => {
    await api.put(`/v2/sites/${site.id}`, { title: 'Next' })
    expect(await run('preview')).to.include('"status":"complete"')
    const shown = await api.get(`/v2/sites/${site.id}`)
    const { hostname } = new URL(String(shown.json['preview_url']))
    expect(hostname).to.match(new RegExp(`^${site.id}-[0-9a-f]+\\.localhost$`))
    const preview = await visit('/', { Host: hostname })
    expect(preview.text).to.include('<h1>Next</h1>')
    expect(preview.headers['x-robots-tag']).to.equal('noindex')
    // The address is a secret: sites that the preview links to must not learn it.
    expect(preview.headers['referrer-policy']).to.equal('same-origin')
    expect((await visit('/')).text).to.include('<h1>Live</h1>')
    expect(await run('publish')).to.include('"status":"complete"')
    expect((await visit('/')).text).to.include('<h1>Next</h1>')
  })

  it('caches what did not change, and checks the cache for damage', async () => {
    const cache = path.join(api.config.data, 'sites', site.id, 'cache', 'builder')
    const remembered = await readdir(cache)
    expect(remembered.length).to.be.greaterThan(0)
    for (const name of remembered) await appendFile(path.join(cache, name), 'torn')
    await put('about.md', '---\ntitle: About\n---\n# About *us*\n')
    expect(await run('publish')).to.include('"status":"complete"')
    expect((await visit('/about.html')).text).to.include('About <em>us</em></h1>')
    const list = await api.get(`/v2/sites/${site.id}/collections/posts/documents`)
    const [post] = list.list
    expect((await visit(String(post?.['url']))).text).to.include('<em>Hello</em> world')
  })

  it('is removed with the site', async () => {
    await api.delete(`/v2/sites/${site.id}`)
    expect((await visit('/')).status).to.equal(421)
  })
})
