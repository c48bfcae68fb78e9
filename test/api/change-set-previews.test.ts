/** Previews of change sets: the whole site as a set has it, at an address of its own. */

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { MAX_SET_PREVIEWS } from '../../src/model/change-set.js'
import { createClient } from './client.js'
import { useApi, type Person, type Site } from './server.js'

describe('Previews of change sets', () => {
  const api = useApi()
  let site: Site
  let base: string
  let paula: Person
  let will: Person

  const put = (name: string, data: string, set?: string) =>
    api.upload('PUT', `${base}/source/${name}${set ? `?change_set=${set}` : ''}`, { data })

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    paula = await api.member(site.id, 'publisher')
    will = await api.member(site.id, 'writer')
    await put(
      'index.html',
      '---\n---\nat {{ site.url }}: {% for p in site.posts %}{{ p.title }} {% endfor %}',
    )
    await put('_posts/2024-01-01-a.md', '---\ntitle: Old\n---\nText\n')
  })

  const make = async (as: Person = paula) =>
    String((await api.post(`${base}/change_sets`, { title: 'New' }, as)).json['id'])
  const of = async (set: string) => (await api.get(`${base}/change_sets/${set}`)).json
  const ask = (set: string, as: Person = paula) =>
    api.post(`${base}/preview?change_set=${set}`, undefined, as)
  /** Waits for a job. @returns its last event */
  const ended = async (job: unknown, as: Person = paula) =>
    (await api.get(`/v2/jobs/${String(job)}`, as)).text.trim().split('\n\n').at(-1)
  const preview = async (set: string, as: Person = paula) => {
    const asked = await ask(set, as)
    expect(asked.status, asked.text).to.equal(202)
    expect(await ended(asked.json['job_id'], as)).to.include('"status":"complete"')
    return String((await of(set))['preview_url'])
  }
  const visit = async (url: string, page = '/') => {
    const call = { method: 'GET', path: page, headers: { Host: new URL(url).hostname } }
    return createClient(api.server.sitesUrl).send(call)
  }
  const folder = () => path.join(api.config.data, 'sites', site.id)
  const releases = () => readdirSync(path.join(folder(), 'releases'))
  const gone = async (url: string) => {
    while ((await visit(url)).status !== 421) await sleep(20)
    while (releases().length > 0) await sleep(20)
    while (existsSync(path.join(folder(), 'cache', 'sets'))) {
      if (readdirSync(path.join(folder(), 'cache', 'sets')).length === 0) break
      await sleep(20)
    }
  }

  it('show the site as the set has it, to its maker and publishers, and leave the others alone', async () => {
    const live = await api.post(`${base}/preview`)
    await ended(live.json['job_id'])
    const ordinary = String((await api.get(base)).json['preview_url'])
    const set = await make(will)
    expect((await of(set))['preview_url']).to.equal(null)
    await put('_posts/2024-01-01-a.md', '---\ntitle: New\n---\nText\n', set)
    await put('_posts/2024-01-02-b.md', '---\ntitle: Hidden\npublished: false\n---\n', set)
    await put('_drafts/c.md', '---\ntitle: Draft\n---\n', set)
    const url = await preview(set, will)
    const shown = await visit(url)
    expect(shown.text).to.equal(`at ${new URL(url).origin}: New `)
    expect(shown.headers['x-robots-tag']).to.equal('noindex')
    expect((await visit(ordinary)).text)
      .to.include('Old')
      .and.not.include('New')
    const now = await api.get(base)
    expect(now.json).to.include({ preview_url: ordinary, live_url: site['live_url'] })
    const jobs = (await api.get(`${base}/jobs`)).list.map(({ id }) => id)
    expect(jobs).to.deep.equal([live.json['job_id']])
    expect(await preview(set)).to.equal(url)
    const again = await ask(set, will)
    const job = String(again.json['job_id'])
    const json = { Accept: 'application/json' }
    const seen = await api.send({ method: 'GET', path: `/v2/jobs/${job}`, headers: json, as: will })
    expect(seen.json).to.include({ id: job, site_id: site.id, kind: 'preview' })
    const other = await api.member(site.id, 'writer')
    expect((await ask(set, other)).status).to.equal(404)
    const foreign = { method: 'GET', path: `/v2/jobs/${job}`, headers: json, as: other }
    expect((await api.send(foreign)).status).to.equal(404)
    await ended(job)
  })

  it('are refused of the site where a set means nothing, and of sets that are none', async () => {
    expect((await ask('none')).status).to.equal(404)
    const set = await make()
    expect((await api.post(`${base}/publish?change_set=${set}`)).status).to.equal(422)
    expect((await visit(`http://${site.id}-.localhost/`)).status).to.equal(421)
  })

  it('are made anew when the set changes, by requests and pushes, while somebody views them', async () => {
    const set = await make()
    await put('_posts/2024-01-01-a.md', '---\ntitle: One\n---\n', set)
    const url = await preview(set)
    await put('_posts/2024-01-01-a.md', '---\ntitle: Two\n---\n', set)
    while (!(await visit(url)).text.includes('Two')) await sleep(20)
    const main = await api.put(base, { title: 'Other' })
    expect(main.status).to.equal(200)
    expect((await visit(url)).text).to.include('Two')
  })

  it('show a menu, three pages and a picture together, which land as one commit while somebody publishes', async () => {
    const menu = '{% for one in site.data.menu %}{{ one }} {% endfor %}'
    await put('_layouts/default.html', `${menu}{{ content }}`)
    await put('_data/menu.yml', '- Home\n')
    const page = (name: string, text: string) =>
      `---\nlayout: default\ntitle: ${name}\n---\n${text}`
    const names = ['prices', 'hours', 'boats']
    for (const name of names) await put(`${name}.html`, page(name, 'before'))
    const set = await make()
    await put('_data/menu.yml', '- Home\n- Prices\n', set)
    await put('assets/tide.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', set)
    for (const name of names) await put(`${name}.html`, page(name, 'after'), set)
    const url = await preview(set)
    for (const name of names)
      expect((await visit(url, `/${name}`)).text).to.equal('Home Prices after')
    expect((await visit(url, '/assets/tide.svg')).status).to.equal(200)

    const one = `${base}/change_sets/${set}`
    expect((await api.post(`${one}/hand_in`, {})).status).to.equal(200)
    const notes = [{ path: 'prices.html', text: 'The prices are old.' }]
    expect((await api.post(`${one}/send_back`, { notes }, paula)).status).to.equal(200)
    await put('prices.html', page('prices', 'mended'), set)
    expect((await api.post(`${one}/hand_in`, {})).status).to.equal(200)
    const before = await api.head(site.id)
    const publishing = await api.post(`${base}/publish`)
    const landed = await api.post(`${one}/land`, {}, paula)
    expect(landed.status, landed.text).to.equal(200)
    expect(await ended(publishing.json['job_id'])).to.include('"status":"complete"')
    const files = await api.git(site.id, 'diff', '--name-only', `${before}..main`)
    expect(files.trim().split('\n')).to.have.members([
      '_data/menu.yml',
      'assets/tide.svg',
      ...names.map((name) => `${name}.html`),
    ])
    expect(await api.git(site.id, 'rev-list', '--count', `${before}..main`)).to.equal('1\n')
    const { live_url: address } = (await api.get(base)).json
    const live = (name: string) => visit(String(address), name)
    // What was published is the site before the set, or with all of it.
    const shown = (await live('/prices')).text
    expect(shown).to.be.oneOf(['Home before', 'Home Prices mended'])
    expect((await live('/hours')).text).to.equal(shown.replace('mended', 'after'))
    const isWhole = shown.includes('mended')
    expect((await live('/assets/tide.svg')).status).to.equal(isWhole ? 200 : 404)
  })

  it('are gone when the set has landed or was dropped, and have another address afterwards', async () => {
    const set = await make()
    await put('_posts/2024-01-01-a.md', '---\ntitle: New\n---\n', set)
    const url = await preview(set)
    expect(releases()).to.have.length(1)
    expect((await api.delete(`${base}/change_sets/${set}`)).status).to.equal(200)
    expect((await visit(url)).status).to.equal(421)
    await gone(url)
    expect((await api.put(`${base}/change_sets/${set}`, { state: 'open' })).status).to.equal(200)
    expect((await of(set))['preview_url']).to.equal(null)
    const next = await preview(set)
    expect(next).to.not.equal(url)
    expect((await api.post(`${base}/change_sets/${set}/land`, {}, paula)).status).to.equal(200)
    await gone(next)
    expect((await ask(set)).status).to.equal(404)
  })

  it('are those of the sets that were previewed last, if there are many', async () => {
    const sets: string[] = []
    for (let count = 0; count <= MAX_SET_PREVIEWS; count += 1) {
      const set = await make()
      sets.push(set)
      await preview(set)
      api.skip(1000)
    }
    const built = await Promise.all(
      sets.map(async (set) => (await of(set))['preview_url'] !== null),
    )
    expect(built).to.deep.equal(sets.map((_, index) => index > 0))
    expect(releases()).to.have.length(MAX_SET_PREVIEWS)
  })

  it('get another address when somebody leaves the site', async () => {
    const set = await make()
    const url = await preview(set)
    const roles = (await api.get(`${base}/roles`)).list
    const role = roles.find((one) => one['user_id'] === will.id)
    expect((await api.delete(`/v2/roles/${String(role?.['id'])}`)).status).to.equal(200)
    expect((await visit(url)).status).to.equal(421)
    const next = String((await of(set))['preview_url'])
    expect(next).to.not.equal(url)
    expect((await visit(next)).status).to.equal(200)
  })

  it('get another address when somebody becomes a writer, who sees no sets of others', async () => {
    const other = await api.member(site.id, 'publisher')
    const set = await make()
    const url = await preview(set, other)
    const roles = (await api.get(`${base}/roles`)).list
    const role = roles.find((one) => one['user_id'] === other.id)
    const become = (kind: string) => api.put(`/v2/roles/${String(role?.['id'])}`, { kind })
    expect((await become('admin')).status).to.equal(200)
    expect((await visit(url)).status).to.equal(200)
    expect((await become('writer')).status).to.equal(200)
    expect((await api.get(`${base}/change_sets/${set}`, other)).status).to.equal(404)
    expect((await visit(url)).status).to.equal(421)
    expect((await visit(String((await of(set))['preview_url']))).status).to.equal(200)
  })

  it('go with their site', async () => {
    const set = await make()
    const url = await preview(set)
    const asked = await ask(set)
    expect((await api.delete(base)).status).to.equal(200)
    expect((await visit(url)).status).to.equal(421)
    expect(existsSync(folder())).to.equal(false)
    expect((await api.get(`/v2/jobs/${String(asked.json['job_id'])}`)).status).to.be.oneOf([
      404, 410,
    ])
  })
})
