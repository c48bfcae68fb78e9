/** The command before its code is there: in a fresh clone, and while it is loaded. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

describe('galley while its code is loaded', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-loading-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('is not ended by a reload, if it is to serve', () => {
    for (const name of ['bin', 'dist/cli']) mkdirSync(path.join(folder, name), { recursive: true })
    for (const name of ['package.json', 'bin/galley.js']) {
      cpSync(path.join(ROOT, name), path.join(folder, name), { dereference: true })
    }
    const main = `import { execFileSync } from 'node:child_process'
    export async function main() {
      execFileSync('kill', ['-HUP', String(process.pid)])
      await new Promise(setImmediate)
      console.log('goes on')
    }`
    writeFileSync(path.join(folder, 'dist/cli/main.js'), main)
    const run = (command: string) => {
      const words = [path.join(folder, 'bin/galley.js'), command]
      const { stdout, signal } = spawnSync(process.execPath, words, { encoding: 'utf8' })
      return { stdout, signal }
    }
    expect(run('serve')).to.deep.equal({ stdout: 'goes on\n', signal: null })
    expect(run('build')).to.deep.equal({ stdout: '', signal: 'SIGHUP' })
  })
})
