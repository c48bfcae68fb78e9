import { expect } from 'chai'
import { useApi } from './server.js'

describe('The domain of a site', () => {
  const api = useApi()

  it('may have any letters, and is stored in ASCII and shown in both', async () => {
    const made = await api.post('/v2/sites', {
      title: 'Books',
      domain: 'BÜCHER.Example',
      empty: true,
    })
    expect(made.status, made.text).to.equal(201)
    const both = { domain: 'xn--bcher-kva.example', domain_unicode: 'bücher.example' }
    expect(made.json).to.include(both)
    for (const domain of ['bücher.example', both.domain]) {
      const taken = await api.post('/v2/sites', { title: 'Again', domain, empty: true })
      expect(taken.status, domain).to.equal(409)
      const kept = await api.put(`/v2/sites/${String(made.json['id'])}`, { domain })
      expect(kept.json, domain).to.include(both)
    }
    const found = await api.get(`/v2/sites?q=${encodeURIComponent('bücher')}`)
    expect(found.list.map((row) => row['id'])).to.deep.equal([made.json['id']])
    for (const domain of [
      'bü/cher.example',
      'bücher:80',
      'ü@example.org',
      'ü%41.example',
      '１.2.3.4',
    ]) {
      const refused = await api.post('/v2/sites', { title: 'Bad', domain, empty: true })
      expect(refused.status, domain).to.equal(422)
    }
  })
})
