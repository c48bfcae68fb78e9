import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { openPromise } from 'yauzl'
import { exportSite } from '../../../src/service/sites/exporting.js'
import { useApi } from '../../api/server.js'

describe('The export of a site', () => {
  const api = useApi()

  it('leaves out submodules, which are commits of somewhere else', async () => {
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
        '',
      ].join('\n'),
    )
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-export-'))
    try {
      const file = path.join(folder, 'site.zip')
      const gitDir = path.join(api.config.data, 'sites', site.id, 'repository.git')
      await exportSite({ gitDir, file, report: () => undefined })
      const names: string[] = []
      const zip = await openPromise(file, { lazyEntries: true })
      for await (const { fileName } of zip.eachEntry()) names.push(fileName)
      expect(names).to.deep.equal(before.split('\n'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
