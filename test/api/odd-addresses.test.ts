/** Files whose names have characters that mean something else in a URL: each address that is handed out leads to its file. */

import { expect } from 'chai'
import { createClient } from './client.js'
import { follow } from './job-events.js'
import { useApi, type Site } from './server.js'

const FILES = ['w?.txt', 'w#.txt', 'a%20b.txt', '100%.txt', 'x.%41', 'ü (1)+&;@.txt']
const PAGES = { 'why?.md': '', 'a%20b#c.md': '', 'd.md': 'permalink: /what?/so%20far#x/\n' }
// Outside of collections, Jekyll takes the third for `p q.pdf` and the fourth for `p?r.pdf`.
const LISTED = ['p?q.pdf', 'p#q.pdf', 'p%20q.pdf', 'p%3Fr.pdf', 'p%.pdf', 'p%zz.pdf']

describe('Addresses of files with odd names', () => {
  const api = useApi()
  let site: Site
  let host: ReturnType<typeof createClient>

  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${encodeURIComponent(name)}`, { data })
  const visit = (path: string) =>
    host.send({ method: 'GET', path, headers: { Host: 'odd.example.org' } })
  const urlsOf = async (list: string) =>
    (await api.get(`/v2/sites/${site.id}/${list}?per_page=100`)).list

  before(async () => {
    host = createClient(api.server.sitesUrl)
    site = await api.site({ domain: 'odd.example.org' })
    await put(
      '_config.yml',
      'url: http://odd.example.org\nplugins: [jekyll-sitemap]\n' +
        'collections:\n  things:\n    output: true\n',
    )
    for (const name of FILES) await put(`_things/${name}`, `file ${name}`)
    for (const name of LISTED) await put(`img/${name}`, `listed ${name}`)
    for (const [name, front] of Object.entries(PAGES)) {
      await put(name, `---\ntitle: T\n${front}---\npage ${name}`)
    }
    await follow(api, (await api.post(`/v2/sites/${site.id}/publish`)).json['job_id'])
  })

  after(() => host.close())

  it('lead to the file, on the site and as a download', async () => {
    const files = await urlsOf('collections/things/files')
    expect(files).to.have.length(FILES.length)
    for (const file of files) {
      const text = `file ${String(file['basename'])}`
      expect((await visit(String(file['url']))).text, String(file['url'])).to.equal(text)
      const download = String(file['download_url']).slice(api.server.url.length)
      expect((await api.get(download)).text, download).to.equal(text)
    }
  })

  it('lead to the page', async () => {
    const pages = await urlsOf('pages')
    for (const name of Object.keys(PAGES)) {
      const url = String(pages.find((page) => page['filename'] === name)?.['url'])
      expect((await visit(url)).text, `${name} ${url}`).to.include(`page ${name}`)
    }
  })

  it('are those of the sitemap', async () => {
    const { text } = await visit('/sitemap.xml')
    const listed = Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = '']) => url)
    const files: string[] = []
    for (const url of listed) {
      const path = url.replaceAll('&amp;', '&').slice('http://odd.example.org'.length)
      const answer = await visit(path)
      expect(answer.status, url).to.equal(200)
      if (answer.text.startsWith('listed ')) files.push(answer.text.slice('listed '.length))
    }
    expect(files).to.have.members(LISTED)
    expect(listed).to.have.length(LISTED.length + Object.keys(PAGES).length)
  })
})
