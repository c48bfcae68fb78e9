/** The Caddyfile of the page on operation, with the real Caddy before the server. Certificates are of Caddy's own authority. */

import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApi, type Running, type Site } from '../api/server.js'
import { freePort } from '../bench/free-port.js'
import { hasCaddy, startCaddy, type Caddy } from '../servers/caddy.js'
import { findTestNames, soon } from '../servers/pebble.js'

const FILE = fileURLToPath(new URL('../../fixtures/operation/Caddyfile', import.meta.url))
const PAGE = fileURLToPath(new URL('../../src/cli/README.md', import.meta.url))

describe('The Caddyfile', () => {
  let api: Running
  let forgetNames: () => void
  let caddy: Caddy | undefined
  let port: number
  let authority: string
  let site: Site

  before(async function () {
    if (!hasCaddy()) this.skip()
    const [https, http] = [await freePort(), await freePort()]
    port = https
    const publicUrl = 'https://galley.example.org'
    api = await startApi({ settings: { publicUrl, sitesUrl: `https://sites.test:${port}` } })
    forgetNames = findTestNames()
    site = await api.site({ domain: 'blog.example.com' })
    const own = `local_certs\nskip_install_trust\nadmin off\nhttps_port ${https}\nhttp_port ${http}\n`
    const text = (await readFile(FILE, 'utf8'))
      .replace('{\n', `{\n${own}`)
      .replaceAll('http://127.0.0.1:4000', api.server.url)
      .replaceAll('127.0.0.1:4000', new URL(api.server.url).host)
      .replaceAll('127.0.0.1:4001', new URL(api.server.sitesUrl).host)
    const { folder } = (caddy = await startCaddy(text))
    authority = await soon(() => readFile(path.join(folder, AUTHORITY), 'utf8'))
    await soon(() => get('galley.example.org', '/healthz'))
  })

  after(async () => {
    await caddy?.close()
    forgetNames?.()
    await api?.finish()
  })

  const get = (servername: string, place: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, servername, path: place, ca: authority }
      const headers = { Host: servername }
      const sent = request({ ...options, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, text })
        })
      })
      sent.on('error', reject)
      sent.end()
    })

  it('is what the page on operation shows', async () => {
    const text = await readFile(FILE, 'utf8')
    expect(await readFile(PAGE, 'utf8')).to.include(`\`\`\`caddyfile\n${text}\`\`\`\n`)
  })

  it('leads the name of the API to the API', async () => {
    expect((await get('galley.example.org', '/healthz')).text).to.include('"status":"ok"')
  })

  it('gets a certificate for the domain of a site, and serves the site', async () => {
    await api.post(`/v2/sites/${site.id}/pages`, {
      title: 'Harbour',
      path: 'index.md',
      body: 'Quay',
    })
    await api.post(`/v2/sites/${site.id}/publish`)
    const { text } = await soon(async () => {
      const answer = await get('blog.example.com', '/')
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      return answer
    })
    expect(text).to.include('Quay')
  })

  it('gets none for a name that is no site’s, until it is one', async () => {
    const refused = await get('other.example.com', '/').catch(String)
    expect(refused).to.match(/alert|EPROTO|ECONNRESET|hang up/i)
    await api.site({ domain: 'other.example.com' })
    // Nothing is published there yet.
    expect((await get('other.example.com', '/')).status).to.equal(421)
  })

  it('says that a domain leads here, through the proxy', async () => {
    await api.site({ domain: 'quay.test' })
    const row = await soon(async () => {
      const { list } = await api.get('/v2/domains')
      const found = list.find(({ domain }) => domain === 'quay.test')
      expect(found?.['state']).not.to.equal('checking')
      return found
    })
    expect(row?.['state']).to.equal('proxy')
  })

  it('lets nobody ask from outside whether a name is served', async () => {
    const outside = await get('galley.example.org', '/v2/tls/allowed?domain=blog.example.com')
    expect(outside.status).to.equal(401)
  })
})

const AUTHORITY = 'caddy/pki/authorities/local/root.crt'
