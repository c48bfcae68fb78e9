import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'chai'
import { useApi } from './server.js'

describe('The Jekyll of a site', () => {
  const api = useApi()

  it('is a setting, in whichever way it is written', async () => {
    const site = await api.site()
    expect(site).to.include({ jekyll_version: '4.4' })
    const url = `/v2/sites/${site.id}`
    const written = async () => (await api.get(`${url}/source/_config.yml?download`)).text
    const old = await api.put(url, { jekyll_version: '3.10' })
    expect(old.json).to.include({ jekyll_version: '3.10' })
    expect(await written()).to.match(/^jekyll_version: ["']3\.10["']$/m)
    await api.put(url, { metadata: { a: 1 } })
    expect(await written()).to.match(/^jekyll_version/m)
    expect((await api.put(url, { jekyll_version: null })).json['jekyll_version']).to.equal(null)
    expect(await written()).not.to.match(/jekyll_version/)
    for (const [text, version] of Object.entries({ '3.9': '3.10', '4.3.1': '4.3', '5': null })) {
      const data = `title: x\njekyll_version: ${text}\n`
      await api.upload('PUT', `${url}/source/_config.yml`, { data })
      const shown = (await api.get(url)).json
      expect(shown['jekyll_version']).to.equal(version)
      expect((await api.put(url, shown)).json['jekyll_version']).to.equal(version)
      expect(await written()).to.equal(data)
    }
  })

  it('is told with the reason, as the last commit has it', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const told = async () => (await api.get(`${url}/jekyll`)).json
    const put = (name: string, data: string) =>
      api.upload('PUT', `${url}/source/${name}`, { data: Buffer.from(data) })
    expect(await told()).to.include({ version: '4.4', is_github_pages: false, theme: null })
    expect((await api.post(`${url}/theme/update`)).status).to.equal(409)
    await put('_config.yml', 'title: x\n')
    expect(await told()).to.deep.equal({
      version: '3.10',
      is_github_pages: true,
      reason: 'It has no Gemfile, as sites that GitHub Pages builds.',
      theme: {
        name: 'jekyll-theme-primer',
        version: null,
        state: 'missing',
        problem:
          "The theme 'jekyll-theme-primer' is not available; put its _layouts, _includes, _sass and assets into the site.",
      },
    })
    await put('_config.yml', 'theme: minima\n')
    await put('Gemfile.lock', 'GEM\n  specs:\n    jekyll (4.2.2)\n    minima (2.5.1)\n')
    expect(await told()).to.deep.include({
      version: '4.3',
      reason: 'Gemfile.lock has Jekyll 4.2.2.',
      theme: { name: 'minima', version: '2.5.1', state: 'built_in', problem: null },
    })
  })

  it('stays what it was on a site that is older than the rule', async () => {
    const site = await api.site()
    const db = new Database(path.join(api.config.data, 'galley.db'))
    db.prepare('INSERT INTO settings VALUES (?, ?)').run(`jekyll of ${site.id}`, '4.3')
    db.close()
    const url = `/v2/sites/${site.id}`
    await api.put(url, { jekyll_version: null })
    expect((await api.get(`${url}/jekyll`)).json).to.include({ version: '4.3', theme: null })
    await api.put(url, { jekyll_version: 'github-pages' })
    expect((await api.get(`${url}/jekyll`)).json).to.include({ is_github_pages: true })
  })

  it('is not known as long as the site has no branch', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    await api.git(site.id, 'update-ref', '-d', 'refs/heads/main')
    const { status, json } = await api.get(`/v2/sites/${site.id}/jekyll`)
    expect([status, json['message']]).to.deep.equal([409, 'The site has no files yet.'])
    await api.git(site.id, 'update-ref', 'refs/heads/main', head)
  })
})
