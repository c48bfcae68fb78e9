import { expect } from 'chai'
import { eventually, failure, git, useDesk } from '../stories/git-client.js'
import { useApi, type Person, type Site } from './server.js'

describe('A site that moves to another server', () => {
  const api = useApi()
  const desk = useDesk(api)
  let admin: Person
  let site: Site

  before(async () => {
    site = await api.site()
    admin = await api.member(site.id, 'admin')
  })

  const keep = (body: object) => api.put(`/v2/sites/${site.id}/read_only`, body, admin)
  const write = () => api.post(`/v2/sites/${site.id}/pages`, { title: 'A', body: 'x' }, admin)

  it('can’t be changed until that ends, and is read as before', async () => {
    const before = await api.head(site.id)
    const begun = await keep({ seconds: 600 })
    expect(begun.status, begun.text).to.equal(200)
    expect(begun.json).to.include({ read_only: true, moved_to: null })
    const refused = await write()
    expect(refused.status).to.equal(503)
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 600)
    expect(await api.head(site.id)).to.equal(before)
    const state = await api.get(`/v2/sites/${site.id}/read_only`, admin)
    expect(state.json).to.deep.equal(begun.json)
    const ended = await api.delete(`/v2/sites/${site.id}/read_only`, admin)
    expect(ended.json).to.deep.equal({ read_only: false, until: null, moved_to: null })
    expect((await write()).status).to.equal(201)
  })

  it('takes no push of tags that waited for its turn when it began', async () => {
    const { locks } = api.server.application
    const work = await desk.clone(site.id)
    await git(work, 'tag', 'late')
    let open = (): void => undefined
    const held = new Promise<void>((resolve) => (open = resolve))
    const lock = locks.run(site.id, () => held)
    const run = locks.run.bind(locks)
    const waiting: string[] = []
    locks.run = (key, todo) => {
      waiting.push(key)
      return run(key, todo)
    }
    try {
      let isOver = false
      const pushed = failure(work, 'push', '-q', 'origin', 'late').finally(() => (isOver = true))
      await eventually(async () => expect(isOver || waiting.includes(site.id)).to.equal(true))
      const begun = keep({ seconds: 600 })
      await eventually(async () => {
        const state = await api.get(`/v2/sites/${site.id}/read_only`, admin)
        expect(state.json['read_only']).to.equal(true)
      })
      open()
      expect((await begun).status).to.equal(200)
      expect(await pushed).to.include('is being moved to another server')
      expect(await git(desk.bare(site.id), 'tag')).to.equal('')
    } finally {
      open()
      locks.run = run
      await lock
    }
    await api.delete(`/v2/sites/${site.id}/read_only`, admin)
    expect(await failure(work, 'push', '-q', 'origin', 'late')).to.equal('')
    expect(await git(desk.bare(site.id), 'tag')).to.equal('late')
  })

  it('says where it is then, and is given up only if nothing could be changed since it was copied', async () => {
    const to = 'https://new.example.org'
    expect((await keep({ moved_to: to })).status, 'it could be changed').to.equal(409)
    await keep({})
    expect((await keep({ moved_to: to })).json).to.include({ read_only: true, moved_to: to })
    const refused = await write()
    expect(refused.status).to.equal(403)
    expect(refused.json['message']).to.include(to)
    // After those seconds, both servers would change it.
    expect((await keep({ seconds: 600 })).status).to.equal(409)
  })
})
