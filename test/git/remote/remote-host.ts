/** A real git host (lighttpd with git's own http-backend) and a proxy before it that breaks things. */
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { createHttpClient } from '../../../src/deploy/network/http-client.js'
import type { HttpClient } from '../../../src/deploy/network/http-client.js'
import type { Remote } from '../../../src/git/remote/http.js'
import { isInstalled, sharedServer } from '../../servers/start.js'
import { git } from '../fixture.js'

let repositories = 0

export interface HostedRepository {
  /** The bare repository on the host's disk. */
  readonly dir: string
  readonly url: string
  /** A URL that real git clients take, with the login in it. */
  readonly cloneUrl: string
  /** As `url`, through another port. */
  through(port: number): string
}

export interface GitHost {
  readonly port: number
  readonly username: string
  readonly token: string
  readonly client: HttpClient
  repository(name?: string): Promise<HostedRepository>
  remote(url: string, change?: Partial<Remote>): Remote
}

/** Registers hooks in the enclosing `describe`; skips it where the host's packages are missing. */
export function useGitHost(): () => GitHost {
  let host: GitHost | undefined
  before('start the git host', async function () {
    if (await isInstalled('githost')) host = await startHost()
    else this.skip()
  })
  after(() => host?.client.close())
  return () => {
    if (!host) throw new Error('The git host has not been started.')
    return host
  }
}

async function startHost(): Promise<GitHost> {
  const server = await sharedServer('githost')
  const [username, token, port] = [
    server.text('user'),
    server.text('password'),
    server.number('port'),
  ]
  const client = createHttpClient({ rules: { allow: ['127.0.0.0/8'] }, timeout: 60_000 })
  return {
    port,
    username,
    token,
    client,
    async repository(name = `r${process.pid}-${repositories++}`) {
      const dir = join(server.text('repos'), `${name}.git`)
      await git('/', 'init', '-q', '--bare', '-b', 'main', dir)
      const through = (by: number): string => `http://127.0.0.1:${by}/${name}.git`
      const url = through(port)
      return { dir, url, cloneUrl: url.replace('//', `//${username}:${token}@`), through }
    },
    remote: (url, change = {}) => ({
      url,
      username,
      token,
      http: (request) => client.request(request),
      signal: new AbortController().signal,
      ...change,
    }),
  }
}

/** What the proxy does with a connection. */
export type Fault =
  | 'pass'
  /** Takes connections and bytes and never answers. */
  | 'freeze'
  /** The host gets the push; its answer is cut off. */
  | 'lose-push-answer'
  /** Cuts the answer to a fetch in the middle. */
  | 'cut-fetch'

export interface Proxy {
  readonly port: number
  fault: Fault
  /** Bytes, of both directions, after which everything is cut. */
  budget: number
  /** Connections that were taken. */
  connections: number
  close(): Promise<void>
}

/** A TCP proxy in front of a port. */
export async function startProxy(target: number): Promise<Proxy> {
  const open = new Set<Socket>()
  const server: Server = createServer((client) => {
    proxy.connections += 1
    open.add(client)
    relay(client, target, proxy)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxy: Proxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    fault: 'pass',
    budget: Number.POSITIVE_INFINITY,
    connections: 0,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return proxy
}

function relay(client: Socket, target: number, proxy: Proxy): void {
  client.on('error', () => undefined)
  const upstream = connect(target, '127.0.0.1')
  upstream.on('error', () => client.destroy())
  upstream.on('close', () => client.destroy())
  client.on('close', () => upstream.destroy())
  let asked = ''
  const isSpent = (bytes: Buffer): boolean => {
    proxy.budget -= bytes.length
    if (proxy.budget < 0) {
      client.destroy()
      upstream.destroy()
    }
    return proxy.budget < 0
  }
  client.on('data', (bytes: Buffer) => {
    if (proxy.fault === 'freeze' || isSpent(bytes)) return
    asked = `${asked}${bytes.toString('latin1')}`.slice(-4000)
    upstream.write(bytes)
  })
  upstream.on('data', (bytes: Buffer) => {
    if (proxy.fault === 'freeze' || isSpent(bytes)) return
    if (proxy.fault === 'lose-push-answer' && asked.includes('/git-receive-pack HTTP')) {
      client.destroy()
    } else if (proxy.fault === 'cut-fetch' && asked.includes('/git-upload-pack HTTP')) {
      client.write(bytes.subarray(0, 400), () => client.destroy())
    } else client.write(bytes)
  })
}
