/** Texts of one thing in several languages. */

import { expect } from 'chai'
import type { Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

describe('Languages of documents and pages', () => {
  const api = useApi()
  let site: Site
  let base: string

  const source = (name: string, data: string) =>
    api.upload('PUT', `${base}/source/${name}`, { data: Buffer.from(data) })
  const texts = async (list: string, query = '', as?: Person) => {
    const { list: all } = await api.get(`${base}/${list}?per_page=100${query}`, as)
    return all as (Json & { translations: Json[] })[]
  }
  /** Of each text: its language, then those of its versions, a missing one with its place. */
  const told = async (list: string, query = '', as?: Person) => {
    const all = await texts(list, query, as)
    return Object.fromEntries(
      all.map(({ path, language, translations }) => [
        path,
        [
          language,
          ...translations.map(
            (one) =>
              `${String(one['language'])} ${one['id'] === null ? 'at' : 'is'} ${String(one['path'])}`,
          ),
        ].join(', '),
      ]),
    )
  }

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
  })

  it('are shown with what is missing, by folder, suffix and front matter', async () => {
    await source('_config.yml', 'lang: en\n')
    await source('about.md', '---\ntitle: About\n---\n')
    await source('de/about.md', '---\ntitle: Über uns\n---\n')
    await source('team.fr.md', '---\n---\n')
    await source('imprint.md', '---\nlang: de\nref: imprint\n---\n')
    await source('legal.md', '---\nref: imprint\n---\n')
    const pages = await told('pages')
    expect(pages).to.deep.include({
      'about.md': 'en, de is de/about.md, fr at fr/about.md',
      'de/about.md': 'de, en is about.md, fr at fr/about.md',
      'team.fr.md': 'fr, de at team.de.md, en at team.md',
      'imprint.md': 'de, en is legal.md, fr at fr/imprint.md',
      'legal.md': 'en, de is imprint.md, fr at fr/legal.md',
    })
    const german = (await texts('pages')).find(({ path }) => path === 'de/about.md')
    const { json } = await api.get(`/v2/pages/${String(german?.['id'])}`)
    expect(json['translations']).to.deep.equal(german?.translations)
    const [english = {}] = german?.translations ?? []
    expect(english).to.deep.include({ title: 'About', visibility: 'visible', permalink: null })
    // A new text at that place is the missing one.
    const made = await api.post(`${base}/pages`, { title: 'À propos', path: 'fr/about.md' })
    expect(made.json['language']).to.equal('fr')
    expect((await told('pages'))['about.md']).to.equal('en, de is de/about.md, fr is fr/about.md')
  })

  it('filter lists', async () => {
    await source('_posts/en/2026-01-02-a.md', '---\n---\n')
    await source('_posts/de/2026-01-02-a.md', '---\n---\n')
    await source('_posts/2026-01-03-b.md', '---\n---\n')
    const list = 'collections/posts/documents'
    expect(Object.keys(await told(list, '&language=de'))).to.deep.equal(['de/2026-01-02-a.md'])
    expect(Object.keys(await told(list, '&language=DE'))).to.deep.equal(['de/2026-01-02-a.md'])
    expect(await told(list, '&language=fr')).to.deep.equal({})
    expect(await told(list, '&language=de%27')).to.deep.equal({})
    expect(await told(list)).to.deep.include({
      '2026-01-03-b.md': '',
      'en/2026-01-02-a.md': 'en, de is de/2026-01-02-a.md',
    })
  })

  it('are those that the configuration lists; a site with one has no versions', async () => {
    await source(
      '_config.yml',
      'languages: [en, de, cy]\ndefault_lang: en\nplugins: [jekyll-polyglot]\n',
    )
    await source('about.md', '---\npermalink: /about/\n---\n')
    await source('ueber.md', '---\nlang: de\npermalink: /about/\n---\n')
    await source('it/about.md', '---\n---\n')
    expect(await told('pages')).to.deep.include({
      'about.md': 'en, de is ueber.md, cy at cy/about.md',
      'ueber.md': 'de, en is about.md, cy at cy/ueber.md',
    })
    const english = (await texts('pages')).find(({ path }) => path === 'about.md')
    expect(english?.translations[1]?.['permalink']).to.equal('/about/')
    for (const config of ['lang: en\nlanguages: [en]\n', 'languages: en\n', 'languages: {}\n']) {
      await source('_config.yml', `${config}title: x\n`)
      await source('ueber.md', '---\n---\n')
      await source('it/about.md', 'No text.\n')
      const { 'about.md': about = '' } = await told('pages')
      expect(about.replace('en', ''), config).to.equal('')
    }
  })

  it('do not tell a writer of texts that they may not see', async () => {
    await source('_config.yml', 'lang: en\n')
    await source('about.md', '---\n---\n')
    await source('de/about.md', '---\ntitle: Geheim\npublished: false\n---\n')
    const writer = await api.member(site.id, 'writer')
    expect((await told('pages'))['about.md']).to.equal('en, de is de/about.md')
    expect((await told('pages', '', writer))['about.md']).to.equal('en, de at de/about.md')
    expect(JSON.stringify(await texts('pages', '', writer))).to.not.include('Geheim')
  })

  it('take no more than the texts of a list, even if all have one name', async () => {
    await source('_config.yml', 'lang: en\n')
    const changes = Array.from({ length: 150 }, (_, at) => ({
      action: 'create',
      type: 'page',
      title: `Page ${at}`,
      path: `${at % 2 === 0 ? 'de' : 'fr'}/p-${at}.md`,
      metadata: { ref: 'same' },
    }))
    expect((await api.post(`${base}/changes`, { changes })).status).to.equal(200)
    const all = await texts('pages')
    expect(all).to.have.length(100)
    for (const { translations } of all) expect(translations).to.have.length(1)
  })

  it('are none in names that only look like codes, and in front matter', async () => {
    for (const name of ['web-app/notes.md', 'notes.foo-bar.md', 'my-old-app.md']) {
      await source(name, '---\ntitle: Notes\nlang: de-a1\n---\n')
    }
    const odd = (await texts('pages')).filter(({ title }) => title === 'Notes')
    expect(odd.map(({ language }) => language)).to.deep.equal([null, null, null])
  })
})
