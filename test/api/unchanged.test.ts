import { expect } from 'chai'
import type { Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('What changes nothing', () => {
  const api = useApi()
  let site: Site

  beforeEach(async () => {
    site = await api.site({ timezone: 'Europe/Berlin' })
  })

  const commits = async () => Number((await api.git(site.id, 'rev-list', '--count', 'main')).trim())
  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  /** Sends the same three times: only the first may make a commit. */
  const thrice = async (path: string, input: Json) => {
    expect((await api.put(path, input)).status, JSON.stringify(input)).to.equal(200)
    const before = await commits()
    const answers = [await api.put(path, input), await api.put(path, input)]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
    return (await commits()) - before
  }

  const INPUTS: readonly Json[] = [
    { body: '\n\nHello\n\n' },
    { body: ' \t\n\nHello' },
    { body: '\r\n  Hello \r\n' },
    { body: '\n \n' },
    { body: '' },
    { body: '---\nx\n---\n' },
    { body: '\ufeffHello' },
    { title: '  Hello\n' },
    { title: 'yes' },
    { date: '2024-01-02' },
    { date: '2024-01-02T10:00:00Z' },
    { date: '2024-01-02 10:00' },
    { permalink: '' },
    { permalink: ' /x/ ' },
    { tags: ['a', 'a', ' b ', ''] },
    { tags: [] },
    { categories: ['1', 'true', 'x y'] },
    { metadata: { a: null, b: [], c: {}, d: ' \n', e: -0, g: '2024-01-02', '': 1 } },
    { visibility: 'hidden' },
    { visibility: 'visible' },
    { path: 'hello' },
  ]

  for (const input of INPUTS) {
    it(`makes no commit: a document with ${JSON.stringify(input)} again`, async () => {
      const made = await api.post(`/v2/sites/${site.id}/collections/posts/documents`, {
        title: 'Hello',
        date: '2024-01-01',
      })
      const path = `/v2/documents/${String(made.json['id'])}`
      const wanted = input['path'] === undefined ? input : { path: '2024-01-01-hello-again' }
      expect(await thrice(path, wanted)).to.equal(0)
    })
  }

  it('makes no commit: a site or a collection with the same odd values again', async () => {
    const ofSite: readonly Json[] = [
      { title: ' Site ' },
      { timezone: 'UTC' },
      { defaults: [{ path: '', type: 'posts', values: { a: 1 } }] },
      { defaults: [] },
      { metadata: { a: null, b: { c: [] }, d: ' ' } },
    ]
    for (const input of ofSite) {
      expect(await thrice(`/v2/sites/${site.id}`, input), JSON.stringify(input)).to.equal(0)
    }
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    const ofCollection: readonly Json[] = [
      { title: ' Docs ' },
      { permalink: '' },
      { permalink: null },
      { output: false },
      { metadata: { sort_by: null, icon: '' } },
    ]
    for (const input of ofCollection) {
      const path = `/v2/sites/${site.id}/collections/docs`
      expect(await thrice(path, input), JSON.stringify(input)).to.equal(0)
    }
  })

  it('leaves a key __proto__ where it is, wherever a whole object is sent back', async () => {
    const config = [
      'title: Kept',
      '__proto__: { a: 1 }',
      'menu: { __proto__: 2, b: 3 }',
      'collections:',
      '  docs: { output: true, __proto__: 4, icon: pen }',
      'defaults:',
      '  - scope: { path: "" }',
      '    values: { __proto__: 5, c: 6 }',
      '',
    ].join('\n')
    const text = '---\ntitle: T\n__proto__: { x: 1 }\nd: { __proto__: [2], e: 3 }\n---\nBody\n'
    await put('_config.yml', config)
    await put('_docs/a.md', text)
    await put('page.md', text)
    const docs = `/v2/sites/${site.id}/collections/docs`
    const [document] = (await api.get(`${docs}/documents`)).list
    const [page] = (await api.get(`/v2/sites/${site.id}/pages`)).list
    const before = await commits()
    for (const path of [
      `/v2/documents/${String(document?.['id'])}`,
      `/v2/pages/${String(page?.['id'])}`,
      `/v2/sites/${site.id}`,
      docs,
    ]) {
      const whole = (await api.get(path)).json
      expect(JSON.stringify(whole), path).not.to.include('__proto__')
      expect((await api.put(path, whole)).status, path).to.equal(200)
      const metadata = { ...(whole['metadata'] as Json), added: 'yes' }
      const { status, text: answer } = await api.put(path, { metadata })
      expect(status, answer).to.equal(200)
    }
    expect((await commits()) - before).to.equal(4)
    for (const name of ['_docs/a.md', 'page.md']) {
      expect(await api.file(site.id, name)).to.equal(text.replace('3 }\n', "3 }\nadded: 'yes'\n"))
    }
    const defaults = [{ scope: { path: '' }, values: { c: 7 } }]
    expect((await api.put(`/v2/sites/${site.id}`, { defaults })).status).to.equal(200)
    const after = await api.file(site.id, '_config.yml')
    for (const kept of ['__proto__: { a: 1 }', '__proto__: 2', '__proto__: 4', '__proto__: 5']) {
      expect(after).to.include(kept)
    }
  })

  it('is told from what has a field: published is visibility', async () => {
    const path = `/v2/sites/${site.id}/collections/posts/documents`
    const refused = await api.post(path, { title: 'x', metadata: { published: false } })
    expect(refused.status).to.equal(422)
    expect(refused.text).to.include('set the field visibility')
  })
})
