/** SIGHUP has the settings read again, while requests go on. */

import { expect } from 'chai'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { eventually } from './git-client.js'

describe('SIGHUP', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'galley-reload-'))
  const data = path.join(home, 'data')
  const store = path.join(home, 'store')
  let server: GalleyProcess | undefined
  let authorization = ''
  let log = ''

  before(async () => {
    for (const folder of [data, store]) mkdirSync(folder, { mode: 0o700 })
    writeFileSync(path.join(home, 'key'), 'a'.repeat(64))
    write('log_level: info\n')
    server = await startGalley(data, [], { logLevel: null })
    ;({ authorization } = server)
    server.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  })

  after(async () => {
    const code = await server?.kill('SIGTERM')
    rmSync(home, { recursive: true, force: true })
    expect(code).to.equal(0)
  })

  const write = (settings: string) => writeFileSync(path.join(data, 'galley.yml'), settings)

  /** Waits for a line of the log that has not been there before. */
  async function reload(settings: string, said: string): Promise<string> {
    write(settings)
    const before = log.length
    server?.child.kill('SIGHUP')
    await eventually(() => expect(log.slice(before)).to.include(said))
    return log.slice(before)
  }

  const addressOf = (address: string) => `${server?.url}${address}`

  const READ = 'the settings were read again'

  async function get(address: string): Promise<Response> {
    return fetch(addressOf(address), { headers: { authorization } })
  }

  async function ask<Json>(address: string): Promise<Json> {
    const response = await get(address)
    expect(response.status).to.equal(200)
    const body: Json = JSON.parse(await response.text())
    return body
  }

  const makeSite = (domain: string) =>
    fetch(addressOf('/v2/sites'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Blog', domain }),
    })

  it('does not end a server that starts, which reads the settings once more', async () => {
    const starting = path.join(home, 'starting')
    mkdirSync(starting, { mode: 0o700 })
    writeFileSync(path.join(starting, 'galley.yml'), 'log_level: info\n')
    // The signal comes while the settings are read for the first time.
    const signal = `
      import { execFileSync } from 'node:child_process'
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const read = fs.readFileSync
      fs.readFileSync = (file, ...more) => {
        if (String(file).endsWith('galley.yml')) {
          fs.readFileSync = read
          syncBuiltinESMExports()
          execFileSync('kill', ['-HUP', String(process.pid)])
        }
        return read(file, ...more)
      }
      syncBuiltinESMExports()`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(signal)}` }
    const begun = await startGalley(starting, [], { env, logLevel: null })
    expect(begun.errors).to.include(READ)
    expect(await begun.kill('SIGTERM')).to.equal(0)
  })

  it('gives a running server new values, and takes them back', async () => {
    const ways = { password: true, provider: null }
    expect(await ask('/v2/sign-in')).to.deep.equal(ways)
    expect(await ask('/v2/mail')).to.include({ on: false, from: null })
    expect(await (await get('/metrics')).text()).not.to.match(/^galley_copies_failing /m)
    const said = await reload(
      [
        'log_level: info',
        'rate_limit: 4321',
        'site_bytes: 1',
        'smtp_url: smtp://127.0.0.1:1',
        'mail_from: galley@example.org',
        'oidc_issuer: https://login.example.org',
        'oidc_client_id: galley',
        'oidc_only: true',
        `copies_to: ${store}`,
        `copies_key_file: ${path.join(home, 'key')}`,
      ].join('\n'),
      READ,
    )
    for (const key of ['rate_limit', 'smtp_url', 'oidc_issuer', 'copies_to', 'site_bytes']) {
      expect(said).to.include(`"${key}"`)
    }
    expect(said).not.to.include('need a restart').and.not.to.include('"log_level"')
    expect((await get('/v2/sites')).headers.get('RateLimit-Limit')).to.equal('4321')
    expect(await ask('/v2/mail')).to.include({ on: true, from: 'galley@example.org' })
    const only = { password: false, provider: 'login.example.org' }
    expect(await ask('/v2/sign-in')).to.deep.equal(only)
    await eventually(async () => {
      expect(readdirSync(store)).to.include('points')
      expect(await (await get('/metrics')).text()).to.match(/^galley_copies_failing 0$/m)
    })
    const site: { id: string } = JSON.parse(await (await makeSite('full.test')).text())
    const upload = new FormData()
    upload.append('file', new Blob(['more']), 'more.txt')
    const put = (body: FormData) =>
      fetch(addressOf(`/v2/sites/${site.id}/source/more.txt`), {
        method: 'PUT',
        headers: { authorization },
        body,
      })
    expect((await put(upload)).status).to.equal(507)

    await reload('log_level: info\n', READ)
    expect((await put(upload)).status).to.be.oneOf([200, 201])
    expect(await ask('/v2/mail')).to.include({ on: false })
    expect(await ask('/v2/sign-in')).to.deep.equal(ways)
    expect(await (await get('/metrics')).text()).not.to.match(/^galley_copies_failing /m)
  })

  it('goes on by the old value of what needs a restart, and says so each time', async () => {
    for (const _again of [1, 2]) {
      const said = await reload('log_level: info\nheader_seconds: 7\njobs: 7\n', READ)
      expect(said).to.include('"waiting":["jobs","header_seconds"]').and.include('"changed":[]')
    }
    expect((await get('/healthz')).status).to.equal(200)
  })

  it('changes nothing if the file is wrong, and says where', async () => {
    const files = [
      ['log_level: info\nrate_limit: 77\nrate_limt: 5\n', 'rate_limt'],
      ['log_level: info\nrate_limit: none\n', 'galley.yml: rate_limit must be a whole number'],
      ['log_level: info\nrate_limit: 77\nsmtp_url: smtp://localhost\n', '--mail-from'],
      ['rate_limit: 77\n  jobs: [\n', 'galley.yml:2'],
    ] as const
    for (const [file, reason] of files) {
      const said = await reload(file, 'the settings could not be read again, so none has changed')
      expect(said).to.include(reason)
      expect((await get('/v2/sites')).headers.get('RateLimit-Limit')).to.equal('5000')
    }
  })

  it('shows no password in the log', async () => {
    const mail = 'log_level: debug\nsmtp_url: smtp://me:secret@127.0.0.1:1\nmail_from: a@b.test\n'
    await reload(mail, READ)
    await reload('log_level: info\nsmtp_url: smtps:/me:secret@127.0.0.1\n', 'none has changed')
    expect(log).to.include('smtp_url').and.not.to.include('secret')
  })

  it('loses no request', async () => {
    let isOver = false
    const asking = Array.from({ length: 4 }, async () => {
      const seen = new Set<number>()
      while (!isOver) seen.add((await get('/v2/sites')).status)
      return [...seen]
    })
    for (let round = 1; round <= 20; round += 1) {
      await reload(`log_level: info\nrate_limit: ${100_000 + round}\n`, READ)
    }
    isOver = true
    expect(await Promise.all(asking)).to.deep.equal(Array(4).fill([200]))
  })

  it('writes the log at the new level at once', async () => {
    await reload('log_level: debug\n', READ)
    write('log_level: error\n')
    const before = log.length
    server?.child.kill('SIGHUP')
    // What is refused is an error, and the last line of all.
    await reload('log_level: nothing\n', 'galley.yml: log_level must be one of')
    expect(log.slice(before)).not.to.include(READ)
  })
})
