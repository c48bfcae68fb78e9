/** The address in canonical links, sitemap, robots.txt and CNAME: never a name of this machine on another host. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isInstalled, sharedServer } from '../servers/start.js'
import { useApi, type Site } from './server.js'

const PLUGINS = 'jekyll_version: "4.4"\nplugins: [jekyll-seo-tag, jekyll-sitemap, jekyll-feed]\n'
const PAGE = '---\ntitle: Home\n---\n{% seo %}{% feed_meta %}\n'

describe('The published address', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-address-'))
  const gitDir = path.join(folder, 'unused')
  let options = {}
  let bare = gitDir
  after(() => rmSync(folder, { recursive: true, force: true }))

  const onHost = (...args: string[]) =>
    execFileSync('git', ['--git-dir', bare, ...args], { encoding: 'utf8', stdio: 'pipe' })
  const put = (site: Site, name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  const publish = async (site: Site, url = `/v2/sites/${site.id}/publish`) => {
    const { json } = await api.post(url)
    const id = String(json['job_id'])
    const events = (await api.get(`/v2/jobs/${id}`)).text
    const { list } = await api.get(`/v2/sites/${site.id}/jobs`)
    const job = list.find((one) => one['id'] === id)
    return { events, warnings: JSON.stringify(job?.['diagnostics']) }
  }
  const served = () => {
    const names = onHost('ls-tree', '-r', '--name-only', 'gh-pages').trim().split('\n')
    return names.map((name) => `${name}: ${onHost('show', `gh-pages:${name}`)}`).join('\n')
  }

  beforeEach(async function () {
    if (!(await isInstalled('githost'))) this.skip()
    const host = await sharedServer('githost')
    const file = `address-${process.pid}-${Date.now().toString(36)}.git`
    bare = path.join(host.text('repos'), file)
    execFileSync('git', ['init', '--quiet', '--bare', bare])
    onHost('config', 'http.receivepack', 'true')
    options = {
      path: host.text('url').replace(/[^/]+$/, file),
      access_token: host.text('password'),
      username: host.text('user'),
    }
  })

  const make = async (domain: string, config = '') => {
    const site = await api.site({ domain })
    await put(site, '_config.yml', `title: T\n${PLUGINS}${config}`)
    await put(site, 'index.html', PAGE)
    return site
  }
  const goOut = (site: Site) =>
    api.put(`/v2/sites/${site.id}`, { hosting: 'githost', hosting_options: options })

  it('is none for a domain below localhost, and the job says so', async () => {
    const site = await make('out.localhost')
    await goOut(site)
    const { events, warnings } = await publish(site)
    expect(events).to.include('"status":"complete"')
    expect(served()).to.not.include('localhost')
    expect(served()).to.not.match(/^CNAME:/m)
    expect(warnings).to.match(/no public address: out.localhost is a name of this machine alone/)
    const again = await publish(site)
    expect(again.warnings, 'nothing has changed since').to.match(/no public address/)
  })

  it('is not a url of this machine, either', async () => {
    for (const url of ['http://127.0.0.1:4000']) {
      const site = await make('url.localhost', `url: ${url}\n`)
      await goOut(site)
      const { warnings } = await publish(site)
      expect(served()).to.not.match(/localhost|127\.0\.0\.1/i)
      expect(warnings).to.include(url)
    }
  })

  it('is https and the domain, whatever url of this machine the configuration has', async () => {
    const site = await make('www.example.org', 'url: http://localhost:4000\n')
    await goOut(site)
    const { warnings } = await publish(site)
    expect(served()).to.include('<link rel="canonical" href="https://www.example.org/" />')
    expect(served()).to.include('robots.txt: Sitemap: https://www.example.org/sitemap.xml')
    expect(served()).to.include('CNAME: www.example.org')
    expect(warnings).to.include('https://www.example.org is published instead')
  })

  it('is that of the built-in host, where the site is on this machine', async () => {
    const site = await make('here.localhost')
    const { warnings } = await publish(site)
    expect(warnings).to.equal('[]')
    const release = await api.server.application.releases.current(site.id, 'live')
    expect(release?.manifest.has('sitemap.xml')).to.equal(true)

    await goOut(site)
    const { list } = await api.get(`/v2/sites/${site.id}/releases`)
    const { events } = await publish(
      site,
      `/v2/sites/${site.id}/releases/${String(list[0]?.['id'])}/publish`,
    )
    expect(events).to.match(
      /"status":"error".*built for http:..here.localhost.*publish the site anew/,
    )
    expect(() => served()).to.throw()
  })
})
