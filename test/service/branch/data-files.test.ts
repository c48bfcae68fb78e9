import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { requireUsableFiles } from '../../../src/service/branch/data-files.js'

describe('requireUsableFiles', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-data-'))
  after(() => rmSync(data, { recursive: true }))

  for (const name of ['lock', 'server.key', 'galley.db', 'index.db', 'index.db.state.new']) {
    it(`names ${name} where it is a pipe`, () => {
      const file = path.join(data, name)
      execFileSync('mkfifo', [file])
      const said = `${file} is not a regular file: replace or remove it.`
      expect(() => requireUsableFiles(data)).to.throw(said)
      rmSync(file)
    })
  }

  it('allows files and folders, and any other name', () => {
    writeFileSync(path.join(data, 'server.key'), 'key')
    mkdirSync(path.join(data, 'index.db'))
    execFileSync('mkfifo', [path.join(data, 'other')])
    requireUsableFiles(data)
  })
})
