/** What a publish would do to addresses and links, told before. */

import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const PLUGINS = 'plugins: [jekyll-redirect-from, jekyll-archives]\n'
const CONFIG = `title: Harbour\njekyll_version: '4.4'\npermalink: /:title/\n${PLUGINS}`
const DATE = '2026-01-05 10:00:00 +0000'

describe('The check of links before a publish', () => {
  const api = useApi()
  let site: Site

  const base = () => `/v2/sites/${site.id}`
  const publish = async () => {
    const { json } = await api.post(`${base()}/publish`)
    const { text } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
    expect(text).to.include('"status":"complete"')
  }
  const post = async (title: string, fields: object = {}) => {
    const body = { title, date: DATE, ...fields }
    const { status, json, text } = await api.post(`${base()}/collections/posts/documents`, body)
    expect(status, text).to.equal(201)
    return String(json['id'])
  }
  const put = async (id: string, fields: object) => {
    const { status, text } = await api.put(`/v2/documents/${id}`, fields)
    expect(status, text).to.equal(200)
  }
  const source = async (name: string, data: string) => {
    const { status, text } = await api.upload('PUT', `${base()}/source/${name}`, { data })
    expect(status, text).to.be.oneOf([200, 201])
  }
  const check = async () => {
    const { status, json, text } = await api.get(`${base()}/link-check`)
    expect(status, text).to.equal(200)
    return JSON.parse(text) as {
      gone: { url: string; path: string; moved_to: { id: string; url: string } | null }[]
      broken: { url: string; path: string; id: string | null }[]
      from: string | null
      redirects: boolean
      complete: boolean
    } & typeof json
  }
  const told = async () => {
    const { gone, broken, complete } = await check()
    return {
      gone: gone.map(({ url, moved_to }) => [url, moved_to?.url ?? null]),
      broken: broken.map(({ path, url }) => `${path} ${url}`),
      complete,
    }
  }
  const NOTHING = { gone: [], broken: [], complete: true }

  beforeEach(async () => {
    site = await api.site()
    await source('_config.yml', CONFIG)
  })

  it('lists nothing while nothing is live, and right after a publish', async () => {
    await post('Alone', { body: '[x](/nowhere/)' })
    expect(await check()).to.deep.include({ ...NOTHING, from: null })
    await publish()
    expect(await told()).to.deep.equal(NOTHING)
    expect((await check()).from).to.be.a('string')
  })

  it('tells of an address that is gone where a text was renamed, and who links there', async () => {
    const moved = await post('Old Name')
    await post('Linking', { body: 'See [old](/old-name/) and [it again](../old-name/#part).' })
    await post('Quoting', { body: 'Write `[old](/old-name/)`.' })
    await source('_data/menu.yml', '- url: /old-name/\n- url: /old-name/more/\n')
    await publish()
    await put(moved, { permalink: '/new-name/' })
    expect(await told()).to.deep.equal({
      gone: [['/old-name/', '/new-name/']],
      broken: ['_posts/2026-01-05-linking.md /old-name/', '_data/menu.yml /old-name/'],
      complete: true,
    })
    const { gone, redirects } = await check()
    expect([gone[0]?.moved_to?.id, redirects]).to.deep.equal([moved, true])
    // The redirect that is offered.
    await put(moved, { metadata: { redirect_from: ['/old-name/'] } })
    expect(await told()).to.deep.equal(NOTHING)
    await publish()
    expect(await told()).to.deep.equal(NOTHING)
  })

  it('tells of deleted, hidden and moved texts and of files, but of none that another takes over', async () => {
    const ids = await Promise.all(['Gone', 'Hidden', 'Swapped'].map((title) => post(title)))
    const [gone = '', hidden = '', swapped = ''] = ids
    await source('files/plan.pdf', 'x')
    await publish()
    await api.delete(`/v2/documents/${gone}`)
    await put(hidden, { visibility: 'hidden' })
    await put(swapped, { permalink: '/elsewhere/' })
    await post('Heir', { permalink: '/swapped/' })
    await api.delete(`${base()}/source/files/plan.pdf`)
    expect((await told()).gone).to.deep.equal([
      ['/gone/', null],
      ['/hidden/', null],
      ['/files/plan.pdf', null],
    ])
  })

  it('tells of new links that lead nowhere, once, and not of what a build makes', async () => {
    const id = await post('Reader', { body: '[old](/never/)', tags: ['one'] })
    await source('assets/a.css', 'a {}')
    await source('about.md', '---\ntitle: About\n---\n')
    await source('_config.yml', `${CONFIG}jekyll-archives: { enabled: [tags] }\n`)
    await publish()
    const body = [
      '[old](/never/) [new](/neverland/) [](./missing.html)',
      '[about](/about/) [about](/about) [file](/about.md) [css](/assets/a.css) [home](/reader/?x#y)',
      '[tag](/tag/one/) [tag to come](/tag/two/) [out](//example.org/x/) [raw]({{ page.x }}/y/)',
    ].join('\n\n')
    await put(id, { body, tags: ['one', 'two'] })
    await post('Later', {
      body: '[reader](/reader/) ![p](/no.png)',
      date: '2036-01-01 10:00:00 +0000',
    })
    await put(id, { body: `${body} [later](/later/)` })
    expect(await told()).to.deep.equal({
      ...NOTHING,
      broken: [
        '_posts/2026-01-05-reader.md /neverland/',
        '_posts/2026-01-05-reader.md /reader/missing.html',
        '_posts/2036-01-01-later.md /no.png',
      ],
    })
  })

  it('knows the base URL', async () => {
    await source('_config.yml', `${CONFIG}baseurl: /blog/\n`)
    const moved = await post('Old')
    await post('Linking', {
      body: '[a](/blog/old/) [b]({{ "/old/" | relative_url }}) [c](/blog/linking/)',
    })
    await publish()
    await put(moved, { permalink: '/new/' })
    expect((await told()).broken).to.deep.equal(['_posts/2026-01-05-linking.md /old/'])
  })

  it('tells which addresses another permalink of all texts takes away, without guessing at links', async () => {
    await post('One')
    await post('Two', { permalink: '/two/' })
    await publish()
    await source('_config.yml', CONFIG.replace('/:title/', '/blog/:title/'))
    await post('Three', { body: '[one](/one/) [made](/by-a-plugin/)' })
    expect(await told()).to.deep.equal({
      gone: [['/one/', '/blog/one/']],
      broken: ['_posts/2026-01-05-three.md /one/'],
      complete: true,
    })
  })

  it('says so where it could not look at everything', async () => {
    await publish()
    const changes = Array.from({ length: 210 }, (_, number) => ({
      action: 'create',
      type: 'document',
      collection: 'posts',
      path: `2026-01-05-text-${number}.md`,
      title: `Text ${number}`,
      body: '[x](/nowhere/)',
    }))
    const { status, text } = await api.post(`${base()}/changes`, { changes })
    expect(status, text).to.equal(200)
    const { broken, complete } = await told()
    expect([broken.length, complete]).to.deep.equal([200, false])
  })

  it('says that redirects need a plugin', async () => {
    await source('_config.yml', CONFIG.replace(PLUGINS, ''))
    const moved = await post('Old')
    await publish()
    await put(moved, { permalink: '/new/', metadata: { redirect_from: ['/old/'] } })
    expect((await told()).gone).to.deep.equal([['/old/', '/new/']])
    expect((await check()).redirects).to.equal(false)
  })
})
