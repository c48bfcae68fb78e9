import { expect } from 'chai'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { findTestNames, soon } from '../servers/pebble.js'
import type { Json } from './client.js'
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

describe('How domains stand', () => {
  const api = useApi()
  let forgetNames: () => void

  before(() => void (forgetNames = findTestNames({ 'elsewhere.test': '127.0.0.2' })))
  after(() => forgetNames())

  const listed = async () => {
    const { list } = await api.get('/v2/domains')
    return new Map(list.map((row) => [String(row['domain']), row]))
  }

  /** Asks until the server has looked. */
  const seen = (domain: string) =>
    soon(async () => {
      const row: Json | undefined = (await listed()).get(domain)
      if (row === undefined || row['state'] === 'checking') throw new Error('not looked yet')
      return row
    })

  it('says what leads here, what does not and what to do, and looks no more often for who asks often', async () => {
    const asked: string[] = []
    const other = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end('another')
    })
    const { port } = new URL(api.server.sitesUrl)
    other.listen(Number(port), '127.0.0.2')
    await once(other, 'listening')
    const made = await api.site({ domain: 'blog.test' })
    await api.site({ domain: 'elsewhere.test' })
    expect((await listed()).get('blog.test')?.['state']).to.equal('checking')
    expect(await seen('blog.test')).to.deep.equal({
      site_id: made.id,
      domain: 'blog.test',
      state: 'plain',
      advice: 'blog.test leads here, without HTTPS.',
      reason: null,
      certificate_ends_at: null,
      next_try_at: null,
    })
    const row = await seen('elsewhere.test')
    expect(row['state']).to.equal('not_here')
    expect(row['advice']).to.equal(
      'elsewhere.test does not lead to this server: let its DNS lead to 127.0.0.1, with a CNAME or the same addresses, and open the port of websites.',
    )
    for (let times = 0; times < 5; times += 1) await listed()
    expect(asked).to.have.length(1)
    api.skip(61_000)
    await listed()
    await soon(async () => {
      await listed()
      expect(asked).to.have.length(2)
    })
    other.close()
  })

  it('asks nobody for names of this machine, and for sites that are published elsewhere', async () => {
    await api.site({ domain: 'blog.localhost' })
    const { id } = await api.site({ domain: 'pages.test' })
    const hosting_options = {
      protocol: 'ftp',
      host: 'ftp.test',
      username: 'ada',
      password: 'x',
      path: '/',
    }
    const put = await api.put(`/v2/sites/${id}`, { hosting: 'ftp', hosting_options })
    expect(put.status, put.text).to.equal(200)
    const rows = await listed()
    expect(rows.get('blog.localhost')?.['state']).to.equal('local')
    expect(rows.get('pages.test')?.['state']).to.equal('elsewhere')
  })

  it('shows a domain to the admins of its site alone', async () => {
    const { id } = await api.site({ domain: 'own.test' })
    const admin = await api.member(id, 'admin')
    const publisher = await api.member(id, 'publisher')
    const shown = await api.get('/v2/domains', admin)
    expect(shown.list.map((row) => row['domain'])).to.deep.equal(['own.test'])
    expect((await api.get('/v2/domains', publisher)).list).to.deep.equal([])
  })

  it('answers its own tokens alone', async () => {
    const answer = await fetch(`${api.server.sitesUrl}/.well-known/galley/abc`)
    expect(answer.status).to.equal(421)
  })
})
