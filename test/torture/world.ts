/** A server in a process of its own with one site: what a history does to it, and what is seen of it. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { commitFiles, eventually, git } from '../stories/git-client.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'

const execute = promisify(execFile)
const DOMAIN = 'history.test'

export interface Answer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
  readonly etag: string
}

/** A page as a list shows it. */
export interface Seen {
  readonly id: string
  readonly body: string
}

export class World {
  private server: GalleyProcess
  private readonly authorization: string

  private constructor(
    private readonly root: string,
    server: GalleyProcess,
  ) {
    this.server = server
    this.authorization = server.authorization
  }

  siteId = ''

  static async open(): Promise<World> {
    const root = await mkdtemp(path.join(tmpdir(), 'galley-history-'))
    const world = new World(root, await startGalley(path.join(root, 'data')))
    const site = { title: 'History', domain: DOMAIN, empty: true }
    world.siteId = String((await world.call('POST /v2/sites', site)).json['id'])
    await git(root, 'clone', '-q', world.remote(), 'clone')
    return world
  }

  /** @param asked `METHOD /path` */
  async call(
    asked: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const [method = '', url = ''] = asked.split(' ')
    const response = await fetch(this.server.url + url, {
      method,
      headers: {
        authorization: this.authorization,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: response.status, json, etag: response.headers.get('etag') ?? '' }
  }

  async rows<T>(url: string): Promise<readonly T[]> {
    const response = await fetch(`${this.server.url}/v2/sites/${this.siteId}${url}`, {
      headers: { authorization: this.authorization },
    })
    expect(response.status).to.equal(200)
    return (await response.json()) as T[]
  }

  /** All pages of the site by path. */
  async pages(): Promise<Map<string, Seen>> {
    const rows = await this.rows<Seen & { readonly path: string }>('/pages?per_page=1000')
    return new Map(rows.map(({ path: name, id, body }) => [name, { id, body }]))
  }

  /** Commits and pushes as a developer who pulls first. */
  async push(name: string, text: string | null): Promise<void> {
    const clone = path.join(this.root, 'clone')
    await git(clone, 'remote', 'set-url', 'origin', this.remote())
    await git(clone, 'pull', '-q', '--rebase', 'origin', 'main')
    await commitFiles(clone, { [name]: text })
    await git(clone, 'push', '-q', 'origin', 'HEAD:main')
  }

  /** Saves into the working tree on the server's disk; returns when the API shows it. */
  async saveOnDisk(name: string, text: string, body: string): Promise<void> {
    await writeFile(path.join(this.siteFolder(), 'tree', name), text)
    await eventually(async () => expect((await this.pages()).get(name)?.body).to.equal(body))
  }

  /** Runs a job to its end; the name of its last state. */
  async job(url: string): Promise<string> {
    const { status, json } = await this.call(`POST ${url}`)
    expect(status, JSON.stringify(json)).to.equal(202)
    const job = `/v2/jobs/${String(json['job_id'])}`
    return eventually(async () => {
      const { json: seen } = await this.call(`GET ${job}`, undefined, {
        accept: 'application/json',
      })
      expect(seen['status']).to.be.oneOf(['complete', 'error', 'cancelled'])
      return String(seen['status'])
    })
  }

  /** What a visitor gets; null for 404. */
  async live(name: string): Promise<string | null> {
    const { hostname, port } = new URL(this.server.sitesUrl)
    return new Promise((resolve, reject) => {
      const options = { hostname, port, path: `/${name}`, headers: { host: DOMAIN } }
      const request = http.get(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : null),
        )
      })
      request.on('error', reject)
    })
  }

  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.server.kill(signal)
    this.server = await startGalley(path.join(this.root, 'data'))
    // It answers before every site is read in; until then this one is 503.
    await eventually(() => this.pages())
  }

  /** Oids of the files that `main` has by path, by real git. */
  async committed(): Promise<Map<string, string>> {
    const own = ['--git-dir', 'repository.git']
    const listed = await git(this.siteFolder(), ...own, 'ls-tree', '-r', 'main')
    const rows = listed.split('\n').filter(Boolean)
    return new Map(
      rows.map((row) => [row.slice(row.indexOf('\t') + 1), row.split(/[ \t]/)[2] ?? '']),
    )
  }

  async onDisk(name: string): Promise<string | null> {
    const file = path.join(this.siteFolder(), 'tree', name)
    return existsSync(file) ? readFile(file, 'utf8') : null
  }

  /** Ends the server, has git look at the repository and removes everything. */
  async close(): Promise<void> {
    await this.server.kill('SIGTERM')
    const folder = path.join(this.siteFolder(), 'repository.git')
    await execute('git', ['--git-dir', folder, 'fsck', '--strict', '--full'])
    await rm(this.root, { recursive: true, force: true })
  }

  private siteFolder(): string {
    return path.join(this.root, 'data', 'sites', this.siteId)
  }

  private remote(): string {
    const pair = Buffer.from(this.authorization.replace('Basic ', ''), 'base64').toString()
    const { host } = new URL(this.server.url)
    return `http://${pair}@${host}/v2/sites/${this.siteId}/repository.git`
  }
}
