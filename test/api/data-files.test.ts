import { expect } from 'chai'
import { MAX_DATA_BYTES, MAX_DATA_EDITS, MAX_DATA_SOURCE_BYTES } from '../../src/model/limits.js'
import { useApi, type Person, type Site } from './server.js'

const MENU =
  '# The menu\n- title: "Home" # first\n  url: /\n- title: Blog\n  url: /blog/\n- title: About\n  url: /about/\n'
const CONFIG = 'title: x # mine\njekyll_version: 4.4\npublisher_data: [menu.yml, people]\n'

describe('Data files', () => {
  const api = useApi()
  let site: Site
  let url: string
  let publisher: Person
  let writer: Person

  before(async () => {
    publisher = await api.person('publisher')
    writer = await api.person('writer')
  })

  beforeEach(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/data`
    for (const [who, kind] of [
      [publisher, 'publisher'],
      [writer, 'writer'],
    ] as const)
      await api.post(`/v2/sites/${site.id}/roles`, { user_id: who.id, kind })
    await write('_config.yml', CONFIG)
    await write('_data/menu.yml', MENU)
  })

  const write = async (name: string, data: string | Buffer) => {
    const put = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(put.status, put.text).to.equal(200)
  }
  const menu = () => `${url}/_data/menu.yml`
  const edit = (edits: readonly object[], more: object = {}, as?: Person) =>
    api.put(menu(), { edits, ...more }, as)
  const set = (at: readonly unknown[], value: unknown) => ({ op: 'set', at, value })

  it('are listed by path, whatever their format, without what is no data', async () => {
    for (const name of [
      'people/ada.json',
      'b.csv',
      'c.tsv',
      'd.yaml',
      'e.txt',
      '.f.yml',
      '.g/x.yml',
    ])
      await write(`_data/${name}`, '{}')
    await write('other.yml', '{}')
    const { list, status } = await api.get(url)
    expect(status).to.equal(200)
    expect(list.map(({ name, format }) => [name, format])).to.deep.equal([
      ['_data/b.csv', 'csv'],
      ['_data/c.tsv', 'tsv'],
      ['_data/d.yaml', 'yaml'],
      ['_data/menu.yml', 'yaml'],
      ['_data/people/ada.json', 'json'],
    ])
    const own = await api.get(url, publisher)
    expect(own.list.map(({ name }) => name)).to.deep.equal([
      '_data/menu.yml',
      '_data/people/ada.json',
    ])
    expect((await api.get(url, writer)).status).to.equal(403)
  })

  it('lie where the configuration says', async () => {
    await write('_config.yml', `${CONFIG}data_dir: ./facts/\n`)
    await write('facts/menu.yml', '- 1\n')
    expect((await api.get(url)).list.map(({ name }) => name)).to.deep.equal(['facts/menu.yml'])
    expect((await api.get(`${url}/facts/menu.yml`, publisher)).json['value']).to.deep.equal([1])
    expect((await api.get(menu())).status).to.equal(404)
    await write('_config.yml', `${CONFIG}data_dir: .\n`)
    expect((await api.get(url)).list).to.deep.equal([])
    expect((await api.get(`${url}/facts/menu.yml`)).status).to.equal(404)
  })

  it('come as values, with an ETag', async () => {
    const got = await api.get(menu())
    expect(got.status).to.equal(200)
    expect(got.json['value']).to.deep.equal([
      { title: 'Home', url: '/' },
      { title: 'Blog', url: '/blog/' },
      { title: 'About', url: '/about/' },
    ])
    expect(got.json).to.include({ for_publishers: true, source_reason: null, text: null })
    expect(got.headers['etag']).to.equal(`"${String(got.json['sha'])}"`)
    const headers = { 'If-None-Match': String(got.headers['etag']) }
    expect((await api.send({ method: 'GET', path: menu(), headers })).status).to.equal(304)
  })

  it('are changed by path, and only there', async () => {
    const made = await edit([set([0, 'title'], 'Start'), { op: 'move', at: [2], to: 1 }])
    expect(made.status, made.text).to.equal(200)
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(
      '# The menu\n- title: "Start" # first\n  url: /\n- title: About\n  url: /about/\n- title: Blog\n  url: /blog/\n',
    )
    expect(Object(made.json['value'])[1]).to.deep.equal({ title: 'About', url: '/about/' })
    const again = await edit([set([0, 'title'], 'Start')])
    expect(again.json['sha']).to.equal(made.json['sha'])
  })

  it('are for admins, and for publishers where an admin says so', async () => {
    await write('_data/people/ada.yml', 'name: Ada\n')
    await write('_data/secret.yml', 'a: 1\n')
    const changed = await edit([set([0, 'title'], 'P')], {}, publisher)
    expect(changed.status, changed.text).to.equal(200)
    expect((await api.get(`${url}/_data/people/ada.yml`, publisher)).status).to.equal(200)
    for (const name of [
      '_data/secret.yml',
      '_data/none.yml',
      '_config.yml',
      '_data/menu.yml.yml',
    ]) {
      expect((await api.get(`${url}/${name}`, publisher)).status, name).to.equal(403)
      const put = await api.put(`${url}/${name}`, { text: 'x: 1\n' }, publisher)
      expect(put.status, name).to.equal(403)
    }
    // Only admins make files.
    expect(
      (await api.put(`${url}/_data/people/new.yml`, { text: '[]' }, publisher)).status,
    ).to.equal(404)
    for (const path of [menu(), url]) expect((await api.get(path, writer)).status).to.equal(403)
    expect((await edit([set([0, 'title'], 'W')], {}, writer)).status).to.equal(403)
    const stranger = await api.person('stranger')
    expect((await api.get(menu(), stranger)).status).to.equal(404)
  })

  it('merge changes of different lines, and keep both', async () => {
    const { sha } = (await api.get(menu())).json
    expect((await edit([set([2, 'url'], '/us/')], { sha })).status).to.equal(200)
    const merged = await edit([set([0, 'title'], 'Start')], { sha })
    expect(merged.status, merged.text).to.equal(200)
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(
      MENU.replace('Home', 'Start').replace('/about/', '/us/'),
    )
  })

  it('are a conflict with all versions if both have changed the same line', async () => {
    const { sha } = (await api.get(menu())).json
    const theirs = await edit([set([0, 'title'], 'A')], { sha })
    const mine = await edit([set([0, 'title'], 'B')], { sha })
    expect(mine.status).to.equal(409)
    expect(mine.json['current_sha']).to.equal(theirs.json['sha'])
    expect(mine.json['conflict']).to.deep.equal({
      base: { text: MENU },
      theirs: { text: MENU.replace('Home', 'A') },
      merged: {},
      mine: { text: MENU.replace('Home', 'B') },
    })
    const settled = MENU.replace('Home', 'A and B')
    const put = await api.put(menu(), { text: settled, sha: theirs.json['sha'] })
    expect(put.status, put.text).to.equal(200)
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(settled)
  })

  it('never repeat or lose an item that two people have moved', async () => {
    const items = Array.from({ length: 12 }, (_, index) => `- item ${index}\n`)
    await write('_data/menu.yml', items.join(''))
    const { sha } = (await api.get(menu())).json
    expect((await edit([{ op: 'move', at: [0], to: 5 }], { sha })).status).to.equal(200)
    const mine = await edit([{ op: 'move', at: [0], to: 11 }], { sha })
    expect(mine.status, mine.text).to.equal(409)
    // What somebody writes elsewhere is no reason.
    const now = (await api.get(menu())).json['sha']
    expect((await edit([set([2], 'other')], { sha: now })).status).to.equal(200)
    expect((await edit([{ op: 'move', at: [10], to: 11 }], { sha: now })).status).to.equal(200)
  })

  it('change a column in all rows at once, as one commit', async () => {
    const table = `${url}/_data/prices.csv`
    await write('_data/prices.csv', 'item,price\r\nTea,"3"\r\nCake\r\n')
    const { sha } = (await api.get(table)).json
    const add = [{ op: 'insert', at: [null, 1], value: 'note' }]
    const added = await api.put(table, { edits: add, sha })
    expect(added.status, added.text).to.equal(200)
    expect(await api.file(site.id, '_data/prices.csv')).to.equal(
      'item,note,price\r\nTea,,"3"\r\nCake,\r\n',
    )
    const twice = await api.put(table, { edits: add })
    expect(twice.status, twice.text).to.equal(422)
    const headers = { 'If-Match': `"${String(sha)}"` }
    const json = { edits: [{ op: 'remove', at: [null, 0] }] }
    const late = await api.send({ method: 'PUT', path: table, headers, json })
    expect(late.status).to.equal(412)

    const renamed = await edit([{ op: 'rename', at: [null, 'url'], as: 'link' }])
    expect(renamed.status, renamed.text).to.equal(200)
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(MENU.replaceAll('url:', 'link:'))
    const nowhere = [[null], [null, null, 'a'], [null, 'none'], [0, null, 'title']]
    for (const at of nowhere) {
      const { status, text } = await edit([{ op: 'remove', at }])
      expect(status, text).to.equal(422)
    }
  })

  it('never mix rows of a table whose columns somebody else has changed', async () => {
    const table = `${url}/_data/prices.csv`
    const rows = Array.from({ length: 8 }, (_, index) => `row ${index},${index}\n`).join('')
    await write('_data/prices.csv', `a,b\n${rows}`)
    const { sha } = (await api.get(table)).json
    const row = { op: 'insert', at: [9], value: ['new', '1'] }
    const column = { op: 'move', at: [null, 1], to: 0 }
    expect((await api.put(table, { edits: [row], sha })).status).to.equal(200)
    expect((await api.put(table, { edits: [column], sha })).status).to.equal(409)
    const now = (await api.get(table)).json['sha']
    expect((await api.put(table, { edits: [column], sha: now })).status).to.equal(200)
    const last = { op: 'insert', at: [10], value: ['newer', '2'] }
    const late = await api.put(table, { edits: [last], sha: now })
    expect(late.status, late.text).to.equal(409)
  })

  it('are strict with If-Match', async () => {
    const { sha } = (await api.get(menu())).json
    const headers = { 'If-Match': `"${String(sha)}"` }
    const json = { edits: [set([0, 'title'], 'A')] }
    expect((await api.send({ method: 'PUT', path: menu(), headers, json })).status).to.equal(200)
    const late = await api.send({ method: 'PUT', path: menu(), headers, json })
    expect(late.status).to.equal(412)
    const other = await edit([set([0, 'title'], 'C')], { sha: '0'.repeat(40) })
    expect(other.status).to.equal(409)
    const fresh = { 'If-None-Match': '*' }
    const put = { method: 'PUT', path: menu(), headers: fresh, json: { text: '[]' } } as const
    expect((await api.send(put)).status).to.equal(412)
  })

  it('come as source, with the reason, if they have no form', async () => {
    const cases: [string | Buffer, string, boolean][] = [
      ['a text\n', 'no_collection', true],
      ['a: &x 1\nb: *x\n', 'unusual', true],
      ['a: 1\na: 2\n', 'repeated_key', true],
      ['a: [\n', 'broken', true],
      [`- ${'x'.repeat(MAX_DATA_BYTES)}\n`, 'too_large', true],
      [`- ${'x'.repeat(MAX_DATA_SOURCE_BYTES)}\n`, 'too_large', false],
      [`- x\n`.repeat(1_250_000), 'too_large', false],
      [`${'- '.repeat(50)}x\n`, 'too_large', true],
      [Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]), 'unusual', false],
      ['', 'empty', true],
    ]
    for (const [data, why, hasText] of cases) {
      await write('_data/menu.yml', data)
      const { json } = await api.get(menu())
      expect(Object(json['source_reason']).why, String(data).slice(0, 20)).to.equal(why)
      expect(json['value']).to.equal(null)
      expect(json['text']).to.equal(hasText ? String(data) : null)
      const refused = await edit([set([0], 'x')])
      expect(refused.status, refused.text).to.be.oneOf([409, 422])
    }
  })

  it('are not saved broken without saying so', async () => {
    const broken = await api.put(menu(), { text: '- a\n- [\n' })
    expect(broken.status).to.equal(422)
    expect(broken.json['message']).to.match(/broken in line 3/)
    const put = await api.put(menu(), { text: '- a\n- [\n', broken: true })
    expect(put.status, put.text).to.equal(200)
    expect(Object(put.json['source_reason']).why).to.equal('broken')
    const config = await api.put(`${url}/_config.yml`, { text: '[', broken: true })
    expect(config.status).to.equal(422)
    expect(await api.file(site.id, '_config.yml')).to.equal(CONFIG)
  })

  it('are `_config.yml` as well, for admins', async () => {
    const made = await api.put(`${url}/_config.yml`, {
      edits: [set(['title'], 'New'), set(['paginate'], 5)],
    })
    expect(made.status, made.text).to.equal(200)
    expect(await api.file(site.id, '_config.yml')).to.equal(
      `${CONFIG.replace('title: x', 'title: New')}paginate: 5\n`,
    )
    expect((await api.get(`/v2/sites/${site.id}`)).json['title']).to.equal('New')
    const list = await api.put(`${url}/_config.yml`, { text: '- a\n' })
    expect(list.status).to.equal(422)
  })

  it('are made by admins', async () => {
    const made = await api.put(`${url}/_data/new/authors.json`, { text: '{}\n' })
    expect(made.status, made.text).to.equal(200)
    expect(made.json['value']).to.deep.equal({})
    expect((await api.put(`${url}/_data/new/x.txt`, { text: '' })).status).to.equal(404)
    expect((await api.put(`${url}/elsewhere.yml`, { text: '' })).status).to.equal(404)
    expect((await api.put(`${url}/_data/none.yml`, { edits: [set(['a'], 1)] })).status).to.equal(
      404,
    )
  })

  it('refuse what leads nowhere, and too much', async () => {
    const most = set([0, 'title'], 'x')
    for (const body of [
      {},
      { edits: [] },
      { edits: [most], text: '' },
      { edits: Array(MAX_DATA_EDITS + 1).fill(most) },
      { edits: [{ op: 'set', at: [], value: 1 }] },
      { edits: [{ op: 'other', at: [0] }] },
      { edits: [{ op: 'move', at: [0], to: -1 }] },
      { edits: [set([9, 'title'], 'x')] },
      { edits: [set([0, 'title', 'x'], 'x')] },
      { edits: [{ op: 'move', at: [0], to: 99 }] },
      { edits: [{ op: 'rename', at: [0, 'title'], as: 'url' }] },
      { edits: [set([0, 'title'], 'x'.repeat(MAX_DATA_BYTES))] },
      { text: 'x'.repeat(MAX_DATA_SOURCE_BYTES + 1) },
    ]) {
      const refused = await api.put(menu(), body)
      expect(refused.status, JSON.stringify(body).slice(0, 100)).to.equal(422)
    }
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(MENU)
  })

  it('take a hundred changes of a long file', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, index) => `- title: "Item ${index}" # ${index}\n  url: /${index}/\n`,
    )
    await write('_data/menu.yml', rows.join(''))
    const edits = Array.from({ length: MAX_DATA_EDITS }, (_, index) =>
      set([index * 30, 'title'], `New ${index}`),
    )
    const made = await edit(edits)
    expect(made.status, made.text.slice(0, 300)).to.equal(200)
    const expected = rows.map((row, index) =>
      index % 30 === 0 ? row.replace(/Item \d+/, `New ${index / 30}`) : row,
    )
    expect(await api.file(site.id, '_data/menu.yml')).to.equal(expected.join(''))
  })

  it('keep CRLF, tabs and quotes of tables and JSON', async () => {
    await write('_data/menu.csv', 'a,b\r\n"1","x\r\ny"\r\n')
    const csv = await api.put(`${url}/_data/menu.csv`, { edits: [set([1, 0], 'say "hi"')] })
    expect(csv.status, csv.text).to.equal(200)
    expect(csv.json['value']).to.deep.equal([
      ['a', 'b'],
      ['say "hi"', 'x\r\ny'],
    ])
    expect(await api.file(site.id, '_data/menu.csv')).to.equal('a,b\r\n"say ""hi""","x\r\ny"\r\n')
    await write('_data/menu.json', '\ufeff{\n\t"a": [1]\n}')
    const json = await api.put(`${url}/_data/menu.json`, { edits: [set(['b'], [2])] })
    expect(json.status, json.text).to.equal(200)
    expect(await api.file(site.id, '_data/menu.json')).to.equal(
      '\ufeff{\n\t"a": [1],\n\t"b": [\n\t\t2\n\t]\n}',
    )
  })
})
