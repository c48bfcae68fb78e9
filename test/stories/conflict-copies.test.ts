/** What could not be merged is kept twice; the second version is for people, not for the site. */

import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { createClient } from '../api/client.js'
import { useApi } from '../api/server.js'
import { eventually, useDesk, whileEditing } from './git-client.js'

const POST = '---\ntitle: A\ntags: [a]\n---\nOne.\n\nTwo.\n\nThree.\n'

describe('a conflict copy', () => {
  const api = useApi({ settings: { watch: 'true' } })
  const desk = useDesk(api)

  it('is a file of the source, but neither a document nor a page, and is not published', async () => {
    const site = await api.site({ domain: 'twice.test' })
    const put = (name: string, data: string) =>
      api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const originals = ['_posts/2024-01-01-a.md', 'about.md', '_recipes/cake.md', 'notes.txt']
    await put('_config.yml', 'title: T\ncollections: {recipes: {output: true}}\n')
    for (const name of originals) {
      await put(name, POST)
      await eventually(async () => {
        expect(await readFile(desk.tree(site.id, name), 'utf8')).to.equal(POST)
      })
    }
    for (const name of originals) {
      const file = desk.tree(site.id, name)
      await writeFile(file, POST.replace('Two', 'Two on disk'))
      await whileEditing(file, () => put(name, POST.replace('Two', 'Two by the API')))
    }
    const list = `/v2/sites/${site.id}/source/.?recursive=true`
    const copies = await eventually(async () => {
      const names = (await api.get(list)).list.map(({ name }) => String(name))
      const found = names.filter((name) => name.includes('.conflict-'))
      expect(found.length).to.equal(originals.length)
      return found
    })
    for (const name of copies) {
      expect(await api.file(site.id, name)).to.include('Two on disk')
      const { json } = await api.get(`/v2/sites/${site.id}/source/${name}`)
      expect(json['type'], name).to.equal('file')
    }
    const paths = async (what: string) =>
      (await api.get(`/v2/sites/${site.id}/${what}`)).list.map(({ path, name }) => path ?? name)
    expect(await paths('collections/posts/documents')).to.deep.equal(['2024-01-01-a.md'])
    expect(await paths('collections/recipes/documents')).to.deep.equal(['cake.md'])
    expect(await paths('collections/recipes/files')).to.deep.equal([])
    expect(await paths('pages')).to.deep.equal(['about.md', 'notes.txt'])

    const job = await api.post(`/v2/sites/${site.id}/publish`)
    const events = await api.get(`/v2/jobs/${String(job.json['job_id'])}`)
    expect(events.text).to.include('"status":"complete"')
    const release = await api.server.application.releases.current(site.id, 'live')
    const published = [...(release?.manifest.keys() ?? [])]
    expect(published.sort()).to.deep.equal([
      '2024/01/01/a.html',
      'about.html',
      'notes.txt',
      'recipes/cake.html',
    ])
    const host = createClient(api.server.sitesUrl)
    for (const name of ['about.html', '2024/01/01/a.html']) {
      const visited = await host.send({
        method: 'GET',
        path: `/${name}`,
        headers: { Host: 'twice.test' },
      })
      expect(visited.text).to.include('Two by the API')
    }
    host.close()
  })
})
