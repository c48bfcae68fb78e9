/** How `galley` ends, and what it says, when its surroundings are not as they should be. */

import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { GALLEY, startGalley } from '../stories/galley-process.js'
import { galley, spawnGalley, type Ran } from './galley.js'

/** Some machines have none. */
function hasIpv6(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(0, '::1', () => server.close(() => resolve(true)))
  })
}

describe('galley, when its surroundings are not as they should be', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-serve-'))
    chmodSync(folder, 0o755)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('names variables that are no settings, in the log', async () => {
    const env = { GALLEY_SOMETHING_ELSE: '1' }
    const words = ['--log-level', 'info']
    const server = await startGalley(path.join(folder, 'env'), words, { env })
    expect(await server.kill('SIGTERM')).to.equal(0)
    expect(server.errors).to.include('GALLEY_SOMETHING_ELSE')
  })

  it('listens on an address of IPv6 in brackets, and prints URLs with them', async function () {
    if (!(await hasIpv6())) return this.skip()
    const data = path.join(folder, 'ipv6')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(path.join(data, 'galley.yml'), "host: '[::1]'\n")
    const server = await startGalley(data)
    expect(server.url).to.match(/^http:\/\/\[::1\]:\d+$/)
    expect(server.sitesUrl).to.match(/^http:\/\/\[::1\]:\d+$/)
    expect(server.output).to.include(`the admin is at ${server.url}/admin/`)
    expect((await fetch(`${server.url}/healthz`)).status).to.equal(200)
    expect(await server.kill('SIGTERM')).to.equal(0)
    const { out } = await galley(['user', 'reset-link', 'admin@localhost', '--data', data])
    expect(out).to.match(/^http:\/\/\[::1\]:4000\/admin\/password#/)
  })

  it('says in one sentence that packages were installed for another Node', async () => {
    // Those whose interface is that of one Node; the others fit every Node.
    const preload = path.join(folder, 'preload.cjs')
    const lines = [
      "const loaders = require('module')._extensions",
      "const load = loaders['.node']",
      "loaders['.node'] = (module, file) =>",
      "  file.includes('better_sqlite3') ? process.dlopen(module, __filename) : load(module, file)",
    ]
    writeFileSync(preload, lines.join('\n'))
    const data = path.join(folder, 'packages')
    mkdirSync(data, { mode: 0o700 })
    const serve = ['serve', '--data', data, '--port', '0', '--sites-port', '0']
    const commands = [serve, ['user', 'add', '--email', 'a@b.test', '--data', data]]
    for (const words of commands) {
      const env = { NODE_OPTIONS: `--require ${preload}` }
      const { code, err } = await spawnGalley(words, { env })
      expect(code).to.equal(1)
      expect(err).to.match(
        /^galley: The packages in \S+ were not installed for this Node \(v\S+, \S+ \S+\): run npm ci there with it\. \(.*\)\n$/,
      )
    }
  })

  describe('by a user who does not own the data folder', () => {
    const NOBODY = 65_534
    before(function () {
      if (process.getuid?.() !== 0) this.skip()
    })

    function asNobody(words: readonly string[]): Promise<Ran> {
      const [program, ...args] = GALLEY
      return new Promise((resolve) => {
        const env = { PATH: process.env['PATH'], HOME: '/nonexistent' }
        // The tests may lie where nobody else can read them, so it stays root, without the rights of root.
        const bare = ['--bounding-set=-all', '--inh-caps=-all', program]
        const child = spawn('setpriv', [...bare, ...args, ...words], { env, cwd: '/' })
        let [out, err] = ['', '']
        child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
        child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
        child.on('close', (code) => resolve({ code, out, err }))
      })
    }

    it('says in one sentence what may not be read', async () => {
      const data = path.join(folder, 'owned')
      await spawnGalley(['user', 'add', '--email', 'a@b.test', '--admin', '--data', data])
      for (const name of ['', ...readdirSync(data)])
        chownSync(path.join(data, name), NOBODY, NOBODY)
      const settings = path.join(data, 'galley.yml')
      const records = path.join(data, 'galley.db')
      const serve = ['serve', '--data', data, '--port', '0', '--sites-port', '0']
      const refusal = (file: string, may: string, rest = '') =>
        `galley: You may not ${may} ${file}: run Galley as the user who owns ${data}${rest}.\n`
      const chown = ', or chown all that is in it'
      const cases = [
        { mode: 0o700, file: settings, said: refusal(settings, 'read') },
        { mode: 0o755, file: data, said: refusal(data, 'read and write', chown) },
        { mode: 0o777, file: records, said: refusal(records, 'read and write', chown) },
      ]
      for (const { mode, said } of cases) {
        chmodSync(data, mode)
        for (const words of [serve, ['user', 'list', '--data', data]]) {
          const { code, err } = await asNobody(words)
          expect({ code, err }).to.deep.equal({ code: 1, err: said })
        }
      }
    })
  })
})
