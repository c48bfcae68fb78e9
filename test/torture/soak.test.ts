/**
 * Sites come and go, are written, pushed to, previewed and published: afterwards the server has no more
 * open files, children, temporary files and rows than when the churn began, and (in `npm run torture`, where it
 * goes on for long) no more memory, and no larger databases. GALLEY_SOAK_MINUTES says for how long at least.
 */

import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { commitFiles, eventually, git } from '../stories/git-client.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { report, SIZE } from './figures.js'

const ROUNDS = 3 * SIZE
const MINUTES = Number(process.env['GALLEY_SOAK_MINUTES'] ?? 0)
/** Rounds from which on memory and databases are judged. */
const MANY_ROUNDS = 60
const WARM = 2
/** Open files more than after warming up that are taken for chance: connections, and threads (five each) that start late. */
const SPARE_FILES = 32
/** Kilobytes that the databases may grow by chance: pages of rows that are kept for a day. */
const SPARE_KB = 1024

interface Held {
  readonly files: number
  /** Paths of those in folders of the data folder: of a site, also in the trash or while it is removed. */
  readonly ofSites: readonly string[]
  /** Their programs. */
  readonly children: readonly string[]
  /** Megabytes. */
  readonly memory: number
}

function programOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return path.basename(words.findLast((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '')
  } catch {
    return 'gone'
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return 'gone'
  }
}

function heldBy(pid: number): Held {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const pids = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`))
  return {
    files: open.length,
    ofSites: open.filter((target) => /\/data\/[^/]+\//.test(target)),
    // What compiles the tests, where they run from source.
    children: pids.map(programOf).filter((name) => name !== 'esbuild'),
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
  }
}

/** Tables with rows that describe a site. */
function tablesWithSites(data: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of ['galley.db', 'index.db']) {
    const database = new Database(path.join(data, name), { readonly: true })
    try {
      const tables = database
        .prepare<[], { name: string }>(
          `SELECT DISTINCT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
           WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
             AND (c.name IN ('site_id', 'generation') OR t.name IN ('sites', 'texts'))
             AND t.name <> 'audit'`,
        )
        .all()
      for (const table of tables) {
        const rows = database.prepare(`SELECT count(*) FROM "${table.name}"`).pluck().get()
        if (rows !== 0) counts[table.name] = Number(rows)
      }
    } finally {
      database.close()
    }
  }
  return counts
}

/** Kilobytes of the two databases, without what waits to be written into them. */
function sizeOfDatabases(data: string): number {
  const names = ['galley.db', 'index.db']
  return names.reduce((sum, name) => sum + statSync(path.join(data, name)).size, 0) / 1024
}

/** All files below a folder that may be missing. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

describe('A server that runs for long', () => {
  let root = ''
  let server: GalleyProcess
  let count = 0

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'galley-soak-'))
    server = await startGalley(path.join(root, 'data'), ['--rate-limit', '1000000'])
  })

  after(async () => {
    await server.kill('SIGTERM')
    await rm(root, { recursive: true, force: true })
  })

  async function call(
    method: string,
    url: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const { authorization } = server
    const response = await fetch(server.url + url, {
      method,
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${url}: ${text}`).to.be.below(300)
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  }

  async function job(url: string): Promise<void> {
    const { job_id: id } = await call('POST', url)
    await eventually(async () => {
      const { status } = await call('GET', `/v2/jobs/${String(id)}`)
      expect(status).to.equal('complete')
    })
  }

  /** The life of a site, in short. */
  async function live(): Promise<void> {
    count += 1
    const made = await call('POST', '/v2/sites', { title: 'Soak', domain: `soak-${count}.test` })
    const site = `/v2/sites/${String(made['id'])}`
    let page = ''
    for (let number = 0; number < 4; number += 1) {
      const { id } = await call('POST', `${site}/pages`, { title: `Page ${number}`, body: 'x' })
      page = `/v2/pages/${String(id)}`
      await call('PUT', page, { body: `y ${number}` })
    }
    await call('POST', `${site}/render`, { title: 'Unsaved', path: 'unsaved.md', body: 'z' })
    await job(`${site}/preview`)
    // It is in the working tree by now, which follows again before the push is answered.
    await call('PUT', page, { body: 'again' })
    const pair = Buffer.from(server.authorization.slice('Basic '.length), 'base64').toString()
    const { host } = new URL(server.url)
    const work = path.join(root, `clone-${count}`)
    await git(root, 'clone', '-q', `http://${pair}@${host}${site}/repository.git`, work)
    await commitFiles(work, { 'pushed.md': '---\ntitle: Pushed\n---\nx\n' })
    await git(work, 'push', '-q')
    await rm(work, { recursive: true })
    await job(`${site}/publish`)
    await call('DELETE', site)
  }

  it(`holds no more resources after ${ROUNDS} sites than before`, async function () {
    this.timeout(120_000 + ROUNDS * 60_000 + MINUTES * 120_000)
    const pid = server.child.pid ?? 0
    for (let round = 0; round < WARM; round += 1) await live()
    const before = await eventually(() => {
      const held = heldBy(pid)
      // A builder ends with its site; what starts git stays.
      expect(held.children).to.deep.equal(['start-programs.js'])
      return held
    })
    const own = filesBelow(path.join(root, 'data', 'tmp'))
    const end = Date.now() + MINUTES * 60_000
    const sizes: number[] = []
    while (sizes.length < ROUNDS || Date.now() < end) {
      await live()
      sizes.push(sizeOfDatabases(path.join(root, 'data')))
    }
    const after = await eventually(() => {
      const held = heldBy(pid)
      expect(held.children).to.deep.equal(before.children)
      expect(held.ofSites, 'open files of sites').to.deep.equal([])
      expect(held.files, 'open files').to.be.at.most(before.files + SPARE_FILES)
      return held
    })
    await eventually(() => {
      const left = filesBelow(path.join(root, 'data', 'tmp'))
      // One that was there for a moment when the others were listed may be gone by now.
      expect(
        left.filter((name) => !own.includes(name)),
        'temporary files',
      ).to.deep.equal([])
      expect(readdirSync(path.join(root, 'data', 'sites')), 'folders of sites').to.deep.equal([])
    })
    await eventually(() =>
      expect(tablesWithSites(path.join(root, 'data')), 'rows of sites that are gone').to.deep.equal(
        {},
      ),
    )
    const half = sizes[Math.floor(sizes.length / 2)] ?? 0
    const whole = sizes.at(-1) ?? 0
    report({
      sites: sizes.length,
      'kB of databases at half-time': Math.round(half),
      'kB of databases after': Math.round(whole),
      'files before': before.files,
      'files after': after.files,
      'MB before': Math.round(before.memory),
      'MB after': Math.round(after.memory),
    })
    if (sizes.length < MANY_ROUNDS) return
    expect(after.memory).to.be.below(before.memory * 1.5 + 50)
    expect(whole, 'kB of databases').to.be.below(half * 1.5 + SPARE_KB)
  })
})
