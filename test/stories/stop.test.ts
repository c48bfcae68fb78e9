/**
 * Starting and stopping: one server a data folder, settings that are named when they are wrong,
 * credentials once, and an end that loses nothing.
 *
 * GALLEY_STOP_ROUNDS makes the rounds under load more (200 before a release).
 *
 * @see reliability promises D11, D15: docs in README, "What always holds"
 */

import { expect } from 'chai'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { galley, spawnGalley } from '../cli/galley.js'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { call, expectKept, startWriters } from './writers.js'

const ROUNDS = Number(process.env['GALLEY_STOP_ROUNDS'] ?? 2)

describe('stopping a server', function () {
  this.timeout(300_000 + ROUNDS * 60_000)
  const data = mkdtempSync(path.join(tmpdir(), 'galley-stop-'))
  let server: GalleyProcess | null = null
  let authorization = ''
  let siteId = ''

  after(async () => {
    await server?.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })

  async function start(): Promise<GalleyProcess> {
    const started = await startGalley(data)
    server = started
    authorization ||= started.authorization
    return started
  }

  /** Exit code; one that does not come to its end in time ends itself, with 1. */
  function stop(running: GalleyProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => running.child.once('exit', resolve))
    running.child.kill(signal)
    return ended
  }

  it(`loses no acknowledged write under load, ${ROUNDS} times`, async () => {
    const first = await start()
    const site = { title: 'Stop', domain: 'stop.test', empty: true }
    const made = await call({ server: first, authorization }, 'POST /v2/sites', site)
    siteId = String(made?.json['id'])
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = round === 0 ? first : await start()
      const writers = startWriters({ server: running, authorization, siteId }, 6, `round ${round}`)
      await writers.more(10 + round * 7)
      const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGINT'
      expect(await stop(running, signal)).to.equal(0)
      await writers.stop()
      expect(writers.odd).to.deep.equal([])
      expect(writers.acknowledged.size).to.be.greaterThan(0)
      expect(existsSync(path.join(data, 'server.json'))).to.equal(false)
      const gitDir = path.join(data, 'sites', siteId, 'repository.git')
      execFileSync('git', ['--git-dir', gitDir, 'fsck', '--strict', '--full'], { stdio: 'pipe' })
      const next = await start()
      await expectKept({ server: next, authorization }, writers)
      expect(await stop(next, 'SIGTERM')).to.equal(0)
    }
  })

  it('interrupts a running job cleanly: it is an error after the restart, with no leftovers', async () => {
    const running = await start()
    const access = { server: running, authorization }
    // It does not come to its end before the server is told to stop, however late that is.
    const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}'
    await call(access, `POST /v2/sites/${siteId}/pages`, { title: 'Endless', body })
    const asked = await call(access, `POST /v2/sites/${siteId}/publish`)
    const jobId = String(asked?.json['job_id'])
    const response = await fetch(`${running.url}/v2/jobs/${jobId}`, { headers: { authorization } })
    const reader = response.body?.getReader()
    let events = ''
    while (!events.includes('Reading the source')) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      events += new TextDecoder().decode(value)
    }
    expect(await stop(running, 'SIGTERM')).to.equal(0)

    const next = await start()
    const job = await fetch(`${next.url}/v2/jobs/${jobId}`, { headers: { authorization } })
    const told = await job.text()
    expect(told).to.match(/"status":"error","message":"Interrupted by a server restart"/)
    expect(existsSync(path.join(data, 'sites', siteId, 'work', jobId))).to.equal(false)
    expect(existsSync(path.join(data, 'sites', siteId, 'live'))).to.equal(false)
  })

  it('refuses a second server on the same folder', async () => {
    const args = ['serve', '--data', data, '--port', '0', '--sites-port', '0']
    const { code, out, err } = await galley(args)
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    expect(err).to.match(/^galley: .*Another Galley process is using this data folder\.\n$/)
  })
})

/** Runs in the server before itself: something is open that nothing closes, as where closing has failed halfway. */
const LEFT_OPEN = `
import { isMainThread } from 'node:worker_threads'
if (isMainThread && process.argv.includes('serve')) setInterval(() => undefined, 60_000)
`

describe('a server whose data folder is moved away', () => {
  it('ends at once when it is stopped, and says what is missing', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'galley-gone-'))
    const left = `--import data:text/javascript,${encodeURIComponent(LEFT_OPEN)}`
    const server = await startGalley(data, [], { env: { NODE_OPTIONS: left } })
    let said = ''
    server.child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const closed = new Promise((resolve) => server.child.once('close', resolve))
    renameSync(data, `${data}-gone`)
    expect(await server.kill('SIGTERM')).to.equal(1)
    await closed
    expect(said).to.match(/^galley: ENOENT.*\n$/)
    rmSync(`${data}-gone`, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
  })
})

describe('starting a server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-begin-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('exits if it cannot write its note in the data folder', async () => {
    const data = path.join(folder, 'no-note')
    mkdirSync(path.join(data, 'server.json', 'full'), { recursive: true })
    const args = ['serve', '--data', data, '--port', '0', '--sites-port', '0']
    const { code, err } = await spawnGalley(args)
    expect(code).to.equal(1)
    expect(err).to.match(/galley: EISDIR|galley: ENOTEMPTY/)
  })

  function dataWith(name: string, settings: string): string {
    const data = path.join(folder, name)
    mkdirSync(data)
    writeFileSync(path.join(data, 'galley.yml'), settings)
    return data
  }

  it('reports an unknown key and an invalid value, with their place', async () => {
    const unknown = dataWith('unknown', 'porrt: 4000\n')
    const bad = dataWith('bad', 'port: many\n')
    const cases: [string[], Record<string, string>, string][] = [
      [['--data', unknown], {}, 'galley.yml: unknown setting "porrt"'],
      [['--data', bad], {}, 'galley.yml: port must be a whole number from 0 to 65535, not "many"'],
      [['--data', folder], { GALLEY_JOBS: 'x' }, 'GALLEY_JOBS must be a whole number'],
      [['--data', folder, '--port', '70000'], {}, '--port must be a whole number from 0 to 65535'],
      [['--data', folder, '--porrt', '1'], {}, "unknown option '--porrt'"],
    ]
    for (const [args, env, words] of cases) {
      const run = Object.keys(env).length === 0 ? galley : spawnGalley
      const { code, out, err } = await run(['serve', ...args], { env })
      expect({ code, out }).to.deep.equal({ code: 1, out: '' })
      expect(err).to.include(words)
      expect(err).not.to.include('    at ')
    }
  })

  it('takes free ports for 0 and shows credentials once', async () => {
    const data = path.join(folder, 'first')
    const first = await startGalley(data)
    expect(first.url).to.match(/^http:\/\/127\.0\.0\.1:\d{2,5}$/)
    expect(first.url).not.to.equal(first.sitesUrl)
    const { authorization } = first
    const me = await call({ server: first, authorization }, 'GET /v2/users/me')
    expect(me?.json).to.deep.include({ email: 'admin@localhost' })
    expect(await first.kill('SIGTERM')).to.equal(0)
    const second = await startGalley(data)
    expect(second.authorization).to.equal('')
    const link = /\/admin\/start#([0-9a-f]{64})\n/
    const tokens = [first, second].map(({ output }) => link.exec(output)?.[1] ?? '')
    const statuses: number[] = []
    for (const token of tokens) {
      const chosen = { email: 'ada@example.org', password: 'a password of her own' }
      const answer = await fetch(`${second.url}/v2/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...chosen }),
      })
      statuses.push(answer.status)
    }
    // That of the first start ended with it.
    expect(statuses).to.deep.equal([401, 201])
    expect(await second.kill('SIGTERM')).to.equal(0)
  })

  it('takes the first administrator from the environment, and never prints that password', async () => {
    const data = path.join(folder, 'unattended')
    const email = 'boss@example.org'
    const env = { GALLEY_ADMIN_EMAIL: email, GALLEY_ADMIN_PASSWORD: 'very secret words' }
    const server = await startGalley(data, [], { env })
    expect(server.output).not.to.include('very secret words').and.not.include('/admin/start#')
    const password = Buffer.from(`${email}:very secret words`).toString('base64')
    const auth = { server, authorization: `Basic ${password}` }
    const answer = await call(auth, 'POST /v2/auth')
    expect(answer?.status).to.equal(200)
    expect(await server.kill('SIGTERM')).to.equal(0)
  })

  it('reports which version of Node it needs', async () => {
    const main = new URL('../../src/cli/main.ts', import.meta.url).href
    const script = `Object.defineProperty(process.versions, 'node', { value: '18.19.0' })
      const { main } = await import(${JSON.stringify(main)}); await main(['--version'])`
    const child = spawn(process.execPath, [
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      script,
    ])
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).to.equal(1)
    expect(err).to.match(/^galley needs Node 20\.20 or later; this is v/)
  })
})
