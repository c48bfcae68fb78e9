/** The server on a Unix socket as a program, and commands that find it there. */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { soon } from '../servers/pebble.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { galley } from './galley.js'

const hasActivation = spawnSync('systemd-socket-activate', ['--version']).status === 0

describe('galley on a Unix socket', function () {
  this.timeout(240_000)
  const home = mkdtempSync(path.join(tmpdir(), 'galley-sockets-'))
  const data = path.join(home, 'data')
  const socket = path.join(home, 'api.sock')
  const sitesSocket = path.join(home, 'sites.sock')
  const addresses = ['--public-url', 'https://www.example.org/cms', '--sites-url', 'http://s.test']
  const places = ['--socket', socket, '--sites-socket', sitesSocket]
  let server: GalleyProcess | undefined

  after(async () => {
    await server?.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })

  const run = async (...words: string[]) => {
    const { code, err, out } = await galley([...words, '--data', data])
    expect(code, err).to.equal(0)
    return out
  }

  it('says where it listens, and where people find it', async () => {
    server = await startGalley(data, [...places, ...addresses])
    expect(server.url).to.equal(`unix:${socket}`)
    expect(server.sitesUrl).to.equal(`unix:${sitesSocket}`)
    expect(server.output).to.include('the admin is at https://www.example.org/cms/admin/')
  })

  it('is found by commands: with a body, a file and events', async () => {
    await run('site', 'create', '--title', 'Tides', '--domain', 'tides.test')
    // Commands would start a server of their own, if they could.
    expect(await run('publish', 'tides.test')).to.include('tides.test')
    const zip = path.join(home, 'tides.zip')
    await run('site', 'export', 'tides.test', zip)
    await run('site', 'import', zip, '--domain', 'again.test')
    expect(await run('site', 'list')).to.include('again.test')
  })

  it('starts again after it was killed', async () => {
    await server?.kill('SIGKILL')
    expect(existsSync(socket)).to.equal(true)
    server = await startGalley(data, [...places, ...addresses])
    expect(await run('site', 'list')).to.include('tides.test')
    expect(await server.kill('SIGTERM')).to.equal(0)
    server = undefined
    expect(existsSync(socket)).to.equal(false)
  })

  it('does not start on the socket of another program', async () => {
    writeFileSync(socket, '')
    const refused = await startGalley(data, [...places, ...addresses]).catch(String)
    expect(refused).to.include(`${socket} is there already`)
    rmSync(socket)
  })

  it('takes the sockets that systemd has opened, and leaves them to it', async function () {
    if (!hasActivation) return this.skip()
    const under = ['systemd-socket-activate', '-l', socket, '-l', sitesSocket]
    // It starts the program when somebody comes.
    const first = soon(async () => {
      const visitor = connect(socket)
      await once(visitor, 'connect')
      return visitor
    })
    server = await startGalley(data, [...places, ...addresses], { under })
    ;(await first).destroy()
    expect(server.url).to.equal(`unix:${socket}`)
    expect(await run('site', 'list')).to.include('tides.test')
    expect(await server.kill('SIGTERM')).to.equal(0)
    server = undefined
    expect(existsSync(socket)).to.equal(true)
  })
})
