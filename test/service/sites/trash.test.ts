/** Removing a site, cut off by a crash at each step. */

import Database from 'better-sqlite3'
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Answer } from '../../api/client.js'
import { startApi, type Running } from '../../api/server.js'
import { eventually } from '../../stories/git-client.js'

describe('removing a site', () => {
  let api: Running
  const at = (...names: string[]) => path.join(api.data, ...names)
  const trashed = async () =>
    (await api.server.application.remover.listTrash()).map(({ siteId, domain }) => [siteId, domain])

  async function restart(): Promise<void> {
    await api.stop()
    api = await startApi({ data: api.data })
  }

  function inRecords<Result>(ask: (db: Database.Database) => Result): Result {
    const db = new Database(at('galley.db'))
    try {
      return ask(db)
    } finally {
      db.close()
    }
  }

  before(async () => {
    api = await startApi()
  })
  after(() => api.finish())

  it('is undone after a crash before the record was deleted', async () => {
    const site = await api.site()
    await mkdir(at('trash', site.id))
    const note = { siteId: site.id, domain: 'a.test', ownerId: api.root.id, deletedAt: 1 }
    await writeFile(at('trash', site.id, 'site.json'), JSON.stringify(note))
    expect(await trashed()).to.deep.equal([])
    await restart()
    expect(existsSync(at('trash', site.id))).to.equal(false)
    expect((await api.get(`/v2/sites/${site.id}`)).status).to.equal(200)
  })

  it('is finished after a crash before the repository was moved', async () => {
    const site = await api.site({ domain: 'cut.test', title: 'Cut' })
    await cp(at('sites', site.id), at('copy'), { recursive: true })
    await api.delete(`/v2/sites/${site.id}`)
    await rm(at('trash', site.id, 'repository.git'), { recursive: true })
    await rename(at('copy'), at('sites', site.id))
    await restart()
    expect(await trashed()).to.deep.equal([[site.id, 'cut.test']])
    expect(existsSync(at('sites', site.id))).to.equal(false)
    expect(existsSync(at('trash', site.id, 'repository.git', 'HEAD'))).to.equal(true)
  })

  it('is finished after a crash before the other files were removed', async () => {
    const site = await api.site()
    await api.delete(`/v2/sites/${site.id}`)
    await mkdir(at('sites', site.id, 'releases'), { recursive: true })
    await restart()
    expect(existsSync(at('sites', site.id))).to.equal(false)
    expect((await trashed()).map(([id]) => id)).to.include(site.id)
  })

  it('leaves no ids, nor do those that were left before a restart', async () => {
    const [site, other, stays] = [await api.site(), await api.site(), await api.site()]
    const ids = (siteId: string) =>
      inRecords((db) =>
        db.prepare('SELECT count(*) FROM entry_ids WHERE site_id = ?').pluck().get(siteId),
      )
    expect(ids(site.id)).to.be.greaterThan(0)
    await api.delete(`/v2/sites/${site.id}`)
    expect(ids(site.id)).to.equal(0)
    await api.delete(`/v2/sites/${other.id}`)
    inRecords((db) =>
      db
        .prepare('INSERT INTO entry_ids (id, site_id, path) VALUES (?, ?, ?)')
        .run('x', other.id, 'x'),
    )
    await restart()
    expect(ids(other.id)).to.equal(0)
    expect(ids(stays.id)).to.be.greaterThan(0)
  })

  it('succeeds while somebody writes into the working tree (ENOTEMPTY)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const site = await api.site()
      const tree = at('sites', site.id, 'tree')
      await mkdir(tree, { recursive: true })
      const words = 'while :; do i=$((i+1)); : > "f$i" || exit; done'
      const writer = spawn('/bin/sh', ['-c', words], { cwd: tree, stdio: 'ignore' })
      const ended = new Promise((resolve) => writer.once('exit', resolve))
      try {
        await eventually(async () => expect(await readdir(tree)).to.include('f9'))
        const answer = await api.delete(`/v2/sites/${site.id}`)
        expect(answer.status, answer.text).to.equal(200)
        expect(existsSync(at('sites', site.id))).to.equal(false)
        expect(existsSync(at('trash', site.id, 'repository.git', 'HEAD'))).to.equal(true)
      } finally {
        writer.kill('SIGKILL')
        await ended
      }
      for (const name of await readdir(at('tmp'))) {
        if (name.startsWith('removed_')) await rm(at('tmp', name), { recursive: true })
      }
    }
  })

  it('lets no job begin meanwhile', async () => {
    const site = await api.site()
    const publish = () => api.post(`/v2/sites/${site.id}/publish`)
    let removing: Promise<Answer> | undefined
    await api.server.application.locks.run(site.id, async () => {
      removing = api.delete(`/v2/sites/${site.id}`)
      // It waits for this lock when everything else has ended.
      const refused = await eventually(async () => {
        const answer = await publish()
        expect(answer.status, answer.text).to.equal(503)
        return answer
      })
      expect(refused.text).to.include('The site is being deleted.')
    })
    expect((await removing)?.status).to.equal(200)
    expect(existsSync(at('sites', site.id))).to.equal(false)
    expect((await publish()).status).to.equal(404)
  })

  it('leaves a repository in the trash that is found even if its note is damaged', async () => {
    const site = await api.site({ domain: 'torn.test' })
    await api.delete(`/v2/sites/${site.id}`)
    await truncate(at('trash', site.id, 'site.json'), 20)
    expect(await trashed()).to.deep.include([site.id, `${site.id}.localhost`])
    api.skip(31 * 24 * 60 * 60 * 1000)
    await api.server.application.remover.emptyTrash()
    expect(await trashed()).to.deep.equal([])
  })
})
