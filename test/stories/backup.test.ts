/**
 * A backup that is made while the server is written to, restored: every write that was acknowledged
 * before the backup began is there, git finds nothing wrong, and the index is that of the files.
 *
 * @see reliability promise D16
 */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { galley } from '../cli/galley.js'
import { report, SIZE } from '../torture/figures.js'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { call, expectKept, startWriters } from './writers.js'

describe('a backup under load', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-load-'))
  const data = path.join(folder, 'data')
  const servers: GalleyProcess[] = []

  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(where: string): Promise<GalleyProcess> {
    const server = await startGalley(where)
    servers.push(server)
    return server
  }

  it('restores a state with every write that was acknowledged before it began', async function () {
    this.timeout(300_000 + SIZE * 120_000)
    const server = await start(data)
    const { authorization } = server
    const site = { title: 'Load', domain: 'load.test' }
    const made = await call({ server, authorization }, 'POST /v2/sites', site)
    const siteId = String(made?.json['id'])
    const gitDir = path.join(data, 'sites', siteId, 'repository.git')
    const git = (dir: string, ...args: string[]) =>
      execFileSync('git', ['--git-dir', dir, ...args], { stdio: 'pipe', encoding: 'utf8' })

    const writers = startWriters({ server, authorization, siteId }, 4, 'load')
    const began: number[] = []
    for (let round = 0; round < 2 * SIZE; round += 1) {
      await writers.more(12)
      // Objects move from loose files into packs while they are being copied.
      if (round > 0) git(gitDir, 'repack', '-d', '-q')
      began.push(performance.now())
      const zip = path.join(folder, `${round}.zip`)
      const { code, err } = await galley(['backup', zip, '--data', data])
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    }
    await writers.stop()
    expect(readdirSync(data).filter((name) => name.startsWith('backup-'))).to.deep.equal([])
    expect(await server.kill('SIGTERM')).to.equal(0)

    for (const [round, since] of began.entries()) {
      const copy = path.join(folder, `copy-${round}`)
      const zip = path.join(folder, `${round}.zip`)
      const restored = await galley(['restore', zip, '--data', copy])
      expect({ code: restored.code, err: restored.err }).to.deep.equal({ code: 0, err: '' })
      git(path.join(copy, 'sites', siteId, 'repository.git'), 'fsck', '--strict', '--full')
      const doctor = await galley(['doctor', '--data', copy])
      expect(doctor.out).to.equal('All is well.\n')
      const again = await start(copy)
      await expectKept({ server: again, authorization }, writers, since)
      const list = `/v2/sites/${siteId}/collections/posts/documents`
      expect((await call({ server: again, authorization }, `GET ${list}`))?.status).to.equal(200)
      expect(await again.kill('SIGTERM')).to.equal(0)
    }
    const writes = [...writers.acknowledged.values()].flat().length
    report({ 'backups restored': began.length, 'acknowledged writes': writes })
  })
})
