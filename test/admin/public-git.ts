/** A git host of which everybody may clone: git's own `http-backend` behind Node's server. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from '../stories/git-client.js'

const SITES = fileURLToPath(new URL('../../fixtures/sites', import.meta.url))

interface PublicRepository {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Hosts the source of a site of the fixtures, as somebody would push it: without what was built of it. */
export async function hostSite(name: string): Promise<PublicRepository> {
  const root = await mkdtemp(path.join(tmpdir(), 'galley-host-'))
  const work = path.join(root, 'work')
  const filter = (file: string) => path.basename(file) !== '_site'
  await cp(path.join(SITES, name), work, { recursive: true, filter })
  // As which Jekyll it was recorded: the fixtures have no Gemfile that would say so.
  await appendFile(path.join(work, '_config.yml'), '\njekyll_version: 4.3\n')
  await git(work, 'init', '-q')
  await git(work, 'add', '-A')
  await git(work, 'commit', '-q', '-m', 'As it was elsewhere')
  await git(root, 'clone', '-q', '--bare', work, `${name}.git`)
  const host = await serveRepositories(root)
  return {
    url: `${host.url}/${name}.git`,
    close: async () => {
      await host.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Serves the bare repositories in a folder. */
export async function serveRepositories(root: string): Promise<PublicRepository> {
  const server = createServer((request, response) => answer(root, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @see gitprotocol-http(5), git-http-backend(1) */
function answer(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host')
  const header = (name: string) => String(request.headers[name] ?? '')
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: header('git-protocol'),
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: header('content-type'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
    },
  })
  // It may have answered before it has read all.
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.once('close', () => {
    const all = Buffer.concat(parts)
    const end = all.indexOf('\r\n\r\n')
    for (const line of all.subarray(0, Math.max(0, end)).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
      else if (name !== '') response.setHeader(name, value)
    }
    response.end(all.subarray(end + 4))
  })
}
