/** The command in a fresh clone says what is missing. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('galley in a clone that is not built', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-unbuilt-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('says how to build it', () => {
    mkdirSync(path.join(folder, 'bin'))
    for (const name of ['package.json', 'bin/galley.js']) {
      cpSync(path.join(ROOT, name), path.join(folder, name), { dereference: true })
    }
    const copy = path.join(folder, 'bin/galley.js')
    const { status, stderr } = spawnSync(process.execPath, [copy], { encoding: 'utf8' })
    expect(stderr).to.equal('galley is not built yet: run npm ci first.\n')
    expect(status).to.equal(1)
  })
})
