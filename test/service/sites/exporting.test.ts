import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { fromBufferPromise, openPromise } from 'yauzl'
import { exportSite } from '../../../src/service/sites/exporting.js'
import { follow } from '../../api/job-events.js'
import { useApi } from '../../api/server.js'

describe('The export of a site', () => {
  const api = useApi()

  it('leaves out submodules and symbolic links, and says so', async () => {
    const site = await api.site()
    const before = (await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')).trim()
    await api.fastImport(
      site.id,
      [
        'commit refs/heads/main',
        'committer A <a@example.org> 1700000000 +0000',
        'data 1',
        'x',
        'from refs/heads/main^0',
        `M 160000 ${'ab'.repeat(20)} theme`,
        'M 120000 inline assets/link',
        'data 11',
        '../about.md',
        '',
        '',
      ].join('\n'),
    )
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-export-'))
    try {
      const file = path.join(folder, 'site.zip')
      const gitDir = path.join(api.config.data, 'sites', site.id, 'repository.git')
      const done = await exportSite({ gitDir, file, report: () => undefined })
      expect(done.leftOut).to.have.members(['theme', 'assets/link'])
      const names: string[] = []
      const zip = await openPromise(file, { lazyEntries: true })
      for await (const { fileName } of zip.eachEntry()) names.push(fileName)
      expect(names).to.deep.equal(before.split('\n'))
      const fields = { title: 'Again' }
      const again = await api.upload('POST', '/v2/import', { data: await readFile(file), fields })
      expect(again.status).to.equal(202)
      const events = await follow(api, String(again.json['job_id']))
      expect(events.at(-1)?.data).to.include({ status: 'complete' })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is served by the API in full, and can be imported unchanged', async () => {
    const site = await api.site({ domain: 'harbour.example.org' })
    const large = Buffer.alloc(3 * 1024 * 1024, 'Tide tables. ')
    const files = { 'über/a b.txt': 'Ebb.\n', 'empty.txt': '', 'large.txt': large }
    for (const [name, data] of Object.entries(files)) {
      const path = `/v2/sites/${site.id}/source/${encodeURI(name)}`
      expect((await api.upload('PUT', path, { data })).status).to.equal(200)
    }
    const answer = await api.get(`/v2/sites/${site.id}/export`)
    expect(answer.status, answer.text.slice(0, 200)).to.equal(200)
    expect(answer.headers['content-type']).to.equal('application/zip')
    const commit = await api.head(site.id)
    expect(answer.headers['content-disposition']).to.include(
      `filename="harbour.example.org-${commit.slice(0, 7)}.zip"`,
    )
    const listed = await api.git(site.id, 'ls-tree', '-r', '-z', '--name-only', 'main')
    const names: string[] = []
    const zip = await fromBufferPromise(answer.bytes, { lazyEntries: true })
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    expect(names).to.deep.equal(listed.split('\0').slice(0, -1))

    const form = { file: { name: 'site.zip', data: answer.bytes } }
    const sent = await api.send({ method: 'POST', path: '/v2/import', form })
    expect(sent.status, sent.text).to.equal(202)
    await api.get(`/v2/jobs/${String(sent.json['job_id'])}`)
    const again = String(sent.json['site_id'])
    const treeOf = async (id: string) => (await api.git(id, 'ls-tree', '-r', 'main')).trim()
    const same = (line: string) => !line.endsWith('\t_config.yml')
    expect((await treeOf(again)).split('\n').filter(same)).to.deep.equal(
      (await treeOf(site.id)).split('\n').filter(same),
    )
  })
})
