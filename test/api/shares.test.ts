/** Links that show a preview to people without an account. */

import { expect } from 'chai'
import { request } from 'node:http'
import { freePort } from '../bench/free-port.js'
import { startApi, useApi, type Person, type Site } from './server.js'

const DAY = 24 * 60 * 60_000

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

describe('Links to previews', () => {
  const api = useApi()
  let site: Site
  let anna: Person
  let paul: Person
  let will: Person
  let draft: string

  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data: Buffer.from(data) })
  const preview = async () => {
    const asked = await api.post(`/v2/sites/${site.id}/preview`)
    const { text } = await api.get(`/v2/jobs/${String(asked.json['job_id'])}`)
    expect(text.trim().split('\n\n').at(-1)).to.include('"status":"complete"')
  }
  const path = () => `/v2/sites/${site.id}/shares`
  const share = async (input: object, as: Person = anna) => {
    const { status, json, text } = await api.post(path(), input, as)
    expect(status, text).to.equal(201)
    return { id: String(json['id']), url: new URL(String(json['url'])) }
  }
  const ask = (
    url: URL,
    headers: Record<string, string> = {},
    { method = 'GET', port = new URL(api.server.sitesUrl).port } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { port, method, path: url.pathname + url.search, setHost: false }
      const asking = request({ ...options, headers: { Host: url.host, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
        )
      })
      asking.on('error', reject)
      asking.end()
    })
  /** Opens a link as a browser does. @returns a function that asks for an address on its host, and where the link led */
  const enter = async (url: URL) => {
    const first = await ask(url)
    expect(first.status, first.text).to.equal(303)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    const start = String(first.headers['location'])
    const get = (to: string, method = 'GET') =>
      ask(new URL(to, url), { Cookie: cookie }, { method })
    return { get, start, first }
  }

  before(async () => {
    site = await api.site({ title: 'Shared', empty: true })
    anna = await api.member(site.id, 'admin', 'anna-s')
    paul = await api.member(site.id, 'publisher', 'paul-s')
    will = await api.member(site.id, 'writer', 'will-s')
    await put(
      '_layouts/l.html',
      '<head><link href="{{ "/main.css" | absolute_url }}"></head>{{ content }}',
    )
    await put(
      'index.html',
      '---\nlayout: l\n---\nHome {% for p in site.posts %}{{ p.title }} {% endfor %}',
    )
    await put('main.css', 'body { color: red }')
    await put('list.js', '---\n---\n"{% for p in site.posts %}{{ p.title }}{% endfor %}"')
    await put(
      'named.html',
      '---\npermalink: /data.js\n---\n{% for p in site.posts %}{{ p.title }}{% endfor %}',
    )
    await put('plain.js', '"plain"')
    await put(
      'feed.xml',
      '---\n---\n<a>{{ "/x" | absolute_url }} {{ "/y" | absolute_url | cgi_escape }}</a>',
    )
    await put('_posts/2024-01-01-shown.md', '---\nlayout: l\ntitle: Shown\n---\nSeen by all\n')
    await put(
      '_posts/2024-01-02-hidden.md',
      '---\nlayout: l\ntitle: Secret\npublished: false\n---\nNobody\n',
    )
    await put('_drafts/draft.md', '---\nlayout: l\ntitle: Draft\n---\nTo be read\n')
    const list = await api.get(`/v2/sites/${site.id}/collections/posts/documents?visibility=draft`)
    draft = String(list.list[0]?.['id'])
    await preview()
  })

  it('show the whole preview, never kept, indexed or passed on', async () => {
    const { url } = await share({})
    const { get, start, first } = await enter(new URL('/feed.xml' + url.search, url))
    expect(start).to.equal('/feed.xml')
    expect(String(first.headers['set-cookie'])).to.match(/; HttpOnly; SameSite=Lax$/)
    const own = String((await api.get(`/v2/sites/${site.id}`)).json['preview_url'])
    for (const [to, status, shown] of [
      ['/', 200, /Home Shown/],
      ['/main.css', 200, /red/],
      ['/feed.xml', 200, new RegExp(`http://${url.host}/x`)],
      ['/draft.html', 404, /Nothing is shared/],
      ['/%zz', 400, /Nothing is shared/],
      ['/2024/01/02/hidden.html', 404, /Nothing is shared/],
    ] as const) {
      const answer = await get(to)
      expect(answer.status, to).to.equal(status)
      expect(answer.text).to.match(shown).and.not.include(new URL(own).hostname)
      expect(answer.text).not.to.include('Secret')
      expect(answer.headers).to.include({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'same-origin',
      })
    }
    expect((await get('/', 'HEAD')).text).to.equal('')
    expect((await get('/', 'POST')).status).to.equal(405)
  })

  it('show one text as it is saved, with its styles and pictures, and no other page', async () => {
    const { url } = await share({ entry_id: draft }, paul)
    const { get, start } = await enter(url)
    expect(start).to.match(/draft/)
    const page = await get(start)
    expect(page.text).to.include('To be read').and.include(`http://${url.host}/main.css`)
    expect((await get('/')).text).to.equal(page.text)
    expect((await get('/main.css')).text).to.include('red')
    expect((await get('/plain.js')).text).to.include('plain')
    for (const to of [
      '/index.html',
      '/2024/01/01/shown.html',
      '/feed.xml',
      '/list.js',
      '/data.js',
      '/no',
    ]) {
      expect((await get(to)).status, to).to.equal(404)
    }
    await api.put(`/v2/documents/${draft}`, { body: 'Read again\n' })
    expect((await get(start)).text).to.include('Read again')
    await preview()
  })

  it('end when their time is over, when revoked, and for whoever guesses', async () => {
    const { id, url } = await share({ expires_in_days: 1 })
    const { get } = await enter(url)
    const ended = async (answer: Answer) => {
      expect(answer.status).to.equal(410)
      expect(answer.text).to.include('This link has ended').and.not.include('Home')
    }
    const wrong = new URL(url)
    wrong.searchParams.set('share', 'A'.repeat(32))
    await ended(await ask(wrong))
    await ended(await ask(new URL('/', url)))
    await ended(
      await ask(new URL(`http://shared-${'0'.repeat(24)}.${url.host.split('.')[1] ?? ''}/`)),
    )
    const german = await ask(wrong, { 'Accept-Language': 'de-DE,de;q=0.9' })
    expect(german.text).to.include('Dieser Link ist beendet')
    expect((await get('/')).status).to.equal(200)
    expect((await api.delete(`${path()}/${id}`, anna)).status).to.equal(200)
    await ended(await get('/'))
    expect((await api.delete(`${path()}/${id}`, anna)).status).to.equal(404)
    const other = await enter((await share({ expires_in_days: 1 })).url)
    expect((await other.get('/')).status).to.equal(200)
    api.skip(DAY)
    await ended(await other.get('/'))
    expect((await api.get(path(), anna)).list).to.deep.equal(
      (await api.get(path(), anna)).list.filter((one) => one['id'] !== id),
    )
  })

  it('are listed with maker, end and last use, without their secret', async () => {
    const { id, url } = await share({ entry_id: draft })
    const find = async (as: Person) => {
      const { list, text } = await api.get(path(), as)
      expect(text).not.to.include(url.search.slice(1))
      return list.find((one) => one['id'] === id)
    }
    expect(await find(paul)).to.include({
      entry_id: draft,
      title: 'Draft',
      user_id: anna.id,
      user_name: 'anna-s',
      last_used_at: null,
    })
    await enter(url)
    expect((await find(paul))?.['last_used_at']).to.match(/^\d{4}-/)
    expect(await find(will)).to.equal(undefined)
    expect((await api.delete(`${path()}/${id}`, will)).status).to.equal(404)
    const { text } = await api.get(`/v2/sites/${site.id}/audit?operation=createShare`, anna)
    expect(text).to.include(id).and.not.include(url.search.slice(7))
  })

  it('are made by writers only of texts that they may read, and end with what their maker may see', async () => {
    expect((await api.post(path(), {}, will)).status).to.equal(403)
    expect((await api.post(path(), { expires_in_days: 91 }, anna)).status).to.equal(422)
    expect((await api.post(path(), { entry_id: draft }, will)).status).to.equal(404)
    expect((await api.post(path(), { entry_id: '0'.repeat(24) }, anna)).status).to.equal(404)
    const made = await api.post(
      `/v2/sites/${site.id}/collections/posts/documents`,
      { title: 'Mine' },
      will,
    )
    const { url } = await share({ entry_id: made.json['id'] }, will)
    const { get, start } = await enter(url)
    expect((await get(start)).status).to.equal(200)
    const roles = await api.get(`/v2/sites/${site.id}/roles`)
    const role = roles.list.find((one) => one['user_id'] === will.id)
    await api.delete(`/v2/roles/${String(role?.['id'])}`)
    expect((await get(start)).status).to.equal(410)
  })

  it('end with their text and their site', async () => {
    const made = await api.post(`/v2/sites/${site.id}/pages`, { title: 'Page' })
    const page = await enter((await share({ entry_id: made.json['id'] })).url)
    expect((await page.get(page.start)).status).to.equal(200)
    await api.delete(`/v2/pages/${String(made.json['id'])}`)
    expect((await page.get(page.start)).status).to.equal(410)
    const other = await api.site({ empty: true })
    const link = await api.post(`/v2/sites/${other.id}/shares`, {})
    await api.delete(`/v2/sites/${other.id}`)
    expect((await ask(new URL(String(link.json['url'])))).status).to.equal(410)
  })

  it('are not kept from people by a cookie that another host of the domain has set', async () => {
    const port = String(await freePort())
    const other = await startApi({
      settings: { sitesPort: port, sitesUrl: 'https://sites.example.org' },
    })
    try {
      const { id } = await other.site({ empty: true })
      const made = await other.post(`/v2/sites/${id}/pages`, { title: 'Page' })
      const entry_id = made.json['id']
      const { json } = await other.post(`/v2/sites/${id}/shares`, { entry_id })
      const url = new URL(String(json['url']))
      const entered = await ask(url, {}, { port })
      const cookie = String(entered.headers['set-cookie'])
      expect(cookie).to.match(/^__Host-galley_share=.*; Path=\/; .*; Secure$/)
      const Cookie = `galley_share=${'A'.repeat(32)}; ${cookie.split(';')[0] ?? ''}`
      expect((await ask(new URL('/', url), { Cookie }, { port })).status).to.equal(200)
    } finally {
      await other.finish()
    }
  })

  it('are no credentials of the API', async () => {
    const { url } = await share({})
    const secret = url.searchParams.get('share') ?? ''
    for (const headers of [
      { Authorization: `Bearer ${secret}` },
      { Cookie: `galley_share=${secret}` },
    ]) {
      const answer = await api.send({
        method: 'GET',
        path: `/v2/sites/${site.id}`,
        as: undefined,
        headers,
      })
      expect(answer.status).to.equal(401)
    }
  })

  it('wait for a preview without what has been hidden since', async () => {
    const { url } = await share({})
    const { get } = await enter(url)
    await put('_posts/2024-01-01-shown.md', '---\nlayout: l\ntitle: Shown\npublished: false\n---\n')
    // Until it is built again, or after that.
    const answer = await get('/2024/01/01/shown.html')
    expect(answer.status).to.be.oneOf([503, 404])
    expect(answer.text).not.to.include('Seen by all')
    await preview()
    expect((await get('/')).text)
      .to.include('Home')
      .and.not.include('Shown')
  })

  it('are limited to 100 of a site', async () => {
    const other = await api.site({ empty: true })
    const make = () => api.post(`/v2/sites/${other.id}/shares`, {})
    const made = await Promise.all(Array.from({ length: 100 }, make))
    expect(made.map(({ status }) => status)).to.deep.equal(made.map(() => 201))
    const refused = await make()
    expect(refused.status).to.equal(409)
    expect(refused.json['message']).to.match(/100 links.*revoke/)
    api.skip(8 * DAY)
    expect((await make()).status).to.equal(201)
  })
})
