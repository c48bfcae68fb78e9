/** Change sets at their edges: pushes, tokens, races, limits, landings that were cut off, roles that change. */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { MAX_OPEN_SETS, MAX_SET_CHANGES } from '../../src/model/change-set.js'
import { useApi, type Person, type Site } from './server.js'

const run = promisify(execFile)
const ME = ['-c', 'user.name=G', '-c', 'user.email=g@x.org']

describe('Change sets at their edges', () => {
  const api = useApi()
  let site: Site
  let base: string
  let paula: Person

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    paula = await api.member(site.id, 'publisher', 'paula')
  })

  const make = async (as: Person = paula) => {
    const made = await api.post(`${base}/change_sets`, { title: 'A set' }, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const page = async (title: string, query = '') => {
    const input = { title, body: 'Text\n', path: `${title}.md` }
    const made = await api.post(`${base}/pages${query}`, input)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const land = (set: string, as: Person = paula) =>
    api.post(`${base}/change_sets/${set}/land`, {}, as)
  const stateOf = async (set: string) => (await api.get(`${base}/change_sets/${set}`)).json
  const namesOnMain = async () =>
    (await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')).trim().split('\n')

  describe('and git', () => {
    let folder: string
    const git = async (...args: string[]) =>
      (await run('git', ['-C', folder, ...ME, ...args])).stdout
    const commit = async (name: string) => {
      await writeFile(path.join(folder, name), `---\ntitle: ${name}\n---\n`)
      await git('add', '.')
      await git('commit', '-qm', name)
    }
    const push = (ref: string) => git('push', 'origin', ref).catch((error: Error) => error.message)

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'galley-sets-'))
      const url = new URL(`${base}/repository.git`, api.server.url)
      url.username = api.root.name
      url.password = api.root.secret
      await run('git', ['clone', '-q', url.href, folder])
    })
    afterEach(() => rm(folder, { recursive: true, force: true }))

    it('take a pushed branch as a set of whoever pushed it', async () => {
      await commit('pushed.md')
      await push('HEAD:refs/heads/sets/from-git')
      expect(await stateOf('from-git')).to.include({
        title: 'from-git',
        user_id: api.root.id,
        state: 'open',
        changes: 1,
      })
      const pages = await api.get(`${base}/pages?change_set=from-git`)
      expect(pages.list.map((one) => one['title'])).to.include('pushed.md')
      await page('from-api', '?change_set=from-git')
      // What others have written to it is not lost by force, and not removed.
      await commit('more.md')
      expect(await push('+HEAD:refs/heads/sets/from-git')).to.include(
        'has commits that your push lacks',
      )
      expect(await push(':refs/heads/sets/from-git')).to.include('not removed by git')
      expect((await land('from-git')).status).to.equal(200)
      expect(await namesOnMain()).to.include.members(['pushed.md', 'from-api.md'])
    })

    it('show commits that were pushed to a set later', async () => {
      const set = await make()
      await page('one', `?change_set=${set}`)
      await git('fetch', '-q', 'origin', `sets/${set}`)
      await git('reset', '-q', '--hard', 'FETCH_HEAD')
      await commit('two.md')
      await push(`HEAD:refs/heads/sets/${set}`)
      const pages = await api.get(`${base}/pages?change_set=${set}`, paula)
      expect(pages.list.map((one) => one['filename'])).to.include.members(['one.md', 'two.md'])
    })

    it('see a branch that was made on disk, and one that was removed there', async () => {
      await api.git(site.id, 'branch', 'sets/on-disk', 'main')
      expect(await stateOf('on-disk')).to.include({ user_id: null, state: 'open', changes: 0 })
      await api.git(site.id, 'branch', '-D', 'sets/on-disk')
      expect(await stateOf('on-disk')).to.include({ state: 'dropped' })
      const back = await api.put(`${base}/change_sets/on-disk`, { state: 'open' })
      expect(back.status, back.text).to.equal(409)
    })

    it('do not hide others if the commit of one is gone', async () => {
      const set = await make()
      const ref = path.join(
        api.config.data,
        'sites',
        site.id,
        'repository.git/refs/heads/sets/gone',
      )
      await writeFile(ref, `${'1'.repeat(40)}\n`)
      const list = await api.get(`${base}/change_sets`)
      expect(list.list.map(({ id, changes }) => [id, changes])).to.have.deep.members([
        [set, 0],
        ['gone', null],
      ])
      expect((await api.get(`${base}/pages?change_set=gone`)).status).to.equal(404)
      expect((await api.get(`${base}/change_sets/gone/changes`)).status).to.equal(404)
      expect((await land('gone')).status).to.equal(404)
      expect((await api.post(`${base}/change_sets/gone/update`, {})).status).to.equal(404)
      await rm(ref)
    })

    it('land one that shares no commit with main only if nothing clashes', async () => {
      await git('checkout', '-q', '--orphan', 'alone')
      await git('rm', '-rfq', '.')
      await commit('alone.md')
      await push('HEAD:refs/heads/sets/alone')
      expect((await land('alone')).status).to.equal(200)
      expect(await namesOnMain()).to.include.members(['alone.md', '_config.yml'])
    })

    it('take no more sets than the limit', async () => {
      const head = await api.head(site.id)
      const lines = Array.from(
        { length: MAX_OPEN_SETS },
        (_, n) => `reset refs/heads/sets/s${n}\nfrom ${head}\n\n`,
      )
      await api.fastImport(site.id, lines.join(''))
      const refused = await api.post(`${base}/change_sets`, { title: 'x' })
      expect(refused.status).to.equal(409)
      expect(refused.text).to.include(`at most ${MAX_OPEN_SETS}`)
      await commit('more.md')
      expect(await push('HEAD:refs/heads/sets/more')).to.include(`more than ${MAX_OPEN_SETS} open`)
      const list = await api.get(`${base}/change_sets?per_page=200`)
      expect(list.list.length).to.equal(MAX_OPEN_SETS)
    })
  })

  it('take no more changes than the limit, and land what they have', async () => {
    const set = await make()
    const files = Array.from(
      { length: MAX_SET_CHANGES },
      (_, n) => `M 100644 inline f/${n}.txt\ndata 1\nx\n`,
    )
    const from = (await api.git(site.id, 'rev-parse', `sets/${set}`)).trim()
    const who = 'A <a@example.org> 1790000000 +0000'
    await api.fastImport(
      site.id,
      `commit refs/heads/sets/${set}\ncommitter ${who}\ndata 1\nx\nfrom ${from}\n${files.join('')}\n`,
    )
    const refused = await api.post(`${base}/pages?change_set=${set}`, { title: 'x' }, paula)
    expect(refused.status).to.equal(422)
    expect(refused.text).to.include('takes no more')
    expect((await api.get(`${base}/pages?change_set=${set}`, paula)).status).to.equal(200)
    const first = await api.get(`${base}/change_sets/${set}/changes?per_page=2`, paula)
    expect(first.headers['x-total-count']).to.equal(String(MAX_SET_CHANGES))
    expect((await land(set)).status).to.equal(200)
    expect(await namesOnMain()).to.include('f/1999.txt')
  })

  it('land once, however many try', async () => {
    const set = await make()
    await page('one', `?change_set=${set}`)
    const answers = await Promise.all([1, 2, 3, 4].map(() => land(set)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([
      200, 404, 404, 404,
    ])
    expect(await api.git(site.id, 'log', '--format=%s', 'main')).to.match(/^A set\n(?!A set)/)
  })

  it('lose nothing that was written while they land, and while the site changes', async () => {
    const set = await make()
    await page('first', `?change_set=${set}`)
    const written: string[] = []
    const write = async (name: string, query: string) => {
      const made = await api.post(
        `${base}/pages${query}`,
        { title: name, path: `${name}.md` },
        paula,
      )
      expect(made.status, made.text).to.be.oneOf([201, 404])
      if (made.status === 201) written.push(`${name}.md`)
    }
    const numbers = Array.from({ length: 12 }, (_, n) => n)
    const [landed] = await Promise.all([
      land(set),
      ...numbers.map((n) => write(`set-${n}`, `?change_set=${set}`)),
      ...numbers.map((n) => write(`main-${n}`, '')),
    ])
    expect(landed.status, landed.text).to.equal(200)
    expect(await namesOnMain()).to.include.members(written)
  })

  it('keep what was written before they were dropped', async () => {
    const set = await make()
    const written: string[] = []
    const write = async (name: string) => {
      const input = { title: name, path: `${name}.md` }
      const made = await api.post(`${base}/pages?change_set=${set}`, input, paula)
      expect(made.status, made.text).to.be.oneOf([201, 404])
      if (made.status === 201) written.push(`${name}.md`)
    }
    await write('first')
    const names = Array.from({ length: 8 }, (_, n) => `p${n}`)
    const dropped = api.delete(`${base}/change_sets/${set}`)
    await Promise.all([...names.map(write), dropped])
    expect((await dropped).status).to.equal(200)
    expect((await api.put(`${base}/change_sets/${set}`, { state: 'open' })).status).to.equal(200)
    const pages = await api.get(`${base}/pages?change_set=${set}`)
    expect(pages.list.map((one) => one['filename'])).to.include.members(written)
  })

  describe('whose landing was cut off', () => {
    const record = (sql: string) => {
      const db = new Database(path.join(api.config.data, 'galley.db'))
      expect(db.prepare(sql).run().changes).to.equal(1)
      db.close()
    }
    /** Lands a set, then puts back what follows the move of `main`. */
    const cutOff = async () => {
      const set = await make()
      await page('one', `?change_set=${set}`)
      const head = (await api.git(site.id, 'rev-parse', `sets/${set}`)).trim()
      const landed = await land(set)
      await api.git(site.id, 'update-ref', `refs/heads/sets/${set}`, head)
      record(`UPDATE change_sets SET state = 'open', closed_at = NULL WHERE id = '${set}'`)
      return { set, commit: String(landed.json['landed_commit']) }
    }

    it('have landed', async () => {
      const { set, commit } = await cutOff()
      expect(await stateOf(set)).to.include({ state: 'landed', landed_commit: commit })
      expect((await land(set)).status).to.equal(404)
      expect(await api.head(site.id)).to.equal(commit)
    })

    it('stay open with what was written to them later', async () => {
      const { set, commit } = await cutOff()
      const tree = (await api.git(site.id, 'rev-parse', `sets/${set}^{tree}`)).trim()
      const more = await api.git(
        site.id,
        ...ME,
        'commit-tree',
        '-m',
        'x',
        '-p',
        `sets/${set}`,
        tree,
      )
      await api.git(site.id, 'update-ref', `refs/heads/sets/${set}`, more.trim())
      expect(await stateOf(set)).to.include({ state: 'open', landed_commit: null })
      expect((await land(set)).status).to.equal(200)
      expect(await api.head(site.id)).to.equal(commit)
    })

    it('have not landed if main did not move', async () => {
      const set = await make()
      await page('one', `?change_set=${set}`)
      const head = await api.head(site.id)
      record(`UPDATE change_sets SET landed_commit = '${head}' WHERE id = '${set}'`)
      expect(await stateOf(set)).to.include({ state: 'open', landed_commit: null })
      expect((await land(set)).status).to.equal(200)
    })
  })

  it('give tokens that may write in them only nothing else', async () => {
    const id = await page('one')
    const input = { name: 'Assistant', scopes: ['read', 'sets'] }
    const token = await api.post('/v2/users/me/tokens', input, paula)
    const robot = { ...paula, secret: String(token.json['token']) }
    const refused = await api.put(`/v2/pages/${id}`, { body: 'x' }, robot)
    expect(refused.status).to.equal(403)
    expect(refused.text).to.include('change sets only')
    const set = await make(robot)
    const put = await api.put(`/v2/pages/${id}?change_set=${set}`, { body: 'x' }, robot)
    expect(put.status, put.text).to.equal(200)
    expect((await land(set, robot)).status).to.equal(403)
    expect((await api.post(`${base}/publish?change_set=${set}`, {}, robot)).status).to.equal(403)
    expect((await api.delete(`${base}/change_sets/${set}`, robot)).status).to.equal(200)
  })

  it('do not show writers what they may not read on the site', async () => {
    const will = await api.member(site.id, 'writer', 'will')
    const set = await make(will)
    await page('one', `?change_set=${set}`)
    const input = { title: 'Secret plan', draft: true }
    const draft = await api.post(`${base}/collections/posts/documents`, input)
    const hidden = await api.post(`${base}/pages?change_set=${set}`, {
      title: 'Secret page',
      visibility: 'hidden',
    })
    const updated = await api.post(`${base}/change_sets/${set}/update`, {}, will)
    expect(updated.status, updated.text).to.equal(200)
    const at = `?change_set=${set}`
    for (const path of [
      `${base}/collections/posts/documents${at}`,
      `${base}/pages${at}`,
      `${base}/search${at}&q=secret`,
      `${base}/change_sets/${set}/changes`,
    ]) {
      expect((await api.get(path, will)).text, path).not.to.include('ecret')
    }
    expect((await api.get(`/v2/documents/${String(draft.json['id'])}${at}`, will)).status).to.equal(
      404,
    )
    expect((await api.get(`/v2/pages/${String(hidden.json['id'])}${at}`, will)).status).to.equal(
      404,
    )
    expect((await land(set)).status).to.equal(200)
    for (const path of [`${base}/collections/posts/documents`, `${base}/pages`]) {
      expect((await api.get(path, will)).text, path).not.to.include('ecret')
    }
  })

  it('move and create texts in one request', async () => {
    const id = await page('one')
    const set = await make()
    const changes = [
      { action: 'move', type: 'page', id, to: 'there.md' },
      { action: 'create', type: 'page', title: 'New', path: 'new.md' },
    ]
    const done = await api.post(`${base}/changes?change_set=${set}`, { changes }, paula)
    expect(done.status, done.text).to.equal(200)
    const [moved, made] = done.json['results'] as { id: string }[]
    expect(moved?.id).to.equal(id)
    expect((await land(set)).status).to.equal(200)
    expect((await api.get(`/v2/pages/${id}`)).json).to.include({ title: 'one', path: 'there.md' })
    expect((await api.get(`/v2/pages/${made?.id}`)).json).to.include({ title: 'New' })
  })

  it('say the same from rows that were made anew', async () => {
    // That is checked at the end, of what is open then.
    const id = await page('one')
    await page('two')
    const set = await make()
    await api.put(`/v2/pages/${id}?change_set=${set}`, { path: 'three.md', body: 'x' }, paula)
    await page('two-b')
    const merged = await api.post(`${base}/change_sets/${set}/update`, {})
    expect(merged.json).to.include({ behind: false, changes: 1 })
    await page('two-c')
  })

  it('are in the audit log, with the commits that were made', async () => {
    const set = await make()
    const id = await page('one', `?change_set=${set}`)
    const head = (await api.git(site.id, 'rev-parse', `sets/${set}`)).trim()
    const main = String((await land(set)).json['landed_commit'])
    const dropped = await make()
    await api.delete(`${base}/change_sets/${dropped}`, paula)
    const rows = (await api.get(`${base}/audit`)).list
    const told = rows.map(({ operation, target, commit }) => [operation, target, commit])
    expect(told).to.deep.include.members([
      ['createChangeSet', set, null],
      ['createPage', `${id} sets/${set}`, head],
      ['landChangeSet', set, main],
      ['dropChangeSet', dropped, null],
    ])
  })

  it('go with their site', async () => {
    const set = await make()
    await page('one', `?change_set=${set}`)
    expect((await api.delete(base)).status).to.equal(200)
    expect((await api.get(`/v2/sites/${site.id}/pages?change_set=${set}`)).status).to.equal(404)
    const left = (file: string, sql: string) => {
      const db = new Database(path.join(api.config.data, file), { readonly: true })
      const found = db.prepare(sql).pluck().get(`${site.id}%`)
      db.close()
      return found
    }
    const count = 'SELECT count(*) FROM'
    expect(left('index.db', `${count} generations WHERE site_id LIKE ?`)).to.equal(0)
    expect(left('galley.db', `${count} entry_ids WHERE site_id LIKE ?`)).to.equal(0)
    expect(left('galley.db', `${count} change_sets WHERE site_id LIKE ?`)).to.equal(0)
  })
})
