import { expect } from 'chai'
import { useApi } from './server.js'

const PASSWORD = 'correct horse battery'

describe('Settings that two requests change at once', () => {
  const api = useApi()

  it('of a site keep both changes', async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}`
    const domain = 'moved.example.org'
    const slow = api.put(url, { title: 'Another title', domain, metadata: { a: 1 } })
    const ftp = {
      protocol: 'ftp',
      host: 'ftp.example.org',
      username: 'me',
      password: 'x',
      path: '/',
    }
    const quick = await api.put(url, { hosting: 'ftp', hosting_options: ftp })
    expect(quick.status, quick.text).to.equal(200)
    expect((await slow).status).to.equal(200)
    expect((await api.get(url)).json).to.include({
      title: 'Another title',
      domain,
      hosting: 'ftp',
    })
  })

  it('of a user do not make a former administrator one again', async () => {
    const boss = await api.person('boss', { admin: true, password: PASSWORD })
    const change = { password: `${PASSWORD} 2`, current_password: PASSWORD }
    const own = api.put('/v2/users/me', { ...change, firstname: 'Boss' }, boss)
    const lowered = await api.put(`/v2/users/${boss.id}`, { admin: false })
    expect(lowered.status, lowered.text).to.equal(200)
    expect((await own).status).to.equal(200)
    const { json } = await api.get(`/v2/users/${boss.id}`)
    expect(json).to.include({ firstname: 'Boss' })
    expect((await api.get('/v2/users', boss)).status).to.equal(403)
  })
})
