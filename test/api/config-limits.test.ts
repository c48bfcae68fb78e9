/**
 * A small `_config.yml` that would be multiplied: whichever way it comes, its site says what is too much, is served and
 * can be mended, and no other site notices.
 */

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { commitFiles, eventually, git, useDesk } from '../stories/git-client.js'
import { follow } from './job-events.js'
import { startApi, useApi, type Api } from './server.js'

/** 258 kB, which would be 1.7 GB if the folder were repeated for each collection. */
const MULTIPLIED = `collections_dir: ${'x'.repeat(180_000)}\ncollections: {${Array.from(
  { length: 9700 },
  (_, i) => `c${i}: `,
).join()}}\n`
const REASON = 'collections may have at most 500 entries, but has 9,700'

const upload = (api: Api, siteId: string, data: string) =>
  api.upload('PUT', `/v2/sites/${siteId}/source/_config.yml`, { data })

async function expectMended(api: Api, siteId: string): Promise<void> {
  const shown = await api.get(`/v2/sites/${siteId}`)
  expect(shown.json['config_error']).to.equal(`_config.yml:1:1: ${REASON}`)
  const preview = await api.post(`/v2/sites/${siteId}/preview`)
  const last = (await follow(api, preview.json['job_id'])).at(-1)?.data
  expect(last?.status).to.equal('error')
  expect(last?.message).to.include(`The configuration is not valid: ${REASON}`)
  expect((await upload(api, siteId, 'title: Mended\n')).status).to.equal(200)
  const mended = await api.get(`/v2/sites/${siteId}`)
  expect(mended.json).to.include({ title: 'Mended' }).and.not.have.property('config_error')
}

describe('a _config.yml that would be multiplied', () => {
  const api = useApi({ settings: { watch: 'true' } })
  const desk = useDesk(api)

  it('is refused where it is written', async () => {
    const { id } = await api.site()
    const head = await api.head(id)
    const put = await upload(api, id, MULTIPLIED)
    expect([put.status, put.json['message']]).to.deep.equal([422, `_config.yml:1:1: ${REASON}`])
    const content = Buffer.from(MULTIPLIED).toString('base64')
    const change = { action: 'update', type: 'file', path: '_config.yml', content }
    const list = await api.post(`/v2/sites/${id}/changes`, { changes: [change] })
    expect(list.status, list.text).to.equal(422)
    expect(list.json['message']).to.include(REASON)
    expect(await api.head(id)).to.equal(head)
  })

  it('is refused where the API would make it', async () => {
    const { id } = await api.site()
    const most = Array.from({ length: 500 }, (_, i) => `c${i}: `).join()
    expect((await upload(api, id, `collections: {${most}}\n`)).status).to.equal(200)
    const more = await api.post(`/v2/sites/${id}/collections`, { title: 'One more' })
    expect(more.status, more.text).to.equal(422)
    expect(more.json['message']).to.match(/collections may have at most 500 entries/)
    const values = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i]))
    const rule = { path: '', type: 'posts', values }
    expect((await api.put(`/v2/sites/${id}`, { defaults: [rule] })).status).to.equal(200)
    const twice = await api.put(`/v2/sites/${id}`, { defaults: [rule, rule] })
    expect(twice.status, twice.text).to.equal(422)
  })

  it('is taken by a push, and told', async () => {
    const { id } = await api.site()
    const work = await desk.clone(id)
    await commitFiles(work, { '_config.yml': MULTIPLIED })
    await git(work, 'push', '-q')
    await expectMended(api, id)
  })

  it('is taken by an import, and told', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(MULTIPLIED), '_config.yml')
    zip.end()
    const pieces: Buffer[] = []
    for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
    const file = { name: 'Site.zip', data: Buffer.concat(pieces) }
    const { json } = await api.upload('POST', '/v2/import', file)
    const last = (await follow(api, json['job_id'])).at(-1)?.data
    expect(last?.status, last?.message).to.equal('complete')
    const headers = { accept: 'application/json' }
    const job = await api.send({
      method: 'GET',
      path: `/v2/jobs/${String(json['job_id'])}`,
      headers,
    })
    expect(JSON.stringify(job.json['diagnostics'])).to.include(REASON)
    await expectMended(api, String(json['site_id']))
  })

  it('is taken from the disk, and told', async () => {
    const { id } = await api.site()
    const file = path.join(api.config.data, 'sites', id, 'tree', '_config.yml')
    await eventually(async () => expect((await api.get(`/v2/sites/${id}`)).status).to.equal(200))
    await api.server.application.worktrees.flush()
    await writeFile(file, MULTIPLIED)
    await eventually(async () =>
      expect((await api.get(`/v2/sites/${id}`)).json['config_error']).to.include(REASON),
    )
    await expectMended(api, id)
  })

  it('keeps no server from starting', async () => {
    const before = await startApi({ keep: true })
    const [bad, good] = [await before.site(), await before.site()]
    await before.stop()
    const lines = [
      'commit refs/heads/main',
      'committer A <a@test> 1700000000 +0000',
      'data 1\nx',
      'from refs/heads/main^0',
      `M 100644 inline _config.yml\ndata ${MULTIPLIED.length}\n${MULTIPLIED}`,
    ]
    await before.fastImport(bad.id, `${lines.join('\n')}\n`)
    const after = await startApi({ data: before.data })
    expect((await after.get(`/v2/sites/${good.id}`)).status).to.equal(200)
    await expectMended(after, bad.id)
    await after.finish()
  })
})
