import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, createServer } from 'node:net'
import { expect } from 'chai'
import { ftpStore } from '../../../src/deploy/ftp/ftp.js'
import { isInstalled, sharedServer } from '../../servers/start.js'
import { plantFile } from '../files/file-places.js'
import { localOutgoing } from '../settings.js'
import { closeServers, opened } from './hostile-server.js'

/** What somebody between the two changes in what is said before the handshake. */
interface Between {
  /** Said to the client instead of what the server says to `AUTH TLS`, which it never hears. */
  readonly refuse?: string
  /** Said after the server's agreement to TLS, in the same packet. */
  readonly inject?: string
}

/** Somebody between a client and a real server, who notes what is said in the clear. */
async function between({ refuse, inject }: Between): Promise<{ port: number; clear: string[] }> {
  const server = await sharedServer('ftp')
  const clear: string[] = []
  const port = await opened(
    createServer((client) => {
      const real = connect(server.number('port'), '127.0.0.1')
      let isClear = true
      for (const socket of [client, real]) {
        socket.on('error', () => undefined)
        socket.on('close', () => [client, real].forEach((one) => one.destroy()))
      }
      client.on('data', (chunk: Buffer) => {
        if (!isClear) return void real.write(chunk)
        clear.push(chunk.toString())
        if (refuse !== undefined && chunk.toString().startsWith('AUTH')) client.write(refuse)
        else real.write(chunk)
      })
      real.on('data', (chunk: Buffer) => {
        const isAgreed = isClear && chunk.toString().startsWith('234')
        if (isAgreed) isClear = false
        client.write(isAgreed ? Buffer.concat([chunk, Buffer.from(inject ?? '')]) : chunk)
      })
    }),
  )
  return { port, clear }
}

let places = 0

async function listed(port: number, timeout = localOutgoing.timeout): Promise<unknown> {
  const server = await sharedServer('ftp')
  const path = `between-${(places += 1)}`
  const root = join(server.text('root'), path)
  mkdirSync(root)
  await plantFile(root, 'page.html', 'home')
  const username = server.text('user')
  const account = { host: '127.0.0.1', port, username, password: server.text('password'), path }
  const outgoing = { ...localOutgoing, timeout, ca: readFileSync(server.text('ca'), 'utf8') }
  const open = ftpStore({ ...account, security: 'explicit' }, outgoing)
  try {
    const store = await open(new AbortController().signal)
    try {
      return [...(await store.list()).files.keys()]
    } finally {
      await store.close()
    }
  } catch (error) {
    return String(error)
  }
}

describe('FTPS with an attacker in between', () => {
  before(async function () {
    if (!(await isInstalled('ftp'))) this.skip()
  })

  afterEach(closeServers)

  for (const refuse of ['502 no TLS here\r\n', '421 not now\r\n', '530 log in first\r\n']) {
    it(`who answers "${refuse.trim()}" gets no login`, async () => {
      const { port, clear } = await between({ refuse })
      expect(await listed(port)).to.match(/^DeployError: .*(no TLS here|not now|log in first)/)
      expect(clear.join('')).to.match(/^AUTH TLS\r\n(QUIT\r\n)?$/)
    })
  }

  it('who agrees to TLS without offering it gets no login', async () => {
    const { port, clear } = await between({ refuse: '200 fine\r\n331 password\r\n230 in\r\n' })
    // The server behind hears a handshake as commands, and waits for the end of a line.
    expect(await listed(port, 500)).to.match(/^DeployError: .*(in time|Timeout)/)
    expect(clear.join('')).not.to.match(/USER|PASS/)
  })

  it('who injects replies after the TLS agreement is ignored', async () => {
    const inject = '200 fine\r\n331 password\r\n230 in\r\n257 "/evil"\r\n257-a\r\n'
    const { port, clear } = await between({ inject })
    expect(await listed(port)).to.deep.equal(['page.html'])
    expect(clear.join('')).to.equal('AUTH TLS\r\n')
  })
})
