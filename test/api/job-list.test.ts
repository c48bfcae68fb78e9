import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const JSON_ONLY = { Accept: 'application/json' }

describe('The jobs of a site', () => {
  const api = useApi()
  let site: Site

  const finished = async (kind: 'preview' | 'publish') => {
    const id = String((await api.post(`/v2/sites/${site.id}/${kind}`)).json['job_id'])
    // The stream ends with the job.
    await api.get(`/v2/jobs/${id}`)
    return id
  }

  before(async () => {
    site = await api.site()
  })

  it('are listed newest first, and read one by one as JSON', async () => {
    const ids = [await finished('preview'), await finished('publish')]
    const list = await api.get(`/v2/sites/${site.id}/jobs`)
    expect(list.status, list.text).to.equal(200)
    expect(list.list.map(({ id }) => id)).to.deep.equal(ids.toReversed())
    expect(list.headers['x-total-count']).to.equal('2')
    const [newest] = list.list
    expect(newest).to.include({ kind: 'publish', status: 'complete', error: null })
    expect(newest).to.include({ site_id: site.id, user_id: api.root.id })
    expect(newest?.['finished_at']).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const path = `/v2/jobs/${ids[1] ?? ''}`
    const one = await api.send({ method: 'GET', path, headers: JSON_ONLY })
    expect(one.json).to.deep.equal(newest)
    const page = await api.get(`/v2/sites/${site.id}/jobs?per_page=1&page=2`)
    expect(page.list.map(({ id }) => id)).to.deep.equal([ids[0]])
  })

  for (const accept of [undefined, '*/*', 'text/event-stream', 'application/json, */*']) {
    it(`are streams for Accept: ${accept ?? '(none)'}`, async () => {
      const id = await finished('preview')
      const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
      const answer = await api.send({ method: 'GET', path: `/v2/jobs/${id}`, headers })
      expect(answer.headers['content-type']).to.match(/^text\/event-stream/)
    })
  }

  it('keep the diagnostics of their build, with file and line', async () => {
    const broken = '---\ntitle: x\n---\nfine\n\n{% unknown_tag %}\n'
    await api.upload('PUT', `/v2/sites/${site.id}/source/broken.md`, { data: broken })
    for (const kind of ['publish', 'preview'] as const) {
      const id = await finished(kind)
      const path = `/v2/jobs/${id}`
      const job = await api.send({ method: 'GET', path, headers: JSON_ONLY })
      expect(job.json).to.include({ status: 'error' })
      expect(job.json['error']).to.be.a('string')
      const [first] = [job.json['diagnostics']].flat()
      expect(Object(first)).to.include({ severity: 'error', path: 'broken.md', line: 6 })
    }
  })

  it('are not visible to people without a role', async () => {
    const id = await finished('preview')
    const outsider = await api.person('outsider')
    expect((await api.get(`/v2/sites/${site.id}/jobs`, outsider)).status).to.equal(404)
    for (const path of [`/v2/jobs/${id}`, `/v2/jobs/${'0'.repeat(24)}`]) {
      const as = outsider
      const answer = await api.send({ method: 'GET', path, headers: JSON_ONLY, as })
      expect(answer.status).to.equal(404)
    }
  })
})
