import { expect } from 'chai'
import { createClient } from './client.js'
import { startApi, useApi, type Api, type Site } from './server.js'

const PLUGIN = `galley.tag('video', (id, context) => '<i>' + id + context.get('page.title') + '</i>')\n`
const PAGE = '---\ntitle: Home\n---\n{% video a %}'

async function run(api: Api, site: Site, kind: 'publish' | 'preview'): Promise<string> {
  const { json } = await api.post(`/v2/sites/${site.id}/${kind}`)
  const { text } = await api.get(`/v2/jobs/${String(json['job_id'])}`)
  return text.trim().split('\n\n').at(-1) ?? ''
}

const put = (api: Api, site: Site, file: readonly [name: string, data: string]) =>
  api.upload('PUT', `/v2/sites/${site.id}/source/${file[0]}`, { data: file[1] })

describe('JavaScript plugins of sites, if the operator allows them', () => {
  const api = useApi({ settings: { sitePlugins: 'true' } })

  it('run when a site is published, previewed, and rendered before it is saved', async () => {
    const site = await api.site({ domain: 'plugins.example.org' })
    const host = createClient(api.server.sitesUrl)
    try {
      const live = async () => {
        const headers = { Host: 'plugins.example.org' }
        return (await host.send({ method: 'GET', path: '/', headers })).text
      }
      await put(api, site, ['_plugins/video.js', PLUGIN])
      await put(api, site, ['index.html', PAGE])
      expect(await run(api, site, 'publish')).to.include('complete')
      expect(await live()).to.equal('<i>aHome</i>')
      expect(await run(api, site, 'preview')).to.include('complete')
      const made = await api.post(`/v2/sites/${site.id}/pages`, {
        title: 'P',
        path: 'p.html',
        body: '',
      })
      const page = `/v2/pages/${String(made.json['id'])}/render`
      const unsaved = () => api.post(page, { title: 'Q', body: '{% video b %}' })
      expect((await unsaved()).text).to.include('<i>bQ</i>')
      // A change of the plugin alone is a change of every page.
      await put(api, site, ['_plugins/video.js', PLUGIN.replaceAll('i>', 'b>')])
      expect((await unsaved()).text).to.include('<b>bQ</b>')
      expect(await run(api, site, 'publish')).to.include('complete')
      expect(await live()).to.equal('<b>aHome</b>')
    } finally {
      host.close()
    }
  })

  it('can be written only with the right to edit the source', async () => {
    const site = await api.site()
    const base = `/v2/sites/${site.id}`
    for (const role of ['writer', 'publisher'] as const) {
      const as = await api.member(site.id, role)
      const source = await api.upload('PUT', `${base}/source/_plugins/x.js`, { data: PLUGIN, as })
      expect(source.status).to.equal(403)
      for (const path of ['_plugins/x.js', 'a/../_plugins/x.js', './_plugins/x.js']) {
        const page = await api.post(`${base}/pages`, { title: 'P', path, body: '' }, as)
        expect(page.status, path).to.equal(422)
        const file = { as, data: PLUGIN, name: path, fields: { path } }
        await api.upload('POST', `${base}/collections/posts/files`, file)
      }
      expect((await api.get(`${base}/source/_plugins/x.js`)).status).to.equal(404)
    }
  })

  it('are ended with the build', async () => {
    const running = await startApi({ settings: { sitePlugins: 'true', buildSeconds: '3' } })
    try {
      const site = await running.site()
      const endless = `'a'.repeat(2e6).lastIndexOf('a'.repeat(1e6) + 'b')`
      await put(running, site, ['_plugins/x.js', `galley.tag('x', () => ${endless})`])
      await put(running, site, ['index.html', '---\n---\n{% x %}'])
      const told = await run(running, site, 'publish')
      expect(told).to.include('--build-seconds').and.to.include('more than 3 seconds')
    } finally {
      await running.finish()
    }
  })
})

describe('JavaScript plugins of sites, if they are not allowed', () => {
  const api = useApi()

  it('are reported, and never run', async () => {
    const site = await api.site()
    await put(api, site, ['_plugins/video.js', PLUGIN])
    await put(api, site, ['index.html', PAGE])
    const told = await run(api, site, 'publish')
    expect(told).to.include("Unknown tag 'video'").and.to.include('unless --site-plugins is set')
  })
})
