/** `galley serve --https` with a real certificate authority (Debian's pebble): certificates by themselves, without a proxy. */

import { expect } from 'chai'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { follow } from '../api/job-events.js'
import { startApi, type Running } from '../api/server.js'
import { freePort } from '../bench/free-port.js'
import { galley } from '../cli/galley.js'
import { readCertificatesState } from '../../src/service/certificates/certificate-files.js'
import { findTestNames, hasPebble, soon, startPebble, type Pebble } from '../servers/pebble.js'
import { getSecurely, receive, type Received } from '../servers/secure-get.js'

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
