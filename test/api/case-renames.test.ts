/** Renames that change nothing but case: of files, folders and collections, by the API. */

import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('A rename by case alone', () => {
  const api = useApi()
  let site: Site
  const put = (name: string, data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  const names = () => api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
  const move = (path: string, to: string) =>
    api.post(`/v2/sites/${site.id}/changes`, {
      changes: [{ action: 'move', type: 'file', path, to }],
    })

  before(async () => {
    site = await api.site({ empty: true })
    await put('_config.yml', 'title: T\ncollections:\n  recipes:\n    output: true\n')
    for (const name of ['readme.txt', 'img/a.txt', 'img/deep/b.txt', '_recipes/cake.md']) {
      await put(name, '---\ntitle: T\n---\nx')
    }
  })

  it('works for a file', async () => {
    const answer = await move('readme.txt', 'README.txt')
    expect(answer.status, answer.text).to.equal(200)
    expect(await names())
      .to.include('README.txt')
      .and.not.include('readme.txt')
  })

  it('works for a folder, with everything in it', async () => {
    const answer = await move('img', 'Img')
    expect(answer.status, answer.text).to.equal(200)
    expect(await names())
      .to.include('Img/a.txt\nImg/deep/b.txt')
      .and.not.include('img/')
  })

  it('does not merge a folder into another one that differs in case', async () => {
    const answer = await move('Img/deep', 'IMG/deep')
    expect(answer.status, answer.text).to.equal(409)
  })

  it('works for a collection', async () => {
    const path = `/v2/sites/${site.id}/collections`
    const { list } = await api.get(`${path}/recipes/documents`)
    const answer = await api.put(`${path}/recipes`, { path: 'Recipes' })
    expect(answer.status, answer.text).to.equal(200)
    expect(await names())
      .to.include('_Recipes/cake.md')
      .and.not.include('_recipes')
    const after = (await api.get(`${path}/Recipes/documents`)).list
    expect(after.map(({ id }) => id)).to.deep.equal(list.map(({ id }) => id))
    expect((await api.post(path, { title: 'x', path: 'RECIPES' })).status).to.equal(409)
  })
})
