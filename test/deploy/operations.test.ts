import { expect } from 'chai'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import { noting } from './noting.js'
import { makeContext, makeRelease } from './releases.js'
import { session } from './settings.js'
import { storeTargets } from './targets.js'

for (const target of storeTargets) {
  describe(`${target.title}: operations`, () => {
    before(async function () {
      if (!(await target.isInstalled())) this.skip()
    })

    it('are at most five besides the changed file if one page changes', async () => {
      const place = await target.makePlace()
      const operations: string[] = []
      const deployer = filesDeployer(noting(place.open(), operations), session('web-secret'))
      const files = { 'a.html': '1', 'b/c.html': '2', 'site.css': '3' }
      const { manifest } = await deployer.deploy(await makeRelease('r1', files), makeContext())
      operations.length = 0
      const next = await makeRelease('r2', { ...files, 'a.html': 'changed' })
      await deployer.deploy(next, makeContext(manifest))
      const beyond = operations.filter((operation) => !operation.endsWith(' a.html'))
      expect(beyond.length, operations.join('\n')).to.be.at.most(5)
      expect(operations).to.include('put a.html')
    })

    it('upload pages after their assets, and remove pages before their assets', async () => {
      const place = await target.makePlace()
      const operations: string[] = []
      const deployer = filesDeployer(noting(place.open(), operations), session('web-secret'))
      const first = { 'index.html': '1', 'one.html': '1', 'one.css': '1' }
      const { manifest } = await deployer.deploy(await makeRelease('r1', first), makeContext())
      operations.length = 0
      const second = { 'index.html': '2', 'two.html': '2', 'two.css': '2' }
      await deployer.deploy(await makeRelease('r2', second), makeContext(manifest))
      const live = operations.some((line) => line.startsWith('rename')) ? 'rename' : 'put'
      const order = operations.filter((line) => line.startsWith(live) || line.startsWith('remove'))
      expect(order.filter((line) => !line.includes('.galley'))).to.deep.equal([
        `${live} two.css`,
        `${live} two.html`,
        `${live} index.html`,
        'remove one.html',
        'remove one.css',
      ])
    })
  })
}
