import { expect } from 'chai'
import { useApi } from './server.js'

describe('The domain of the API', () => {
  const api = useApi({ settings: { publicUrl: 'https://Galley.example.org/' } })

  it('is refused as the domain of a site, whose pages could plant session cookies', async () => {
    const domain = 'GALLEY.example.org'
    const json = { title: 'A', domain, empty: true }
    const made = await api.post('/v2/sites', json)
    expect(made.status, made.text).to.equal(409)
    expect(made.json['details']).to.deep.equal([
      { field: 'domain', message: 'is the host name of the API' },
    ])
    const site = await api.site()
    expect((await api.put(`/v2/sites/${site.id}`, { domain })).status).to.equal(409)
    const below = await api.put(`/v2/sites/${site.id}`, { domain: `www.${domain}` })
    expect(below.status, below.text).to.equal(200)
  })

  it('is refused under its local name, too', async () => {
    const made = await api.post('/v2/sites', { title: 'A', domain: 'localhost', empty: true })
    expect(made.status, made.text).to.equal(409)
    const site = await api.site()
    expect((await api.put(`/v2/sites/${site.id}`, { domain: 'LOCALHOST' })).status).to.equal(409)
    const below = await api.put(`/v2/sites/${site.id}`, { domain: 'below.localhost' })
    expect(below.status, below.text).to.equal(200)
  })
})
