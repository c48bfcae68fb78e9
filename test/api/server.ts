/**
 * A whole server in this process for a file of tests: real git, real SQLite, real HTTP, a clock that
 * can be moved. When the file is through, `git fsck --strict` of every repository is clean, and an
 * index made anew says the same as the one that grew.
 */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { readConfig, type Config } from '../../src/config.js'
import { allRoutes } from '../../src/http/routes/all.js'
import type { Route } from '../../src/http/route.js'
import { inSet, setOf } from '../../src/model/change-set.js'
import type { RoleKind } from '../../src/model/role.js'
import { openApplication, startServer, type GalleyServer } from '../../src/server.js'
import { createClient, type Answer, type Call, type Credentials, type Json } from './client.js'
import { createContract } from './contract.js'

const execute = promisify(execFile)
const SERVER = { kind: 'server' } as const

/** Somebody with a key pair. */
export interface Person extends Credentials {
  readonly id: string
  readonly email: string
}

/** A server under test and its people. */
export interface Api {
  readonly server: GalleyServer
  readonly config: Config
  readonly routes: readonly Route[]
  /** A server administrator. */
  readonly root: Person
  /** Sends a request as the administrator, or as `as`; `as: undefined` sends no credentials. */
  readonly send: (call: Call) => Promise<Answer>
  readonly get: (path: string, as?: Person) => Promise<Answer>
  readonly post: (path: string, json?: unknown, as?: Person) => Promise<Answer>
  readonly put: (path: string, json?: unknown, as?: Person) => Promise<Answer>
  readonly delete: (path: string, as?: Person) => Promise<Answer>
  /** Multipart with the part `file`. */
  readonly upload: (method: 'POST' | 'PUT', path: string, file: Upload) => Promise<Answer>
  readonly person: (
    name: string,
    options?: { password?: string; admin?: boolean },
  ) => Promise<Person>
  /** Somebody with a role on a site. */
  readonly member: (siteId: string, kind: RoleKind, name?: string) => Promise<Person>
  /** A new site without a theme; its representation. */
  readonly site: (input?: Json) => Promise<Site>
  /** oid of `main`. */
  readonly head: (siteId: string) => Promise<string>
  /** Runs real git in a site's repository. */
  readonly git: (siteId: string, ...args: string[]) => Promise<string>
  /** Lets real git write objects and refs of a site, from a stream of `git fast-import`. */
  readonly fastImport: (siteId: string, stream: string) => Promise<void>
  /** A file of `main`, as git has it. */
  readonly file: (siteId: string, name: string) => Promise<string>
  /** Moves the server's clock. */
  readonly skip: (milliseconds: number) => void
  /** Errors that the server has logged. */
  readonly logged: object[]
  /** Warnings that the server has logged. */
  readonly warned: { readonly fields: object; readonly message: string }[]
  /** Lines at `info` that the server has logged. */
  readonly noted: { readonly fields: object; readonly message: string }[]
}

export interface Upload {
  readonly as?: Person
  readonly name?: string
  readonly data: Buffer | string
  readonly fields?: Readonly<Record<string, string>>
}

export type Site = Json & { readonly id: string }

export interface ApiOptions {
  /** Settings by name, as flags give them. */
  readonly settings?: Readonly<Record<string, string>>
  /** Starts from a data folder that is there. */
  readonly data?: string
  /** Leaves the data folder when it ends. */
  readonly keep?: boolean
  /** False: as on a machine without git. */
  readonly native?: boolean
  /** As if the machine had been started anew at a time. */
  readonly boot?: { readonly id: string; readonly time: number }
  /** Folder of the built web admin. */
  readonly admin?: string
}

/** No test asks a server that it has not started. */
const NOTHING_TO_FETCH = { gemServer: '', gitHost: '' }

const SETTINGS = { port: '0', sitesPort: '0', rateLimit: '1000000', watch: 'false', jobs: '2' }

/** Starts a server before the tests of the enclosing `describe` and takes it down after them. */
export function useApi(options: ApiOptions = {}): Api {
  const holder: { api?: Running } = {}
  before('start the server', async () => {
    holder.api = await startApi(options)
  })
  after('check and stop the server', async () => {
    await holder.api?.finish()
  })
  // Tests run after `before`, so the server is there whenever a property is asked for.
  return new Proxy({} as Api, {
    get: (_target, name) => (holder.api ? Reflect.get(holder.api, name) : undefined),
  })
}

/** A server that must be ended by `finish` or `stop`. */
export interface Running extends Api {
  readonly data: string
  /** Ends the server, checks what it leaves behind and removes it. */
  finish(): Promise<void>
  /** Ends the server only. */
  stop(): Promise<void>
}

export async function startApi(options: ApiOptions = {}): Promise<Running> {
  const data = options.data ?? (await mkdtemp(path.join(tmpdir(), 'galley-api-')))
  const flags = { ...SETTINGS, ...NOTHING_TO_FETCH, ...options.settings, data }
  const config = readConfig({ flags, environment: {} })
  const clock = { offset: 0 }
  const logged: object[] = []
  const quiet = () => undefined
  const warned: { fields: object; message: string }[] = []
  const noted: { fields: object; message: string }[] = []
  const logger = {
    debug: quiet,
    info: (fields: object, message: string) => void noted.push({ fields, message }),
    warn: (fields: object, message: string) => void warned.push({ fields, message }),
    error: (fields: object) => logged.push(fields),
  }
  const now = () => Date.now() + clock.offset
  const native = options.native ?? true
  const { boot, admin } = options
  const given = { ...(boot && { boot }), ...(admin !== undefined && { admin }) }
  const serverOptions = { logger, version: 'test', now, native, ...given }
  const server = await startServer(config, serverOptions)
  const root = await rootOf(server)
  const routes = allRoutes(server.application.services, {
    metrics: { type: 'text/plain', text: () => Promise.resolve('') },
    version: 'test',
    publicUrl: server.url,
  })
  const client = createClient(server.url, createContract(routes, [data, process.cwd()]))
  const context = { data, config, server, root, logged }
  const send = (call: Call) => client.send({ as: root, ...call })
  const stop = async () => {
    client.close()
    await server.close()
  }
  return {
    server,
    config,
    routes,
    root,
    logged,
    warned,
    noted,
    data,
    send,
    stop,
    ...verbs(send),
    ...people(server),
    ...repositories(data),
    site: (input) => createSite(send, input),
    skip: (milliseconds) => void (clock.offset += milliseconds),
    finish: async () => {
      await stop()
      await checkRemains(context)
      if (options.keep !== true)
        await rm(data, {
          recursive: true,
          force: true,
        })
    },
  }
}

async function rootOf(server: GalleyServer): Promise<Person> {
  const email = 'root@example.org'
  const { users } = server.application.services
  const found = users.list(SERVER, { limit: 1000, offset: 0 }).rows
  const known = found.find((user) => user.email === email)
  const user = known ?? (await users.create(SERVER, { email, firstname: 'Root', admin: true }))
  const pair = users.keyPairOf(SERVER, user.id)
  return { id: user.id, email, name: pair.apiKey, secret: pair.apiSecret }
}

function verbs(send: Api['send']) {
  const by = (as: Person | undefined) => (as ? { as } : {})
  return {
    get: (url: string, as?: Person) => send({ method: 'GET', path: url, ...by(as) }),
    post: (url: string, json?: unknown, as?: Person) =>
      send({ method: 'POST', path: url, json, ...by(as) }),
    put: (url: string, json?: unknown, as?: Person) =>
      send({ method: 'PUT', path: url, json, ...by(as) }),
    delete: (url: string, as?: Person) => send({ method: 'DELETE', path: url, ...by(as) }),
    upload: (method: 'POST' | 'PUT', url: string, file: Upload) => {
      const form = { file: { name: file.name ?? 'file', data: file.data } }
      const fields = file.fields ?? {}
      return send({ method, path: url, form: { ...form, fields }, ...by(file.as) })
    },
  }
}

function people(server: GalleyServer) {
  const { users, roles } = server.application.services
  let count = 0
  const person: Api['person'] = async (name, options = {}) => {
    count += 1
    const email = `${name}-${count}@example.org`
    const user = await users.create(SERVER, { email, firstname: name, ...options })
    const pair = users.keyPairOf(SERVER, user.id)
    return { id: user.id, email, name: pair.apiKey, secret: pair.apiSecret }
  }
  const member: Api['member'] = async (siteId, kind, name = kind) => {
    const made = await person(name)
    roles.create(SERVER, siteId, { user_id: made.id, kind })
    return made
  }
  return { person, member }
}

let sites = 0

async function createSite(send: Api['send'], input: Json = {}): Promise<Site> {
  sites += 1
  const json = { title: 'A site', domain: `site-${sites}.example.org`, empty: true, ...input }
  const answer = await send({ method: 'POST', path: '/v2/sites', json })
  expect(answer.status, answer.text).to.equal(201)
  return { ...answer.json, id: String(answer.json['id']) }
}

function repositories(data: string) {
  const git = async (siteId: string, ...args: string[]): Promise<string> => {
    const folder = path.join(data, 'sites', siteId, 'repository.git')
    const options = { env: { PATH: process.env['PATH'], HOME: '/nonexistent' } }
    const { stdout } = await execute('git', ['--git-dir', folder, ...args], options)
    return stdout
  }
  return {
    git,
    fastImport: async (siteId: string, stream: string) => {
      const folder = path.join(data, 'sites', siteId, 'repository.git')
      const child = execute('git', ['--git-dir', folder, 'fast-import', '--quiet', '--force'])
      child.child.stdin?.end(stream)
      await child
    },
    head: async (siteId: string) => (await git(siteId, 'rev-parse', 'main')).trim(),
    file: (siteId: string, name: string) => git(siteId, 'show', `main:${name}`),
  }
}

interface Remains {
  readonly data: string
  readonly config: Config
  readonly logged: readonly object[]
}

/** In one shell: to start a program takes a process of this size longer than git takes for a repository. */
const FSCK_EACH =
  'for each; do git --git-dir "$each" fsck --strict --no-dangling || { echo "$each" >&2; exit 1; }; done'

async function checkRemains({ data, config, logged }: Remains): Promise<void> {
  expect(logged, 'errors that the server logged').to.deep.equal([])
  const folder = path.join(data, 'sites')
  const repositories = (await readdir(folder)).map((id) => path.join(folder, id, 'repository.git'))
  await execute('sh', ['-c', FSCK_EACH, 'fsck', ...repositories])
  const grown = await dumpAll(config)
  for (const name of await readdir(data)) {
    if (name.startsWith('index.db')) await rm(path.join(data, name))
  }
  expect(await dumpAll(config), 'the index made anew').to.deep.equal(grown)
  expect(await readdir(path.join(data, 'tmp')), 'temporary files').to.deep.equal([])
}

/** Who made a text of a change set is what `main` said when its row was made; `main` may have lost the text since. */
function withoutOrigin(dump: unknown): unknown {
  const { entries, ...rest } = Object(dump)
  const kept = [entries].flat().map((entry: object) => {
    const { created_at: _at, created_by: _by, owner_key: _key, ...row } = Object(entry)
    return row
  })
  return { ...rest, entries: kept }
}

/** The index of every site and open change set, by its key. */
async function dumpAll(config: Config): Promise<Record<string, unknown>> {
  const quiet = () => undefined
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const opened = await openApplication(config, { logger, version: 'test' })
  const { application, store } = opened
  try {
    const dumps: Record<string, unknown> = {}
    const sites = store.records.sites.listAll().map(({ id }) => id)
    const sets = sites.flatMap((site) => store.records.changeSets.list(site))
    const open = sets.filter(({ state }) => state === 'open')
    for (const id of [...sites, ...open.map((set) => inSet(set.siteId, set.id))]) {
      await application.advance.catchUp(id)
      dumps[id] = setOf(id) === null ? store.index.dump(id) : withoutOrigin(store.index.dump(id))
    }
    return dumps
  } finally {
    await application.worktrees.flush()
    await application.locks.idle()
    await opened.close()
  }
}
