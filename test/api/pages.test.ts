/** Pages, in what is their own: `documents.test.ts` has what they share with documents. */

import { expect } from 'chai'
import { useApi } from './server.js'

describe('PUT /v2/pages/:page_id', () => {
  const api = useApi()
  let pages = ''

  before(async () => {
    pages = `/v2/sites/${(await api.site()).id}/pages`
  })

  it('refuses a taken path with 409', async () => {
    await api.post(pages, { title: 'There', path: 'there.html' })
    const { json } = await api.post(pages, { title: 'Here', path: 'here.html' })
    const moved = await api.put(`/v2/pages/${String(json['id'])}`, { path: 'there.html' })
    expect(moved.status, moved.text).to.equal(409)
  })

  it('refuses a change from another version with 412', async () => {
    const { json } = await api.post(pages, { title: 'Versions' })
    const path = `/v2/pages/${String(json['id'])}`
    const headers = { 'If-Match': `"${String(json['sha'])}"` }
    const change = (title: string) => api.send({ method: 'PUT', path, headers, json: { title } })
    expect((await change('First')).status).to.equal(200)
    expect((await change('Second')).status).to.equal(412)
    expect((await api.get(path)).json['title']).to.equal('First')
  })
})
