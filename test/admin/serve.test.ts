/** How the server hands out the admin, without a browser. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { startApi, type Running } from '../api/server.js'

const CODE = `console.log(${JSON.stringify('x'.repeat(4000))})`

describe('the admin as the server sends it', () => {
  let api: Running
  let folder: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-built-'))
    await mkdir(path.join(folder, 'assets'))
    await writeFile(path.join(folder, 'index.html'), '<meta nonce="%NONCE%">__BASE__/x')
    await writeFile(path.join(folder, 'frame.html'), '<p>frame</p>')
    await writeFile(path.join(folder, 'assets/main-abc.js'), CODE)
    await writeFile(path.join(folder, 'assets/main-abc.js.br'), brotliCompressSync(CODE))
    api = await startApi({ admin: folder })
  })

  after(async () => {
    await api.finish()
    await rm(folder, { recursive: true, force: true })
  })

  const get = (name: string, init: RequestInit = {}) =>
    fetch(`${api.server.url}${name}`, { redirect: 'manual', ...init })

  for (const name of ['/', '/admin']) {
    it(`redirects ${name} to the admin`, async () => {
      const answer = await get(name)
      expect(answer.status).to.equal(302)
      expect(answer.headers.get('location')).to.equal('/admin/')
    })
  }

  it('sends the page for every screen, with a policy against inline code', async () => {
    const answer = await get('/admin/sites/abc/c/posts')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(answer.status).to.equal(200)
    expect(policy).to.include("default-src 'none'").and.not.include('unsafe')
    expect(policy).to.include("frame-ancestors 'none'")
    expect(answer.headers.get('cross-origin-opener-policy')).to.equal('same-origin')
    expect(answer.headers.get('cache-control')).to.equal('no-cache')
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(await answer.text()).to.equal(`<meta nonce="${nonce}">/x`)
  })

  it('uses a new nonce for every request', async () => {
    const policies = await Promise.all(
      ['/admin/', '/admin/'].map(async (name) =>
        (await get(name)).headers.get('content-security-policy'),
      ),
    )
    expect(policies[0]).to.not.equal(policies[1])
  })

  it('gives the frame of the preview an origin of its own', async () => {
    const answer = await get('/admin/frame.html')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy)
      .to.match(/^sandbox /)
      .and.not.include('allow-same-origin')
    expect(policy).to.include("frame-ancestors 'self'")
  })

  it('sends files with a hash compressed, and cacheable for ever', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    const answer = await get('/admin/assets/main-abc.js', { headers })
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).to.equal('br')
    expect(answer.headers.get('content-type')).to.include('javascript')
    expect(await answer.text()).to.equal(CODE)
  })

  it('sends a file uncompressed if the client does not accept compression', async () => {
    const headers = { 'Accept-Encoding': 'identity' }
    const answer = await get('/admin/assets/main-abc.js', { headers })
    expect(answer.headers.get('content-encoding')).to.equal(null)
    expect(await answer.text()).to.equal(CODE)
  })

  for (const name of ['/admin/assets/none.js', '/adminx']) {
    it(`answers 404 at ${name}`, async () => {
      expect((await get(name)).status).to.equal(404)
    })
  }

  it('sends the page for a path that leads out of the folder of files', async () => {
    const answer = await get('/admin/assets/../index.html/assets')
    expect(answer.status).to.equal(200)
    expect(await answer.text()).to.match(/^<meta nonce="[^"]+">\/x$/)
  })

  it('refuses writes', async () => {
    const answer = await get('/admin/', { method: 'POST' })
    expect(answer.status).to.equal(405)
    expect(answer.headers.get('allow')).to.equal('GET, HEAD')
  })
})

describe('the admin of a server below a path', () => {
  let api: Running
  let folder: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-built-'))
    await writeFile(path.join(folder, 'index.html'), '__BASE__/x')
    const settings = { publicUrl: 'https://www.example.org/cms/' }
    api = await startApi({ admin: folder, settings })
  })

  after(async () => {
    await api.finish()
    await rm(folder, { recursive: true, force: true })
  })

  const get = (name: string) => fetch(`${api.server.url}${name}`, { redirect: 'manual' })

  for (const name of ['/', '/admin', '/cms', '/cms/', '/cms/admin']) {
    it(`is where ${name} leads`, async () => {
      expect((await get(name)).headers.get('location')).to.equal('/cms/admin/')
    })
  }

  for (const name of ['/cms/admin/sites/abc', '/admin/sites/abc']) {
    it(`is found at ${name}, and knows where it is`, async () => {
      expect(await (await get(name)).text()).to.equal('/cms/x')
    })
  }

  for (const name of ['/cmsx/admin/', '/cms/cms/admin/', '/x/cms/admin/']) {
    it(`is not found at ${name}`, async () => {
      expect((await get(name)).status).to.equal(404)
    })
  }
})

describe('a server without a built admin', () => {
  it('says how to build it', async () => {
    const api = await startApi({ admin: path.join(tmpdir(), 'no', 'such', 'folder') })
    const answer = await fetch(`${api.server.url}/admin/`)
    expect(answer.status).to.equal(404)
    expect(await answer.text()).to.include('npm run build')
    await api.finish()
  })
})
