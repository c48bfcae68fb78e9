/** Change sets, and what a role hides or no longer allows on the site. */

import { expect } from 'chai'
import { useApi, type Person, type Site } from './server.js'

describe('The rights in change sets', () => {
  const api = useApi()
  let site: Site
  let base: string
  let will: Person

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    will = await api.member(site.id, 'writer', 'will')
  })

  const make = async (as: Person) => {
    const made = await api.post(`${base}/change_sets`, { title: 'A set' }, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const hidden = async (path: string, body: string, { as = api.root, set = '' } = {}) => {
    const input = { title: body, body, path, visibility: 'hidden' }
    const made = await api.post(`${base}/pages${set && `?change_set=${set}`}`, input, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  /** Takes `main` into a set, with its version of some paths. */
  const update = async (set: string, paths: readonly string[]) => {
    const settle = paths.map((path) => ({ path, keep: 'main' }))
    const updated = await api.post(`${base}/change_sets/${set}/update`, { settle }, will)
    expect(updated.status, updated.text).to.equal(200)
  }
  const expectUnread = async (set: string, ids: readonly string[]) => {
    const at = `?change_set=${set}`
    for (const path of [
      `${base}/pages${at}`,
      `${base}/search${at}&q=secret`,
      `${base}/change_sets/${set}/changes`,
    ]) {
      expect((await api.get(path, will)).text, path).not.to.include('ecret')
    }
    for (const id of ids) {
      expect((await api.get(`/v2/pages/${id}${at}`, will)).status).to.equal(404)
    }
    expect((await api.get(`${base}/pages${at}`)).text).to.include('Secret')
  }

  for (const how of ['as they are', 'if their rows are made again', 'if an admin changes it']) {
    const follow = async (set: string) => {
      const at = `?change_set=${set}`
      if (how === 'if their rows are made again') {
        const data = 'title: x\njekyll_version: 4.4\ncollections: {notes: {output: true}}\n'
        await api.upload('PUT', `${base}/source/_config.yml${at}`, { data })
      }
      if (how !== 'if an admin changes it') return
      const secret = (await api.get(`${base}/pages${at}`)).list.find(
        (one) => one['title'] === 'Secret',
      )
      const put = await api.put(`/v2/pages/${String(secret?.['id'])}${at}`, { body: 'More' })
      expect(put.status, put.text).to.equal(200)
    }

    it(`hide a text of main that took the place of one made in the set, ${how}`, async () => {
      const set = await make(will)
      const own = await hidden('plan.md', 'Mine', { as: will, set })
      const secret = await hidden('plan.md', 'Secret')
      await update(set, ['plan.md'])
      await follow(set)
      await expectUnread(set, [own, secret])
    })

    it(`hide a text of main that took the place of one moved in the set, ${how}`, async () => {
      const own = await hidden('old.md', 'Mine', { as: will })
      const set = await make(will)
      const at = `?change_set=${set}`
      const moved = await api.put(`/v2/pages/${own}${at}`, { path: 'plan.md' }, will)
      expect(moved.status, moved.text).to.equal(200)
      const secret = await hidden('plan.md', 'Secret')
      await update(set, ['plan.md'])
      await follow(set)
      await expectUnread(set, [own, secret])
    })

    it(`hide a text of main that took the place of a deleted one, ${how}`, async () => {
      const own = await hidden('plan.md', 'Mine', { as: will })
      const set = await make(will)
      await hidden('other.md', 'Other', { as: will, set })
      expect((await api.delete(`/v2/pages/${own}`)).status).to.equal(200)
      const secret = await hidden('plan.md', 'Secret')
      await update(set, [])
      await follow(set)
      await expectUnread(set, [own, secret])
    })
  }

  it('hide what a text of main and one of the set have become', async () => {
    const lines = 'one\n\ntwo\n\nthree\n'
    const own = await hidden('plan.md', 'Mine', { as: will })
    await api.put(`/v2/pages/${own}`, { body: lines }, will)
    const set = await make(will)
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${own}${at}`, { body: lines.replace('one', 'first') }, will)
    expect((await api.delete(`/v2/pages/${own}`)).status).to.equal(200)
    const secret = await hidden('plan.md', 'Mine')
    await api.put(`/v2/pages/${secret}`, {
      title: 'Secret',
      body: lines.replace('three', 'secret'),
    })
    await update(set, [])
    await expectUnread(set, [own])
  })

  it('let a writer go on with an own text that main has changed, too', async () => {
    const own = await hidden('old.md', 'Mine', { as: will })
    const set = await make(will)
    const at = `?change_set=${set}`
    await api.put(`/v2/pages/${own}${at}`, { path: 'new.md' }, will)
    await api.put(`/v2/pages/${own}`, { body: 'Corrected' })
    await update(set, [])
    const seen = await api.get(`/v2/pages/${own}${at}`, will)
    expect(seen.json).to.include({ path: 'new.md', body: 'Corrected', user_id: will.id })
  })

  it('give publishers in a set no data file that they may not use on the site any more', async () => {
    const config = 'title: x\njekyll_version: 4.4\n'
    const write = (name: string, data: string) =>
      api.upload('PUT', `${base}/source/${name}`, { data })
    await write('_config.yml', `${config}publisher_data: [menu.yml]\n`)
    await write('_data/menu.yml', 'home: /\n')
    const paula = await api.member(site.id, 'publisher', 'paula')
    const set = await make(paula)
    const at = `?change_set=${set}`
    const edits = [{ op: 'set', at: ['home'], value: '/new' }]
    const put = await api.put(`${base}/data/_data/menu.yml${at}`, { edits }, paula)
    expect(put.status, put.text).to.equal(200)
    await write('_config.yml', config)
    expect((await api.get(`${base}/data${at}`, paula)).list).to.deep.equal([])
    expect((await api.get(`${base}/data/_data/menu.yml${at}`, paula)).status).to.equal(403)
    const again = await api.put(`${base}/data/_data/menu.yml${at}`, { edits }, paula)
    expect(again.status).to.equal(403)
  })
})
