import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { follow } from './job-events.js'
import { useApi, type Site } from './server.js'
import { startGemServer, type GemServer } from '../themes/gem-server.js'

describe('Themes of sites', () => {
  let gems: GemServer
  const settings = { allowAddresses: '127.0.0.1', gemServer: '' }
  const calm = (version: string) => ({
    name: 'calm',
    version,
    needs: { 'jekyll-include-cache': '~> 0.1' },
    files: {
      '_layouts/default.html': '<t>{{ theme.version }}{{ content }}{% include_cached a.html %}</t>',
      '_includes/a.html': '!',
    },
  })
  before(async () => {
    gems = await startGemServer()
    settings.gemServer = gems.url
    gems.add(calm('1.0.0'))
  })
  after(() => gems.close())
  const api = useApi({ settings })

  const previewOf = async (site: Site) => {
    const asked = await api.post(`/v2/sites/${site.id}/preview`)
    const events = await follow(api, String(asked.json['job_id']))
    expect(events.at(-1)?.data, JSON.stringify(events.at(-1))).to.include({ status: 'complete' })
    const release = await api.server.application.releases.current(site.id, 'preview')
    if (release === null) throw new Error('there is no preview')
    return readFileSync(release.fileOf('index.html'), 'utf8')
  }

  const made = async (config: string) => {
    const site = await api.site({ title: 'Calm' })
    const put = (name: string, text: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data: Buffer.from(text) })
    await put('_config.yml', config)
    await put('index.html', '---\nlayout: default\n---\nhi')
    return { site, put }
  }

  it('are fetched when a build needs one, and a site keeps the version that it has', async () => {
    const { site, put } = await made('theme: calm\n')
    expect(await previewOf(site)).to.equal('<t>1.0.0hi!</t>')
    const { length } = gems.asked
    await previewOf(site)
    expect(gems.asked).to.have.length(length)
    gems.add(calm('1.1.0'))
    await put('Gemfile', 'gem "calm"\n')
    expect(await previewOf(site)).to.equal('<t>1.0.0hi!</t>')
    await put('Gemfile.lock', 'GEM\n  specs:\n    calm (1.1.0)\n')
    expect(await previewOf(site)).to.equal('<t>1.1.0hi!</t>')
  })

  it('are shown with their version, and updated when somebody asks for it', async () => {
    gems.add({ ...calm('1.0.0'), name: 'still' })
    const { site } = await made('theme: still\njekyll_version: 4.4\n')
    await previewOf(site)
    const url = `/v2/sites/${site.id}`
    const theme = { name: 'still', version: '1.0.0', state: 'fetched', problem: null }
    expect((await api.get(`${url}/jekyll`)).json).to.deep.equal({
      version: '4.4',
      is_github_pages: false,
      reason: 'jekyll_version in _config.yml says so.',
      theme,
    })
    gems.add({ ...calm('1.1.0'), name: 'still' })
    expect(await previewOf(site)).to.equal('<t>1.0.0hi!</t>')
    const updated = await api.post(`${url}/theme/update`)
    expect(updated.json['theme']).to.deep.equal({ ...theme, version: '1.1.0' })
    expect(await previewOf(site)).to.equal('<t>1.1.0hi!</t>')
    gems.answer = (_request, response) => {
      response.writeHead(404).end()
      return true
    }
    const gone = await api.post(`${url}/theme/update`)
    gems.answer = null
    expect(gone.status).to.equal(409)
    expect(gone.text).to.match(/The theme still could not be fetched/)
  })

  it('that are not to be had are named, with the reason, and the site is built without', async () => {
    const { site } = await made('theme: never\n')
    expect(await previewOf(site)).to.equal('hi')
    const jobs = await api.get(`/v2/sites/${site.id}/jobs`)
    const messages = JSON.stringify(jobs.list)
    expect(messages).to.include(
      `The theme 'never' is not available (${gems.url} knows no gem never)`,
    )
  })
})
