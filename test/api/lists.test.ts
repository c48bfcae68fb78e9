import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('Lists of documents', () => {
  const api = useApi()
  let site: Site
  let list: string
  let posts: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    list = `/v2/sites/${site.id}/collections/docs/documents`
    posts = `/v2/sites/${site.id}/collections/posts/documents`
    const make = async (title: string, path: string, more: object = {}) => {
      await api.post(list, { title, path, ...more })
      api.skip(1000)
    }
    await make('Banana bread', 'c.md', { date: '2024-01-03', metadata: { position: 2 } })
    await make('apple Pie', 'b.markdown', { date: '2024-01-01', metadata: { position: 10 } })
    await make('Crème brûlée', 'sub/a.html', { visibility: 'hidden', metadata: { position: 1.5 } })
    await make('Apfel "Kuchen"', 'd.MD', { date: '2024-01-02' })
    await api.post(posts, { title: 'Old', date: '2024-01-01' })
    await api.post(posts, { title: 'New', date: '2024-02-01' })
  })

  const paths = async (query: string, url = list) => {
    const answer = await api.get(`${url}?${query}`)
    expect(answer.status, answer.text).to.equal(200)
    return answer.list.map(({ path }) => path)
  }

  for (const [sort, expected] of [
    ['', ['b.markdown', 'c.md', 'd.MD', 'sub/a.html']],
    ['sort=filename-desc', ['sub/a.html', 'd.MD', 'c.md', 'b.markdown']],
    ['sort=path-asc', ['b.markdown', 'c.md', 'd.MD', 'sub/a.html']],
    ['sort=title-asc', ['d.MD', 'b.markdown', 'c.md', 'sub/a.html']],
    ['sort=title-desc', ['sub/a.html', 'c.md', 'b.markdown', 'd.MD']],
    ['sort=date-asc', ['b.markdown', 'd.MD', 'c.md', 'sub/a.html']],
    ['sort=date-desc', ['c.md', 'd.MD', 'b.markdown', 'sub/a.html']],
    ['sort=position-asc', ['sub/a.html', 'c.md', 'b.markdown', 'd.MD']],
    ['sort=position-desc', ['b.markdown', 'c.md', 'sub/a.html', 'd.MD']],
    ['sort=created_at-asc', ['c.md', 'b.markdown', 'sub/a.html', 'd.MD']],
    ['sort=updated_at-desc', ['d.MD', 'sub/a.html', 'b.markdown', 'c.md']],
    ['sort=visibility-asc', ['sub/a.html', 'b.markdown', 'c.md', 'd.MD']],
  ] as const) {
    it(`are sorted by ${sort || 'the file name'}`, async () => {
      expect(await paths(sort)).to.deep.equal(expected)
    })
  }

  it('are sorted as people sort names, page by page', async () => {
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Parts' })
    const parts = `/v2/sites/${site.id}/collections/parts/documents`
    for (const [title, path] of [
      ['Part 10', 'b/part10.md'],
      ['éclair', 'Éclair.md'],
      ['part 9', 'b/Part2.md'],
      ['Zebra', 'eclair-2.md'],
    ]) {
      await api.post(parts, { title, path })
    }
    const byTitle = ['Éclair.md', 'b/Part2.md', 'b/part10.md', 'eclair-2.md']
    expect(await paths('sort=title-asc', parts)).to.deep.equal(byTitle)
    expect(await paths('sort=title-desc', parts)).to.deep.equal(byTitle.toReversed())
    const byName = ['b/Part2.md', 'b/part10.md', 'eclair-2.md', 'Éclair.md']
    for (const field of ['path', 'filename']) {
      const pages = [1, 2, 3, 4].map((page) =>
        paths(`sort=${field}-asc&per_page=1&page=${page}`, parts),
      )
      expect((await Promise.all(pages)).flat(), field).to.deep.equal(byName)
      expect(await paths(`sort=${field}-desc`, parts), field).to.deep.equal(byName.toReversed())
    }
  })

  it('of posts begin with the newest', async () => {
    expect(await paths('', posts)).to.deep.equal(['2024-02-01-new.md', '2024-01-01-old.md'])
  })

  for (const [query, expected] of [
    ['q=apple', ['b.markdown']],
    ['q=APFEL', ['d.MD']],
    ['q=creme%20brulee', ['sub/a.html']],
    ['q=brulee%20creme', ['sub/a.html']],
    ['q=an', ['c.md']],
    ['q=sub/a', ['sub/a.html']],
    ['q=%22Kuchen%22', ['d.MD']],
    ['q=', ['b.markdown', 'c.md', 'd.MD', 'sub/a.html']],
    ['q=%20%20', ['b.markdown', 'c.md', 'd.MD', 'sub/a.html']],
    ['q=banana%20apple', []],
    ['visibility=hidden', ['sub/a.html']],
    ['visibility=visible', ['b.markdown', 'c.md', 'd.MD']],
    ['visibility=draft', []],
    ['visibility=hidden,draft', ['sub/a.html']],
    ['extensions=html', ['sub/a.html']],
    ['extensions=md', ['c.md', 'd.MD']],
    ['extensions=md,html', ['c.md', 'd.MD', 'sub/a.html']],
    ['extensions=markdown', ['b.markdown', 'c.md', 'd.MD']],
    ['extensions=exe', []],
    ['q=a&visibility=visible&extensions=md&sort=title-desc', ['c.md', 'd.MD']],
  ] as const) {
    it(`answer ?${query}`, async () => {
      expect(await paths(query)).to.deep.equal(expected)
      const answer = await api.get(`${list}?${query}`)
      expect(answer.headers['x-total-count']).to.equal(String(expected.length))
    })
  }

  for (const q of [
    '"',
    "'",
    '*',
    'title:x',
    'a OR b',
    'NEAR(a b)',
    'a*',
    '-a',
    '^a',
    '(',
    ')',
    '{a}',
    '%',
    '_',
    '\\',
    'NOT',
    'AND',
    '%00',
    '🍅',
    'a"b',
    '";DROP TABLE entries;--',
    'x'.repeat(500),
  ]) {
    it(`treat q=${q.slice(0, 20)} as plain text`, async () => {
      const answer = await api.get(`${list}?q=${encodeURIComponent(q)}`)
      expect(answer.status).to.equal(200)
      const naive = (await api.get(list)).list.filter((row) =>
        q
          .split(/\s+/)
          .every((word) =>
            `${String(row['title'])}\n${String(row['path'])}`
              .toLowerCase()
              .includes(word.toLowerCase()),
          ),
      )
      expect(answer.list.map(({ path }) => path)).to.deep.equal(naive.map(({ path }) => path))
    })
  }

  for (const query of [
    'sort=size-asc',
    'sort=title',
    'sort=body-asc',
    'sort=title-asc&sort=path-asc',
    'visibility=all',
    'visibility=visible,all',
    'visibility=visible,',
    'visibility=',
    'q=a&q=b',
    'page=0',
    'per_page=-1',
    `q=${'x'.repeat(501)}`,
    'extensions=a&extensions=b',
  ]) {
    it(`refuse ?${query.slice(0, 40)} with 422`, async () => {
      expect((await api.get(`${list}?${query}`)).status).to.equal(422)
    })
  }

  it('can be paged through without gaps, by Link', async () => {
    const seen = []
    for (let page = 1; page <= 4; page += 1) {
      const answer = await api.get(`${list}?per_page=1&page=${page}`)
      seen.push(...answer.list.map(({ path }) => path))
      expect(answer.headers['x-total-count']).to.equal('4')
      const rels = [...String(answer.headers.link).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
      const expected = { 1: ['next', 'last'], 4: ['first', 'prev', 'last'] }[page]
      expect(rels).to.deep.equal(expected ?? ['first', 'prev', 'next', 'last'])
    }
    expect(seen).to.deep.equal(await paths(''))
    expect((await api.get(`${list}?page=3`)).value).to.deep.equal([])
  })

  describe('with a long query', () => {
    const asked = (query: string) => api.get(`${list}?per_page=1&page=2&${query}`)
    const rels = (link: unknown) =>
      [...String(link).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel).join()

    // Node's own client, for one, reads at most 16 kB of headers.
    for (const [length, expected] of [
      [100, 'first,prev,next,last'],
      [2500, 'prev,next,last'],
      [3500, 'prev,next'],
      [5900, 'next'],
    ] as const) {
      it(`have only ${expected} in Link for ${length} characters`, async () => {
        const answer = await asked(`x=${'y'.repeat(length)}`)
        expect(answer.status).to.equal(200)
        expect(rels(answer.headers.link)).to.equal(expected)
        expect(String(answer.headers.link)).to.have.length.below(8192)
      })
    }

    it('are refused if it is too long for Link', async () => {
      for (const query of [`x=${'y'.repeat(6000)}`, `x=${'"'.repeat(2000)}`, 'x=y&'.repeat(1500)]) {
        const answer = await asked(query)
        expect(answer.status, query.slice(0, 9)).to.equal(422)
        expect(answer.value).to.include({
          error: 'validation_failed',
          message:
            'The query of a list may have at most 6,000 characters, because its Link header repeats it.',
        })
      }
    })
  })
})

describe('Pages', () => {
  const api = useApi()
  let site: Site
  let url: string

  before(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/pages`
  })

  it('are made with every field, without tags and categories', async () => {
    const input = {
      title: 'About us',
      body: 'We',
      path: 'about/index.html',
      permalink: '/us/',
      date: '2024-01-02T00:00:00+00:00',
      metadata: { layout: 'page' },
      visibility: 'hidden',
    }
    const made = await api.post(url, input)
    expect(made.status, made.text).to.equal(201)
    expect(made.json).to.deep.include({ ...input, type: 'page', filename: 'about/index.html' })
    expect(made.json).to.include({ basename: 'index.html', directory: 'about', url: '/us/' })
    expect(made.json).not.to.have.any.keys('tags', 'categories')
    const path = `/v2/pages/${String(made.json['id'])}`
    expect((await api.get(path)).json).to.deep.equal(made.json)
    const again = await api.put(path, made.json)
    expect(again.json).to.deep.equal(made.json)
  })

  it('are named by their title, numbered when taken', async () => {
    expect((await api.post(url, { title: 'Contact' })).json).to.include({
      path: 'contact.md',
      url: '/contact.html',
    })
    expect((await api.post(url, { title: 'Contact' })).json['path']).to.equal('contact-2.md')
    expect((await api.post(url, { title: 'x', path: 'contact' })).status).to.equal(409)
  })

  it('cannot have a path at which there are no pages', async () => {
    for (const path of [
      '_posts/2024-01-01-x.md',
      '_layouts/x.html',
      'a/_b/c.md',
      '_config.yml',
      '.git/x',
      '../x.md',
      '/x.md',
      'a//b.md',
    ]) {
      const answer = await api.post(url, { title: 'x', path })
      expect(answer.status, `${path}: ${answer.text}`).to.equal(422)
    }
  })

  it('move, change, and go', async () => {
    const made = await api.post(url, { title: 'Move me' })
    const path = `/v2/pages/${String(made.json['id'])}`
    const moved = await api.put(path, { path: 'moved/here.md', visibility: 'hidden' })
    expect(moved.json).to.include({
      id: made.json['id'],
      path: 'moved/here.md',
      visibility: 'hidden',
    })
    for (const bad of ['_layouts/x.html', '_posts/2024-01-01-x.md', '../x.md']) {
      expect((await api.put(path, { path: bad })).status, bad).to.equal(422)
    }
    expect((await api.delete(path)).json).to.deep.equal({ id: made.json['id'], deleted: true })
    expect((await api.get(path)).status).to.equal(404)
  })

  it('are listed, searched and sorted, without documents', async () => {
    await api.post(`/v2/sites/${site.id}/collections/posts/documents`, { title: 'A post' })
    const answer = await api.get(`${url}?sort=title-asc&q=cont`)
    expect(answer.list.map(({ path }) => path)).to.deep.equal(['contact-2.md', 'contact.md'])
    expect(answer.headers['x-total-count']).to.equal('2')
    const all = await api.get(`${url}?per_page=9999`)
    expect(all.list.map(({ type }) => type)).to.not.include('document')
    const [first] = all.list
    expect((await api.get(`/v2/pages/${String(first?.['id'])}/history`)).status).to.equal(200)
  })
})

describe('A list of texts of many megabytes', () => {
  const api = useApi()

  it('holds all of them, and as many as are asked for', async () => {
    const site = await api.site()
    const list = `/v2/sites/${site.id}/pages`
    for (let at = 0; at < 10; at += 1) {
      const body = `${at}`.repeat(1024 * 1024)
      const made = await api.post(list, { title: `Page ${at}`, path: `${at}.md`, body })
      expect(made.status).to.equal(201)
    }
    const all = await api.get(list)
    const paths = Array.from({ length: 10 }, (_, at) => `${at}.md`)
    expect(all.list.map(({ path }) => path)).to.deep.equal(paths)
    expect(all.list.map(({ body }) => String(body).length)).to.deep.equal(
      Array(10).fill(1024 * 1024),
    )
    expect(all.headers['x-total-count']).to.equal('10')
    const second = await api.get(`${list}?per_page=9&page=2`)
    expect(second.list.map(({ path }) => path)).to.deep.equal(['9.md'])
    const some = await api.get(`${list}?summary=true&per_page=9&sort=filename-desc`)
    expect(some.list).to.have.length(9)
    expect(some.list[8]).to.include({ path: '1.md' }).and.not.have.property('body')
  })
})
