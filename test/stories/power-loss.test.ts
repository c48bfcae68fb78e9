/**
 * The power goes: what was written and not made durable is lost, all of it or in parts, at any moment
 * of writes, pushes and what else changes a site. A server that starts on what is left has everything
 * that was answered, nothing by halves, and takes nothing that the disk lost for somebody's edit.
 *
 * GALLEY_POWER_CUTS says how many states are tried (some thousands before a release).
 *
 * @see SECURITY.md, §3.2 (2)
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { basic } from '../api/client.js'
import { startApi, type Running } from '../api/server.js'
import { report } from '../torture/figures.js'
import { readDiskEvents, recorded, type DiskEvent } from './disk-log.js'
import { openDisk, seeded, type Order } from './disk-states.js'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { commitFiles, git } from './git-client.js'
import { hasStrace } from './system-calls.js'

const CUTS = Number(process.env['GALLEY_POWER_CUTS'] ?? 4)
const SEED = Number(process.env['GALLEY_POWER_SEED'] ?? 1)

/** What has to be there: each as it was before what is under way, or after it. */
interface Standing {
  readonly main: string
  readonly topic: string
  readonly domains: string
  readonly people: string
}

const BRANCHES = ['main', 'topic'] as const

describe(`a power cut${hasStrace() ? '' : ' (strace is missing)'}`, function () {
  this.timeout(120_000 + CUTS * 10_000)
  let folder = ''
  let data = ''
  let siteId = ''
  let events: DiskEvent[] = []
  /** After the start and after each operation. */
  const states: Standing[] = []
  /** Places of the answers among the events. */
  const answers: number[] = []

  const bare = (root: string) => path.join(root, 'sites', siteId, 'repository.git')
  const oid = (root: string, branch: string) =>
    git(root, '--git-dir', bare(root), 'rev-parse', '-q', '--verify', branch).catch(() => 'none')

  before(async function () {
    if (!hasStrace()) return this.skip()
    folder = await mkdtemp(path.join(tmpdir(), 'galley-power-'))
    data = path.join(folder, 'data')
    const api = await startApi({ data, keep: true })
    siteId = (await api.site()).id
    await api.upload('PUT', `/v2/sites/${siteId}/source/old.txt`, { data: 'Old.' })
    await api.server.application.worktrees.flush()
    await api.finish()
    const trace = path.join(folder, 'trace')
    const disk = openDisk(data)
    await record(api.root, trace)
    events = await readDiskEvents(trace, bare(data))
    findAnswers()
    cutter = disk
  })

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true })
  })

  let cutter: ReturnType<typeof openDisk>

  /** Operations one after the other, each answered before the next. */
  async function record(root: Running['root'], trace: string): Promise<void> {
    const surroundings = { env: { UV_USE_IO_URING: '0' }, under: recorded(trace) }
    const server = await startGalley(data, ['--watch', 'false'], surroundings)
    try {
      await operate(root, server)
    } finally {
      await server.kill('SIGTERM')
    }
  }

  async function operate(root: Running['root'], server: GalleyProcess): Promise<void> {
    const authorization = basic(root)
    const send = async (method: string, url: string, body?: object) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const sent = body && { body: JSON.stringify(body) }
      const response = await fetch(`${server.url}${url}`, { method, headers, ...sent })
      const json: { id?: string } = await response.json()
      expect(response.ok, JSON.stringify(json)).to.equal(true)
      return json.id ?? ''
    }
    const mark = async () => {
      const [main, topic] = await Promise.all(BRANCHES.map((branch) => oid(data, branch)))
      const list = async (url: string, field: string) => {
        const response = await fetch(`${server.url}${url}`, { headers: { authorization } })
        const rows: Record<string, string>[] = await response.json()
        return rows.map((row) => row[field]).join(' ')
      }
      const domains = await list('/v2/sites', 'domain')
      const people = await list('/v2/users', 'email')
      states.push({ main: main ?? '', topic: topic ?? '', domains, people })
      const headers = { authorization, 'x-request-id': `mark-${states.length}-` }
      await fetch(`${server.url}/v2/users/me`, { headers })
    }
    await mark()
    const documents = `/v2/sites/${siteId}/collections/posts/documents`
    const id = await send('POST', documents, { title: 'One', body: 'First. '.repeat(2000) })
    await mark()
    await send('PUT', `/v2/documents/${id}`, {
      title: 'Two',
      body: 'Second.',
      path: '2024-01-01-moved.md',
    })
    await mark()
    await send('POST', '/v2/users', { email: 'ada@example.org', firstname: 'Ada' })
    await mark()
    await send('POST', '/v2/sites', { title: 'New', domain: 'new.test' })
    await mark()
    const work = path.join(folder, 'work')
    const pair = `${root.name}:${root.secret}`
    const url = `http://${pair}@${new URL(server.url).host}/v2/sites/${siteId}/repository.git`
    await git(folder, 'clone', '-q', url, work)
    const many = Array.from({ length: 110 }, (_, at) => [`many/${at}.txt`, `${at} of many.\n`])
    for (const files of [{ 'pushed.md': 'Pushed.' }, Object.fromEntries(many)]) {
      await commitFiles(work, files)
      await git(work, 'push', '-q')
      await mark()
    }
    await commitFiles(work, { 'topic.md': 'Topic.' })
    await git(work, 'push', '-q', 'origin', 'main:topic')
    await mark()
    await send('DELETE', `/v2/documents/${id}`)
    await mark()
  }

  /** The last of each answer is what was said last before its mark. */
  function findAnswers(): void {
    const said = events.flatMap((event, at) => (event.kind === 'answer' ? [{ at, event }] : []))
    for (let number = 1; number <= states.length; number += 1) {
      const at = said.findIndex(({ event }) => event.text.includes(`mark-${number}-`))
      expect(at, `mark ${number}`).to.be.greaterThan(-1)
      answers.push(said[at]?.at ?? -1)
    }
  }

  async function standingOf(api: Running): Promise<Standing> {
    const [main, topic] = await Promise.all(BRANCHES.map((branch) => oid(api.data, branch)))
    const rows = async (url: string, field: string) =>
      (await api.get(url)).list.map((row) => row[field]).join(' ')
    const domains = await rows('/v2/sites', 'domain')
    return {
      main: main ?? '',
      topic: topic ?? '',
      domains,
      people: await rows('/v2/users', 'email'),
    }
  }

  async function expectStanding(copy: string, place: number, order: Order): Promise<void> {
    const boot = { id: 'after the cut', time: Date.now() + 1000 }
    const api = await startApi({ data: copy, keep: true, boot })
    try {
      await expectWhole(api, answers.filter((at) => at <= place).length)
      // A name that was taken and is there again, only a journal keeps away.
      if (order === 'journal') await expectNoEdits(api)
    } catch (error) {
      await api.stop()
      throw error
    }
    // Looks through the objects with git, and compares the index with one made anew.
    await api.finish()
  }

  async function expectWhole(api: Running, done: number): Promise<void> {
    const found = await standingOf(api)
    const known = [states[Math.max(0, done - 1)], states[Math.min(done, states.length - 1)]]
    for (const part of ['main', 'topic', 'domains', 'people'] as const) {
      expect(known.map((state) => state?.[part])).to.include(found[part])
    }
    const url = `/v2/sites/${siteId}/source/after.txt`
    const put = await api.upload('PUT', url, { data: 'after' })
    expect(put.status, put.text).to.equal(200)
  }

  async function expectNoEdits(api: Running): Promise<void> {
    const { worktrees } = api.server.application
    const scan = await worktrees.use(siteId, (tree) => tree.scan())
    const taken = scan.changes.map((change) => `${change.kind} ${change.path}`)
    expect(taken, 'taken for edits').to.deep.equal([])
  }

  it(`keeps every acknowledged write in ${CUTS} states of the disk`, async () => {
    const random = seeded(SEED)
    const from = answers[0] ?? 0
    const until = answers.at(-1) ?? 0
    const places = Array.from({ length: CUTS }, () => from + Math.floor(random() * (until - from)))
    places.sort((a, b) => a - b)
    let tried = 0
    const copy = path.join(folder, 'copy')
    for (const [at, event] of events.entries()) {
      cutter.apply(event, at)
      for (let cuts = places.filter((place) => place === at).length; cuts > 0; cuts -= 1) {
        const order: Order = random() < 0.5 ? 'journal' : 'folders'
        await rm(copy, { recursive: true, force: true })
        cutter.cut(copy, order, random)
        tried += 1
        await expectStanding(copy, at, order).catch((error: unknown) => {
          throw new Error(`cut after event ${at} (${order}): ${String(error)}`, { cause: error })
        })
      }
    }
    expect(tried).to.equal(CUTS)
    report({ 'disk events': events.length, 'states started from': tried })
  })
})
