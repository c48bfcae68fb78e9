/** The Caddyfile of the page on operation, with the real Caddy before the server. Certificates are of Caddy's own authority. */

import { expect } from 'chai'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { useApi, type Site } from '../api/server.js'

const FILE = fileURLToPath(new URL('../../fixtures/operation/Caddyfile', import.meta.url))
const PAGE = fileURLToPath(new URL('../../src/cli/README.md', import.meta.url))

describe('The Caddyfile', () => {
  const api = useApi({ settings: { publicUrl: 'https://galley.example.org' } })
  let folder: string
  let caddy: ChildProcess
  let port: number
  let authority: string
  let site: Site

  before(async function () {
    if (spawnSync('caddy', ['version']).status !== 0) this.skip()
    site = await api.site({ domain: 'blog.example.com' })
    folder = await mkdtemp(path.join(tmpdir(), 'galley-caddy-'))
    const [https, http] = [await freePort(), await freePort()]
    port = https
    const own = `local_certs\nskip_install_trust\nadmin off\nhttps_port ${https}\nhttp_port ${http}\n`
    const text = (await readFile(FILE, 'utf8'))
      .replace('{\n', `{\n${own}`)
      .replaceAll('http://127.0.0.1:4000', api.server.url)
      .replaceAll('127.0.0.1:4000', new URL(api.server.url).host)
      .replaceAll('127.0.0.1:4001', new URL(api.server.sitesUrl).host)
    const file = path.join(folder, 'Caddyfile')
    await writeFile(file, text)
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder }
    const args = ['run', '--config', file, '--adapter', 'caddyfile']
    caddy = spawn('caddy', args, { env, stdio: 'ignore' })
    authority = await soon(() => readFile(path.join(folder, AUTHORITY), 'utf8'))
    await soon(() => get('galley.example.org', '/healthz'))
  })

  after(async () => {
    if (caddy?.pid !== undefined) {
      const ended = new Promise((resolve) => caddy.once('exit', resolve))
      caddy.kill('SIGKILL')
      await ended
    }
    if (folder) await rm(folder, { recursive: true, force: true })
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

  it('lets nobody ask from outside whether a name is served', async () => {
    const outside = await get('galley.example.org', '/v2/tls/allowed?domain=blog.example.com')
    expect(outside.status).to.equal(401)
  })
})

const AUTHORITY = 'caddy/pki/authorities/local/root.crt'

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

/** Asks again until it works. */
async function soon<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
