/** `galley serve --https` with a real certificate authority (Debian's pebble): certificates by themselves, without a proxy. */

import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { follow } from '../api/job-events.js'
import { startApi, type Running } from '../api/server.js'
import { freePort } from '../bench/free-port.js'
import { galley } from '../cli/galley.js'
import { readCertificatesState } from '../../src/service/certificates/certificate-files.js'
import { findTestNames, hasPebble, soon, startPebble, type Pebble } from '../servers/pebble.js'
import { got } from '../http/http2/speaking.js'
import { getSecurely, receive, type Received } from '../servers/secure-get.js'
import { hasChromium, launchChromium } from '../chromium.js'
import { commitFiles, git } from './git-client.js'

const API = 'galley.test'

describe('HTTPS without a proxy', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-https-'))
  let pebble: Pebble
  let api: Running
  let forgetNames: () => void
  let ca: string
  let port: number

  before(async function () {
    if (!hasPebble()) this.skip()
    pebble = await startPebble()
    forgetNames = findTestNames({ 'elsewhere.test': '127.0.0.2' })
    ca = await pebble.root()
    port = await freePort()
    const settings = {
      https: true,
      acme_email: 'ada@example.org',
      acme_directory: pebble.directory,
      acme_port: pebble.challengePort,
      http_port: pebble.challengePort,
      https_port: port,
      https_host: '127.0.0.1',
      public_url: `https://${API}:${port}`,
      sites_url: `https://sites.test:${port}`,
      // Nothing ends by a limit of time.
      header_seconds: 3600,
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`)
    writeFileSync(path.join(data, 'galley.yml'), lines.join(''))
    api = await startApi({ data, keep: true })
  })

  after(async () => {
    await api?.finish()
    forgetNames?.()
    await pebble?.close()
    rmSync(data, { recursive: true, force: true })
  })

  const get = (host: string, place: string) => getSecurely({ port, ca, host }, place)

  const getPlain = (host: string, place: string, method = 'GET') =>
    new Promise<Received>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: pebble.challengePort, path: place, method }
      const sent = request({ ...options, headers: { Host: host } }, (answer) => {
        receive(answer).then(resolve, reject)
      })
      sent.on('error', reject)
      sent.end()
    })

  it('serves the API with a certificate of its own', async () => {
    const { text, status } = await soon(() => get(API, '/healthz'))
    expect([status, JSON.parse(text).status]).to.deep.equal([200, 'ok'])
    expect((await get(API, '/metrics')).status, 'the operator’s, from a name').to.equal(401)
  })

  it('serves a site and its preview, each with the first request', async () => {
    const site = await api.site({ domain: 'blog.test' })
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'Quay', path: 'index.md', body: 'Ships' })
    const { json } = await api.post(`/v2/sites/${site.id}/publish`)
    await follow(api, json['job_id'])
    expect((await soon(() => get('blog.test', '/'))).text).to.include('Ships')
    const { urls } = (await api.get(`/v2/sites/${site.id}`)).json as { urls: { preview: string } }
    const preview = new URL(urls.preview)
    expect(preview.port).to.equal(String(port))
    expect((await soon(() => get(preview.hostname, '/'))).status).to.equal(421)
  })

  describe('speaks HTTP/2', () => {
    const credentials = () =>
      `Basic ${Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')}`

    /** Opens a session with a name of the server. */
    const session = (host: string) => {
      const opened = connectHttp2(`https://${host}:${port}`, {
        ca,
        servername: host,
        lookup: (_name, options, found) =>
          options.all === true
            ? (found as (error: null, all: object[]) => void)(null, [
                { address: '127.0.0.1', family: 4 },
              ])
            : found(null, '127.0.0.1', 4),
      })
      return opened.on('error', () => undefined)
    }

    it('for the API: changes, errors, and events at once', async () => {
      const opened = session(API)
      try {
        const ask = (headers: Record<string, string>, body = '') => {
          const stream = opened.request({ authorization: credentials(), ...headers })
          return got(stream.end(body))
        }
        const json = { 'content-type': 'application/json', ':method': 'POST' }
        const made = await ask(
          { ...json, ':path': '/v2/sites' },
          JSON.stringify({ title: 'Second', domain: 'second.test' }),
        )
        expect(made.headers[':status'], made.text).to.equal(201)
        expect(made.headers).not.to.have.property('connection')
        const place = `/v2/sites/${JSON.parse(made.text).id}`
        const events = opened.request({ authorization: credentials(), ':path': `${place}/events` })
        await once(events, 'response')
        const page = JSON.stringify({ title: 'New', path: 'new.md', body: 'x' })
        const written = await ask({ ...json, ':path': `${place}/pages` }, page)
        expect(written.headers[':status'], written.text).to.equal(201)
        let text = ''
        for await (const piece of events) {
          text += String(piece)
          if (/^event: /m.test(text)) break
        }
        const foreign = { ...json, origin: 'https://evil.test', ':path': `${place}/pages` }
        expect((await ask(foreign, page)).headers[':status']).to.equal(403)
        const own = { ...foreign, origin: `https://${API}:${port}` }
        expect((await ask(own, page.replace('new.md', 'own.md'))).headers[':status']).to.equal(201)
        const length = String(1_000_000_000)
        const large = opened.request({
          ...json,
          authorization: credentials(),
          'content-length': length,
          ':path': `${place}/pages`,
        })
        const refused = got(large)
        large.write('x'.repeat(1_000_000))
        expect((await refused).headers[':status'], (await refused).text).to.equal(413)
        expect((await ask({ ':path': '/healthz' })).headers[':status']).to.equal(200)
      } finally {
        opened.destroy()
      }
    })

    it('for sites, also in part, and for other names on the same connection', async () => {
      const opened = session('blog.test')
      try {
        const ask = (headers: Record<string, string>) => got(opened.request(headers))
        const whole = await ask({ ':path': '/' })
        expect(whole.text).to.include('Ships')
        expect(whole.headers).not.to.have.property('transfer-encoding')
        const part = await ask({ ':path': '/', range: 'bytes=1-4' })
        expect([part.headers[':status'], part.text]).to.deep.equal([206, whole.text.slice(1, 5)])
        const stranger = await ask({ ':path': '/', ':authority': 'stranger.test' })
        expect(stranger.headers[':status']).to.equal(421)
      } finally {
        opened.destroy()
      }
    })

    it('with git, which clones and pushes', async () => {
      const site = await api.site({ domain: 'cloned.test' })
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-git2-'))
      const root = path.join(folder, 'root.pem')
      writeFileSync(root, ca)
      const options = Object.entries({
        'http.sslCAInfo': root,
        'http.curloptResolve': `${API}:${port}:127.0.0.1`,
        'http.version': 'HTTP/2',
      }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      const { name, secret } = api.root
      const remote = `https://${name}:${secret}@${API}:${port}/v2/sites/${site.id}/repository.git`
      try {
        await git(folder, ...options, 'clone', '-q', remote, 'work')
        const work = path.join(folder, 'work')
        // More than git sends in one piece.
        const large = randomBytes(3_000_000)
        const head = await commitFiles(work, { 'pushed.md': 'Hi\n', 'large.bin': large })
        await git(work, ...options, 'push', '-q')
        expect(await api.head(site.id)).to.equal(head)
        await git(folder, ...options, 'clone', '-q', remote, 'again')
        expect(readFileSync(path.join(folder, 'again', 'large.bin')).equals(large)).to.equal(true)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    it('with a browser, for all parts of a page', async function () {
      if (!hasChromium) this.skip()
      const browser = await launchChromium([`--host-resolver-rules=MAP *.test 127.0.0.1`])
      try {
        const context = await browser.newContext({ ignoreHTTPSErrors: true })
        const page = await context.newPage()
        await page.goto(`https://${API}:${port}/v2/docs`)
        const protocols = await page.evaluate(() =>
          performance
            .getEntries()
            .flatMap((entry) => ('nextHopProtocol' in entry ? [entry.nextHopProtocol] : [])),
        )
        expect(protocols.length).to.be.above(1)
        expect(new Set(protocols)).to.deep.equal(new Set(['h2']))
      } finally {
        await browser.close()
      }
    })

    it('and HTTP/1.1 with whoever knows no other', async () => {
      expect((await get(API, '/healthz')).status).to.equal(200)
    })
  })

  it('leads what comes in the clear to HTTPS, with method, path and query', async () => {
    const moved = await getPlain('Blog.test:80', '/a%20b/?q=1&r=2', 'POST')
    const { location } = moved.headers
    expect([moved.status, location]).to.deep.equal([
      308,
      `https://blog.test:${port}/a%20b/?q=1&r=2`,
    ])
    expect((await getPlain('127.0.0.1', '/')).status).to.equal(400)
    expect((await getPlain('blog.test', '/.well-known/acme-challenge/abc')).status).to.equal(404)
  })

  it('asks for nothing if somebody outside asks for a name that is not served', async () => {
    const before = await readCertificatesState(data)
    const refused = await get('stranger.test', '/').catch(String)
    expect(refused).to.match(/handshake failure/i)
    expect(await readCertificatesState(data)).to.deep.equal(before)
  })

  it('asks for nothing for a domain that leads elsewhere; doctor and metrics say so', async () => {
    const other = createServer((_, response) => response.end('another'))
    other.listen(pebble.challengePort, '127.0.0.2')
    const { orders } = await readCertificatesState(data)
    await api.site({ domain: 'elsewhere.test' })
    expect(await get('elsewhere.test', '/').catch(String)).to.match(/handshake failure/i)
    other.close()
    const failed = await soon(async () => {
      const state = await readCertificatesState(data)
      expect(state.failures).to.have.property('elsewhere.test')
      return state
    })
    expect(failed.orders).to.deep.equal(orders)
    const metrics = await fetch(`${api.server.url}/metrics`).then((answer) => answer.text())
    expect(metrics)
      .to.match(/^galley_certificates 3$/m)
      .and.match(/^galley_certificates_failing 1$/m)
    const { out, code } = await galley(['doctor', '--data', data])
    expect(out).to.include(
      'There is no new certificate for elsewhere.test: elsewhere.test leads to',
    )
    expect(code).to.equal(1)
  })

  it('says how each domain stands, also what the authority has against it', async () => {
    await pebble.resolve('refused.test', '127.0.0.3')
    await api.site({ domain: 'refused.test' })
    expect(await get('refused.test', '/').catch(String)).to.match(/handshake failure/i)
    const rows = await soon(async () => {
      const { list } = await api.get('/v2/domains')
      const found = new Map(list.map((row) => [String(row['domain']), row]))
      expect([...found.values()].map((row) => row['state'])).not.to.include('checking')
      expect(found.get('refused.test')?.['state']).not.to.equal('waiting')
      return found
    })
    const states = [...rows].map(([name, { state }]) => [name, state])
    expect(states).to.deep.equal([
      ['blog.test', 'ready'],
      ['elsewhere.test', 'not_here'],
      ['refused.test', 'refused'],
    ])
    const { certificate_ends_at: ends } = rows.get('blog.test') ?? {}
    expect(Date.parse(String(ends))).to.be.above(Date.now())
    const { reason, advice, next_try_at } = rows.get('refused.test') ?? {}
    expect(reason).to.match(/^The certificate authority refuses refused\.test: .+\.$/)
    expect(advice).to.include(reason)
    expect(Date.parse(String(next_try_at))).to.be.above(Date.now())
  })

  it('serves the certificates that it has after a restart, also without an authority', async () => {
    await api.stop()
    await pebble.end()
    api = await startApi({ data, keep: true })
    expect((await get('blog.test', '/')).text).to.include('Ships')
  })

  it('stops while a client has begun no handshake', async () => {
    const silent = connect(port, '127.0.0.1')
    silent.on('error', () => undefined)
    await once(silent, 'connect')
    await get(API, '/healthz')
    await api.stop()
    api = await startApi({ data, keep: true })
  })
})
