/** The search over texts: what it finds, in which order, and what it must not tell. */

import { expect } from 'chai'
import type { Answer, Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

describe('the search', () => {
  const api = useApi()
  let site: Site
  const posts = () => `/v2/sites/${site.id}/collections/posts/documents`
  const find = (q: string, as?: Person, more = '') =>
    api.get(`/v2/sites/${site.id}/search?q=${encodeURIComponent(q)}${more}`, as)
  const titles = (answer: Answer) => answer.list.map(({ title }) => title)
  const write = async (input: Json, as?: Person) => {
    const made = await api.post(posts(), input, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }

  beforeEach(async () => {
    site = await api.site()
  })

  it('finds documents and pages of all collections, a title before a text', async () => {
    await write({ title: 'One', body: 'Much is said of lighthouses here, and of lighthouses.' })
    await write({ title: 'Lighthouses', body: 'Towers.' })
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Guides' })
    const guides = `/v2/sites/${site.id}/collections/guides/documents`
    await api.post(guides, { title: 'Guide', body: 'To a lighthouse.' })
    await api.post(`/v2/sites/${site.id}/pages`, {
      title: 'About',
      body: 'No lighthouses but one.',
    })
    const found = await find('lighthouse')
    expect(found.status, found.text).to.equal(200)
    expect(titles(found)[0]).to.equal('Lighthouses')
    expect(titles(found)).to.have.members(['Lighthouses', 'One', 'Guide', 'About'])
    expect(found.headers['x-total-count']).to.equal('4')
    const by = (title: string) => found.list.find((row) => row['title'] === title)
    expect(by('Guide')).to.include({ type: 'document', collection: 'guides', site_id: site.id })
    expect(by('About')).to.include({ type: 'page', collection: null })
    expect(by('Guide')).to.not.have.property('body')
    expect(titles(await find('lighthouse', undefined, '&collection=guides'))).to.deep.equal([
      'Guide',
    ])
    expect(titles(await find('lighthouse', undefined, '&type=page'))).to.deep.equal(['About'])
    const documents = await find('lighthouse', undefined, '&type=document')
    expect(titles(documents)).to.have.members(['Lighthouses', 'One', 'Guide'])
    expect(documents.headers['x-total-count']).to.equal('3')
    expect(by('Guide')?.['snippet']).to.deep.equal([
      { text: 'To a ', match: false },
      { text: 'lighthouse', match: true },
      { text: '.', match: false },
    ])
  })

  it('finds words between others where none are separated, in Thai and Lao', async () => {
    await write({ title: 'ไทย', body: 'ประเทศไทยมีภาษาไทยเป็นภาษาราชการ' })
    await write({ title: 'ລາວ', body: 'ພາສາລາວເປັນພາສາທາງການ' })
    expect(titles(await find('ภาษา'))).to.deep.equal(['ไทย'])
    expect(titles(await find('ราชการ'))).to.deep.equal(['ไทย'])
    expect(titles(await find('ราชกวน'))).to.deep.equal([])
    expect(titles(await find('ພາສາທາງການ'))).to.deep.equal(['ລາວ'])
  })

  it('ignores the points and vowels of Hebrew and Arabic, in texts and in queries', async () => {
    await write({ title: 'Pointed', body: 'בְּרֵאשִׁית בָּרָא אֱלֹהִים' })
    await write({ title: 'Vowelled', body: 'كِتَابٌ جَدِيدٌ ومـــكتوب' })
    await write({ title: 'Plain', body: 'בראשית كتاب' })
    for (const q of ['בראשית', 'בְּרֵאשִׁית'])
      expect(titles(await find(q)), q).to.have.members(['Pointed', 'Plain'])
    for (const q of ['كتاب', 'كِتَاب'])
      expect(titles(await find(q)), q).to.have.members(['Vowelled', 'Plain'])
    expect(titles(await find('ومكتوب'))).to.deep.equal(['Vowelled'])
    expect((await api.get(`${posts()}?q=pointed`)).list).to.have.length(1)
  })

  it('finds English words in singular and plural', async () => {
    await write({ title: 'Zoo', body: 'Two otters read in libraries.' })
    await write({ title: 'Box', body: 'A librarian alone.' })
    for (const q of ['library otter', 'otter library', 'otters libraries read']) {
      expect(titles(await find(q)), q).to.deep.equal(['Zoo'])
    }
    const [row] = (await find('library two')).list
    expect(JSON.stringify(row?.['snippet'])).to.include('{"text":"libraries","match":true}')
    expect(titles(await find('boxes'))).to.deep.equal(['Box'])
  })

  it('takes a last word as it is if a sign follows it', async () => {
    await write({ title: 'Languages', body: 'Written in C++ and C#.' })
    await write({ title: 'Cats', body: 'Clever cats climb.' })
    expect(titles(await find('C++'))).to.deep.equal(['Languages'])
    expect(titles(await find('c#'))).to.deep.equal(['Languages'])
    expect(titles(await find('c'))).to.have.members(['Languages', 'Cats'])
  })

  it('matches a prefix for the last word, and ignores accents', async () => {
    await write({ title: 'Crème brûlée', body: 'Straße nach Ærø' })
    for (const q of ['creme bru', 'CRÈME', 'strasse', 'aero', 'brulee nach']) {
      expect(titles(await find(q)), q).to.deep.equal(['Crème brûlée'])
    }
    expect(titles(await find('bru creme')), 'only of the last').to.deep.equal([])
    expect(titles(await find('rulee')), 'not of the middle').to.deep.equal([])
  })

  it('shows a change and a deletion at once', async () => {
    const id = await write({ title: 'Old', body: 'winter' })
    await api.put(`/v2/documents/${id}`, { body: 'summer' })
    expect(titles(await find('winter'))).to.deep.equal([])
    expect(titles(await find('summer'))).to.deep.equal(['Old'])
    await api.delete(`/v2/documents/${id}`)
    expect(titles(await find('summer'))).to.deep.equal([])
  })

  it('returns pages of at most a hundred', async () => {
    for (let at = 0; at < 5; at += 1) await write({ title: `Number ${at}`, body: 'common' })
    const second = await find('common', undefined, '&per_page=2&page=2')
    expect(second.list).to.have.length(2)
    expect(second.headers['x-total-count']).to.equal('5')
    expect(second.headers.link).to.contain('rel="prev"')
    const all = await find('common', undefined, '&per_page=10000')
    expect(all.list).to.have.length(5)
    expect((await find('common', undefined, '&page=9')).list).to.deep.equal([])
  })

  it('treats every query as words', async () => {
    await write({ title: 'Plain', body: 'some words' })
    const hostile = [
      '"',
      '*',
      'a"b',
      'words OR x',
      'NEAR(words)',
      'title:',
      '-',
      '(',
      "'; --",
      '^w',
    ]
    for (const q of [...hostile, '\0', 'x\0y', '%', '{words}', ' '.repeat(400), '+', 'words*']) {
      const { status, text } = await find(q)
      expect(status, `${JSON.stringify(q)}: ${text}`).to.equal(200)
    }
    expect(titles(await find('words'))).to.deep.equal(['Plain'])
    expect((await find('')).list).to.deep.equal([])
    expect((await find('w'.repeat(10_000))).status).to.equal(422)
    expect((await api.get(`/v2/sites/${site.id}/search`)).status).to.equal(422)
    expect((await api.get(`/v2/sites/${site.id}/search?q=a&q=b`)).status).to.equal(422)
  })

  it('shows a writer nothing that the lists do not show', async () => {
    const writer = await api.member(site.id, 'writer')
    const other = await api.member(site.id, 'writer')
    await write({ title: 'Seen', body: 'secret garden' })
    await write({ title: 'Hidden', body: 'secret plan', visibility: 'hidden' })
    await write({ title: 'Draft', body: 'secret sketch', draft: true })
    await write({ title: 'Mine', body: 'secret of mine' }, writer)
    await write({ title: 'Theirs', body: 'secret of theirs' }, other)
    expect(titles(await find('secret'))).to.have.length(5)
    for (const found of [
      await find('secret', writer),
      await api.get('/v2/search?q=secret', writer),
    ]) {
      expect(titles(found)).to.have.members(['Seen', 'Mine'])
      expect(found.headers['x-total-count']).to.equal('2')
      expect(found.text).to.not.match(/plan|sketch|theirs/)
    }
    const listed = await api.get(posts(), writer)
    expect(titles(listed)).to.have.members(['Seen', 'Mine'])
  })

  it('covers only the sites of the caller', async () => {
    const someone = await api.person('someone')
    const theirs = await api.site()
    const third = await api.site()
    await write({ title: 'Here', body: 'zebra' })
    for (const { id } of [theirs, third]) {
      await api.post(`/v2/sites/${id}/pages`, { title: `Zebra ${id}`, body: 'zebra' })
    }
    expect((await api.get('/v2/search?q=zebra', someone)).list).to.deep.equal([])
    expect((await find('zebra', someone)).status).to.equal(404)
    const admin = await api.member(theirs.id, 'publisher')
    const found = await api.get('/v2/search?q=zebra', admin)
    expect(found.list.map((row) => row['site_id'])).to.deep.equal([theirs.id])
    const all = await api.get('/v2/search?q=zebra')
    expect(all.list.map((row) => row['site_id'])).to.have.members([site.id, theirs.id, third.id])
    await api.delete(`/v2/sites/${third.id}`)
    expect((await api.get('/v2/search?q=zebra')).list).to.have.length(2)
  })

  it('covers only the beginning of a long text', async () => {
    await write({ title: 'Long', body: `early ${'x '.repeat(60_000)} late` })
    expect(titles(await find('early'))).to.deep.equal(['Long'])
    expect(titles(await find('late'))).to.deep.equal([])
  })
})
