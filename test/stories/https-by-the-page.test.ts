/** What the page on operation says, word for word: from an empty folder to a site with a certificate (Debian's pebble). */

import { expect } from 'chai'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../bench/free-port.js'
import { galley } from '../cli/galley.js'
import { hasPebble, soon, startPebble, type Pebble } from '../servers/pebble.js'
import { getSecurely } from '../servers/secure-get.js'
import { startGalley, type GalleyProcess } from './galley-process.js'

const PAGE = fileURLToPath(new URL('../../src/cli/README.md', import.meta.url))

/** The name server of the machine: what ends with `.test` is here. */
const NAMES = `import dns from 'node:dns'; const { lookup } = dns
dns.lookup = (name, ...rest) => lookup(name.endsWith('.test') ? '127.0.0.1' : name, ...rest)`

describe('HTTPS by the page on operation', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'galley-nothing-'))
  const data = path.join(home, 'galley-data')
  let pebble: Pebble
  let server: GalleyProcess | undefined

  before(async function () {
    if (!hasPebble()) this.skip()
    pebble = await startPebble()
  })

  after(async () => {
    await server?.kill('SIGKILL')
    await pebble?.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('leads from an empty folder to a site', async () => {
    const [, said = ''] =
      /### HTTPS without a proxy\s+```yaml\n(.+?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? []
    expect(said).to.include('https: true')
    const port = await freePort()
    const settings = said
      .replace('https://galley.example.org', `https://galley.test:${port}`)
      .replace('https://sites.example.org', `https://sites.test:${port}`)
    // Where the page has 80, 443 and Let's Encrypt.
    const ports = `http_port: ${pebble.challengePort}\nacme_port: ${pebble.challengePort}\nhttps_port: ${port}\n`
    mkdirSync(data)
    writeFileSync(
      path.join(data, 'galley.yml'),
      `${settings}${ports}acme_directory: ${pebble.directory}\n`,
    )
    const env = {
      HOME: home,
      NODE_EXTRA_CA_CERTS: pebble.trusted,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAMES)}`,
    }
    server = await startGalley(data, [], { env })
    const ca = await pebble.root()
    const site = ['site', 'create', '--title', 'Blog', '--domain', 'blog.test', '--data', data]
    for (const words of [site, ['publish', 'blog.test', '--data', data]]) {
      const { code, err } = await galley(words)
      expect(code, err).to.equal(0)
    }
    const { status, text } = await soon(() => getSecurely({ port, ca, host: 'blog.test' }, '/'))
    expect(status).to.equal(200)
    expect(text).to.include('Blog')
    const health = await soon(() => getSecurely({ port, ca, host: 'galley.test' }, '/healthz'))
    expect(health.status).to.equal(200)
    expect(await server.kill('SIGTERM')).to.equal(0)
  })
})
