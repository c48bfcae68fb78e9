import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { withheldAt } from '../../src/service/branch/withheld.js'
import { useApi, type Site } from './server.js'

/** Everything by which Jekyll shows drafts and hidden texts, at once. */
const SETTINGS = `
show_drafts: true
unpublished: true
include: [_drafts, _hidden.md, .galley]
plugins: [jekyll-feed, jekyll-optional-front-matter]
data_dir: _lists
includes_dir: _notes
collections:
  drafts: { output: true }
  lists: { output: true }
  notes: { output: true }
defaults:
  - { scope: { path: secret }, values: { published: false } }
`

const LISTS = `---
---
{% for one in site.documents %}{{ one.title }} {{ one.content }} {{ one.excerpt }}{% endfor %}
{% for one in site.pages %}{{ one.title }} {{ one.content }}{% endfor %}
{% for one in site.static_files %}{{ one.path }} {% endfor %}
{{ site.data | jsonify }} {{ site.tags | jsonify }} {{ site.notes | jsonify }}
`

const text = (front: string, marker: string) =>
  `---\ntitle: ${marker}\ntags: [${marker}]\n${front}---\n${marker}\n`

/** By path; each has its own marker, which no output may have. */
const UNSEEN: Readonly<Record<string, (marker: string) => string>> = {
  '_drafts/plain.md': (marker) => text('', marker),
  '_drafts/bare.md': (marker) => `${marker} without front matter`,
  '_drafts/deep/down.md': (marker) => text('', marker),
  'sub/_drafts/other.md': (marker) => text('', marker),
  '_posts/2020-01-02-hidden.md': (marker) => text('published: false\n', marker),
  '_notes/hidden.md': (marker) => text('published: false\n', marker),
  '_notes/empty.md': (marker) => text('published:\n', marker),
  '_lists/hidden.yml': (marker) => `---\npublished: false\nmarker: ${marker}\n---\n`,
  'hidden.html': (marker) => text('published: false\n', marker),
  'marked.md': (marker) => `\ufeff${text('published: false\n', marker)}`,
  '.galley/templates/posts/recipe.md': (marker) => text('', marker),
  '.galley/templates/landing.html': (marker) => text('', marker),
  '.galley/templates/bare.html': (marker) => `${marker} without front matter`,
  'secret/page.md': (marker) => text('', marker),
}

describe('Drafts and hidden texts', () => {
  const api = useApi()
  let site: Site
  const markers = new Map(Object.keys(UNSEEN).map((name, i) => [name, `marker-${i}-marker`]))

  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  const finish = async (kind: 'publish' | 'preview') => {
    const { json } = await api.post(`/v2/sites/${site.id}/${kind}`)
    const { text: events } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
    expect(events).to.include('"status":"complete"')
    return String(json['job_id'])
  }
  /** All that the newest release of a kind has, with the names of its files. */
  const release = async (kind: 'live' | 'preview') => {
    const current = await api.server.application.releases.current(site.id, kind)
    const files = [...(current?.manifest.keys() ?? [])].map(async (name) => {
      return `${name}\n${await readFile(current?.fileOf(name) ?? '', 'utf8')}`
    })
    return (await Promise.all(files)).join('\n')
  }
  const seen = (output: string) =>
    [...markers].flatMap(([name, marker]) => (output.includes(marker) ? [name] : []))

  before(async () => {
    site = await api.site({ domain: 'quiet.example.org' })
    await put('_config.yml', SETTINGS)
    await put('index.html', LISTS)
    await put('_posts/2020-01-01-shown.md', text('', 'shown-post'))
    for (const [name, of] of Object.entries(UNSEEN)) {
      expect((await put(name, of(markers.get(name) ?? ''))).status, name).to.equal(200)
    }
  })

  for (const [kind, name] of [
    ['publish', 'live'],
    ['preview', 'preview'],
  ] as const) {
    it(`are not in what ${kind} makes, whatever the settings say, and the job says so`, async () => {
      const job = await finish(kind)
      const output = await release(name)
      expect(output).to.include('shown-post')
      expect(seen(output)).to.deep.equal([])
      const { list } = await api.get(`/v2/sites/${site.id}/jobs`)
      const said = JSON.stringify(list.find(({ id }) => id === job)?.['diagnostics'])
      for (const key of ['show_drafts', 'unpublished', 'include: _drafts', 'collections: drafts'])
        expect(said).to.include(`${key} has no effect here`)
    })
  }

  it('are the same files where the index does not know a commit', async () => {
    const repository = await api.server.application.repositories.get(site.id)
    const commit = await api.head(site.id)
    const index = {
      commitOf: () => null,
      hiddenPaths: () => ({ texts: [], inDrafts: [], until: null }),
    }
    const of = { siteId: site.id, repository, commit, now: Date.now() }
    const { paths } = await withheldAt(index, of)
    expect([...paths].toSorted()).to.deep.equal(Object.keys(UNSEEN).toSorted())
  })

  it('come and go with the configuration, and with what is made of them', async () => {
    await put('_config.yml', SETTINGS.replace('published: false', 'position: 1'))
    await finish('preview')
    expect(seen(await release('preview'))).to.deep.equal(['secret/page.md'])
    await put('hidden.html', text('', markers.get('hidden.html') ?? ''))
    await put('_posts/2020-01-01-shown.md', text('published: false\n', 'shown-post'))
    await finish('preview')
    const output = await release('preview')
    expect(seen(output)).to.deep.equal(['hidden.html', 'secret/page.md'])
    expect(output).not.to.include('shown-post')
    await put('_config.yml', SETTINGS)
    await finish('publish')
    expect(seen(await release('live'))).to.deep.equal(['hidden.html'])
  })
})
