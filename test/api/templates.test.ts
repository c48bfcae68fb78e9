import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const RECIPE = `---
title: A recipe
layout: recipe # for all of them
tags: [food]
date: 2024-01-02
minutes: 30
---
## What you need

marker-of-a-template
`

describe('Templates', () => {
  const api = useApi()
  let site: Site
  let url: string

  beforeEach(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}/templates`
  })

  const put = async (name: string, data: string) => {
    const answer = await api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    expect(answer.status, answer.text).to.equal(200)
  }

  it('are listed by collection, and for pages, for everybody who creates texts', async () => {
    await put('.galley/templates/posts/new-recipe.md', RECIPE)
    await put('.galley/templates/landing.html', '---\n---\n<p>\n')
    await put('.galley/templates/posts/deep/other.md', RECIPE)
    await put('.galley/templates/posts/broken.md', '---\na: [\n---\n')
    await put('.galley/templates/posts/bare.md', 'no front matter')
    await put('.galley/templates/posts/long.md', `---\n---\n${'x'.repeat(300_000)}`)
    const writer = await api.member(site.id, 'writer')
    const posts = await api.get(`${url}?collection=posts`, writer)
    expect(posts.status).to.equal(200)
    expect(posts.list).to.deep.equal([
      {
        name: '.galley/templates/posts/new-recipe.md',
        label: 'New Recipe',
        title: 'A recipe',
        body: '## What you need\n\nmarker-of-a-template\n',
        tags: ['food'],
        categories: [],
        metadata: { layout: 'recipe', minutes: 30 },
      },
    ])
    expect((await api.get(url)).list.map(({ label }) => label)).to.deep.equal(['Landing'])
    expect((await api.get(`${url}?collection=none`)).list).to.deep.equal([])
    const stranger = await api.person('stranger')
    expect((await api.get(url, stranger)).status).to.equal(404)
  })

  it('are made by admins alone, and are no texts', async () => {
    await put('.galley/templates/posts/recipe.md', RECIPE)
    const writer = await api.member(site.id, 'writer')
    const name = `/v2/sites/${site.id}/source/.galley/templates/posts/x.md`
    const answer = await api.upload('PUT', name, { data: RECIPE, as: writer })
    expect(answer.status).to.equal(403)
    for (const list of ['pages', 'collections/posts/documents'])
      expect((await api.get(`/v2/sites/${site.id}/${list}`)).list).to.deep.equal([])
    expect(
      (await api.get(`/v2/sites/${site.id}/search?q=marker-of-a-template`)).list,
    ).to.deep.equal([])
  })
})
