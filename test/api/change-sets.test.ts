/** The life of change sets: made, written to, looked at, updated, landed, dropped, brought back. */

import { expect } from 'chai'
import { callsOf } from '../calls.js'
import { useApi, type Person, type Site } from './server.js'

const CONFIG = 'title: A site\njekyll_version: 4.4\ncollections:\n  notes:\n    output: true\n'

describe('Change sets', () => {
  const api = useApi()
  let site: Site
  let paula: Person
  let will: Person
  let base: string

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    paula = await api.member(site.id, 'publisher', 'paula')
    will = await api.member(site.id, 'writer', 'will')
    await api.upload('PUT', `${base}/source/_config.yml`, { data: CONFIG })
  })

  const make = async (as: Person = paula, title = 'New menu') => {
    const made = await api.post(`${base}/change_sets`, { title }, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const page = async (title: string, body = 'Text\n') => {
    const made = await api.post(`${base}/pages`, { title, body, path: `${title}.md` })
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const bodyOf = async (id: string, set?: string) => {
    const found = await api.get(`/v2/pages/${id}${set ? `?change_set=${set}` : ''}`)
    return found.status === 200 ? found.json['body'] : found.status
  }
  const changesOf = async (set: string, as: Person = paula) =>
    (await api.get(`${base}/change_sets/${set}/changes`, as)).list
  const land = (set: string, as: Person = paula) =>
    api.post(`${base}/change_sets/${set}/land`, {}, as)

  it('name the texts that use a file as the site does', async () => {
    const user = await page('user', 'See [it](/notes/a.txt).\n')
    const set = await make()
    const place = `${base}/collections/notes/files?change_set=${set}`
    await api.upload('POST', place, { as: paula, name: 'a.txt', data: 'file' })
    const [media] = (await api.get(`${base}/media?change_set=${set}`, paula)).list
    expect(media?.['used_by']).to.have.nested.property('[0].id', user)
  })

  it('bring back with its id what was deleted on the site meanwhile', async () => {
    const [gone, moved] = [await page('gone'), await page('moved')]
    const set = await make()
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${gone}${at}`, { body: 'Kept\n' }, paula)
    await api.put(`/v2/pages/${moved}${at}`, { path: 'there.md', body: 'Kept\n' }, paula)
    for (const id of [gone, moved]) await api.delete(`/v2/pages/${id}`)
    const settle = ['gone.md', 'moved.md', 'there.md'].map((path) => ({ path, keep: 'set' }))
    const updated = await api.post(`${base}/change_sets/${set}/update`, { settle }, paula)
    expect(updated.status, updated.text).to.equal(200)
    expect((await land(set)).status).to.equal(200)
    for (const id of [gone, moved]) expect(await bodyOf(id)).to.equal('Kept\n')
  })

  it('hold edits of texts, uploads, moves and deletions until they land as one commit', async () => {
    const [menu, old, moved] = [await page('menu'), await page('old'), await page('moved')]
    const before = await api.head(site.id)
    const set = await make()
    const at = `?change_set=${set}`
    const put = await api.put(`/v2/pages/${menu}${at}`, { body: 'New\n', title: 'Menu' }, paula)
    expect(put.status, put.text).to.equal(200)
    expect(put.json).to.include({ id: menu, site_id: site.id, body: 'New\n' })
    expect((await api.delete(`/v2/pages/${old}${at}`, paula)).status).to.equal(200)
    expect(
      (await api.put(`/v2/pages/${moved}${at}`, { path: 'sub/there.md', body: 'x' }, paula)).status,
    ).to.equal(200)
    const made = await api.post(
      `${base}/collections/notes/documents${at}`,
      { title: 'Note' },
      paula,
    )
    expect(made.status, made.text).to.equal(201)
    expect(made.headers['location']).to.match(
      new RegExp(`/v2/documents/${String(made.json['id'])}\\?change_set=${set}$`),
    )
    const file = await api.upload('POST', `${base}/collections/notes/files${at}`, {
      as: paula,
      name: 'a.txt',
      data: 'file',
    })
    expect(file.status, file.text).to.equal(201)
    const url = new URL(String(file.json['download_url']))
    expect((await api.get(url.pathname + url.search, paula)).text).to.equal('file')

    // Nothing is on the site.
    expect(await api.head(site.id)).to.equal(before)
    expect(await bodyOf(menu)).to.equal('Text\n')
    expect(await bodyOf(old)).to.equal('Text\n')
    expect(await bodyOf(old, set)).to.equal(404)
    expect((await api.get(`/v2/documents/${String(made.json['id'])}`, paula)).status).to.equal(404)
    const titles = async (query: string) =>
      (await api.get(`${base}/pages${query}`, paula)).list.map((one) => String(one['title']))
    expect(await titles('')).to.have.members(['menu', 'moved', 'old'])
    expect(await titles(at)).to.have.members(['Menu', 'moved'])
    const found = await api.get(`${base}/search${at}&q=new`, paula)
    expect(found.list.map(({ id }) => id)).to.deep.equal([menu])

    const rows = await changesOf(set)
    expect(
      rows.map(({ path, action, from, fields }) => [path, action, from, fields]),
    ).to.deep.equal([
      ['_notes/a.txt', 'created', null, []],
      ['_notes/note.md', 'created', null, []],
      ['menu.md', 'changed', null, ['title', 'body']],
      ['old.md', 'deleted', null, []],
      ['sub/there.md', 'moved', 'moved.md', ['body']],
    ])
    expect(rows[2]).to.include({ id: menu, title: 'Menu', type: 'page', conflict: false })
    const seen = await api.get(`${base}/change_sets/${set}`, paula)
    expect(seen.json).to.deep.include({
      state: 'open',
      changes: 5,
      conflicts: 0,
      behind: false,
      user_id: paula.id,
      can: { change: true, land: true },
    })

    const landed = await land(set)
    expect(landed.status, landed.text).to.equal(200)
    expect(landed.json).to.include({ state: 'landed', landed_commit: await api.head(site.id) })
    expect(await api.git(site.id, 'rev-parse', 'main^')).to.equal(`${before}\n`)
    expect(await bodyOf(menu)).to.equal('New\n')
    expect(await bodyOf(old)).to.equal(404)
    expect(await bodyOf(moved)).to.equal('x')
    const note = await api.get(`/v2/documents/${String(made.json['id'])}`, paula)
    expect(note.json).to.include({ title: 'Note', user_id: paula.id })
    expect((await api.get(`/v2/pages/${menu}${at}`, paula)).status).to.equal(404)
    expect(await api.git(site.id, 'for-each-ref', 'refs/heads/sets')).to.equal('')
  })

  it('render texts as the set has them', async () => {
    await api.upload('PUT', `${base}/source/_layouts/d.html`, { data: 'old {{ content }}' })
    const id = await page('menu', 'Text\n')
    await api.put(`/v2/pages/${id}`, { metadata: { layout: 'd' } })
    const set = await make(api.root)
    const at = `?change_set=${set}`
    await api.upload('PUT', `${base}/source/_layouts/d.html${at}`, { data: 'new {{ content }}' })
    const shown = await api.post(`/v2/pages/${id}/render${at}`, {})
    expect(shown.text).to.include('new <p>Text')
    const plain = await api.post(`/v2/pages/${id}/render`, {})
    expect(plain.text).to.include('old <p>Text')
  })

  it('name everybody who took part', async () => {
    const id = await page('menu')
    const set = await make()
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${id}${at}`, { title: 'One' }, paula)
    await api.put(`/v2/pages/${id}${at}`, { body: 'Two\n' })
    await land(set)
    const message = await api.git(site.id, 'log', '-1', '--format=%an%n%B', 'main')
    expect(message).to.match(/^paula/)
    expect(message).to.match(new RegExp(`\nCo-authored-by: .* <${api.root.email}>\n`))
  })

  it('of one author land under the name of that author', async () => {
    const set = await make(will)
    const made = await api.post(
      `${base}/collections/posts/documents?change_set=${set}`,
      { title: 'Mine' },
      will,
    )
    expect(made.json).to.include({ visibility: 'draft' })
    expect((await land(set, will)).status).to.equal(403)
    expect((await land(set)).status).to.equal(200)
    const draft = await api.get(`/v2/documents/${String(made.json['id'])}`, will)
    expect(draft.json).to.include({ user_id: will.id, visibility: 'draft' })
    expect(await api.git(site.id, 'log', '-1', '--format=%an %cn', 'main')).to.match(/^will.*paula/)
  })

  it('are seen by writers if they are their own, who may propose changes of what is visible', async () => {
    const id = await page('menu')
    const other = await make()
    expect((await api.get(`${base}/change_sets/${other}`, will)).status).to.equal(404)
    expect((await api.get(`/v2/pages/${id}?change_set=${other}`, will)).status).to.equal(404)
    expect((await api.get(`${base}/change_sets`, will)).list).to.deep.equal([])
    const set = await make(will)
    const at = `?change_set=${set}`
    expect((await api.put(`/v2/pages/${id}`, { body: 'Mine' }, will)).status).to.equal(403)
    const put = await api.put(`/v2/pages/${id}${at}`, { body: 'Mine' }, will)
    expect(put.json).to.deep.include({ can: { update: true, delete: true, publish: false } })
    const hidden = await api.put(`/v2/pages/${id}${at}`, { visibility: 'hidden' }, will)
    expect(hidden.status).to.equal(403)
    expect((await land(set)).status).to.equal(200)
    expect(await bodyOf(id)).to.equal('Mine')
  })

  it('merge with what happens on the site meanwhile', async () => {
    const id = await page('menu')
    const set = await make()
    await api.put(`/v2/pages/${id}?change_set=${set}`, { title: 'New' }, paula)
    await api.put(`/v2/pages/${id}`, { body: 'Meanwhile\n' })
    expect((await api.get(`${base}/change_sets/${set}`)).json).to.include({
      behind: true,
      conflicts: 0,
    })
    expect((await land(set)).status).to.equal(200)
    const { json } = await api.get(`/v2/pages/${id}`)
    expect(json).to.include({ title: 'New', body: 'Meanwhile\n' })
  })

  it('are merged once when they land', async () => {
    const id = await page('menu')
    const set = await make()
    await api.put(`/v2/pages/${id}?change_set=${set}`, { title: 'New' }, paula)
    await api.put(`/v2/pages/${id}`, { body: 'Meanwhile\n' })
    const calls = await callsOf('/src/service/sync/', async () => {
      expect((await land(set)).status).to.equal(200)
    })
    // Called once by each merge. Of an `async` function, each return to it counts.
    expect(calls('sideOf')).to.equal(1)
  })

  it('that clash do not land before that is settled', async () => {
    const [id, gone] = [await page('menu'), await page('gone')]
    const set = await make()
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${id}${at}`, { body: 'Ours\n' }, paula)
    await api.put(`/v2/pages/${gone}${at}`, { body: 'Kept\n' }, paula)
    await api.put(`/v2/pages/${id}`, { body: 'Theirs\n' })
    await api.delete(`/v2/pages/${gone}`)
    const head = await api.head(site.id)
    const refused = await land(set)
    expect(refused.status).to.equal(409)
    expect(refused.text).to.include('menu.md').and.to.include('gone.md')
    expect(await api.head(site.id)).to.equal(head)
    const rows = await changesOf(set)
    expect(rows.map(({ path, conflict }) => [path, conflict])).to.deep.equal([
      ['gone.md', true],
      ['menu.md', true],
    ])
    const settled = (settle: object[]) =>
      api.post(`${base}/change_sets/${set}/update`, { settle }, paula)
    const undecided = await settled([{ path: 'menu.md', keep: 'set' }])
    expect(undecided.status).to.equal(409)
    expect(undecided.json['details']).to.deep.equal([
      { field: 'gone.md', message: 'was changed by both' },
    ])
    const updated = await settled([
      { path: 'menu.md', keep: 'set' },
      { path: 'gone.md', keep: 'set' },
    ])
    expect(updated.status, updated.text).to.equal(200)
    expect(updated.json).to.include({ behind: false, conflicts: 0, changes: 2 })
    expect(await bodyOf(id, set)).to.equal('Ours\n')
    expect((await land(set)).status).to.equal(200)
    expect(await api.git(site.id, 'ls-tree', '--name-only', 'main')).not.to.include('conflict')
    expect(await bodyOf(id)).to.equal('Ours\n')
    const back = await api.get(`${base}/pages`)
    expect(back.list.map((one) => one['body'])).to.have.members(['Kept\n', 'Ours\n'])
  })

  it('that clash can give way', async () => {
    const [id, gone, kept] = [await page('menu'), await page('gone'), await page('kept')]
    const set = await make()
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${id}${at}`, { body: 'Ours\n' }, paula)
    await api.put(`/v2/pages/${gone}${at}`, { body: 'Ours\n' }, paula)
    await api.delete(`/v2/pages/${kept}${at}`, paula)
    await api.put(`/v2/pages/${id}`, { body: 'Theirs\n' })
    await api.put(`/v2/pages/${kept}`, { body: 'Theirs\n' })
    await api.delete(`/v2/pages/${gone}`)
    const settle = ['menu.md', 'gone.md', 'kept.md'].map((path) => ({ path, keep: 'main' }))
    const updated = await api.post(`${base}/change_sets/${set}/update`, { settle }, paula)
    expect(updated.json, updated.text).to.include({ behind: false, changes: 0 })
    expect(await bodyOf(id, set)).to.equal('Theirs\n')
    expect(await bodyOf(kept, set)).to.equal('Theirs\n')
    expect(await bodyOf(gone, set)).to.equal(404)
  })

  it('can be renamed, dropped, and brought back for 30 days', async () => {
    const id = await page('menu')
    const set = await make()
    const path = `${base}/change_sets/${set}`
    await api.put(`/v2/pages/${id}?change_set=${set}`, { body: 'New\n' }, paula)
    expect((await api.put(path, { title: 'Other' }, paula)).json).to.include({ title: 'Other' })
    expect((await api.delete(path, paula)).json).to.deep.equal({ id: set, deleted: true })
    expect((await api.get(path)).json).to.include({
      state: 'dropped',
      closed_by: paula.id,
      head: null,
    })
    expect((await land(set)).status).to.equal(404)
    expect((await api.delete(path)).status).to.equal(404)
    expect(await bodyOf(id, set)).to.equal(404)
    const back = await api.put(path, { state: 'open' }, paula)
    expect(back.json).to.include({ state: 'open', changes: 1, closed_by: null })
    expect(await bodyOf(id, set)).to.equal('New\n')
    await api.delete(path)
    api.skip(31 * 24 * 60 * 60_000)
    expect((await api.get(`${base}/change_sets`)).list).to.deep.equal([])
    expect((await api.put(path, { state: 'open' })).status).to.equal(404)
  })

  it('are refused where they mean nothing, and when they are wrong', async () => {
    const set = await make()
    const at = `?change_set=${set}`
    for (const path of ['/publish', '/sync']) {
      const answer = await api.post(base + path + at)
      expect(answer.status, path).to.equal(422)
      expect(answer.text).to.include('change_set')
    }
    expect((await api.put(base + at, { title: 'x' })).status).to.equal(422)
    for (const id of ['nothing', 'a~b', '../x', '']) {
      const answer = await api.get(`${base}/pages?change_set=${encodeURIComponent(id)}`)
      expect([404, 422], id).to.include(answer.status)
    }
    expect((await api.get(`/v2/sites/${site.id}~${set}/pages`)).status).to.equal(404)
    expect((await api.get(`${base}/pages${at}&change_set=${set}`)).status).to.equal(422)
    const other = await api.site()
    expect((await api.get(`/v2/sites/${other.id}/pages${at}`)).status).to.equal(404)
    expect((await land(set)).status).to.equal(422)
  })
})
