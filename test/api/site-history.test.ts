import { expect } from 'chai'
import type { Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('The history of a site', () => {
  const api = useApi()
  let site: Site
  let base: string

  before(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
  })

  const put = (name: string, data: string) =>
    api.upload('PUT', `${base}/source/${name}`, { data: Buffer.from(data) })
  const newest = async (): Promise<Json> => {
    const oid = await api.head(site.id)
    return (await api.get(`${base}/commits/${oid}`)).json
  }

  it('lists commits with who made them and by which door, newest first', async () => {
    const made = await api.post(`${base}/pages`, { title: 'One', path: 'one.md', body: 'a' })
    await api.put(`/v2/pages/${String(made.json['id'])}`, { body: 'b' })
    const answer = await api.get(`${base}/commits?per_page=2`)
    expect(answer.list.map((commit) => commit['commit'])).to.deep.equal(
      (await api.git(site.id, 'log', '-2', '--format=%H', 'main')).trim().split('\n'),
    )
    expect(answer.list[0]).to.include({ user_id: api.root.id, door: 'api' })
    expect(answer.headers['x-total-count']).to.equal('3')
    expect(answer.headers['link']).to.include('rel="next"')
  })

  it('gives the diffs of a commit', async () => {
    await put('list.txt', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', ''].join('\n'))
    await put('list.txt', ['a', 'b', 'c', 'd', 'E', 'f', 'g', 'h', 'i'].join('\n'))
    const { changes } = await newest()
    const [change] = changes as { path: string; from: null; status: string; diff: string }[]
    expect(change).to.include({ path: 'list.txt', from: null, status: 'modified' })
    expect(change?.diff).to.equal(
      [
        '@@ -2,8 +2,8 @@',
        ' b',
        ' c',
        ' d',
        '-e',
        '+E',
        ' f',
        ' g',
        ' h',
        '-i',
        '+i',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    )
  })

  it('gives the diff between any two commits', async () => {
    const from = await api.head(site.id)
    await put('between.txt', 'one\n')
    const middle = await api.head(site.id)
    await put('between.txt', 'two\n')
    await put('_layouts/between.html', 'x\n')
    const all = await api.get(`${base}/diff?from=${from}`)
    expect(all.status, all.text).to.equal(200)
    const layout = { path: '_layouts/between.html', from: null, status: 'added' }
    expect(all.json).to.deep.equal({
      from,
      to: await api.head(site.id),
      changes: [
        { ...layout, diff: '@@ -0,0 +1,1 @@\n+x\n' },
        { path: 'between.txt', from: null, status: 'added', diff: '@@ -0,0 +1,1 @@\n+two\n' },
      ],
      changes_total: 2,
    })
    const back = await api.get(`${base}/diff?from=${middle}&to=${from}`)
    expect(back.json['changes']).to.deep.equal([
      { path: 'between.txt', from: null, status: 'deleted', diff: '@@ -1,1 +0,0 @@\n-one\n' },
    ])
    const none = await api.get(`${base}/diff?from=${from}&to=${from}`)
    expect(none.json['changes']).to.deep.equal([])
    const publisher = await api.member(site.id, 'publisher')
    const seen = await api.get(`${base}/diff?from=${from}`, publisher)
    expect(seen.json['changes']).to.deep.include({ ...layout, diff: null })
  })

  for (const query of [
    '',
    'from=HEAD',
    `from=${'0'.repeat(40)}`,
    `from=${'0'.repeat(40)}&from=${'0'.repeat(40)}`,
    'from=--output=x',
  ]) {
    it(`refuses ?${query.slice(0, 60)}`, async () => {
      const answer = await api.get(`${base}/diff?${query}`)
      expect(answer.status, answer.text).to.equal(422)
      expect(JSON.stringify(answer.json['details'])).to.include('"from"')
    })
  }

  it('lists what was added, renamed and deleted, without a diff of binary files', async () => {
    await put('pic.bin', 'a\0b')
    expect((await newest())['changes']).to.deep.equal([
      { path: 'pic.bin', from: null, status: 'added', diff: null },
    ])
    const move = { action: 'move', type: 'file', path: 'pic.bin', to: 'moved.bin' }
    await api.post(`${base}/changes`, { changes: [move] })
    const renamed = { path: 'moved.bin', from: 'pic.bin', status: 'renamed', diff: null }
    expect((await newest())['changes']).to.deep.equal([renamed])
    await api.delete(`${base}/source/moved.bin`)
    expect((await newest())['changes']).to.deep.include.members([
      { path: 'moved.bin', from: null, status: 'deleted', diff: null },
    ])
  })

  it('hides diffs of the source from publishers', async () => {
    const publisher = await api.member(site.id, 'publisher')
    await put('_layouts/x.html', 'x')
    const oid = await api.head(site.id)
    const seen = await api.get(`${base}/commits/${oid}`, publisher)
    expect(seen.json['changes']).to.deep.equal([
      { path: '_layouts/x.html', from: null, status: 'added', diff: null },
    ])
  })

  it('is 404 for what is not a commit of the site', async () => {
    const other = await api.site()
    const theirs = await api.head(other.id)
    for (const name of [theirs, 'main', 'HEAD', '--all', 'x'.repeat(2000)]) {
      expect((await api.get(`${base}/commits/${name}`)).status, name).to.equal(404)
    }
  })

  it('lists what was deleted, and it can be restored by its id', async () => {
    const made = await api.post(`${base}/pages`, { title: 'Gone', path: 'gone.md', body: 'x' })
    const id = String(made.json['id'])
    await put('gone.txt', 'no document')
    await api.delete(`${base}/source/gone.txt`)
    await api.delete(`/v2/pages/${id}`)
    const commit = await api.head(site.id)
    const { list } = await api.get(`${base}/deleted`)
    expect(list.map((one) => one['path'])).to.deep.equal(['gone.md'])
    expect(list[0]).to.include({ id, type: 'page', title: 'Gone', commit, user_id: api.root.id })
    const restored = await api.post(`/v2/pages/${id}/restore`, {
      commit: list[0]?.['restore_commit'],
    })
    expect(restored.json, restored.text).to.include({ id, title: 'Gone', body: 'x' })
    expect((await api.get(`${base}/deleted`)).list).to.deep.equal([])
  })

  it('shows the beginning and the last lines of a very long message', async () => {
    const trailer = 'Galley-Request-Id: long'
    const message = `Long ${'x'.repeat(100_000)}\n\n${'y'.repeat(100)}\n${trailer}\n`
    const before = await api.head(site.id)
    await api.fastImport(
      site.id,
      [
        'commit refs/heads/main',
        'author Somebody <somebody@example.org> 1700000000 +0000',
        'committer Somebody <somebody@example.org> 1700000000 +0000',
        `data ${message.length}`,
        message,
        `from ${before}`,
        'M 100644 inline long.txt',
        'data 1',
        'x',
        '',
      ].join('\n'),
    )
    await put('after.txt', 'x')
    const { list } = await api.get(`${base}/commits?per_page=2`)
    const long = list[1] as Record<string, string>
    expect(long['door']).to.equal('api')
    expect(long['message']).to.have.length.within(10_000, 11_100)
    expect(long['message']).to.match(/^Long x+\n…\n\ny{100}\nGalley-Request-Id: long\n$/)
  })

  it('lists many commits in order, each once', async () => {
    const lines = Array.from({ length: 450 }, (_, at) => [
      'commit refs/heads/main',
      'committer Somebody <somebody@example.org> 1700000000 +0000',
      `data ${`Number ${at}`.length}`,
      `Number ${at}`,
      ...(at === 0 ? ['from refs/heads/main^0'] : []),
      '',
    ])
    await api.fastImport(site.id, lines.flat().join('\n'))
    await put('last.txt', 'x')
    const { list, headers } = await api.get(`${base}/commits?per_page=10000`)
    expect(list).to.have.length(Number(headers['x-total-count']))
    const log = (await api.git(site.id, 'log', '--first-parent', '--format=%H', 'main')).trim()
    expect(list.map((commit) => commit['commit'])).to.deep.equal(log.split('\n'))
  })
})
