/**
 * A server is killed and its disk is lost: what its copies bring back has every write that was acknowledged before the
 * last round began.
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { galley } from '../cli/galley.js'
import { report, SIZE, tellRound } from '../torture/figures.js'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { call, expectKept, startWriters, type Writers } from './writers.js'

describe('copies off the machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-copies-'))
  const keyFile = path.join(folder, 'key')
  const to = path.join(folder, 'store')
  const servers: GalleyProcess[] = []

  before(() => {
    writeFileSync(keyFile, randomBytes(32).toString('hex'))
    mkdirSync(to)
  })

  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const place = ['--copies-to', to, '--copies-key-file', keyFile]

  async function start(data: string): Promise<GalleyProcess> {
    const server = await startGalley(data, [...place, '--copies-seconds', '5'])
    servers.push(server)
    return server
  }

  /** When the last round began that has left nothing out, on the clock of this machine. */
  function coveredAt(data: string): number {
    try {
      const { coveredAt: at, error } = JSON.parse(
        readFileSync(path.join(data, 'copies.json'), 'utf8'),
      )
      expect(error).to.equal(null)
      return Number(at ?? 0)
    } catch (error) {
      // The server has not written it yet.
      if (error instanceof Error && 'code' in error) return 0
      throw error
    }
  }

  async function untilCovered(data: string, since: number): Promise<void> {
    while (coveredAt(data) <= since) await sleep(100)
  }

  const git = (dir: string, ...args: string[]) =>
    execFileSync('git', ['--git-dir', dir, ...args], { stdio: 'pipe', encoding: 'utf8' })

  it('bring back all that was acknowledged before the last round, after a kill and the loss of the disk', async function () {
    this.timeout(300_000 + SIZE * 120_000)
    let data = path.join(folder, 'data')
    let server = await start(data)
    const { authorization } = server
    const site = { title: 'Copied', domain: 'copied.test' }
    const made = await call({ server, authorization }, 'POST /v2/sites', site)
    const siteId = String(made?.json['id'])
    const all: { readonly writers: Writers; readonly since: number }[] = []
    for (let round = 0; round < 2 * SIZE; round += 1) {
      const writers = startWriters({ server, authorization, siteId }, 3, `round ${round}`)
      await writers.more(20)
      const gitDir = path.join(data, 'sites', siteId, 'repository.git')
      // Objects move into packs, and a ref comes that no commit of main has.
      git(gitDir, 'repack', '-a', '-d', '-q')
      git(gitDir, 'update-ref', `refs/tags/round-${round}`, 'refs/heads/main')
      const since = performance.now()
      await untilCovered(data, Date.now())
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      expect(metrics).to.match(/^galley_copies_age_seconds \d/m)
      expect(metrics).to.match(/^galley_copies_failing 0$/m)
      await writers.more(3)
      await server.kill('SIGKILL')
      await writers.stop().catch(() => undefined)
      expect(writers.odd).to.deep.equal([])
      rmSync(data, { recursive: true, force: true })
      all.push({ writers, since })

      data = path.join(folder, `data-${round}`)
      const restored = await galley(['copies', 'restore', '--data', data, ...place])
      expect({ code: restored.code, err: restored.err }).to.deep.equal({ code: 0, err: '' })
      const repository = path.join(data, 'sites', siteId, 'repository.git')
      git(repository, 'fsck', '--strict', '--full')
      expect(git(repository, 'tag').trim().split('\n')).to.include(`round-${round}`)
      const doctor = await galley(['doctor', '--data', data])
      expect(doctor.out).to.equal('All is well.\n')
      server = await start(data)
      await expectKept({ server, authorization }, writers, since)
      const writes = [...writers.acknowledged.values()].flat()
      const copied = writes.filter(({ at }) => at <= since).length
      report({ 'disks lost': 1, 'acknowledged writes': writes.length, 'of them in copies': copied })
      tellRound(round + 1, 'rounds of a kill, the loss of the disk and a restore')
    }
    // Also what has gone through many copies since.
    for (const { writers, since } of all) {
      await expectKept({ server, authorization }, writers, since)
    }
    const check = await galley(['copies', 'check', '--all', '--data', data, ...place])
    expect(check.out).to.match(/^All is well: \d+ copies in \d+ pieces/)
  })
})
