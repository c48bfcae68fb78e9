import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import type { Answer } from './client.js'
import { startApi, useApi, type Person, type Site } from './server.js'

describe('Pages of unsaved texts', () => {
  const api = useApi()
  let site: Site
  let post: string
  let page: string
  let writer: Person
  let base: string

  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data: Buffer.from(data) })
  const render = (url: string, json: unknown, as?: Person): Promise<Answer> =>
    api.post(`${url}/render`, json, as)

  before(async () => {
    site = await api.site({ title: 'Desk' })
    base = `/v2/sites/${site.id}`
    writer = await api.member(site.id, 'writer')
    await put('_layouts/l.html', '<html><head><title>{{ page.title }}</title></head>{{ content }}')
    const posts = `${base}/collections/posts/documents`
    const metadata = { layout: 'l', mood: 'calm' }
    const made = await api.post(posts, {
      title: 'One',
      body: 'Saved',
      date: '2024-01-02',
      metadata,
    })
    post = `/v2/documents/${String(made.json['id'])}`
    const list = '{% for p in site.posts %}[{{ p.title }}]{% endfor %}{{ site.data.x }}'
    const made2 = await api.post(`${base}/pages`, { title: 'List', path: 'list.html', body: list })
    page = `/v2/pages/${String(made2.json['id'])}`
  })

  it('equal the preview once they are saved', async () => {
    const body = 'Not *saved* {{ page.mood }}'
    const shown = await render(post, { title: 'Other', body })
    expect(shown.status, shown.text).to.equal(200)
    expect(shown.headers['content-type']).to.equal('text/html; charset=utf-8')
    expect(shown.headers['content-security-policy']).to.equal('sandbox')
    expect(shown.text).to.include('<title>Other</title>').and.include('<em>saved</em> calm')
    await api.put(post, { title: 'Other', body })
    const asked = await api.post(`${base}/preview`)
    await api.get(`/v2/jobs/${String(asked.json['job_id'])}`)
    const release = await api.server.application.releases.current(site.id, 'preview')
    const path = '2024/01/02/one.html'
    const built = readFileSync(release?.fileOf(path) ?? '', 'utf8')
    const tag = /<base href="[^"]*">/.exec(shown.text)?.[0] ?? ''
    expect(tag).to.match(
      new RegExp(`^<base href="http://${site.id}-\\w+\\.localhost[^"]*/${path}">$`),
    )
    expect(shown.text.replace(tag, '')).to.equal(built)
  })

  it('commit nothing, and do not change other pages', async () => {
    const [head, before] = [await api.head(site.id), await render(page, {})]
    expect(before.text).to.include('[Other]')
    expect((await render(post, { title: 'Third' })).text).to.include('<title>Third</title>')
    expect((await render(page, {})).text).to.equal(before.text)
    expect(await api.head(site.id)).to.equal(head)
    const { json } = await api.get(post)
    expect(json['title']).to.equal('Other')
  })

  it('include what others have committed', async () => {
    await put('_layouts/l.html', '<html><head><title>{{ page.title }}!</title></head>{{ content }}')
    expect((await render(post, {})).text).to.include('<title>Other!</title>')
    await put('_data/x.yml', 'fresh')
    expect((await render(page, {})).text).to.include('fresh')
  })

  it('can be of texts that do not exist yet', async () => {
    const body = '{{ page.collection }} {{ page.url }}'
    const posts = { collection: 'posts', title: 'Brand new', body, metadata: { layout: 'l' } }
    const shown = await render(base, { ...posts, date: '2024-03-04' })
    expect(shown.text).to.include('posts /2024/03/04/brand-new.html').and.include('Brand new!')
    const draft = await render(base, { ...posts, draft: true })
    expect(draft.text).to.include('Brand new!')
    const fresh = await render(base, { title: 'A page', path: 'about/us.md', body: '*Us*' })
    expect(fresh.text).to.include('<em>Us</em>')
    for (const [input, status] of [
      [{ collection: 'none', title: 'x' }, 404],
      [{ title: '' }, 422],
      [{ title: 'x', path: '_layouts/x.html' }, 422],
      [{ title: 'x', path: '../x.html' }, 422],
      [{ collection: 'posts', title: 'x', path: 'undated.md' }, 422],
      [{ title: 'x', metadata: { tags: 'x' } }, 422],
      [{ title: 'x', path: 'list.html' }, 409],
    ] as const) {
      const answer = await render(base, input)
      expect(answer.status, `${JSON.stringify(input)}: ${answer.text}`).to.equal(status)
    }
  })

  it('can be hidden, drafts, or of the future', async () => {
    await put('_layouts/own.html', '<title>{{ page.title }}</title>{{ content }}')
    const posts = `${base}/collections/posts/documents`
    const inputs = [
      { title: 'Later', date: '2199-01-02', metadata: { layout: 'own' } },
      { title: 'Idea', draft: true, metadata: { layout: 'own' } },
      { title: 'Hidden', visibility: 'hidden', metadata: { layout: 'own' } },
    ]
    for (const { title, ...input } of inputs) {
      const made = await api.post(posts, { title, body: 'Text', ...input })
      const address = `/v2/documents/${String(made.json['id'])}`
      const shown = await render(address, { body: `New *${title}*` })
      expect(shown.status, shown.text).to.equal(200)
      expect(shown.text).to.include(`<title>${title}</title>`).and.include(`<em>${title}</em>`)
      await api.delete(address)
    }
  })

  it('are not made while the site is being deleted', async () => {
    const { rendering } = api.server.application
    await rendering.forget(site.id)
    const answer = await render(post, {})
    expect(answer.status, answer.text).to.equal(503)
    expect(answer.json['message']).to.include('the site is being deleted')
    rendering.takeUp(site.id)
    expect((await render(post, {})).status).to.equal(200)
  })

  it('report the line of a template error', async () => {
    const bad = await render(post, { body: 'fine\n\n{% if %}' })
    expect(bad.status).to.equal(422)
    const [detail] = bad.json['details'] as { field: string; message: string }[]
    // Front matter of seven lines, then the third line of the body.
    const text = await api.file(site.id, '_posts/2024-01-02-one.md')
    const line = text.split('\n').lastIndexOf('---') + 1 + 3
    expect(detail?.field).to.equal(`_posts/2024-01-02-one.md:${line}`)
    expect(bad.json['message']).to.include(detail?.message)
    expect((await render(post, { body: 'fine' })).status).to.equal(200)
  })

  it('have a maximum length, and the error names the line', async () => {
    const line = `{% assign much = '${'x'.repeat(1000)}' %}{% for i in (1..200000) %}{{ much }}{% endfor %}`
    const written = await render(post, { body: `fine\n\n${line}` })
    expect(written.status, written.text.slice(0, 500)).to.equal(422)
    expect(written.json['message']).to.include('over 16,777,216 characters')
    const [detail] = written.json['details'] as { field: string }[]
    expect(detail?.field).to.match(/^_posts\/2024-01-02-one\.md:\d+$/)
    // Ten characters of Markdown that are a thousand of HTML.
    const abbreviated = `*[HTML]: ${'x'.repeat(4000)}\n\n${'HTML\n'.repeat(6000)}`
    const marked = await render(post, { body: abbreviated })
    expect(marked.status, marked.text.slice(0, 500)).to.equal(422)
    expect(marked.json['message']).to.include('_posts/2024-01-02-one.md')
    expect(marked.json['message']).to.include('more than 16,777,216 characters')
    expect((await render(post, { body: 'fine' })).status).to.equal(200)
  })

  it('end templates with endless loops', async () => {
    const endless = '{% for a in (1..999999) %}{% for b in (1..999999) %}{% endfor %}{% endfor %}'
    const answer = await render(post, { body: endless })
    expect(answer.status, answer.text).to.equal(422)
    expect((await render(post, { body: 'fine' })).status).to.equal(200)
  })

  it('show a writer no source of what others hide', async () => {
    const docs = `${base}/collections/posts/documents`
    const secret = { title: 'Secret', body: 'Hush', date: '2024-05-06', visibility: 'hidden' }
    const hidden = await api.post(docs, secret)
    const own = await api.post(docs, { title: 'Mine' }, writer)
    const mine = `/v2/documents/${String(own.json['id'])}`
    expect((await render(mine, { body: 'Hello' }, writer)).text).to.include('Hello')
    const body = '{% include_relative 2024-05-06-secret.md %}'
    // No build sees a hidden file, whoever asks.
    for (const who of [undefined, writer]) {
      const denied = await render(post, { body }, who)
      expect(denied.status).to.equal(422)
      expect(denied.text).not.to.include('Hush')
    }
    const theirs = `/v2/documents/${String(hidden.json['id'])}`
    expect((await render(theirs, {}, writer)).status).to.equal(404)
    expect((await render(theirs, {})).text).to.include('Hush')
    const all = '{% for p in site.posts %}{{ p.content }}{% endfor %}'
    expect((await render(mine, { body: all }, writer)).text).not.to.include('Hush')
  })

  it('show nobody what others hide in the text of a writer', async () => {
    // A script in it could send what is there to its author.
    const drafts = `${base}/collections/posts/documents`
    const body = '{% include_relative others.md %}'
    await api.post(drafts, { title: 'Others', body: 'Hush', draft: true, filename: 'others.md' })
    const made = await api.post(drafts, { title: 'Trap', body }, writer)
    const trap = `/v2/documents/${String(made.json['id'])}`
    expect((await render(trap, { body: 'Hello' })).text).to.include('Hello')
    const opened = await render(trap, {})
    expect(opened.text).not.to.include('Hush')
    expect(opened.status).to.equal(422)
  })

  it('are not hindered by a text that cannot be read, and tell nothing of one that somebody else hides', async () => {
    const other = await api.site()
    const anyone = await api.member(other.id, 'writer')
    const url = `/v2/sites/${other.id}`
    const data = '---\npublished: false\ndate: Hush\n---\n'
    await api.upload('PUT', `${url}/source/_posts/2024-01-01-secret.md`, { data })
    const draft = { collection: 'posts', title: 'New' }
    const own = await api.post(`${url}/collections/posts/documents`, { title: 'Mine' }, anyone)
    const mine = `/v2/documents/${String(own.json['id'])}`
    for (const [place, input] of [
      [url, draft],
      [mine, {}],
    ] as const) {
      const answer = await render(place, input, anyone)
      expect(answer.status, answer.text).to.equal(200)
      expect(answer.text).not.to.match(/secret|Hush/)
    }
  })

  it('are refused with 409 if the saved front matter is invalid, unless the whole text is sent', async () => {
    await put('_posts/2024-03-03-broken.md', '---\ntitle: [a\nb: }\n---\nBody\n')
    await put('broken.html', '---\ntitle: [a\nb: }\n---\nBody\n')
    const documents = await api.get(`${base}/collections/posts/documents?q=broken`)
    const pages = await api.get(`${base}/pages?q=broken`)
    for (const url of [
      `/v2/documents/${String(documents.list[0]?.['id'])}`,
      `/v2/pages/${String(pages.list[0]?.['id'])}`,
    ]) {
      const refused = await render(url, { title: 'x' })
      expect(refused.status, refused.text).to.equal(409)
    }
    for (const name of ['_posts/2024-03-03-broken.md', 'broken.html']) {
      await api.delete(`${base}/source/${name}`)
    }
  })

  it('are refused with 422 if front matter cannot hold what is in a field', async () => {
    const long = 'x '.repeat(200_000)
    for (const metadata of [{ number: 2 ** 60 }, { long }]) {
      for (const url of [post, base]) {
        const draft = url === base ? { collection: 'posts', title: 'New' } : {}
        const shown = await render(url, { ...draft, metadata })
        expect(shown.status, shown.text).to.equal(422)
        expect(shown.json['message']).to.match(
          /^It can't be written: .*(too large to be kept|at most)/,
        )
      }
    }
  })

  it('of one user are made for the newest text', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => render(post, { title: `Key ${i}` })),
    )
    for (const { status, text } of answers) {
      expect(status, text).to.be.oneOf([200, 409])
    }
    expect(answers.filter(({ status }) => status === 200).length).to.be.at.least(1)
    expect((await render(post, { title: 'Last key' })).text).to.include('Last key')
  })

  it('are removed with their site', async () => {
    const other = await api.site()
    const made = await api.post(`/v2/sites/${other.id}/pages`, { title: 'x', path: 'x.html' })
    const url = `/v2/pages/${String(made.json['id'])}`
    const shown = render(url, {})
    expect((await shown).status).to.equal(200)
    expect((await api.delete(`/v2/sites/${other.id}`)).status).to.equal(200)
    expect((await render(url, {})).status).to.equal(404)
  })
})

describe('Making a page of unsaved text, when the server stops', () => {
  it('ends with it, and is not logged as a fault of the builder', async () => {
    const api = await startApi()
    const { id } = await api.site()
    await api.post(`/v2/sites/${id}/pages`, { title: 'x', path: 'x.html' })
    const site = api.server.application.services.sites.get({ kind: 'server' }, id).record
    const { rendering } = api.server.application
    const content = Buffer.from('---\n---\nunsaved')
    const file = { path: 'x.html', content, hidesTexts: false }
    const signal = new AbortController().signal
    const asked = rendering.render(site, { file, caller: { userId: 'x', page: 'x' }, signal }).then(
      () => null,
      (error: unknown) => error,
    )
    const begun = path.join(api.data, 'sites', id, 'cache', 'unsaved')
    await eventually(() => {
      if (!existsSync(begun)) throw new Error('not begun')
    })
    rendering.close()
    expect(await asked).to.have.property('code', 'unavailable')
    const later = rendering.render(site, { file, caller: { userId: 'x', page: 'x' }, signal })
    expect(await later.catch((error: unknown) => error)).to.have.property('code', 'unavailable')
    await api.finish()
  })
})
