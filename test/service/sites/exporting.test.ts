import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { openPromise } from 'yauzl'
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
})
