/** A text that is shown again takes its address back from the redirects of others. */

import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('The address of a text that is shown again', () => {
  const api = useApi()
  let site: Site
  let base: string

  const source = (name: string, data: string) =>
    api.upload('PUT', `${base}/source/${name}`, { data: Buffer.from(data) })
  const read = async (name: string) => (await api.get(`${base}/source/${name}?download`)).text
  const idOf = async (path: string, list = 'collections/posts/documents') => {
    const { list: all } = await api.get(`${base}/${list}`)
    return String(all.find((one) => String(one['path']) === path)?.['id'])
  }
  const count = async () => Number(await api.git(site.id, 'rev-list', '--count', 'main'))
  const HIDDEN = '---\ntitle: Pier\npublished: false\nredirect_from: /jetty\n---\nOld.\n'

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    await source('_config.yml', 'permalink: /:title/\nplugins: [jekyll-redirect-from]\n')
    await source('_posts/2026-01-02-pier.md', HIDDEN)
  })

  it('leads to no other text any more, in the same commit, and all else stays as it is', async () => {
    const quay =
      '---\n# Ours.\nredirect_from:\n  - /mole/ # kept\n  - pier/index.html\n  - "/jetty/"\ntitle: Quay\n---\nHere.\n'
    await source('quay.md', quay)
    await source('crane.md', '---\nredirect_from: /pier\n---\n')
    await source('_drafts/ferry.md', '---\nredirect_from: [/pier/, /f%C3%A4hre/]\n---\n')
    const before = await count()
    const pier = await idOf('2026-01-02-pier.md')
    const { status, json } = await api.put(`/v2/documents/${pier}`, { visibility: 'visible' })
    expect([status, json['url']]).to.deep.equal([200, '/pier/'])
    expect(await count()).to.equal(before + 1)
    expect(await read('quay.md')).to.equal(
      '---\n# Ours.\nredirect_from:\n  - /mole/ # kept\ntitle: Quay\n---\nHere.\n',
    )
    expect(await read('crane.md')).to.equal('---\n---\n')
    expect(await read('_drafts/ferry.md'))
      .to.include('/f%C3%A4hre/')
      .and.not.include('pier')
    expect(await read('_posts/2026-01-02-pier.md')).to.equal(
      HIDDEN.replace('published: false\n', ''),
    )
  })

  it('is asked for by several changes at once, and by those that change the other text', async () => {
    await source('_posts/2026-01-03-mole.md', '---\npublished: false\n---\n')
    await source('quay.md', '---\nredirect_from: [/pier/, /mole/, /old/]\n---\nHere.\n')
    const pages = `pages`
    const changes = [
      {
        action: 'update',
        type: 'document',
        id: await idOf('2026-01-02-pier.md'),
        visibility: 'visible',
      },
      {
        action: 'update',
        type: 'document',
        id: await idOf('2026-01-03-mole.md'),
        visibility: 'visible',
      },
      { action: 'update', type: 'page', id: await idOf('quay.md', pages), body: 'There.\n' },
    ]
    const before = await count()
    const { status, text } = await api.post(`${base}/changes`, { changes })
    expect(status, text).to.equal(200)
    expect(await count()).to.equal(before + 1)
    expect(await read('quay.md')).to.equal('---\nredirect_from: [/old/]\n---\nThere.\n')
  })

  it('is asked for when a deleted text, or a version that was visible, is restored', async () => {
    // What is no text leads nowhere, and stays.
    const quay = '---\nredirect_from: [5, /pier/, /old/]\n---\nHere.\n'
    const text = `/v2/documents/${await idOf('2026-01-02-pier.md')}`
    await api.put(text, { visibility: 'visible' })
    const visible = await api.git(site.id, 'rev-parse', 'main')
    for (const go of [() => api.put(text, { visibility: 'hidden' }), () => api.delete(text)]) {
      expect((await go()).status).to.equal(200)
      await source('quay.md', quay)
      const before = await count()
      const { status, text: said } = await api.post(`${text}/restore`, { commit: visible.trim() })
      expect(status, said).to.equal(200)
      expect(await count()).to.equal(before + 1)
      expect(await read('quay.md')).to.equal('---\nredirect_from: [5, /old/]\n---\nHere.\n')
    }
  })

  it('stays with the other text while nothing is shown, and where that can’t be read', async () => {
    const broken = '---\nredirect_from: /pier/\ntitle: [\n---\n'
    await source('broken.md', broken)
    const quay = '---\nredirect_from: /pier/\n---\nHere.\n'
    await source('quay.md', quay)
    const pier = `/v2/documents/${await idOf('2026-01-02-pier.md')}`
    await api.put(pier, { body: 'Changed.\n' })
    expect(await read('quay.md')).to.equal(quay)
    await api.put(pier, { visibility: 'visible' })
    expect(await read('broken.md')).to.equal(broken)
    // It was made after that, by hand: nothing is shown again.
    await source('quay.md', quay)
    await api.put(pier, { visibility: 'visible', body: 'Again.\n' })
    expect(await read('quay.md')).to.equal(quay)
  })
})
