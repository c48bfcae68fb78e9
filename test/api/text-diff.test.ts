import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('The difference of two versions of a text', () => {
  const api = useApi()
  let site: Site
  let url: string
  let list: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    list = `/v2/sites/${site.id}/collections/docs/documents`
    const made = await api.post(list, { title: 'One', path: 'a.md', body: 'first\n' })
    url = `/v2/documents/${String(made.json['id'])}`
  })

  const change = async (input: object, of = url) => {
    const answer = await api.put(of, input)
    expect(answer.status, answer.text).to.equal(200)
    return { commit: await api.head(site.id), sha: String(answer.json['sha']) }
  }

  it('is that of the whole file, between any two versions, across renames', async () => {
    const [start] = (await api.get(`${url}/history`)).list
    const from = String(start?.['commit'])
    const second = await change({ body: 'second\n' })
    const third = await change({ path: 'b.md', title: 'Two' })
    const all = await api.get(`${url}/diff?from=${from}`)
    expect(all.json, all.text).to.deep.equal({
      from: { commit: from, path: '_docs/a.md', sha: start?.['sha'] },
      to: { commit: third.commit, path: '_docs/b.md', sha: third.sha },
      diff: '@@ -1,4 +1,4 @@\n ---\n-title: One\n+title: Two\n ---\n-first\n+second\n',
    })
    const back = await api.get(`${url}/diff?from=${second.commit}&to=${from}`)
    expect(back.json['diff']).to.equal(
      '@@ -1,4 +1,4 @@\n ---\n title: One\n ---\n-second\n+first\n',
    )
    expect((await api.get(`${url}/diff?from=${from}&to=${from}`)).json['diff']).to.equal('')
  })

  it('exists for pages, and for deleted documents', async () => {
    const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'P', body: 'a\n' })
    const from = await api.head(site.id)
    const of = `/v2/pages/${String(page.json['id'])}`
    await change({ body: 'b\n' }, of)
    await api.delete(of)
    const answer = await api.get(`${of}/diff?from=${from}`)
    expect(answer.json['diff'], answer.text).to.match(/-a\n\+b\n$/)
  })

  it('is null for texts that are too long', async () => {
    const lines = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`)
    const from = await change({ body: lines('a').join('\n') })
    await change({ body: lines('b').join('\n') })
    const answer = await api.get(`${url}/diff?from=${from.commit}`)
    expect(answer.status, answer.text).to.equal(200)
    expect(answer.json['diff']).to.equal(null)
  })

  it('is of commits of its own history only', async () => {
    await api.post(list, { title: 'Other' })
    const other = await api.head(site.id)
    const own = String((await api.get(`${url}/history`)).list[0]?.['commit'])
    for (const query of [`from=${other}`, `from=${own}&to=${other}`, `from=${'0'.repeat(40)}`]) {
      expect((await api.get(`${url}/diff?${query}`)).status, query).to.equal(404)
    }
    for (const query of ['', `from=${own.slice(0, 12)}`, `from=${own}&to=`, 'from=--help']) {
      expect((await api.get(`${url}/diff?${query}`)).status, query).to.equal(422)
    }
  })

  it('shows a writer no version that was hidden from them', async () => {
    const made = await api.post(list, { title: 'Secret', visibility: 'hidden', body: 'secret\n' })
    const hidden = await api.head(site.id)
    const of = `/v2/documents/${String(made.json['id'])}`
    const shown = await change({ visibility: 'visible', body: 'open\n' }, of)
    const writer = await api.member(site.id, 'writer')
    expect((await api.get(`${of}/diff?from=${shown.commit}`, writer)).status).to.equal(200)
    for (const query of [`from=${hidden}`, `from=${shown.commit}&to=${hidden}`]) {
      const answer = await api.get(`${of}/diff?${query}`, writer)
      expect(answer.status, query).to.equal(404)
      expect(answer.text).not.to.include('secret')
    }
  })
})
