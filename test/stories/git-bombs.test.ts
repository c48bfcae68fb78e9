/**
 * Commits that hold more files than any disk, in a thousand bytes: by a push, by a push on disk, and
 * found when a server starts. Nothing walks them.
 */

import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { startApi, useApi, type Api } from '../api/server.js'
import { report } from '../torture/figures.js'
import { eventually, useDesk } from './git-client.js'
import {
  bombTrees,
  commit,
  object,
  packOf,
  pushBody,
  tree,
  writeLoose,
  type HostileObject,
} from './hostile-objects.js'

const execute = promisify(execFile)
const FILE = object('blob', 'A file\n')

/** A commit that holds a bomb, and its child that does not. */
function bombPush(parent: string | null) {
  const { objects, root } = bombTrees(10, 10)
  const small = tree([{ mode: '100644', name: 'a.md', oid: FILE.oid }])
  const bomb = commit(root.oid, parent)
  const top = commit(small.oid, bomb.oid)
  const all: HostileObject[] = [...objects, FILE, small, bomb, top]
  return { objects: all, bomb, top }
}

async function push(api: Api, siteId: string, body: Buffer) {
  const answer = await api.send({
    method: 'POST',
    path: `/v2/sites/${siteId}/repository.git/git-receive-pack`,
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
    raw: body,
  })
  report({ pushes: 1, refused: Number(/(?:^|\n)[0-9a-f]{4}ng /.test(answer.text)) })
  return answer
}

describe('a push of more files than allowed', () => {
  const api = useApi()
  const desk = useDesk(api)

  it('is refused, even if the last commit removes them', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const { objects, top } = bombPush(head)
    const packed = packOf(objects)
    expect(packed.length).to.be.at.most(2000)
    const refs = [{ ref: 'refs/heads/main', from: head, to: top.oid }]
    const answer = await push(api, site.id, pushBody(refs, packed))
    expect(answer.text).to.include('ng refs/heads/main pre-receive hook declined')
    expect(await api.head(site.id)).to.equal(head)
    const other = [{ ref: 'refs/tags/x', to: top.oid }]
    const tagged = await push(api, site.id, pushBody(other, packed))
    expect(tagged.text).to.include('ng refs/tags/x')
  })

  it('tells the pusher the commit, the number of files and the limit', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const { objects, bomb, top } = bombPush(head)
    const scratch = desk.at('bomb.git')
    await execute('git', ['init', '-q', '--bare', scratch])
    for (const made of objects) await writeLoose(scratch, made)
    await execute('git', ['--git-dir', scratch, 'fetch', '-q', desk.remote(site.id), 'main'])
    const refspec = `${top.oid}:refs/heads/main`
    const said = await execute('git', [
      '--git-dir',
      scratch,
      'push',
      desk.remote(site.id),
      refspec,
    ]).then(
      () => '',
      (error: unknown) => String(error),
    )
    expect(said).to.include(`Commit ${bomb.oid.slice(0, 12)}`)
    expect(said).to.include('11,111,111,110 files and folders; at most 200,000')
  })

  it('is limited by the changes of all new commits together', async () => {
    const tight = await startApi({ settings: { pushChanges: '30' } })
    try {
      const site = await tight.site()
      const head = await tight.head(site.id)
      const commits: HostileObject[] = []
      for (let at = 0; at < 20; at += 1) {
        const made = tree([{ mode: '100644', name: `${at}.md`, oid: FILE.oid }])
        commits.push(made, commit(made.oid, commits.at(-1)?.oid ?? head))
      }
      const to = commits.at(-1)?.oid ?? ''
      const refs = [{ ref: 'refs/heads/main', from: head, to }]
      const answer = await push(tight, site.id, pushBody(refs, packOf([FILE, ...commits])))
      expect(answer.text).to.include('declined')
      expect(await tight.head(site.id)).to.equal(head)
    } finally {
      await tight.finish()
    }
  })

  it('is set aside and reported if it was pushed on disk, and the site still works', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const { objects, top } = bombPush(head)
    for (const made of objects) await writeLoose(desk.bare(site.id), made)
    await api.git(site.id, 'update-ref', 'refs/heads/main', top.oid, head)
    await eventually(async () => expect(await api.head(site.id)).to.equal(head))
    const kept = await api.git(site.id, 'rev-parse', `refs/galley/refused/${top.oid}`)
    expect(kept.trim()).to.equal(top.oid)
    const warnings = () =>
      api.warned.filter(({ fields }) => 'commit' in fields && fields.commit === top.oid)
    // The log is written once the branch has been moved back.
    await eventually(() => expect(warnings()).to.have.length(1))
    expect(warnings()[0]?.fields).to.have.property('reason').that.includes('files and folders')
    const found = await api.server.application.maintenance.examine(site.id, { repair: false })
    expect(found.map(({ kind }) => kind)).to.deep.equal(['refused_commit'])
    expect(found[0]?.message).to.include(top.oid)
    const source = `/v2/sites/${site.id}/source/b.md`
    const written = await api.upload('PUT', source, { data: 'b' })
    expect(written.status, written.text).to.be.oneOf([200, 201])
    // What is built upon it later is no better.
    const now = await api.head(site.id)
    const merged = commit(tree([]).oid, now)
    const data = merged.data
      .toString()
      .replace(`parent ${now}\n`, `parent ${now}\nparent ${top.oid}\n`)
    const upon = object('commit', data)
    const refs = [{ ref: 'refs/heads/main', from: now, to: upon.oid }]
    const answer = await push(api, site.id, pushBody(refs, packOf([tree([]), upon])))
    expect(answer.text).to.include('declined')
  })

  it('is refused if its _config.yml is a submodule', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const top = tree([{ mode: '160000', name: '_config.yml', oid: 'ab'.repeat(20) }])
    const made = commit(top.oid, head)
    const refs = [{ ref: 'refs/heads/main', from: head, to: made.oid }]
    const answer = await push(api, site.id, pushBody(refs, packOf([top, made])))
    expect(answer.text).to.include('declined')
  })
})

describe('a history that was never indexed and cannot be read', () => {
  it('makes only its own site unavailable', async () => {
    const first = await startApi({ keep: true })
    const [bad, good] = [await first.site(), await first.site()]
    const head = await first.head(bad.id)
    await first.stop()
    const { objects, top } = bombPush(head)
    const bare = path.join(first.data, 'sites', bad.id, 'repository.git')
    for (const made of objects) await writeLoose(bare, made)
    await execute('git', ['--git-dir', bare, 'update-ref', 'refs/heads/main', top.oid])
    for (const name of ['index.db', 'index.db-wal', 'index.db-shm']) {
      await rm(path.join(first.data, name), { force: true })
    }
    const second = await startApi({ data: first.data })
    try {
      await eventually(async () =>
        expect((await second.get(`/v2/sites/${good.id}`)).status).to.equal(200),
      )
      const answer = await eventually(async () => {
        const got = await second.get(`/v2/sites/${bad.id}/source/a.md`)
        expect(second.logged).not.to.deep.equal([])
        return got
      })
      expect(answer.status).to.equal(503)
      expect(String(Reflect.get(second.logged[0] ?? {}, 'error'))).to.include(top.oid)
      const listed = await second.get('/v2/sites')
      expect(listed.status).to.equal(200)
      const removed = await second.delete(`/v2/sites/${bad.id}`)
      expect(removed.status, removed.text).to.equal(200)
      second.logged.length = 0
    } catch (error) {
      await second.stop()
      throw error
    }
    await second.finish()
  })
})
