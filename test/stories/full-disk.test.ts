/**
 * A data folder whose disk is full: what is refused changes nothing, what is there can be read and
 * deleted, and when there is room again the next write succeeds without a restart.
 *
 * @see SECURITY.md
 */

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { openApplication } from '../../src/server.js'
import { basic } from '../api/client.js'
import { startApi, type Running, type Site } from '../api/server.js'
import { report } from '../torture/figures.js'
import { eventually, failure, git } from './git-client.js'

const execute = promisify(execFile)
const quiet = () => undefined
const MEGABYTE = 1024 * 1024
const PAGE = 4096
/** Each with a page more of room than the one before. */
const DELETIONS = 12
/** Each with three pages more. */
const SITES = 12

describe('a full disk', () => {
  let folder = ''
  let isMounted = false
  let api: Running
  let site: Site
  let posts = ''

  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-full-'))
    // Root of a machine or container may mount; nobody else has a small disk at hand.
    const mounting = execute('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', folder])
    isMounted = await mounting.then(
      () => true,
      () => false,
    )
    if (!isMounted) return this.skip()
    api = await startApi({ data: path.join(folder, 'data'), keep: true })
    site = await api.site()
    posts = `/v2/sites/${site.id}/collections/posts/documents`
  })

  after(async () => {
    if (isMounted) {
      // What the working tree could not hold is told, and nothing else was out of order.
      for (const error of api.logged) expect(error).to.include({ doing: 'working tree' })
      api.logged.length = 0
      await api.finish()
      await execute('umount', ['-l', folder])
    }
    await rmdir(folder)
  })

  const put = (name: string, data: Buffer | string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  /** Not by the client of the tests, which takes no 500 for an answer. */
  async function removeAt(address: string) {
    const url = `${api.server.url}${address}`
    const headers = { authorization: basic({ name: api.root.name, secret: api.root.secret }) }
    const response = await fetch(url, { method: 'DELETE', headers })
    const json: { message?: string } = await response.json()
    return { status: response.status, message: json.message ?? '' }
  }
  const remove = (name: string) => removeAt(`/v2/sites/${site.id}/source/${name}`)
  /** The lines about limits with these fields. */
  const linesOf = (like: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] =>
    api.warned
      .filter(({ message }) => message === 'a limit was reached')
      .map(({ fields }): Readonly<Record<string, unknown>> => ({ ...fields }))
      .filter((fields) => Object.entries(like).every(([name, value]) => fields[name] === value))
  const post = async (title: string) => api.post(posts, { title, body: 'Text.' })
  /** Holds room for deletions. */
  const reserve = () => path.join(folder, 'data', 'reserve')
  const ballast = () => path.join(folder, 'ballast')

  /** Somebody else takes so much of the disk, at most what is left. */
  async function take(bytes: number): Promise<void> {
    const handle = await open(ballast(), 'a')
    const write = (size: number) =>
      handle.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    let left = bytes
    for (const size of [MEGABYTE, 4096]) while (left > 0 && (await write(size))) left -= size
    await handle.close()
  }

  async function release(bytes: number): Promise<void> {
    await truncate(ballast(), (await stat(ballast())).size - bytes)
  }

  /** A working tree that finds no room gives back what it had taken: what is full is full after that. */
  async function settle(): Promise<void> {
    const { worktrees, locks } = api.server.application
    await worktrees.flush()
    await locks.idle()
  }

  /** What a command does that must change nothing: it may find too little room, but gives none up. */
  async function look(): Promise<void> {
    const indexCopy = await mkdtemp(path.join(tmpdir(), 'galley-look-'))
    try {
      const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }
      const opened = await openApplication(api.config, { logger, version: 'test', indexCopy })
      await opened.close()
    } catch (error) {
      expect(error).to.include({ code: 'insufficient_storage' })
    } finally {
      await rm(indexCopy, { recursive: true })
    }
  }

  async function expectReadable(title: string, id: string): Promise<void> {
    const found = await api.get(`/v2/documents/${id}`)
    expect(found.json['title']).to.equal(title)
    expect((await api.get(posts)).status).to.equal(200)
    expect((await api.get('/v2/users/me')).status).to.equal(200)
  }

  it('refuses large writes before the disk is full, and still allows deletions', async () => {
    const kept = await post('Kept')
    const gone = await post('Gone')
    let refused = 0
    for (let at = 0; at < 40 && refused === 0; at += 1) {
      const answer = await put(`large-${at}.bin`, randomBytes(3 * MEGABYTE))
      if (answer.status === 200) continue
      expect(answer.status, answer.text).to.equal(507)
      refused += 1
    }
    expect(refused).to.equal(1)
    await take(8 * MEGABYTE)
    const { status, json } = await post('One more')
    expect(status).to.equal(507)
    const line = { error: 'insufficient_storage', limit: json['message'], userId: api.root.id }
    expect(linesOf(line)).to.have.length(1)
    await expectReadable('Kept', String(kept.json['id']))
    expect((await api.delete(`/v2/documents/${String(gone.json['id'])}`)).status).to.equal(200)
    expect((await api.get(posts)).list.map(({ title }) => title)).to.deep.equal(['Kept'])
  })

  it('takes no push that needs the reserve, but one that removes files or a branch', async () => {
    const desk = await mkdtemp(path.join(tmpdir(), 'galley-desk-'))
    const remote = new URL(`${api.server.url}/v2/sites/${site.id}/repository.git`)
    Object.assign(remote, { username: api.root.name, password: api.root.secret })
    await git(desk, 'clone', '-q', remote.href, '.')
    await api.git(site.id, 'branch', 'aside', 'main')
    await git(desk, 'push', '-q', '--delete', 'origin', 'aside')
    expect(await api.git(site.id, 'branch', '--list', 'aside')).to.equal('')
    const before = await api.head(site.id)
    await writeFile(path.join(desk, 'more.txt'), 'more')
    await git(desk, 'add', '-A')
    await git(desk, 'commit', '-q', '-m', 'More')
    const said = await failure(desk, 'push', '-q', 'origin', 'main')
    expect(said).to.include("The server's disk is nearly full, so nothing was changed.")
    const line = { kind: 'push', userId: api.root.id, siteId: site.id }
    expect(linesOf(line).map(({ limit }) => limit)).to.deep.equal([
      "The server's disk is nearly full, so nothing was changed. Ask the server's operator to make room.",
    ])
    expect(await api.head(site.id)).to.equal(before)
    await git(desk, 'reset', '-q', '--hard', 'HEAD^')
    await git(desk, 'rm', '-q', 'large-0.bin')
    await git(desk, 'commit', '-q', '-m', 'Less')
    await git(desk, 'push', '-q', 'origin', 'main')
    expect(await api.head(site.id)).to.equal(await git(desk, 'rev-parse', 'HEAD'))
    await rm(desk, { recursive: true })
  })

  it('changes nothing if another program has filled the disk', async () => {
    const [kept] = (await api.get(posts)).list
    const id = String(kept?.['id'])
    const head = await api.head(site.id)
    const tries = [
      () => post('Too late'),
      () => put('late.txt', 'late'),
      () => api.put(`/v2/documents/${id}`, { title: 'Too late' }),
      () => api.post('/v2/sites', { title: 'Late', domain: 'late.test' }),
      () => api.post('/v2/users', { email: 'late@example.org', firstname: 'Late' }),
    ]
    await settle()
    for (const [at, attempt] of tries.entries()) {
      await take(Number.POSITIVE_INFINITY)
      const answer = await attempt()
      expect(answer.status, `${at}: ${answer.text}`).to.equal(507)
    }
    expect(await api.head(site.id)).to.equal(head)
    await expectReadable('Kept', id)
    report({ 'writes refused': tries.length })
  })

  it('deletes if there is not a byte left', async () => {
    await rm(ballast())
    await execute('mount', ['-o', 'remount,size=96m', folder])
    const names = Array.from({ length: DELETIONS }, (_, at) => `last-${at}.txt`)
    for (const name of names) {
      const made = await put(name, 'x')
      expect(made.status, made.text).to.equal(200)
    }
    const text = String((await post('Last')).json['id'])
    const other = await api.site()
    const { remover } = api.server.application
    await remover.emptyTrash()
    expect((await stat(reserve())).size).to.be.greaterThan(MEGABYTE)
    await settle()
    await take(Number.POSITIVE_INFINITY)
    for (const name of names) expect(await remove(name)).to.include({ status: 200 })
    expect((await api.delete(`/v2/documents/${text}`)).status).to.equal(200)
    expect((await api.delete(`/v2/sites/${other.id}`)).status).to.equal(200)
    const there = await api.git(site.id, 'ls-tree', '--name-only', 'main')
    expect(there).to.not.include('last-')
    expect((await stat(reserve())).size).to.equal(0)
    expect(
      api.warned.filter(({ message }) => message.startsWith('the disk is full')),
    ).to.have.length(1)
    // It is for deletions only.
    expect((await post('Too late')).status).to.equal(507)
    report({ 'deletions without a byte': names.length + 2 })
  })

  it('keeps room for deletions again when there is some', async () => {
    const { remover } = api.server.application
    await remover.emptyTrash()
    expect((await stat(reserve())).size).to.equal(0)
    await rm(ballast())
    await execute('mount', ['-o', 'remount,size=128m', folder])
    await remover.emptyTrash()
    expect((await stat(reserve())).size).to.be.greaterThan(MEGABYTE)
  })

  it('never reports that nothing was changed if a deletion is in a commit', async () => {
    // Without the room for deletions, which the server must not take again while this goes on.
    await api.server.application.reserve.stop()
    await rm(reserve())
    // Deleting is let in however little there is: the disk is full at another place each time.
    const ids: string[] = []
    for (let at = 0; at < DELETIONS; at += 1) {
      const made = await put(`small-${at}.txt`, 'x')
      expect(made.status, made.text).to.equal(200)
      ids.push(`small-${at}.txt`)
    }
    const kept = new Set<boolean>()
    for (const [at, name] of ids.entries()) {
      await settle()
      await take(Number.POSITIVE_INFINITY)
      await release(at * PAGE)
      const before = await api.head(site.id)
      const { status, message } = await remove(name)
      const moved = (await api.head(site.id)) !== before
      kept.add(moved)
      const what = `${at} pages: ${status} ${message}`
      if (moved && status !== 200) expect(message, what).to.match(/^The change is saved as commit/)
      if (!moved) expect(status, what).to.equal(507)
      await release(2 * MEGABYTE)
      await api.server.application.advance.catchUp(site.id)
      const there = await api.git(site.id, 'ls-tree', '--name-only', 'main')
      expect(there.includes(`${name}\n`), what).to.equal(!moved)
    }
    expect([...kept]).to.have.members([true, false])
    report({ 'deletions at the last page': ids.length })
    // What was told to the operator is what was looked for.
    api.logged.length = 0
  })

  it('never reports that nothing was changed if a site is deleted', async () => {
    await release(8 * MEGABYTE)
    const ids: string[] = []
    for (let at = 0; at < SITES; at += 1) ids.push((await api.site()).id)
    const gone = new Set<boolean>()
    for (const [at, id] of ids.entries()) {
      await settle()
      await take(Number.POSITIVE_INFINITY)
      await release(at * 3 * PAGE)
      const { status, message } = await removeAt(`/v2/sites/${id}`)
      const what = `${at * 3} pages: ${status} ${message}`
      await release(2 * MEGABYTE)
      const isGone = (await api.get(`/v2/sites/${id}`)).status === 404
      gone.add(isGone)
      expect(status, what).to.equal(isGone ? 200 : 507)
      const trash = path.join(folder, 'data', 'trash', id, 'repository.git')
      expect(existsSync(trash), what).to.equal(isGone)
    }
    expect([...gone]).to.have.members([true, false])
    report({ 'sites deleted at the last page': ids.length })
    api.logged.length = 0
  })

  it('works again as soon as there is space', async () => {
    await rm(ballast())
    const names = await api.git(site.id, 'ls-tree', '--name-only', 'main')
    for (const name of names.match(/large-\d+\.bin/g) ?? []) {
      expect((await api.delete(`/v2/sites/${site.id}/source/${name}`)).status).to.equal(200)
    }
    // The history has the large files still; somebody makes the disk larger.
    await execute('mount', ['-o', 'remount,size=160m', folder])
    const later = await post('Later')
    expect(later.status, later.text).to.equal(201)
    await expectReadable('Later', String(later.json['id']))
    const titles = (await api.get(`${posts}?sort=title-asc`)).list.map(({ title }) => title)
    expect(titles).to.deep.equal(['Kept', 'Later'])
  })

  it('starts without a byte left, serves, and deletes', async () => {
    const data = path.join(folder, 'data')
    await api.stop()
    // The one before takes no room any more; a new one does at its start.
    api = await startApi({ data, keep: true })
    await eventually(
      async () => expect((await stat(reserve())).size).to.be.greaterThan(MEGABYTE),
      20,
    )
    await api.stop()
    await take(Number.POSITIVE_INFINITY)
    await look()
    expect((await stat(reserve())).size).to.be.greaterThan(MEGABYTE)
    api = await startApi({ data, keep: true })
    expect(api.warned.map(({ message }) => message).join()).to.include('the disk is full')
    const titles = (await api.get(`${posts}?sort=title-asc`)).list.map(({ title }) => title)
    expect(titles).to.deep.equal(['Kept', 'Later'])
    const upload = await put('late.bin', randomBytes(8 * MEGABYTE))
    expect([upload.status, upload.json['error']]).to.deep.equal([507, 'insufficient_storage'])
    expect((await post('Too late')).status).to.equal(507)
    const [first] = (await api.get(posts)).list
    expect((await api.delete(`/v2/documents/${String(first?.['id'])}`)).status).to.equal(200)
  })

  it('says what to do if there is no room to start', async () => {
    await api.stop()
    await rm(reserve(), { force: true })
    for (const name of ['index.db', 'index.db-wal', 'index.db-shm'])
      await rm(path.join(folder, 'data', name), { force: true })
    await take(Number.POSITIVE_INFINITY)
    const data = path.join(folder, 'data')
    const failed = await startApi({ data, keep: true }).catch((error: unknown) => error)
    expect(failed).to.include({ code: 'insufficient_storage' })
    expect(failed)
      .to.have.property('message')
      .that.matches(/is full.*then start again/)
    await rm(ballast())
    api = await startApi({ data, keep: true })
  })
})
