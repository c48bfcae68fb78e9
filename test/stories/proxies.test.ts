/** What the page on operation says of proxies, with the real nginx and Caddy: a host of its own, and a path of another. */

import { expect } from 'chai'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtAdmin, PASSWORD, signIn } from '../admin/browser.js'
import { startApi, type Running, type Site } from '../api/server.js'
import { freePort } from '../bench/free-port.js'
import { hasChromium, launchChromium } from '../chromium.js'
import { startCaddy, hasCaddy } from '../servers/caddy.js'
import { hasNginx, makeCertificate, startNginx } from '../servers/nginx.js'
import type { Certificate, Proxy } from '../servers/nginx.js'
import { soon } from '../servers/pebble.js'
import { getSecurely } from '../servers/secure-get.js'
import { commitFiles, git } from './git-client.js'

const PAGE = fileURLToPath(new URL('../../src/cli/README.md', import.meta.url))
const fixture = (name: string) =>
  readFile(new URL(`../../fixtures/operation/${name}`, import.meta.url), 'utf8')

const PATIENCE_MS = 240_000

/** How a proxy is told of the server. */
interface Way {
  readonly title: string
  readonly isInstalled: () => boolean
  readonly fixture: string
  /** What operators write instead. */
  readonly instead?: readonly [string, string]
}

const WAYS: readonly Way[] = [
  { title: 'nginx passes it on', isInstalled: hasNginx, fixture: 'nginx-path.conf' },
  {
    title: 'nginx takes it away',
    isInstalled: hasNginx,
    fixture: 'nginx-path.conf',
    instead: [':4000;', ':4000/;'],
  },
  { title: 'Caddy passes it on', isInstalled: hasCaddy, fixture: 'Caddyfile-path' },
  {
    title: 'Caddy takes it away',
    isInstalled: hasCaddy,
    fixture: 'Caddyfile-path',
    instead: ['handle /cms/*', 'handle_path /cms/*'],
  },
]

describe('The page on operation', () => {
  for (const [name, language] of [
    ['nginx.conf', 'nginx'],
    ['nginx-path.conf', 'nginx'],
    ['Caddyfile-path', 'caddyfile'],
  ] as const) {
    it(`shows ${name}`, async () => {
      const text = await fixture(name)
      expect(await readFile(PAGE, 'utf8')).to.include(`\`\`\`${language}\n${text}\`\`\`\n`)
    })
  }
})

describe('A server at a host of its own, behind nginx', () => {
  let certificate: Certificate
  let proxy: Proxy | undefined
  let api: Running
  let ports: { readonly https: number; readonly http: number }

  before(async function () {
    if (!hasNginx()) return this.skip()
    certificate = await makeCertificate(['galley.example.org', 'blog.example.org'])
    ports = { https: await freePort(), http: await freePort() }
    api = await startApi({ settings: { publicUrl: 'https://galley.example.org' } })
    const text = (await fixture('nginx.conf'))
      .replaceAll(/listen (?:\[::\]:)?(80|443).*/g, (line, port) => {
        const own = port === '80' ? ports.http : ports.https
        // Not of all addresses: the port may be taken at others.
        return line.includes('[') ? '' : line.replace(port, `127.0.0.1:${own}`)
      })
      .replace('/etc/ssl/galley/certificate.pem', certificate.file)
      .replace('/etc/ssl/galley/key.pem', certificate.key)
      .replace('127.0.0.1:4000', new URL(api.server.url).host)
      .replace('127.0.0.1:4001', new URL(api.server.sitesUrl).host)
    proxy = await startNginx(text, ports.https)
  })

  after(async () => {
    await proxy?.close()
    await api?.finish()
    if (certificate) await rm(certificate.folder, { recursive: true, force: true })
  })

  const get = (host: string, place: string) =>
    getSecurely({ port: ports.https, ca: certificate.pem, host }, place)

  it('leads names to the API and to the sites', async () => {
    const answer = await get('galley.example.org', '/healthz')
    expect(answer.text).to.include('"status":"ok"')
    expect(answer.headers['strict-transport-security']).to.equal('max-age=31536000')
    // No site has this name.
    expect((await get('blog.example.org', '/')).status).to.equal(421)
  })

  it('leads to HTTPS, with method and address', async () => {
    const url = `http://127.0.0.1:${ports.http}/v2/sites?page=2`
    const answer = await fetch(url, { method: 'POST', redirect: 'manual' })
    expect(answer.status).to.equal(308)
    expect(answer.headers.get('location')).to.equal('https://127.0.0.1/v2/sites?page=2')
  })
})

/** @param isOnSocket the server listens on a Unix socket */
function behindProxies(ways: readonly Way[], isOnSocket: boolean): void {
  let certificate: Certificate
  let port: number
  let api: Running
  let site: Site

  before(async () => {
    certificate = await makeCertificate(['localhost'])
    port = await freePort()
    const publicUrl = `https://localhost:${port}/cms`
    const socket = isOnSocket ? path.join(certificate.folder, 'api.sock') : ''
    const settings = { publicUrl, ...(isOnSocket && { socket }) }
    api = await startApi({ admin: await builtAdmin(), settings })
    site = await api.site({ title: 'Tides' })
  })

  after(async () => {
    await api?.finish()
    if (certificate) await rm(certificate.folder, { recursive: true, force: true })
  })

  const basic = () =>
    `Basic ${Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')}`

  // As each of them writes an address, and a socket.
  const nginxPlace = () => (isOnSocket ? `http://${api.server.url}` : api.server.url)
  const caddyPlace = () => api.server.url.replace(/^unix:/, 'unix/').replace('http://', '')

  const start = async (way: Way): Promise<Proxy> => {
    const [from, to] = way.instead ?? ['', '']
    const text = (await fixture(way.fixture))
      .replace(from, to)
      .replace('http://127.0.0.1:4000', nginxPlace())
      .replace('127.0.0.1:4000', caddyPlace())
    const { file, key } = certificate
    if (!way.fixture.startsWith('nginx')) {
      const own = `{\n\tadmin off\n\tauto_https disable_redirects\n}\n`
      const named = text.replace(
        'www.example.org {',
        `https://localhost:${port} {\n\ttls ${file} ${key}`,
      )
      return startCaddy(own + named)
    }
    const general = (await fixture('nginx.conf'))
      .split('server {', 1)[0]
      ?.replace(/^ssl_.*\n/gm, '')
    const here = text.replaceAll(':443 ', `:${port} `).replaceAll(' 443 ', ` 127.0.0.1:${port} `)
    const listening = here.replace('[::]', '[::1]').replace('www.example.org', 'localhost')
    return startNginx(
      `${general}ssl_certificate ${file};\nssl_certificate_key ${key};\n${listening}`,
      port,
    )
  }

  for (const way of ways) {
    describe(`when ${way.title}`, () => {
      let proxy: Proxy | undefined

      before(async function () {
        if (!way.isInstalled()) return this.skip()
        proxy = await start(way)
        await soon(async () => expect((await get('/cms/healthz')).status).to.equal(200))
      })

      after(() => proxy?.close())

      const get = (place: string) =>
        getSecurely({ port, ca: certificate.pem, host: 'localhost' }, place)

      it('leads to the admin from the address without a slash', async () => {
        const bare = await get('/cms')
        expect(bare.status).to.be.within(301, 308)
        const { pathname } = new URL(String(bare.headers.location), `https://localhost:${port}`)
        expect(pathname).to.match(/^\/cms\/(admin\/)?$/)
        expect((await get('/cms/')).headers.location).to.equal('/cms/admin/')
      })

      it('says addresses that lead back', async () => {
        const { text } = await get('/cms/v2/openapi.json')
        expect(JSON.parse(text).servers).to.deep.equal([{ url: `https://localhost:${port}/cms` }])
        const docs = await get('/cms/v2/docs')
        const [, sheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(docs.text) ?? []
        expect(sheet).to.match(/^\/cms\/v2\/docs\//)
        expect((await get(sheet)).status).to.equal(200)
        const pages = `/v2/sites/${site.id}/pages`
        const made = await api.post(pages, { title: way.title, body: 'x' })
        expect(made.headers['location']).to.match(/^https:\/\/localhost:\d+\/cms\/v2\/pages\//)
        const { pathname } = new URL(String(made.headers['location']))
        // Nobody has signed in, but it is there.
        expect((await get(pathname)).status).to.equal(401)
      })

      it('lets git clone and push', async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'galley-proxied-'))
        try {
          const who = `${api.root.name}:${api.root.secret}`
          const remote = `https://${who}@localhost:${port}/cms/v2/sites/${site.id}/repository.git`
          await git(
            folder,
            '-c',
            `http.sslCAInfo=${certificate.file}`,
            'clone',
            '-q',
            remote,
            'work',
          )
          const work = path.join(folder, 'work')
          await git(work, 'config', 'http.sslCAInfo', certificate.file)
          const head = await commitFiles(work, { 'pushed.md': `${way.title}\n` })
          await git(work, 'push', '-q')
          expect(await api.head(site.id)).to.equal(head)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      })

      it('passes events on at once, by HTTP/2', async () => {
        const session = connect(`https://localhost:${port}`, { ca: certificate.pem })
        try {
          const stream = session.request({
            ':path': `/cms/v2/sites/${site.id}/events`,
            authorization: basic(),
          })
          const [head] = (await once(stream, 'response')) as [{ ':status': number }]
          expect(head[':status']).to.equal(200)
          await api.post(`/v2/sites/${site.id}/pages`, { title: `Event ${way.title}`, body: 'x' })
          let text = ''
          for await (const chunk of stream) {
            text += String(chunk)
            if (/^event: /m.test(text)) break
          }
          expect(text).to.match(/^event: \w+$/m)
        } finally {
          session.destroy()
        }
      })
    })
  }

  it('is where editors sign in, write and preview, in a browser', async function () {
    if (!hasChromium || !hasNginx()) return this.skip()
    const [way] = ways
    if (!way) return
    const proxy = await start(way)
    const browser = await launchChromium()
    try {
      const { email } = await api.person('ada', { password: PASSWORD, admin: true })
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' })
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await context.newPage()
      const elsewhere: string[] = []
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url())
        if (origin.includes('localhost') && !pathname.startsWith('/cms/'))
          elsewhere.push(request.url())
      })
      await page.goto(`https://localhost:${port}/cms/`)
      await signIn(page, email)
      const [cookie] = await context.cookies()
      expect(cookie?.name).to.equal('__Host-galley_session!cms')
      await page.getByRole('link', { name: /Tides/ }).first().click()
      await page.getByRole('button', { name: 'New document' }).click()
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The tide')
      await page.getByRole('textbox', { name: 'Text' }).fill('It **rises** at six.')
      const shown = page.frameLocator('iframe[title="Page preview"]')
      await shown.locator('strong', { hasText: 'rises' }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL(/\/cms\/admin\/sites\/[0-9a-f]{24}\/documents\/[0-9a-f]{24}$/)
      await page.reload()
      await page.getByRole('textbox', { name: 'Text' }).getByText('at six').waitFor()
      await page.goto(`https://localhost:${port}/cms/admin/sites/${site.id}/settings`)
      const clone = `https://localhost:${port}/cms/v2/sites/${site.id}/repository.git`
      await page.getByText(clone).first().waitFor()
      expect(elsewhere).to.deep.equal([])
    } finally {
      await browser.close()
      await proxy.close()
    }
  })
}

describe('A server below a path of a host', function () {
  this.timeout(2 * PATIENCE_MS)
  behindProxies(WAYS, false)
})

describe('A server below a path of a host, on a Unix socket', function () {
  this.timeout(2 * PATIENCE_MS)
  behindProxies(
    WAYS.filter(({ instead }) => instead === undefined),
    true,
  )
})
