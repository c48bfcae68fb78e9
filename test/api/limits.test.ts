/** What a request may hold at most: refused at once, in a short answer that says what is too much. */

import { expect } from 'chai'
import { MAX_CONFIG_BYTES } from '../../src/model/limits.js'
import { commitFiles, git, useDesk } from '../stories/git-client.js'
import { useApi, type Site } from './server.js'

describe('limits of a request', () => {
  const api = useApi()
  let site: Site
  let documents: string

  before(async () => {
    site = await api.site()
    documents = `/v2/sites/${site.id}/collections/posts/documents`
  })

  const make = async (input: object = {}) => {
    const { status, json } = await api.post(documents, { title: 'Limits', ...input })
    expect(status).to.equal(201)
    return `/v2/documents/${String(json['id'])}`
  }

  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, `value ${i}`]))

  it('accepts metadata of 1,500 keys, changes one, and removes them', async () => {
    const post = await make({ date: '2024-01-01' })
    const metadata = numbered(1500)
    expect((await api.put(post, { metadata })).json['metadata']).to.deep.equal(metadata)
    metadata['key7'] = 'another'
    const changed = await api.put(post, { metadata })
    expect(changed.json['metadata']).to.deep.equal(metadata)
    expect((await api.put(post, { metadata: {} })).json['metadata']).to.deep.equal({})
    const site1 = await api.put(`/v2/sites/${site.id}`, { metadata: numbered(1500) })
    expect(site1.json['metadata']).to.deep.equal(numbered(1500))
    expect((await api.put(`/v2/sites/${site.id}`, { metadata: {} })).status).to.equal(200)
  })

  it('refuses more metadata, and says how much there may be', async () => {
    const post = await make({ date: '2024-01-02' })
    for (const metadata of [numbered(5001), { list: Array(5001).fill(1) }]) {
      for (const path of [post, `/v2/sites/${site.id}`]) {
        const { status, json } = await api.put(path, { metadata })
        expect(status).to.equal(422)
        expect(json['message']).to.match(/more than 5,000 keys and values/)
      }
    }
  })

  async function expectTooLong(post: string, metadata: object): Promise<void> {
    const answers = [
      await api.put(post, { metadata }),
      await api.post(documents, { title: 'Another', metadata }),
      await api.put(`/v2/sites/${site.id}`, { metadata }),
    ]
    for (const { status, json } of answers) {
      expect(status).to.equal(422)
      expect(json['message']).to.match(/may have at most 256 KB/)
    }
  }

  it('refuses front matter and configuration that are too large to be read back', async () => {
    const post = await make({ date: '2024-01-03' })
    await expectTooLong(post, { long: 'x'.repeat(260 * 1024) })
    expect((await api.get(post)).json['front_matter_error']).to.equal(undefined)
  })

  it('refuses metadata of millions of characters before it is written as YAML', async () => {
    const post = await make({ date: '2024-01-04' })
    const long = 'x y'.repeat(3_000_000)
    for (const metadata of [{ long }, { list: [long] }, { [long]: 1 }])
      await expectTooLong(post, metadata)
  })

  it('refuses front matter with too many lines, but lists it if it was pushed', async () => {
    const post = await make({ date: '2024-01-05' })
    const lines = `x${'\n'.repeat(30_001)}x`
    for (const path of [post, `/v2/sites/${site.id}`]) {
      const { status, json } = await api.put(path, { metadata: { lines } })
      expect(status).to.equal(422)
      expect(json['message']).to.match(/at most 30,000 lines/)
    }
    const name = '_posts/2024-01-06-lines.md'
    const data = `---\ntitle: x\n${'\n'.repeat(30_001)}---\nBody`
    const url = `/v2/sites/${site.id}/source/${name}`
    expect((await api.send({ method: 'PUT', path: url, form: { file: { name, data } } })).status) //
      .to.equal(200)
    const row = (await api.get(documents)).list.find(({ filename }) => filename === name)
    expect(row?.['front_matter_error']).to.include({ reason: 'more than 30000 lines' })
  })

  it('takes texts of 4 MB, and has longer files as static ones', async () => {
    const post = await make({ date: '2024-01-07' })
    const most = 4 * 1024 * 1024
    const { status, json } = await api.put(post, { body: 'x'.repeat(most) })
    expect(status).to.equal(422)
    expect(json['message']).to.match(/body may have at most 4 MB with all front matter/)
    const longer = await api.put(post, { body: 'x'.repeat(most + 1) })
    expect(longer.json['message']).to.match(/body may have at most 4,194,304 characters/)
    const taken = await api.put(post, { body: 'ä'.repeat(most / 2 - 100) })
    expect(taken.status).to.equal(200)
    expect((await api.get(post)).json['body']).to.equal('ä'.repeat(most / 2 - 100))

    const name = '_posts/2024-01-08-huge.md'
    const data = `---\ntitle: x\n---\n${'x'.repeat(most)}`
    const url = `/v2/sites/${site.id}/source/${name}`
    await api.send({ method: 'PUT', path: url, form: { file: { name, data } } })
    const names = async (path: string) => (await api.get(path)).list.map((row) => row['filename'])
    expect(await names(documents)).not.to.include(name)
    expect(await names(documents.replace(/documents$/, 'files'))).to.include(name)
  })

  describe('of a _config.yml that is too long', () => {
    const desk = useDesk(api)
    const reason = `_config.yml:1:1: more than ${MAX_CONFIG_BYTES} bytes`
    const sized = (bytes: number) => `title: Long\n# ${'x'.repeat(bytes - 15)}\n`
    const upload = (siteId: string, data: string) =>
      api.upload('PUT', `/v2/sites/${siteId}/source/_config.yml`, { data })

    it('refuses one that is written, and leaves the site as it was', async () => {
      const { id } = await api.site()
      expect((await upload(id, sized(MAX_CONFIG_BYTES))).status).to.equal(200)
      const head = await api.head(id)
      const data = sized(MAX_CONFIG_BYTES + 1)
      const put = await upload(id, data)
      expect([put.status, put.json['error'], put.json['message']]).to.deep.equal([
        422,
        'validation_failed',
        reason,
      ])
      const content = Buffer.from(data).toString('base64')
      const change = { action: 'update', type: 'file', path: '_config.yml', content }
      const list = await api.post(`/v2/sites/${id}/changes`, { changes: [change] })
      expect([list.status, list.json['error']], list.text).to.deep.equal([422, 'validation_failed'])
      expect(list.json['message']).to.include(`more than ${MAX_CONFIG_BYTES} bytes`)
      expect(await api.head(id)).to.equal(head)
      expect((await api.get(`/v2/sites/${id}`)).json['title']).to.equal('Long')
    })

    it('takes one that is pushed, shows why it is not read, and lets it be mended', async () => {
      const { id } = await api.site()
      const work = await desk.clone(id)
      await commitFiles(work, { '_config.yml': sized(MAX_CONFIG_BYTES + 1), 'a.md': '---\n---\nA' })
      await git(work, 'push', '-q')
      expect(await api.head(id)).to.equal(await git(work, 'rev-parse', 'HEAD'))
      const shown = await api.get(`/v2/sites/${id}`)
      expect([shown.status, shown.json['config_error']]).to.deep.equal([200, reason])
      expect((await api.get(`/v2/sites/${id}/pages`)).list).to.have.length(1)
      expect((await api.get('/v2/sites')).status).to.equal(200)
      const renamed = await api.put(`/v2/sites/${id}`, { title: 'Renamed' })
      expect(renamed.status, renamed.text).to.equal(422)
      expect(renamed.json['message']).to.include('_config.yml may have at most 256 KB')
      expect((await upload(id, 'title: Mended\n')).status).to.equal(200)
      const mended = await api.get(`/v2/sites/${id}`)
      expect(mended.json).to.include({ title: 'Mended' }).and.not.have.property('config_error')
    })
  })

  it('refuses long texts in fields that are short', async () => {
    const post = await make({ date: '2024-01-09' })
    const long = 'x '.repeat(3_000_000)
    for (const [field, input] of Object.entries({
      permalink: { permalink: `/${long}` },
      'tags.0': { tags: [long] },
      'categories.1': { categories: ['a', long] },
      date: { date: long },
      path: { path: long },
      sha: { sha: long },
    })) {
      const { status, json } = await api.put(post, input)
      expect(status, field).to.equal(422)
      expect(json['message']).to.match(/may have at most/)
      expect(json['details']).to.have.nested.property('[0].field', field)
    }
    const zone = await api.put(`/v2/sites/${site.id}`, { timezone: long })
    expect(zone.json['message']).to.match(/timezone may have at most 100 characters/)
  })

  it('reports a list that is too long in one error', async () => {
    const { status, json } = await api.post(documents, { title: 'x', tags: Array(1001).fill(1) })
    expect(status).to.equal(422)
    expect(json['details']).to.deep.equal([
      { field: 'tags', message: 'may have at most 1,000 entries' },
    ])
  })

  it('lists 20 errors, and counts the others', async () => {
    const { status, json, text } = await api.post(documents, {
      title: 'x',
      tags: Array(900).fill(1),
    })
    expect(status).to.equal(422)
    expect(json['details']).to.have.length(20)
    expect(json['message']).to.match(/\(the first 20 of 900 such errors are named\)$/)
    expect(text.length).to.be.below(3000)
  })

  it('refuses a body of too many values before it is parsed', async () => {
    const { status, json } = await api.post(documents, { title: 'x', tags: Array(60_000).fill(1) })
    expect(status).to.equal(413)
    expect(json['message']).to.match(/more than 50,000 values/)
  })

  it('lists a document with too long front matter, with the reason', async () => {
    const name = '_posts/2024-02-02-long.md'
    const data = `---\ntitle: Long\nlong: ${'x'.repeat(300 * 1024)}\n---\nBody`
    const put = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(put.status).to.equal(200)
    const { list } = await api.get(`${documents}?per_page=99`)
    const shown = list.find(({ filename }) => filename === name)
    expect(shown?.['front_matter_error']).to.deep.include({ reason: 'more than 262144 bytes' })
  })

  /** Puts files into `main` in one commit, and waits until they are listed. */
  const commit = async (files: Readonly<Record<string, string>>) => {
    const head = await api.head(site.id)
    const changes = Object.entries(files).map(
      ([name, text]) => `M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
    await api.fastImport(
      site.id,
      `commit refs/heads/main\ncommitter A <a@test> 1700000000 +0000\ndata 1\nx\nfrom ${head}\n${changes.join('')}\n`,
    )
  }

  it('lists many documents in full, as each one is read', async () => {
    const names = Array.from({ length: 130 }, (_, i) => `_posts/2023-01-01-many-${i}.md`)
    await commit(Object.fromEntries(names.map((name) => [name, `---\ntitle: ünï ${name}\n---\nB`])))
    // A write takes up what came by git.
    await make({ date: '2024-01-05' })
    const answer = await api.get(`${documents}?per_page=10000&sort=filename-asc`)
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(answer.list.length).to.be.above(130)
    expect(answer.list.map(({ filename }) => filename)).to.include.members(names)
    for (const shown of [answer.list[0], answer.list.at(-1)]) {
      expect((await api.get(`/v2/documents/${String(shown?.['id'])}`)).json).to.deep.equal(shown)
    }
  })

  it('reads many documents of much front matter', async () => {
    const keys = Array.from({ length: 3000 }, (_, i) => `key${i}: some ${i} value\n`).join('')
    const names = Array.from({ length: 25 }, (_, i) => `_posts/2022-01-01-much-${i}.md`)
    await commit(
      Object.fromEntries(names.map((name) => [name, `---\n${keys}---\nBody of ${name}`])),
    )
    await make({ date: '2024-01-06' })
    const { list } = await api.get(`${documents}?per_page=10000&sort=filename-asc`)
    const shown = list.filter(({ filename }) => names.includes(String(filename)))
    expect(shown).to.have.length(25)
    for (const one of shown) expect(one['metadata']).to.have.property('key2999', 'some 2999 value')
  })
})
