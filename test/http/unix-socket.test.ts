/** A server on Unix sockets: who may use them, whom a request counts for, and what is left of them. */

import { expect } from 'chai'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApi, type Running } from '../api/server.js'

describe('A server on Unix sockets', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-sockets-'))
  const socket = path.join(folder, 'api.sock')
  const addresses = { publicUrl: 'https://galley.example.org', sitesUrl: 'https://s.example.org' }
  const start = (more: Record<string, string> = {}) =>
    startApi({ settings: { socket, ...addresses, ...more } })
  /** What it says instead of starting. */
  const refusal = async (more: Record<string, string> = {}): Promise<string> => {
    try {
      api = await start(more)
      return 'it has started'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  let api: Running | undefined

  afterEach(async () => {
    await api?.finish()
    api = undefined
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('answers on them, lets the group in, and takes them away at the end', async () => {
    const sitesSocket = path.join(folder, 'sites.sock')
    api = await start({ sitesSocket })
    expect((await api.get('/healthz')).status).to.equal(200)
    expect(api.server.url).to.equal(`unix:${socket}`)
    for (const place of [socket, sitesSocket]) {
      expect(statSync(place).mode & 0o777).to.equal(0o660)
    }
    await api.finish()
    api = undefined
    expect(existsSync(socket)).to.equal(false)
    expect(existsSync(sitesSocket)).to.equal(false)
  })

  it('takes another mode', async () => {
    api = await start({ socketMode: '0600' })
    expect(statSync(socket).mode & 0o777).to.equal(0o600)
  })

  it('takes the place of one that was killed', async () => {
    const killed = createServer().listen(socket)
    await once(killed, 'listening')
    // The file stays, as after SIGKILL: under another name, it is not removed.
    renameSync(socket, `${socket}.kept`)
    killed.close()
    await once(killed, 'close')
    renameSync(`${socket}.kept`, socket)
    api = await start()
    expect((await api.get('/healthz')).status).to.equal(200)
  })

  it('leaves one on which somebody answers, and what is no socket', async () => {
    const other = createServer((connection) => connection.end()).listen(socket)
    await once(other, 'listening')
    expect(await refusal())
      .to.include(`${socket} is there already`)
      .and.include('--socket')
    const still = connect(socket)
    await once(still, 'connect')
    still.destroy()
    other.close()
    await once(other, 'close')
    const file = path.join(folder, 'file')
    writeFileSync(file, 'mine')
    expect(await refusal({ socket: file })).to.include('no socket')
    expect(readFileSync(file, 'utf8')).to.equal('mine')
    const missing = path.join(folder, 'none', 'api.sock')
    expect(await refusal({ socket: missing }))
      .to.include('folder')
      .and.include('is missing')
  })

  it('trusts the proxy: a request counts for the client that it names', async () => {
    api = await start({ connectionsPerAddress: '1', rateLimit: '20' })
    const { send } = api
    const from = async (client: string) => {
      const headers = { 'X-Forwarded-For': client }
      const call = { method: 'GET', path: '/v2/sign-in', as: undefined, headers }
      return (await send(call)).headers['ratelimit-remaining']
    }
    expect(await from('203.0.113.7')).to.equal('19')
    expect(await from('198.51.100.1, 203.0.113.7')).to.equal('18')
    expect(await from('203.0.113.8')).to.equal('19')
    expect(api.warned).to.deep.equal([])
    const open = [connect(socket), connect(socket), connect(socket)]
    await Promise.all(open.map((one) => once(one, 'connect')))
    expect(await from('203.0.113.8')).to.equal('18')
    for (const one of open) one.destroy()
  })

  it('shows its metrics to this machine, and to nobody through a proxy', async () => {
    api = await start()
    const { send } = api
    const status = async (headers: Record<string, string>) =>
      (await send({ method: 'GET', path: '/metrics', as: undefined, headers })).status
    expect(await status({ Host: 'localhost' })).to.equal(200)
    expect(await status({ Host: 'localhost', 'X-Forwarded-For': '203.0.113.7' })).to.equal(401)
    expect(await status({ Host: 'galley.example.org' })).to.equal(401)
  })
})
