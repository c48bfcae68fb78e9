/**
 * A host of git repositories with Git LFS: real git behind HTTP, and the batch API beside it. What it does with an object
 * can be said.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { keepObject } from '../../src/git/lfs/objects.js'
import type { LfsPointer } from '../../src/git/lfs/pointer.js'

/** An object of the host. */
export interface HostedObject {
  readonly sha256: string
  readonly content: Buffer
  /** What its link is in place of the host's own. */
  href?: string
  /** What stands in place of its link. */
  error?: { readonly code: number; readonly message: string }
  /** Where its link redirects to. */
  redirect?: string
  /** What is sent in place of the content. */
  sent?: Buffer
  /** Statuses with which it is answered first, one each time. */
  statuses?: number[]
  /** More about its link. */
  link?: Readonly<Record<string, unknown>>
  authenticated?: boolean
}

/** A request that came. */
interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface LfsHost {
  readonly url: string
  /** What is asked for and not here is 404. */
  readonly objects: Map<string, HostedObject>
  readonly seen: SeenRequest[]
  /** The status of answers about links; 200 if not set. */
  status: number
  /** A text that is sent in place of the links. */
  answer: string | null
  /** Adds an object. @returns its pointer */
  add(content: Buffer, more?: Partial<HostedObject>): string
  close(): Promise<void>
}

interface LfsHostOptions {
  /** Folder of bare repositories. */
  readonly repositories?: string
  /** `Authorization` without which nothing is answered. */
  readonly authorization?: string
}

/** The text that git has in place of a file. */
export function pointerTo(content: Buffer): string {
  const sha256 = sha256Of(content)
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${content.length}\n`
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Gives a repository the object that a pointer to a content names, as a sync would. */
export async function bringObject(gitDir: string, content: Buffer): Promise<LfsPointer> {
  const pointer = { sha256: sha256Of(content), size: content.length }
  const folder = dirname(gitDir)
  await keepObject(gitDir, { ...pointer, folder }, Readable.from([content]))
  return pointer
}

export async function startLfsHost(options: LfsHostOptions = {}): Promise<LfsHost> {
  const server = createServer((request, response) => {
    answer(host, options, { request, response }).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host: LfsHost = {
    url: `http://127.0.0.1:${port}`,
    objects: new Map(),
    seen: [],
    status: 200,
    answer: null,
    add(content, more = {}) {
      const sha256 = sha256Of(content)
      host.objects.set(sha256, { sha256, content, ...more })
      return pointerTo(content)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return host
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const TYPE = 'application/vnd.git-lfs+json'

async function answer(
  host: LfsHost,
  options: LfsHostOptions,
  { request, response }: Exchange,
): Promise<void> {
  const { method = '', url = '', headers } = request
  const body = await buffer(request)
  host.seen.push({ method, url, headers, body: body.toString() })
  const [, sha256 = ''] = /^\/objects\/([0-9a-f]{64})$/.exec(url) ?? []
  const object = host.objects.get(sha256)
  if (object) return sendObject(object, response)
  if (options.authorization !== undefined && headers.authorization !== options.authorization) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
  } else if (url.endsWith('.git/info/lfs/objects/batch')) {
    const text = host.answer ?? JSON.stringify(linksFor(host, JSON.parse(body.toString())))
    response.writeHead(host.status, { 'content-type': `${TYPE}; charset=utf-8` }).end(text)
  } else if (options.repositories === undefined) {
    response.writeHead(404).end()
  } else {
    await answerAsGit(options.repositories, body, { request, response })
  }
}

function sendObject(object: HostedObject, response: ServerResponse): void {
  const status = object.statuses?.shift()
  if (status !== undefined) response.writeHead(status).end()
  else if (object.redirect !== undefined) {
    response.writeHead(302, { location: object.redirect }).end()
  } else response.writeHead(200).end(object.sent ?? object.content)
}

interface Batch {
  readonly objects: readonly { readonly oid: string; readonly size: number }[]
}

function linksFor({ objects, url }: LfsHost, asked: Batch): object {
  return {
    transfer: 'basic',
    objects: asked.objects.map(({ oid, size }) => {
      const object = objects.get(oid)
      if (!object) return { oid, size, error: { code: 404, message: 'Object does not exist' } }
      const { error, authenticated, link } = object
      if (error) return { oid, size, error }
      const download = { href: object.href ?? `${url}/objects/${oid}`, ...link }
      return { oid, size, authenticated, actions: { download } }
    }),
  }
}

/** As a web server does it, by git's own program. @see git-http-backend(1) */
async function answerAsGit(
  repositories: string,
  body: Buffer,
  { request, response }: Exchange,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
  const { headers } = request
  const git = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: '1',
      // Those who are known may push.
      REMOTE_USER: 'ada',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    },
  })
  // Git reads no body of a GET, and may be gone before it is written.
  git.stdin.on('error', () => undefined)
  git.stdin.end(body)
  const output = await buffer(git.stdout)
  const end = output.indexOf('\r\n\r\n')
  const lines = output.subarray(0, end).toString().split('\r\n')
  const pairs = lines.map((line) => line.split(': ', 2) as [string, string])
  const status = Number(pairs.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200)
  response.writeHead(status, Object.fromEntries(pairs)).end(output.subarray(end + 4))
}
