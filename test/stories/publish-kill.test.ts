/**
 * `kill -9` of the server at any moment of a publish: what is served afterwards is the release before or
 * the new one, whole, and the next publish makes what a build from nothing makes.
 *
 * Edits are random, and most publishes begin from what a killed one has left. GALLEY_KILL_ROUNDS makes it
 * longer.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { build } from '../../src/builder/build.js'
import { contentsOf } from '../builder/folders.js'
import { BLOG_TEXTS, COMMON, EditedSite, EDITS, randomNumbers } from '../builder/random-edits.js'
import { startGalley, type GalleyProcess } from './galley-process.js'

const ROUNDS = Number(process.env['GALLEY_KILL_ROUNDS'] ?? 3)
const DOMAIN = 'publish-kill.test'
const NAMES = [...COMMON, 'add', 'addNewest', 'remove', 'addPage', 'addFile', 'newData', 'rename']
const SETTINGS = `title: Blog\nurl: http://${DOMAIN}\njekyll_version: 4.3\nplugins: [jekyll-paginate]\npaginate: 2\n`

/** Files of a site by their paths. */
type Files = ReadonlyMap<string, string>

/** Bytes that are served, as Latin 1; null for none. */
function served(sitesUrl: string, file: string): Promise<string | null> {
  const address = new URL(encodeURI(`/${file}`), sitesUrl)
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { Host: DOMAIN } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(parts).toString('latin1'))
        else if (answer.statusCode === 404) resolve(null)
        else reject(new Error(`${file} is answered ${answer.statusCode}`))
      })
    })
    asked.on('error', reject).end()
  })
}

describe('kill -9 in the middle of publishes', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-publish-kill-'))
  const data = path.join(root, 'data')
  const random = randomNumbers(Number(process.env['GALLEY_SEED'] ?? 13))
  let site: EditedSite
  let server: GalleyProcess
  let authorization = ''
  let siteId = ''

  before(async () => {
    site = new EditedSite({ ...BLOG_TEXTS, '_config.yml': SETTINGS })
    server = await startGalley(data)
    authorization = server.authorization
    siteId = String(
      (await call('POST /v2/sites', { title: 'B', domain: DOMAIN, empty: true }))['id'],
    )
    execFileSync('git', ['clone', '-q', '--bare', repository(), path.join(root, 'clone.git')])
  })
  after(async () => {
    await server?.kill('SIGKILL')
    site.remove()
    rmSync(root, { recursive: true, force: true })
  })

  const repository = () => path.join(data, 'sites', siteId, 'repository.git')

  async function call(what: string, body?: object): Promise<Record<string, unknown>> {
    const [method = '', address = ''] = what.split(' ')
    const answer = await fetch(server.url + address, {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: Record<string, unknown> = await answer.json()
    expect(answer.status, JSON.stringify(json)).to.be.within(200, 299)
    return json
  }

  /** Commits what is on disk, past the server. */
  function push(): void {
    const git = (...args: string[]) => {
      const who = ['-c', 'user.name=Dev', '-c', 'user.email=dev@test', '-c', 'gc.auto=0']
      const place = ['--git-dir', path.join(root, 'clone.git'), '--work-tree', site.source]
      execFileSync('git', [...who, ...place, ...args], { cwd: site.source, stdio: 'pipe' })
    }
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'Edit')
    git('push', '-q', repository(), 'HEAD:main')
  }

  /** Of a build from nothing; null for a site that can't be built. */
  async function whole(): Promise<Files | null> {
    const destination = path.join(root, 'whole')
    rmSync(destination, { recursive: true, force: true })
    const { source } = site
    const environment = 'production'
    const { ok } = await build({ source, destination, now: Date.now(), environment, safe: true })
    return ok ? contentsOf(destination) : null
  }

  /** Some edits that leave a site that can be built. @returns what it is then, and what was done */
  async function edit(): Promise<{ readonly files: Files; readonly did: string }> {
    for (;;) {
      const texts = new Map(site.texts())
      const names = Array.from({ length: 1 + random(3) }, () => NAMES[random(NAMES.length)] ?? '')
      for (const name of names) EDITS[name]?.(site, random)
      const files = await whole()
      if (files !== null) return { files, did: names.join(', ') }
      for (const [name] of site.texts()) rmSync(path.join(site.source, name))
      for (const [name, text] of texts) site.write(name, text)
    }
  }

  /** Publishes to the end. */
  async function publish(): Promise<void> {
    const { job_id: job } = await call(`POST /v2/sites/${siteId}/publish`)
    for (;;) {
      const { status, error } = await call(`GET /v2/jobs/${String(job)}`)
      if (status === 'complete') return
      if (status === 'error') throw new Error(String(error))
      await sleep(20)
    }
  }

  /** What is served of these paths. */
  async function live(paths: Iterable<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const file of new Set(paths)) {
      const text = await served(server.sitesUrl, file)
      if (text !== null) found.set(file, text)
    }
    return found
  }

  function sorted(files: Files): [string, string][] {
    return [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  it(`serves a complete release through ${ROUNDS} kills`, async function () {
    this.timeout(300_000 + ROUNDS * 120_000)
    let { files: before } = await edit()
    push()
    const began = performance.now()
    await publish()
    const usual = Math.ceil(performance.now() - began)
    expect(sorted(await live(before.keys()))).to.deep.equal(sorted(before))
    const known = new Set(before.keys())
    for (let round = 0; round < ROUNDS; round += 1) {
      const { files, did } = await edit()
      push()
      for (const file of files.keys()) known.add(file)
      const told = call(`POST /v2/sites/${siteId}/publish`).catch(() => undefined)
      await sleep(random(usual + 200))
      await server.kill('SIGKILL')
      await told
      server = await startGalley(data)
      const now = sorted(await live(known))
      const isNew = JSON.stringify(now) === JSON.stringify(sorted(files))
      if (!isNew) expect(now, `round ${round}: ${did}`).to.deep.equal(sorted(before))
      if (isNew) before = files
      if (random(3) === 0) continue
      await publish()
      expect(sorted(await live(known)), `round ${round}: ${did}`).to.deep.equal(sorted(files))
      before = files
    }
    const { files } = await edit()
    push()
    await publish()
    for (const file of files.keys()) known.add(file)
    expect(sorted(await live(known))).to.deep.equal(sorted(files))
  })
})
