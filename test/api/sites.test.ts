import { expect } from 'chai'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { useApi } from './server.js'

describe('POST /v2/sites', () => {
  const api = useApi()

  it('makes a site with every field of the specification', async () => {
    const answer = await api.post('/v2/sites', {
      title: 'My: site',
      domain: 'My.Example.org',
      timezone: 'America/New_York',
      metadata: { description: 'Words', deep: { a: [1, 2.5, null, true, 'no'] } },
      defaults: [{ scope: { path: '', type: 'posts' }, values: { layout: 'post' } }],
      empty: true,
    })
    expect(answer.status, answer.text).to.equal(201)
    expect(answer.json).to.include({
      title: 'My: site',
      domain: 'my.example.org',
      timezone: 'America/New_York',
      user_id: api.root.id,
      version: 'v2',
      hosting: 'disabled',
      sync: 'disabled',
      live_url: null,
      preview_url: null,
      cname: '127.0.0.1',
    })
    expect(answer.json['metadata']).to.deep.equal({
      description: 'Words',
      deep: { a: [1, 2.5, null, true, 'no'] },
    })
    expect(answer.json['defaults']).to.deep.equal([
      { scope: { path: '', type: 'posts' }, values: { layout: 'post' } },
    ])
    const slot = { id: null, last_at: null, last_error: null, last_id: null }
    expect(answer.json['jobs']).to.deep.equal({ preview: slot, publish: slot, sync: slot })
    expect(answer.json['created_at']).to.match(/ -0[45]00$/)
    const id = String(answer.json['id'])
    expect((await api.git(id, 'ls-tree', '-r', '--name-only', 'main')).trim()).to.equal(
      '_config.yml',
    )
    expect((await api.get(`/v2/sites/${id}`)).json).to.deep.equal(answer.json)
  })

  it('starts with the default theme unless empty is set', async () => {
    const site = await api.site({ empty: false, title: 'Themed' })
    const names = (await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')).split('\n')
    expect(
      names.filter((name) => /^(_posts\/\d{4}-|_layouts\/|_config\.yml|index\.)/.test(name)),
    ).to.have.length.above(3)
    expect(site['title']).to.equal('Themed')
    expect(site['timezone']).to.equal('UTC')
    const posts = await api.get(`/v2/sites/${site.id}/collections/posts/documents`)
    expect(posts.list).to.have.length(1)
  })

  it('gives the creator an admin role', async () => {
    const anna = await api.person('anna')
    const body = { title: 'A', domain: 'anna.example.org', empty: true }
    const made = await api.post('/v2/sites', body, anna)
    expect(made.json['user_id']).to.equal(anna.id)
    expect((await api.delete(`/v2/sites/${String(made.json['id'])}`, anna)).status).to.equal(200)
  })

  for (const domain of ['a.b', 'xn--mnchen-3ya.example', '1.example', `${'a'.repeat(63)}.org`]) {
    it(`takes the domain ${domain.slice(0, 30)}`, async () => {
      await api.site({ domain })
    })
  }

  for (const domain of [
    '',
    'a b.org',
    'a..b',
    '-a.org',
    'a-.org',
    'http://a.org',
    'a.org/',
    'a.org:80',
    'ä b.org',
    '1.2.3.4',
    'a\n.org',
    `${'a'.repeat(64)}.org`,
    'a.org.',
    '*.org',
    '../x',
    null,
    7,
  ]) {
    it(`refuses the domain ${JSON.stringify(domain)?.slice(0, 30)} with 422`, async () => {
      const answer = await api.post('/v2/sites', { title: 'x', domain, empty: true })
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('"field":"domain"')
    })
  }

  it('refuses a domain that is taken, in any case, with 409', async () => {
    const site = await api.site()
    const domain = String(site['domain']).toUpperCase()
    expect((await api.post('/v2/sites', { title: 'x', domain, empty: true })).status).to.equal(409)
  })

  it('gives a domain to only one of many simultaneous requests', async () => {
    const body = { title: 'x', domain: 'wanted.example.org', empty: true }
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post('/v2/sites', body)))
    expect(answers.map(({ status }) => status)).to.have.members([201, 409, 409, 409, 409])
    expect(await readdir(path.join(api.config.data, 'tmp'))).to.deep.equal([])
  })

  for (const [field, value] of [
    ['title', undefined],
    ['title', null],
    ['title', '  '],
    ['title', 5],
    ['title', 'x'.repeat(1001)],
    ['timezone', 'Mars/Base'],
    ['timezone', ''],
    ['timezone', null],
    ['timezone', '+02:00'],
    ['metadata', []],
    ['metadata', null],
    ['metadata', 'text'],
    ['metadata', { title: 'x' }],
    ['metadata', { collections: {} }],
    ['metadata', { jekyll_version: '4.4' }],
    ['jekyll_version', '2.5'],
    ['defaults', {}],
    ['defaults', ['x']],
    ['empty', 'yes'],
  ] as const) {
    it(`refuses ${JSON.stringify(value)?.slice(0, 20)} for ${field} with 422 that names it`, async () => {
      const body = { title: 'x', domain: 'refused.example.org', empty: true, [field]: value }
      const answer = await api.post('/v2/sites', body)
      expect(answer.status, answer.text).to.equal(422)
      expect(answer.text).to.include(`"field":"${field}`)
    })
  }

  it('keeps hostile metadata as data, and refuses the key __proto__', async () => {
    const metadata = { constructor: 'x', toString: 1, 'a: b': '{{ x }}', '#': '- [' }
    const site = await api.site({ metadata })
    expect(site['metadata']).to.deep.equal(metadata)
    const answer = await api.send({
      method: 'POST',
      path: '/v2/sites',
      headers: { 'Content-Type': 'application/json' },
      raw: '{"title": "x", "domain": "proto.example.org", "metadata": {"__proto__": {"polluted": 1}}}',
    })
    expect(answer.status).to.equal(400)
    expect({}).not.to.have.property('polluted')
  })
})

describe('GET /v2/sites', () => {
  const api = useApi()
  const domains = ['c.example.org', 'a.example.org', 'b.example.org']

  before(async () => {
    for (const [place, domain] of domains.entries()) {
      await api.site({ domain, title: ['beta', 'Gamma', 'alpha'][place] ?? '' })
      api.skip(2000)
    }
  })

  const order = async (query: string) =>
    (await api.get(`/v2/sites${query}`)).list.map(({ title }) => title)

  for (const [query, titles] of [
    ['', ['alpha', 'beta', 'Gamma']],
    ['?sort=title-desc', ['Gamma', 'beta', 'alpha']],
    ['?sort=domain-asc', ['Gamma', 'alpha', 'beta']],
    ['?sort=domain-desc', ['beta', 'alpha', 'Gamma']],
    ['?sort=created_at-asc', ['beta', 'Gamma', 'alpha']],
    ['?sort=created_at-desc', ['alpha', 'Gamma', 'beta']],
    ['?sort=updated_at-desc', ['alpha', 'Gamma', 'beta']],
    ['?q=GAM', ['Gamma']],
    ['?q=c.example', ['beta']],
    ['?q=a%20example.org&sort=domain-asc', ['Gamma', 'alpha', 'beta']],
    ['?q=alpha%20beta', []],
  ] as const) {
    it(`gives what is asked for by ${query || 'nothing'}`, async () => {
      expect(await order(query)).to.deep.equal(titles)
    })
  }

  for (const sort of ['title', 'id-asc', 'title-up', 'title-asc;drop', '']) {
    it(`refuses sort=${sort} with 422 that names the fields`, async () => {
      const answer = await api.get(`/v2/sites?sort=${encodeURIComponent(sort)}`)
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('title, domain, created_at, updated_at')
    })
  }

  it('shows only sites on which the caller has a role', async () => {
    const [first] = (await api.get('/v2/sites')).list
    const writer = await api.member(String(first?.['id']), 'writer')
    const answer = await api.get('/v2/sites', writer)
    expect(answer.list.map(({ id }) => id)).to.deep.equal([first?.['id']])
    expect(answer.headers['x-total-count']).to.equal('1')
    expect(answer.list[0]).not.to.have.any.keys(
      'hosting',
      'hosting_options',
      'sync',
      'sync_options',
    )
  })

  it('has Link headers with absolute URLs that keep the other parameters in order', async () => {
    const url = `${api.server.url}/v2/sites`
    const link = async (query: string) => (await api.get(`/v2/sites${query}`)).headers.link
    expect(await link('')).to.equal(`<${url}?page=1>; rel="last"`)
    expect(await link('?sort=title-asc&per_page=2&x=%20y')).to.equal(
      `<${url}?sort=title-asc&per_page=2&x=%20y&page=2>; rel="next", ` +
        `<${url}?sort=title-asc&per_page=2&x=%20y&page=2>; rel="last"`,
    )
    expect(await link('?page=2&per_page=1&b=2&a=1')).to.equal(
      `<${url}?per_page=1&b=2&a=1&page=1>; rel="first", <${url}?per_page=1&b=2&a=1&page=1>; rel="prev", ` +
        `<${url}?per_page=1&b=2&a=1&page=3>; rel="next", <${url}?per_page=1&b=2&a=1&page=3>; rel="last"`,
    )
  })

  it('has an empty array past the end, and takes a huge per_page as 10,000', async () => {
    const past = await api.get('/v2/sites?page=9')
    expect(past.status).to.equal(200)
    expect(past.value).to.deep.equal([])
    expect(past.headers['x-total-count']).to.equal('3')
    expect((await api.get('/v2/sites?per_page=99999999')).list).to.have.length(3)
  })

  for (const query of [
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'per_page=0',
    'per_page=a',
    'page=1&page=2',
    'page=99999999999999999999',
  ]) {
    it(`refuses ?${query} with 422`, async () => {
      expect((await api.get(`/v2/sites?${query}`)).status).to.equal(422)
    })
  }
})

describe('PUT /v2/sites/:site_id', () => {
  const api = useApi()

  it('changes what is given and leaves the rest, in one commit by its user', async () => {
    const site = await api.site({ metadata: { a: 1 }, timezone: 'Europe/Berlin' })
    const before = await api.head(site.id)
    const changed = await api.put(`/v2/sites/${site.id}`, { title: 'New' })
    expect(changed.json).to.deep.equal({
      ...site,
      title: 'New',
      updated_at: changed.json['updated_at'],
    })
    const log = await api.git(site.id, 'log', '--format=%ae %s', `${before}..main`)
    expect(log.trim()).to.equal(`${api.root.email} Update site settings: title`)
  })

  it('accepts its own representation without a commit', async () => {
    const site = await api.site({
      metadata: { a: { b: [1, 'x'] } },
      defaults: [{ scope: { path: 'x' }, values: { a: 1 } }],
    })
    const before = await api.head(site.id)
    const again = await api.put(`/v2/sites/${site.id}`, site)
    expect(again.status).to.equal(200)
    expect(again.json).to.deep.equal(site)
    expect(await api.head(site.id)).to.equal(before)
  })

  it('keeps every other byte of _config.yml', async () => {
    const site = await api.site()
    const text = [
      '# Head comment',
      "title:   'Old title'   # the title",
      '',
      'timezone: "Europe/Paris"',
      'plugins: [jekyll-feed,   jekyll-seo-tag]  # keep',
      '',
      'collections:',
      '  recipes: { output: yes }',
      'date: 2013-09-14 20:46:50 -0400',
      'yes_no: yes',
      'octal: 010',
      'description: >',
      '  folded',
      '  text',
      '# tail',
      '',
    ].join('\r\n')
    await api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data: text })
    const shown = await api.get(`/v2/sites/${site.id}`)
    expect(shown.json).to.include({ title: 'Old title', timezone: 'Europe/Paris' })
    expect(shown.json['metadata']).to.include({ yes_no: true, octal: 8 })
    expect(shown.json['metadata']).not.to.have.any.keys('collections', 'title', 'timezone')
    await api.put(`/v2/sites/${site.id}`, { ...shown.json, title: 'New title' })
    expect(await api.file(site.id, '_config.yml')).to.equal(
      text.replace("'Old title'", "'New title'"),
    )
  })

  it('replaces metadata whole', async () => {
    const site = await api.site({ metadata: { a: 1, b: 2 } })
    const changed = await api.put(`/v2/sites/${site.id}`, { metadata: { b: 3, c: 'x' } })
    expect(changed.json['metadata']).to.deep.equal({ b: 3, c: 'x' })
    expect(changed.json['title']).to.equal('A site')
  })

  it('shows at once what a commit changed in _config.yml', async () => {
    const site = await api.site()
    const data = 'title: By source\ntimezone: Asia/Tokyo\nanswer: 42\n'
    await api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data })
    const shown = await api.get(`/v2/sites/${site.id}`)
    expect(shown.json).to.include({ title: 'By source', timezone: 'Asia/Tokyo' })
    expect(shown.json['metadata']).to.deep.equal({ answer: 42 })
    expect(shown.json['updated_at']).to.match(/ \+0900$/)
  })

  it("accepts defaults in the flat form and returns the generator's own", async () => {
    const site = await api.site()
    const flat = [{ path: 'a', type: 'pages', values: { layout: 'x' } }]
    const changed = await api.put(`/v2/sites/${site.id}`, { defaults: flat })
    expect(changed.json['defaults']).to.deep.equal([
      { scope: { path: 'a', type: 'pages' }, values: { layout: 'x' } },
    ])
    expect(await api.file(site.id, '_config.yml')).to.include('scope:')
  })

  it('changes the domain, and refuses a taken one with 409', async () => {
    const [site, other] = [await api.site(), await api.site()]
    const taken = await api.put(`/v2/sites/${site.id}`, { domain: other['domain'] })
    expect(taken.status).to.equal(409)
    const moved = await api.put(`/v2/sites/${site.id}`, { domain: 'moved.example.org' })
    expect(moved.json['domain']).to.equal('moved.example.org')
  })

  for (const body of [
    { title: null },
    { domain: null },
    { timezone: null },
    { metadata: null },
    { hosting: 'x' },
    { sync: 'x' },
    { hosting_options: { a: 1 } },
    { hosting: null },
  ]) {
    it(`refuses ${JSON.stringify(body)} with 422`, async () => {
      const site = await api.site()
      expect((await api.put(`/v2/sites/${site.id}`, body)).status).to.equal(422)
    })
  }

  it('answers 412 to If-Match that names another version, and takes the current one', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const { headers } = await api.get(url)
    const put = (title: string, tag: string) =>
      api.send({ method: 'PUT', path: url, json: { title }, headers: { 'If-Match': tag } })
    expect((await put('one', String(headers.etag))).status).to.equal(200)
    expect((await put('two', String(headers.etag))).status).to.equal(412)
    expect((await put('three', '*')).status).to.equal(200)
    expect((await api.get(url)).json['title']).to.equal('three')
    const stale = { method: 'DELETE', path: url, headers: { 'If-Match': String(headers.etag) } }
    expect((await api.send(stale)).status).to.equal(412)
  })

  it('has a version that changes by requests, but not by jobs', async () => {
    const { id } = await api.site()
    const url = `/v2/sites/${id}`
    const tag = String((await api.get(url)).headers.etag)
    const { json: job } = await api.post(`${url}/publish`)
    expect((await api.get(`/v2/jobs/${String(job['job_id'])}`)).text).to.include('complete')
    const read = await api.send({ method: 'GET', path: url, headers: { 'If-None-Match': tag } })
    expect(read.status, 'readers are told').to.equal(200)
    const put = (title: string) =>
      api.send({ method: 'PUT', path: url, json: { title }, headers: { 'If-Match': tag } })
    expect((await put('mine')).status).to.equal(200)
    expect((await put('again')).status).to.equal(412)
  })

  it('answers 304 to If-None-Match that names the version', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const tag = String((await api.get(url)).headers.etag)
    const again = await api.send({ method: 'GET', path: url, headers: { 'If-None-Match': tag } })
    expect(again.status).to.equal(304)
    expect(again.text).to.equal('')
  })
})
