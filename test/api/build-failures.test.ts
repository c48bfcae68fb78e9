import { expect } from 'chai'
import { startApi, useApi, type Api } from './server.js'

/** The last event of a job of a site with these files. */
async function failureOf(
  api: Api,
  kind: 'publish' | 'preview',
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const site = await api.site()
  for (const [name, data] of Object.entries(files)) {
    const put = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(put.status, put.text).to.equal(200)
  }
  const { json } = await api.post(`/v2/sites/${site.id}/${kind}`)
  const { text } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
  return text.trim().split('\n\n').at(-1) ?? ''
}

const ENDLESS =
  '---\n---\n{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}'
const GREEDY =
  '---\n---\n{% assign a = "0123456789" | split: "" %}{% for i in (1..22) %}{% assign a = a | concat: a %}{% endfor %}'

describe('A build that fails', () => {
  const api = useApi()

  for (const kind of ['publish', 'preview'] as const) {
    it(`by a name that is too long says which file makes it (${kind})`, async () => {
      const page = `---\npermalink: /${'n'.repeat(300)}.html\n---\n`
      const told = await failureOf(api, kind, { 'index.html': 'x', 'long.md': page })
      expect(told).to.include('long.md').and.to.include('305 bytes').and.to.include('255')
      expect(told).not.to.include('Internal error')
    })

    it(`by a page that is too long says which, and how long it may be (${kind})`, async () => {
      const loop = '{% for a in (1..80000) %}{{ page.much }}{% endfor %}'
      const page = `---\nmuch: ${'x'.repeat(1000)}\n---\n${loop}`
      const told = await failureOf(api, kind, { 'index.html': 'x', 'endless.html': page })
      expect(told).to.include('endless.html').and.to.include('67,108,864 characters')
    })

    it(`by a file where others need a folder names both (${kind})`, async () => {
      const page = '---\npermalink: /news/\n---\n'
      const told = await failureOf(api, kind, { news: 'a file', 'list.md': page })
      expect(told).to.include('list.md').and.to.include('news/index.html')
      expect(told).not.to.include('Internal error')
    })
  }
})

describe('An error of a build', () => {
  const api = useApi()

  it('has its line in the body, too, for editors that show only the body', async () => {
    const site = await api.site()
    const post = '---\ntitle: Odd\nmood: calm\n---\nOne.\n\n{% for x nowhere %}{% endfor %}\n'
    const source = `/v2/sites/${site.id}/source/_posts/2026-01-02-odd.md`
    const put = await api.upload('PUT', source, { data: post })
    expect(put.status, put.text).to.equal(200)
    for (const kind of ['publish', 'preview']) {
      const { json } = await api.post(`/v2/sites/${site.id}/${kind}`)
      const path = `/v2/jobs/${String(json['job_id'])}`
      await api.get(path)
      const headers = { accept: 'application/json' }
      const job = (await api.send({ method: 'GET', path, headers })).json
      const said = job['diagnostics'] as readonly object[]
      const place = { path: '_posts/2026-01-02-odd.md', line: 7, text_line: 3 }
      const error = said.find((one) => Reflect.get(one, 'severity') === 'error')
      expect(error, kind).to.include(place)
    }
  })
})

describe('A message of a build about a hidden text', () => {
  const api = useApi()
  const hidden = '_posts/2026-01-02-merger-with-acme.md'

  it('is shown only to those who may see the text, not to other writers', async () => {
    const site = await api.site()
    const source = `/v2/sites/${site.id}/source`
    const data = '---\ntitle: Secret\ndate: never\n---\nText.\n'
    const broken = '---\n---\n{% for x nowhere %}{% endfor %}\n'
    await api.upload('PUT', `${source}/${hidden}`, { data })
    await api.upload('PUT', `${source}/about.md`, { data: broken })
    const [writer, publisher] = [
      await api.member(site.id, 'writer'),
      await api.member(site.id, 'publisher'),
    ]
    const publish = async () => {
      const { json } = await api.post(`/v2/sites/${site.id}/publish`)
      const path = `/v2/jobs/${String(json['job_id'])}`
      const headers = { accept: 'application/json' }
      return async (by: typeof writer, name: string) => {
        const told = (await api.get(path, by)).text
        const job = (await api.send({ method: 'GET', path, headers, as: by })).text
        const list = (await api.get(`/v2/sites/${site.id}/jobs`, by)).text
        return [told, job, list].map((text) => text.includes(name))
      }
    }
    const named = await publish()
    // Builds see no hidden text, but it may have been hidden since.
    const since = data.replace('date', 'published: false\ndate')
    await api.upload('PUT', `${source}/${hidden}`, { data: since })
    expect(await named(publisher, 'merger')).to.deep.equal([false, true, true])
    expect(await named(writer, 'merger')).to.deep.equal([false, false, false])
    await api.delete(`${source}/${hidden}`)
    expect(await (await publish())(writer, 'about.md')).to.deep.equal([true, true, true])
    // What is gone may have been a draft.
    expect(await named(writer, 'merger')).to.deep.equal([false, false, false])
  })
})

describe('A build at a limit of the server', () => {
  for (const [title, settings, page, said] of [
    ['time', { buildSeconds: '3' }, ENDLESS, '--build-seconds'],
    ['memory', { buildMemoryMb: '40' }, GREEDY, '--build-memory-mb'],
  ] as const) {
    for (const kind of ['publish', 'preview'] as const) {
      it(`of ${title} says so, and by which setting (${kind})`, async () => {
        const api = await startApi({ settings })
        try {
          const told = await failureOf(api, kind, { 'index.html': page })
          expect(told).to.include(said).and.to.include(Object.values(settings)[0])
        } finally {
          await api.finish()
        }
      })
    }
  }
})
