import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const ABSENT = '0'.repeat(40)

describe('Two editors of one document', () => {
  const api = useApi()
  let site: Site
  let list: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    list = `/v2/sites/${site.id}/collections/docs/documents`
  })

  const make = async () => {
    const body = 'one\ntwo\nthree\nfour\nfive\n'
    const input = { title: 'T', body, tags: ['a'], metadata: { x: 1, y: 1 } }
    const { json } = await api.post(list, input)
    return { json, url: `/v2/documents/${String(json['id'])}`, sha: String(json['sha']) }
  }

  it('are merged by field and by line when the body names the version it started from', async () => {
    const { json, url, sha } = await make()
    await api.put(url, { ...json, title: 'First', body: 'ONE\ntwo\nthree\nfour\nfive\n' })
    const merged = await api.put(url, {
      ...json,
      sha,
      tags: ['b'],
      metadata: { x: 1, y: 2 },
      body: 'one\ntwo\nthree\nfour\nFIVE\n',
    })
    expect(merged.status, merged.text).to.equal(200)
    expect(merged.json).to.deep.include({
      title: 'First',
      tags: ['b'],
      metadata: { x: 1, y: 2 },
      body: 'ONE\ntwo\nthree\nfour\nFIVE\n',
    })
  })

  it('get 409 with the fields that both changed, the current sha, and nothing written', async () => {
    const { url, sha } = await make()
    const first = await api.put(url, { sha, title: 'First', metadata: { x: 2, y: 1 } })
    const head = await api.head(site.id)
    const second = await api.put(url, {
      sha,
      title: 'Second',
      tags: ['z'],
      metadata: { x: 3, y: 1 },
    })
    expect(second.status).to.equal(409)
    const fields = [second.json['details']].flat().map((detail) => Object(detail).field)
    expect(fields).to.include('title')
    expect(fields).to.not.include('tags')
    expect(fields.some((field) => String(field).endsWith('x'))).to.equal(true)
    expect(second.json['current_sha']).to.equal(first.json['sha'])
    expect(await api.head(site.id)).to.equal(head)
  })

  it('get both sides of a conflict, and the fields that could be merged', async () => {
    const { url, sha } = await make()
    const lines = (first: string, last: string) => `${first}\ntwo\nthree\nfour\n${last}\n`
    const theirs = { title: 'First', body: lines('ONE', 'five'), metadata: { x: 2, y: 1 } }
    await api.put(url, { sha, ...theirs })
    const mine = { title: 'Second', tags: ['z'], body: lines('one', 'FIVE') }
    const refused = await api.put(url, { sha, ...mine, metadata: { x: 3, y: 1, z: 1 } })
    expect(refused.status).to.equal(409)
    const rest = { date: null, visibility: 'visible', permalink: null, categories: [] }
    expect(refused.json['conflict']).to.deep.equal({
      base: {
        ...rest,
        title: 'T',
        body: lines('one', 'five'),
        tags: ['a'],
        metadata: { x: 1, y: 1 },
      },
      theirs: { ...rest, ...theirs, tags: ['a'] },
      merged: { ...rest, tags: ['z'], body: lines('ONE', 'FIVE'), metadata: { y: 1, z: 1 } },
    })
    const clash = await api.put(url, { sha, body: lines('uno', 'five') })
    const { conflict } = clash.json as { conflict: { merged: object; theirs: object } }
    expect(conflict.merged).not.to.have.property('body')
    expect(conflict.theirs).to.have.property('body', lines('ONE', 'five'))
  })

  it('conflict in the body if they changed the same line', async () => {
    const { url, sha } = await make()
    await api.put(url, { sha, body: 'one\n2\nthree\nfour\nfive\n' })
    const second = await api.put(url, { sha, body: 'one\nzwei\nthree\nfour\nfive\n' })
    expect(second.status).to.equal(409)
    expect(second.text).to.include('"field":"body"')
  })

  it('do not conflict if they make the same change', async () => {
    const { url, sha } = await make()
    const first = await api.put(url, { sha, title: 'Same' })
    const second = await api.put(url, { sha, title: 'Same' })
    expect(second.status).to.equal(200)
    expect(second.json['sha']).to.equal(first.json['sha'])
  })

  it('overwrite each other without a version: the last write wins', async () => {
    const { url } = await make()
    await api.put(url, { title: 'First' })
    expect((await api.put(url, { title: 'Second' })).json['title']).to.equal('Second')
    const history = await api.get(`${url}/history`)
    expect(history.list).to.have.length(3)
  })

  it('get 412 by If-Match, which takes precedence over the sha in the body', async () => {
    const { json, url, sha } = await make()
    const put = (tag: string, body: object) =>
      api.send({ method: 'PUT', path: url, json: body, headers: { 'If-Match': tag } })
    expect((await put(`"${ABSENT}"`, { title: 'x' })).status).to.equal(412)
    const first = await put(`"${sha}"`, { title: 'First' })
    expect(first.status).to.equal(200)
    const stale = await put(`"${sha}"`, { ...json, tags: ['b'] })
    expect(stale.status).to.equal(412)
    expect(stale.json['current_sha']).to.equal(first.json['sha'])
    expect((await put('*', { title: 'Star' })).status).to.equal(200)
    const several = `"${ABSENT}", "${String((await api.get(url)).json['sha'])}"`
    expect((await put(several, { title: 'Several' })).status).to.equal(200)
    const remove = { method: 'DELETE', path: url, headers: { 'If-Match': `"${sha}"` } }
    expect((await api.send(remove)).status).to.equal(412)
  })

  it('get 409 for a sha that names no version of the file', async () => {
    const { url } = await make()
    for (const sha of [ABSENT, 'nonsense', (await api.head(site.id)).slice(0, 40)]) {
      expect((await api.put(url, { sha, title: 'x' })).status, sha).to.equal(409)
    }
  })

  it('are merged with a push, and across a move', async () => {
    const { json, url, sha } = await make()
    await api.put(url, { path: 'moved-away.md' })
    await api.put(url, { title: 'Changed after the move' })
    const merged = await api.put(url, { sha, tags: ['late'] })
    expect(merged.status, merged.text).to.equal(200)
    expect(merged.json).to.deep.include({
      id: json['id'],
      path: 'moved-away.md',
      title: 'Changed after the move',
      tags: ['late'],
    })
  })

  it('get 304 by ETag until the document changes', async () => {
    const { url, sha } = await make()
    const get = () =>
      api.send({ method: 'GET', path: url, headers: { 'If-None-Match': `W/"x", "${sha}"` } })
    expect((await get()).status).to.equal(304)
    await api.put(url, { title: 'x' })
    expect((await get()).status).to.equal(200)
  })
})

describe('History', () => {
  const api = useApi()
  let site: Site
  let list: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    list = `/v2/sites/${site.id}/collections/docs/documents`
  })

  it('is newest first, paged, and follows renames', async () => {
    const anna = await api.member(site.id, 'admin', 'Anna')
    const { json } = await api.post(list, { title: 'One', body: 'x\n'.repeat(20) })
    const url = `/v2/documents/${String(json['id'])}`
    await api.put(url, { title: 'Two' }, anna)
    await api.put(url, { path: 'renamed.md' })
    const answer = await api.get(`${url}/history`)
    expect(answer.status).to.equal(200)
    expect(answer.headers['x-total-count']).to.equal('3')
    expect(answer.list.map(({ user_id }) => user_id)).to.deep.equal([
      api.root.id,
      anna.id,
      api.root.id,
    ])
    expect(answer.list[1]).to.deep.include({ author: { name: 'Anna', email: anna.email } })
    expect(answer.list[2]).to.include({ sha: json['sha'] })
    expect(answer.list[0]?.['commit']).to.equal(await api.head(site.id))
    const second = await api.get(`${url}/history?per_page=1&page=2`)
    expect(second.list).to.deep.equal([answer.list[1]])
    expect(second.headers.link).to.include('rel="prev"')
  })

  it('gives a document as it was', async () => {
    const { json } = await api.post(list, { title: 'Was', body: 'old\n' })
    const url = `/v2/documents/${String(json['id'])}`
    await api.put(url, { title: 'Is', body: 'new\n' })
    const [, first] = (await api.get(`${url}/history`)).list
    const old = await api.get(`${url}/history/${String(first?.['commit'])}`)
    expect(old.json).to.deep.equal(json)
    for (const commit of [
      '0'.repeat(40),
      'x',
      await api.git(site.id, 'rev-list', '--max-parents=0', 'main').then((text) => text.trim()),
    ]) {
      expect((await api.get(`${url}/history/${commit}`)).status, commit).to.equal(404)
    }
  })

  it('writes an older version back as a new commit', async () => {
    const { json } = await api.post(list, { title: 'Was', body: 'old\n' })
    const url = `/v2/documents/${String(json['id'])}`
    await api.put(url, { title: 'Is', body: 'new\n' })
    const [, first] = (await api.get(`${url}/history`)).list
    const before = await api.head(site.id)
    const restored = await api.post(`${url}/restore`, { commit: first?.['commit'] })
    expect(restored.status, restored.text).to.equal(200)
    expect(restored.json).to.deep.include({ title: 'Was', body: 'old\n', sha: json['sha'] })
    expect((await api.git(site.id, 'rev-list', '--count', `${before}..main`)).trim()).to.equal('1')
  })

  it('brings a deleted document back under its id', async () => {
    const { json } = await api.post(list, { title: 'Gone', body: 'text\n' })
    const url = `/v2/documents/${String(json['id'])}`
    await api.delete(url)
    const history = await api.get(`${url}/history`)
    expect(history.status).to.equal(200)
    const made = history.list.find(({ sha }) => sha !== null)
    const restored = await api.post(`${url}/restore`, { commit: made?.['commit'] })
    expect(restored.status, restored.text).to.equal(200)
    expect(restored.json).to.include({
      id: json['id'],
      filename: json['filename'],
      sha: json['sha'],
    })
    expect((await api.get(url)).status).to.equal(200)
  })

  it('answers 409 if another document is at the path of a deleted one', async () => {
    const { json } = await api.post(list, { title: 'Twice' })
    const url = `/v2/documents/${String(json['id'])}`
    const [made] = (await api.get(`${url}/history`)).list
    await api.delete(url)
    await api.post(list, { title: 'Other', path: String(json['path']) })
    expect((await api.post(`${url}/restore`, { commit: made?.['commit'] })).status).to.equal(409)
  })

  it('answers 409 if another page is at the path of a deleted one', async () => {
    const pages = `/v2/sites/${site.id}/pages`
    const { json } = await api.post(pages, { title: 'Twice', path: 'twice.html' })
    const url = `/v2/pages/${String(json['id'])}`
    await api.delete(url)
    await api.post(pages, { title: 'Other', path: 'twice.html' })
    const [, made] = (await api.get(`${url}/history`)).list
    const refused = await api.post(`${url}/restore`, { commit: made?.['commit'] })
    expect(refused.status, refused.text).to.equal(409)
  })

  it('refuses a commit that is not in the history of the document', async () => {
    const { json } = await api.post(list, { title: 'x' })
    const url = `/v2/documents/${String(json['id'])}/restore`
    for (const commit of [undefined, null, 7, 'main', 'HEAD~1', '--all']) {
      expect((await api.post(url, { commit })).status).to.equal(422)
    }
    expect((await api.post(url, { commit: '0'.repeat(40) })).status).to.equal(404)
  })

  it('works for pages', async () => {
    const { json } = await api.post(`/v2/sites/${site.id}/pages`, { title: 'P', body: 'a' })
    const url = `/v2/pages/${String(json['id'])}`
    await api.put(url, { body: 'b' })
    const [, first] = (await api.get(`${url}/history`)).list
    expect((await api.get(`${url}/history/${String(first?.['commit'])}`)).json['body']).to.equal(
      'a',
    )
    const restored = await api.post(`${url}/restore`, { commit: first?.['commit'] })
    expect(restored.json).to.include({ body: 'a', type: 'page' })
    expect((await api.get(`/v2/documents/${String(json['id'])}/history`)).status).to.equal(404)
  })
})
