/**
 * `kill -9` in the middle of writes loses no acknowledged write.
 *
 * A ledger keeps what was asked for and what was acknowledged. After each kill every acknowledged
 * document has its acknowledged text, and what was not acknowledged is wholly there or wholly not.
 * GALLEY_KILL_ROUNDS makes it longer (100 before a release). This shows nothing about power loss:
 * the page cache survives a killed process.
 *
 * @see README, "What always holds"
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.js'
import { openApplication } from '../../src/server.js'
import { report } from '../torture/figures.js'
import { startGalley, type GalleyProcess } from './galley-process.js'

const ROUNDS = Number(process.env['GALLEY_KILL_ROUNDS'] ?? 3)
const WRITERS = 4

interface Known {
  readonly id: string
  /** Last acknowledged body, null when its deletion was acknowledged. */
  body: string | null
  /** Asked for, not acknowledged. */
  maybe: string | null | undefined
}

/** As the API writes it; null stays null. */
function quoted(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text)
}

describe('kill -9 in the middle of writes', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-kill-'))
  const ledger: Known[] = []
  let authorization = ''
  let siteId = ''
  let server: GalleyProcess | null = null
  let acknowledged = 0

  after(async () => {
    await server?.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })

  async function call(
    method: string,
    url: string,
    body?: unknown,
  ): Promise<{ status: number; json: Record<string, unknown> }> {
    const response = await fetch(`${server?.url}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json: Record<string, unknown> = await response.json()
    return { status: response.status, json }
  }

  /** Writes until the server is gone; each writer has documents of its own. */
  async function write(writer: number, round: number): Promise<void> {
    const mine: Known[] = []
    for (let number = 0; ; number += 1) {
      const body = `Round ${round}, writer ${writer}, write ${number}.\n`
      const known = mine[number % 3]
      try {
        if (!known || known.body === null) {
          const title = `r${round} w${writer} n${number}`
          const url = `/v2/sites/${siteId}/collections/posts/documents`
          const { status, json } = await call('POST', url, { title, body })
          expect(status).to.equal(201)
          const created: Known = { id: String(json['id']), body, maybe: undefined }
          ledger.push(created)
          mine[number % 3] = created
          acknowledged += 1
        } else {
          const isDelete = number % 7 === 6
          known.maybe = isDelete ? null : body
          const url = `/v2/documents/${known.id}`
          const { status } = await call(
            isDelete ? 'DELETE' : 'PUT',
            url,
            isDelete ? undefined : { body },
          )
          expect(status).to.equal(200)
          known.body = known.maybe
          acknowledged += 1
          known.maybe = undefined
        }
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return
        throw error
      }
    }
  }

  async function verify(): Promise<void> {
    for (const known of ledger) {
      const { status, json } = await call('GET', `/v2/documents/${known.id}`)
      const found = status === 404 ? null : JSON.stringify(json['body'])
      const allowed = known.maybe === undefined ? [known.body] : [known.body, known.maybe]
      expect(allowed.map(quoted), known.id).to.include(found)
      known.body = found === null ? null : allowed[allowed.map(quoted).indexOf(found)]!
      known.maybe = undefined
    }
  }

  it(`keeps every acknowledged write over ${ROUNDS} kills`, async function () {
    this.timeout(300_000 + ROUNDS * 60_000)
    for (let round = 0; round < ROUNDS; round += 1) {
      server = await startGalley(data)
      authorization ||= server.authorization
      if (siteId === '') {
        const site = { title: 'Kill', domain: 'kill.test', empty: true }
        siteId = String((await call('POST', '/v2/sites', site)).json['id'])
      }
      await verify()
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, round))
      const enough = acknowledged + WRITERS * 2 + Math.random() * 100
      while (acknowledged < enough) await sleep(5)
      await sleep(Math.random() * 20)
      await server.kill('SIGKILL')
      await Promise.all(writers)
      const gitDir = path.join(data, 'sites', siteId, 'repository.git')
      execFileSync('git', ['--git-dir', gitDir, 'fsck', '--strict', '--full'], { stdio: 'pipe' })
    }
    server = await startGalley(data)
    await verify()
    expect(ledger.length).to.be.greaterThan(ROUNDS)
    expect(
      (await call('POST', `/v2/sites/${siteId}/pages`, { title: 'Still works' })).status,
    ).to.equal(201)
    expect(await server.kill('SIGTERM')).to.equal(0)
    report({ kills: ROUNDS, 'acknowledged writes': acknowledged, documents: ledger.length })
  })

  it('leaves an index that equals a rebuilt one, and no lock files', async () => {
    const config = readConfig({ flags: { data }, environment: {} })
    const silent = { debug() {}, info() {}, warn() {}, error() {} }
    const opened = await openApplication(config, { logger: silent, version: 'test' })
    try {
      const before = opened.store.index.dump(siteId)
      await opened.application.advance.reindex(siteId)
      expect(opened.store.index.dump(siteId)).to.deep.equal(before)
    } finally {
      await opened.close()
    }
    const refs = path.join(data, 'sites', siteId, 'repository.git', 'refs')
    const locks = readdirSync(refs, { recursive: true, encoding: 'utf8' })
    expect(locks.filter((name) => name.endsWith('.lock'))).to.deep.equal([])
  })
})
