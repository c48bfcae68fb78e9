import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { BuildSession } from '../../../src/builder/incremental/session.js'
import { contentsOf } from '../folders.js'
import { AS_RECORDED } from '../recorded.js'

describe('static files with names that every JavaScript object has', () => {
  const root = mkdtempSync(join(tmpdir(), 'galley-names-'))
  after(() => rmSync(root, { recursive: true, force: true }))

  it('are written, by a first build and by the next', async () => {
    const source = join(root, 'site')
    mkdirSync(source)
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    for (const name of names) writeFileSync(join(source, name), name)
    writeFileSync(join(source, '_config.yml'), 'include: [__proto__]\n')
    for (const round of ['first', 'next']) {
      const request = {
        source,
        destination: join(root, round),
        now: 0,
        former: null,
        ...AS_RECORDED,
      }
      const cache = { folder: join(root, 'cache') }
      const session = new BuildSession()
      const report = await session.build({ ...request, cache, changed: null })
      session.save()
      await session.close()
      expect(report.diagnostics).to.deep.equal([])
      expect([...contentsOf(request.destination)]).to.have.deep.members(
        names.map((name) => [name, name]),
      )
    }
  })
})
