/**
 * What was answered stands on the disk, not only in the memory of the system: objects before the ref
 * that names them, the ref before the answer, each with its folder. `strace` is the witness.
 *
 * @see SECURITY.md, §3.2 (1)
 */

import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { galley } from '../cli/galley.js'
import { scriptWords } from '../script.js'
import { commitFiles, git as developer } from './git-client.js'
import { GALLEY, startGalley, type GalleyProcess } from './galley-process.js'
import {
  fileOf,
  hasStrace,
  isRename,
  isSync,
  isWrite,
  quoted,
  readCalls,
  straced,
  type SystemCall,
} from './system-calls.js'

const ONE_WRITE = scriptWords('./one-write', import.meta.url)

const PACK = /\/objects\/pack\/pack-[0-9a-f]{40}\.(pack|idx)$/
const OBJECT = /\/objects\/([0-9a-f]{2})\/([0-9a-f]{38})$/

const SAYING = /^(write|writev|sendto|sendmsg)$/
/** Calls that give or take a name; the last path in them is that name. */
const NAMING = /^(rename|link|mkdir|unlink)/

interface Span {
  readonly after: number
  readonly before: number
}

/** Whether a file or folder was made durable wholly within a span. */
function wasSynced(calls: readonly SystemCall[], file: string, { after, before }: Span): boolean {
  return calls.some(
    (call) => isSync(call) && fileOf(call) === file && call.began > after && call.ended < before,
  )
}

function lastWrite(calls: readonly SystemCall[], file: string, before: number): number {
  const writes = calls.filter((call) => isWrite(call) && fileOf(call) === file)
  return Math.max(-1, ...writes.map(({ ended }) => ended).filter((at) => at < before))
}

/** What was not durable in time, as sentences, of one write that was answered at `answered`. */
function lateOnes(calls: readonly SystemCall[], gitDir: string, answered: number): string[] {
  const ref = `${gitDir}/refs/heads/main`
  const move = calls.find((call) => isRename(call) && quoted(call).at(-1) === ref)
  if (!move) return ['the ref did not move']
  const late: string[] = []
  const need = (what: string, file: string, span: Span) => {
    if (!wasSynced(calls, file, span)) late.push(`${what}: ${file}`)
  }
  const needFile = (file: string, before: number) =>
    need('content', file, { after: lastWrite(calls, file, before), before })
  needFile(`${ref}.lock`, move.began)
  need('name', path.dirname(ref), { after: move.ended, before: answered })
  for (const call of calls) {
    const [from = '', to = ''] = isRename(call) ? quoted(call) : []
    if (OBJECT.test(to) || PACK.test(to)) {
      needFile(from, call.began)
      need('name', path.dirname(to), { after: call.ended, before: move.began })
    }
    const [made = ''] = call.name.startsWith('mkdir') ? quoted(call) : []
    if (/\/objects\/[0-9a-f]{2}$/.test(made)) {
      need('folder', path.dirname(made), { after: call.ended, before: move.began })
    }
  }
  return late
}

/** Names in a repository that were given or taken, and were not durable before `answered`. */
function lateNames(calls: readonly SystemCall[], gitDir: string, answered: number): string[] {
  const late = new Set<string>()
  for (const call of calls) {
    // git stands in the repository when it gives names.
    const name = NAMING.test(call.name) ? path.resolve(gitDir, quoted(call).at(-1) ?? '') : ''
    const below = path.relative(gitDir, name)
    const isKept = /^(objects\/([0-9a-f]{2}|pack)\b|refs\/|packed-refs$)/.test(below)
    if (!isKept || /\.lock$|\/tmp_/.test(below)) continue
    const span = { after: call.ended, before: answered }
    // With the last ref in it, its folder goes.
    const folder =
      below.startsWith('refs/') && call.name === 'unlink' ? 'refs/heads' : `${below}/..`
    if (!wasSynced(calls, path.join(gitDir, folder), span)) late.add(`${call.name} ${below}`)
  }
  return [...late]
}

function objectsIn(calls: readonly SystemCall[]): string[] {
  const names = calls.filter(isRename).map((call) => OBJECT.exec(quoted(call).at(-1) ?? ''))
  return names.flatMap((match) => (match ? [`${match[1]}${match[2]}`] : [])).sort()
}

function isAnswer({ name, args }: SystemCall): boolean {
  return SAYING.test(name) && /^\d+<TCP.*"HTTP\/1\.1 2/.test(args)
}

interface Written {
  readonly what: string
  readonly from: string
  readonly to: string
}

describe(`an acknowledged write is durable${hasStrace() ? '' : ' (strace is missing)'}`, () => {
  let folder = ''
  let server: GalleyProcess
  let calls: SystemCall[] = []
  let gitDir = ''
  const written: Written[] = []
  const titles: string[] = []
  let marks = 0

  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' }).trim()

  const objectsAt = (commit: string) =>
    new Set(git('rev-list', '--objects', '--no-object-names', commit).split('\n'))

  async function send(request: string, body?: object | FormData): Promise<{ id: string }> {
    const [method = '', url = ''] = request.split(' ')
    const isForm = body instanceof FormData
    const response = await fetch(`${server.url}${url}`, {
      method,
      headers: {
        authorization: server.authorization,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    expect(response.ok, `${request}: ${response.status}`).to.equal(true)
    titles.push(request)
    const json: { id: string } = await response.json()
    return json
  }

  /** A write that makes one commit. */
  async function write(request: string, body?: object | FormData): Promise<{ id: string }> {
    const from = git('rev-parse', 'main')
    const answer = await send(request, body)
    written.push({ what: request, from, to: git('rev-parse', 'main') })
    return answer
  }

  /** A request that can be found in the calls: what lies between two is of one push. */
  async function mark(): Promise<void> {
    marks += 1
    const headers = { authorization: server.authorization, 'x-request-id': `mark-${marks}` }
    expect((await fetch(`${server.url}/v2/users/me`, { headers })).status).to.equal(200)
  }

  /** Pushes of one file, of many, to another branch, and its removal; a request between two of them. */
  async function push(siteId: string): Promise<void> {
    const { host } = new URL(server.url)
    const pair = Buffer.from(server.authorization.slice(6), 'base64').toString()
    const work = path.join(folder, 'work')
    await developer(
      folder,
      'clone',
      '-q',
      `http://${pair}@${host}/v2/sites/${siteId}/repository.git`,
      work,
    )
    await commitFiles(work, { 'pushed.md': 'Pushed.' })
    await mark()
    await developer(work, 'push', '-q')
    await mark()
    const many = Array.from({ length: 120 }, (_, at) => [`many/${at}.txt`, `${at}`] as const)
    await commitFiles(work, Object.fromEntries(many))
    await developer(work, 'push', '-q')
    await mark()
    await commitFiles(work, { 'topic.md': 'Topic.' })
    await developer(work, 'push', '-q', 'origin', 'main:topics/deep/one')
    await mark()
    await developer(work, 'push', '-q', 'origin', ':topics/deep/one')
    await mark()
  }

  before(async function () {
    if (!hasStrace()) return this.skip()
    folder = await mkdtemp(path.join(tmpdir(), 'galley-fsync-'))
    const data = path.join(folder, 'data')
    const trace = path.join(folder, 'trace')
    const surroundings = { env: { UV_USE_IO_URING: '0' }, under: straced(trace) }
    server = await startGalley(data, [], surroundings)
    const site = await send('POST /v2/sites', { title: 'Durable', domain: 'durable.test' })
    gitDir = path.join(data, 'sites', site.id, 'repository.git')
    const documents = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await write(`POST ${documents}`, { title: 'One', body: 'First.' })
    await write(`PUT /v2/documents/${made.id}`, { title: 'Two', body: 'Second.' })
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(3_000_000, 'large ')]), 'large.bin')
    await write(`PUT /v2/sites/${site.id}/source/deep/large.bin`, form)
    await write(`PUT /v2/sites/${site.id}`, { title: 'Still durable' })
    await write(`DELETE /v2/documents/${made.id}`)
    await send('POST /v2/users', { email: 'ada@example.org', firstname: 'Ada' })
    await push(site.id)
    await server.kill('SIGTERM')
    calls = await readCalls(trace)
  })

  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  /** The calls between the answer before and the answer of a request. */
  function callsOf(request: string): { calls: SystemCall[]; answered: number } {
    const answers = calls.filter(isAnswer)
    const at = titles.indexOf(request)
    const after = at === 0 ? -1 : (answers[at - 1]?.ended ?? -1)
    const answered = answers[at]?.began ?? -1
    const within = calls.filter(({ began, ended }) => began > after && ended < answered)
    return { calls: within, answered }
  }

  it('by fsync of every object, the ref and their folders, in this order', () => {
    expect(calls.filter(isAnswer).length).to.be.at.least(titles.length)
    for (const { what, from, to } of written) {
      const { calls: within, answered } = callsOf(what)
      expect(lateOnes(within, gitDir, answered), what).to.deep.equal([])
      const known = objectsAt(from)
      const fresh = [...objectsAt(to)].filter((oid) => !known.has(oid))
      expect(objectsIn(within), what).to.include.members(fresh)
      expect(fresh.length, what).to.be.greaterThan(1)
    }
    expect(written.length).to.equal(5)
  })

  it('by fsync of every file of a push, before the end of the answer', () => {
    const isSaid = ({ name, args }: SystemCall) => SAYING.test(name) && /^\d+<TCP/.test(args)
    const said = calls.filter(isSaid)
    const at = Array.from({ length: marks }, (_, n) =>
      said.findIndex(({ args }) => args.includes(`mark-${n + 1}`)),
    )
    for (let n = 0; n + 1 < marks; n += 1) {
      const after = said[at[n] ?? -1]?.ended ?? -1
      const answered = said[(at[n + 1] ?? 0) - 1]?.began ?? -1
      const within = calls.filter(({ began, ended }) => began > after && ended < answered)
      expect(lateNames(within, gitDir, answered), `push ${n + 1}`).to.deep.equal([])
      const moved = within.filter((call) => NAMING.test(call.name) && /refs\//.test(call.args))
      expect(moved.length, `push ${n + 1}`).to.be.greaterThan(0)
    }
    expect(marks).to.equal(5)
  })

  it('by fsync of the records, for what is only there', () => {
    const { calls: within, answered } = callsOf('POST /v2/users')
    const log = path.join(path.dirname(path.dirname(path.dirname(gitDir))), 'galley.db-wal')
    // What the audit log says of it comes behind, and may be lost with the power.
    const first = within.find((call) => isWrite(call) && fileOf(call) === log)?.ended ?? -1
    expect(first).to.be.greaterThan(-1)
    expect(wasSynced(within, log, { after: first, before: answered })).to.equal(true)
  })
})

describe(`a write of many files is durable${hasStrace() ? '' : ' (strace is missing)'}`, () => {
  let folder = ''

  before(async function () {
    if (!hasStrace()) return this.skip()
    folder = await mkdtemp(path.join(tmpdir(), 'galley-fsync-'))
  })

  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('by fsync of its pack and the ref, in this order', async () => {
    const data = path.join(folder, 'data')
    const trace = path.join(folder, 'trace')
    await galley(['user', 'add', '--email', 'ada@example.org', '--admin', '--data', data])
    const site = ['site', 'create', '--title', 'Many', '--domain', 'many.test', '--json']
    const { id }: { id: string } = JSON.parse((await galley([...site, '--data', data])).out)
    const words = [...ONE_WRITE, data, id, 'text', '300']
    const [program = '', ...args] = [...straced(trace), ...words]
    const out = execFileSync(program, args, { env: { ...process.env, UV_USE_IO_URING: '0' } })
    expect(out.toString()).to.equal('ready\nacknowledged\nacknowledged\n')

    const calls = await readCalls(trace)
    const told = calls.findIndex((call) => isWrite(call) && /^1<.*acknowledged/.test(call.args))
    const first = calls.slice(0, told)
    const gitDir = path.join(data, 'sites', id, 'repository.git')
    expect(lateOnes(first, gitDir, calls[told]?.began ?? -1)).to.deep.equal([])
    const named = first.filter(isRename).map((call) => quoted(call).at(-1) ?? '')
    expect(named.filter((name) => PACK.test(name)).length).to.equal(2)
    expect(named.filter((name) => OBJECT.test(name)).length).to.equal(0)
  })
})

describe(`a restored backup is durable${hasStrace() ? '' : ' (strace is missing)'}`, () => {
  let folder = ''

  before(async function () {
    if (!hasStrace()) return this.skip()
    folder = await mkdtemp(path.join(tmpdir(), 'galley-fsync-'))
  })

  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('by fsync of every file of it, before the command reports success', async () => {
    const data = path.join(folder, 'data')
    const copy = path.join(folder, 'copy')
    const zip = path.join(folder, 'a.zip')
    const trace = path.join(folder, 'trace')
    const run = async (...args: string[]) => {
      const { code, err } = await galley(args)
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    }
    await run('user', 'add', '--email', 'ada@example.org', '--admin', '--data', data)
    await run('site', 'create', '--title', 'Kept', '--domain', 'kept.test', '--data', data)
    await run('backup', zip, '--data', data)
    const [program = '', ...args] = [...straced(trace), ...GALLEY]
    const restore = ['restore', zip, '--data', copy, '--json']
    execFileSync(program, [...args, ...restore], { env: { ...process.env, UV_USE_IO_URING: '0' } })

    const calls = await readCalls(trace)
    const aside = path.join(copy, 'restore.part')
    const move = calls.find((call) => quoted(call).at(-1) === path.join(copy, 'galley.db'))
    const said = calls.findLast((call) => isWrite(call) && call.args.startsWith('1<'))
    const span = { after: -1, before: move?.began ?? -1 }
    const files = await readdir(path.join(copy, 'sites'), { recursive: true, withFileTypes: true })
    const names = files
      .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)))
      .filter((name) => /repository\.git/.test(name))
    expect(names.length).to.be.greaterThan(10)
    const late = ['galley.db', 'server.key', 'sites', ...names].filter(
      (name) => !wasSynced(calls, path.join(aside, name), span),
    )
    expect(late).to.deep.equal([])
    const end = { after: move?.ended ?? -1, before: said?.began ?? -1 }
    expect(wasSynced(calls, copy, end)).to.equal(true)
  })
})
