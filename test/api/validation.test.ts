/** What is wrong with a request, in sentences, and what was likely meant. */

import { expect } from 'chai'
import type { Answer, Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('Messages of validation', () => {
  const api = useApi()
  let site: Site
  let posts = ''

  before('make a site', async () => {
    site = await api.site()
    posts = `/v2/sites/${site.id}/collections/posts/documents`
  })

  const cases: [string, unknown, string][] = [
    ['another kind', { title: 5 }, 'title must be a text'],
    ['a missing field', { body: 'x' }, 'title is needed'],
    [
      'a misspelt one',
      { titel: 'x' },
      'title is needed; titel is not known here: did you mean title?',
    ],
    [
      'a word that is none of the list',
      { title: 'x', visibility: 'seen' },
      'visibility must be visible, hidden or draft',
    ],
    ['no list', { title: 'x', tags: 'news' }, 'tags must be a list'],
    ['an entry of a list', { title: 'x', tags: ['a', 1] }, 'tags.1 must be a text'],
    ['no object', { title: 'x', metadata: [] }, 'metadata must be an object'],
    ['no text and not null', { title: 'x', permalink: 1 }, 'permalink must be a text'],
    ['an empty title', { title: '' }, 'title must not be empty'],
    [
      'a path with a backslash',
      { title: 'x', path: '2026-01-01-a\\b.md' },
      'path contains a backslash',
    ],
    ['a body that is a list', [], 'body must be an object'],
  ]
  for (const [name, json, message] of cases) {
    it(`say of ${name}: ${message}`, async () => {
      const answer = await api.post(posts, json)
      expect(answer.status).to.equal(422)
      expect(answer.json['message']).to.equal(message)
    })
  }

  const queries: [string, string][] = [
    ['page=0', 'page must be a whole number from 1'],
    ['page=1&page=2', 'page must be given once'],
    ['summary=yes', 'summary must be true or false'],
    ['visibility=seen', 'visibility must be visible, hidden or draft'],
    ['q=a&q=b', 'q must be given once'],
  ]
  for (const [query, message] of queries) {
    it(`say of ?${query}: ${message}`, async () => {
      const answer = await api.get(`${posts}?${query}`)
      expect(answer.status).to.equal(422)
      expect(answer.json['message']).to.equal(message)
    })
  }

  it('distinguish a missing parameter from a repeated one', async () => {
    const ask = async (url: string) => (await api.get(url)).json['message']
    const base = `/v2/sites/${site.id}`
    expect(await ask(`${base}/search`)).to.equal('q is needed')
    expect(await ask(`${base}/search?q=a&q=b`)).to.equal('q must be given once')
    expect(await ask(`${base}/diff?form=x`)).to.match(/^from is needed; form .* mean from\?$/)
    const presence = await api.post(`${base}/presence`, { document_id: 'x' })
    expect(presence.json['message']).to.match(/^document_id must be an id: 24 characters/)
  })

  it('suggest the value that was likely meant', async () => {
    const base = `/v2/sites/${site.id}`
    const of = async (answer: Promise<Answer>) => {
      const { status, json } = await answer
      expect(status).to.equal(422)
      return String(json['message']).replace(/^.*; /, '')
    }
    expect(await of(api.get(`${posts}?sort=titel-asc`))).to.equal('did you mean title-asc?')
    expect(await of(api.get('/v2/sites?sort=domain_desc'))).to.equal('did you mean domain-desc?')
    expect(await of(api.get(`${posts}?visibility=hiden`))).to.equal('did you mean hidden?')
    const role = { email: 'ada@example.org', kind: 'publsher' }
    expect(await of(api.post(`${base}/roles`, role))).to.equal('did you mean publisher?')
    const zone = { timezone: 'Europe/Berln' }
    expect(await of(api.put(base, zone))).to.equal('did you mean Europe/Berlin?')
    const far = await api.get(`${posts}?sort=colour-asc`)
    expect(far.json['message']).to.match(/^sort must be one of title, .*, with -asc or -desc$/)
  })

  it('suggest what was likely meant within a list of changes', async () => {
    const of = async (change: Json) =>
      (await api.post(`/v2/sites/${site.id}/changes`, { changes: [change] })).json['message']
    expect(await of({ action: 'creat', type: 'page', title: 'x' })).to.equal(
      'changes.0.action must be create, update, delete or move; did you mean create?',
    )
    expect(await of({ acton: 'create', type: 'page', title: 'x' })).to.equal(
      'changes.0.action is needed: create, update, delete or move; ' +
        'acton is not known here: did you mean action?',
    )
    expect(await of({ action: 'create', type: 'page', titel: 'x' })).to.equal(
      'changes.0.title is needed; titel is not known here: did you mean title?',
    )
  })

  it('suggest the hosting option that was likely meant', async () => {
    const hosting_options = { usrname: 'ada', protocol: 'ftp' }
    const answer = await api.put(`/v2/sites/${site.id}`, { hosting: 'ftp', hosting_options })
    expect(answer.status).to.equal(422)
    expect(answer.json['message']).to.match(
      /^hosting_options\.usrname is not an option of ftp; did you mean username\?/,
    )
  })
})

describe('Unknown names that are ignored', () => {
  const api = useApi()
  const warning = ({ headers }: { headers: object }): unknown => Object(headers)['warning']

  it('are reported in the answer if they look misspelt', async () => {
    const { id } = await api.site()
    const posts = `/v2/sites/${id}/collections/posts/documents`
    const made = await api.post(posts, { title: 'Hello', catgories: ['a'], nothing: 1, 'bö"dy': 2 })
    expect(made.status).to.equal(201)
    expect(warning(made)).to.equal(
      '299 galley "catgories is not known here; did you mean categories?"',
    )
    const listed = await api.get(`${posts}?per_pgae=1&q=hello&_=17`)
    expect(listed.list).to.have.length(1)
    expect(warning(listed)).to.equal(
      '299 galley "per_pgae is not known here; did you mean per_page?"',
    )
  })

  it('are reported for each change of a commit, up to a limit', async () => {
    const { id } = await api.site()
    const change = (n: number, more: Json) => ({
      action: 'create',
      type: 'page',
      title: `Page ${n}`,
      path: `page-${n}.md`,
      ...more,
    })
    const changes = [change(0, {}), change(1, { bdoy: 'x', sha: '1' }), change(2, { metdata: {} })]
    const few = await api.post(`/v2/sites/${id}/changes`, { changes })
    expect(few.status).to.equal(200)
    expect(warning(few)).to.equal(
      '299 galley "changes.1.bdoy is not known here; did you mean body?", ' +
        '299 galley "changes.2.metdata is not known here; did you mean metadata?"',
    )
    const many = Array.from({ length: 40 }, (_, n) => change(n + 3, { bdoy: 'x' }))
    const told = warning(await api.post(`/v2/sites/${id}/changes`, { changes: many }))
    expect(String(told).split(', 299')).to.have.length(5)
  })

  it('are not reported if a representation is sent back', async () => {
    const { id } = await api.site()
    const posts = `/v2/sites/${id}/collections/posts/documents`
    const { json } = await api.post(posts, { title: 'Hello' })
    const put = await api.put(`/v2/documents/${String(json['id'])}`, json)
    expect(put.status).to.equal(200)
    expect(warning(put)).to.equal(undefined)
    const site = await api.put(`/v2/sites/${id}`, (await api.get(`/v2/sites/${id}`)).json)
    expect(site.status).to.equal(200)
    expect(warning(site)).to.equal(undefined)
  })
})
