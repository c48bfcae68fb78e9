/** Files on the command line that can't be read or written: the error says so before anything is done. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { galley } from './galley.js'

describe('a file that a command names', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-named-'))
  const data = path.join(folder, 'data')
  const at = (...names: string[]) => path.join(folder, ...names)
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(async () => {
    await galley(['user', 'add', '--email', 'ada@example.org', '--admin', '--data', data])
    await galley(['site', 'create', '--title', 'A', '--domain', 'a.test', '--data', data])
    mkdirSync(at('folder'))
  })

  async function refusal(args: readonly string[]): Promise<string> {
    const { code, out, err } = await galley(args)
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    return err
  }

  it('is not written into a folder that is not there, nor over a folder', async () => {
    for (const command of [['backup'], ['site', 'export', 'a.test']]) {
      const into = (file: string) => refusal([...command, file, '--data', data])
      const missing = `galley: There is no folder ${at('none')}: create it first.\n`
      expect(await into(at('none', 'a.zip'))).to.equal(missing)
      const taken = `galley: ${at('folder')} is a folder: name a file in it.\n`
      expect(await into(at('folder'))).to.equal(taken)
    }
    expect(readdirSync(at('folder'))).to.deep.equal([])
  })

  it('is replaced only with --force', async () => {
    for (const command of [['backup'], ['site', 'export', 'a.test']]) {
      const file = at(`${command[0]}.zip`)
      writeFileSync(file, 'kept')
      const words = [...command, file, '--data', data]
      const taken = `galley: ${file} exists: name another file, or add --force to replace it.\n`
      expect(await refusal(words)).to.equal(taken)
      expect(readFileSync(file, 'utf8')).to.equal('kept')
      expect((await galley([...words, '--force'])).code).to.equal(0)
      expect(readFileSync(file, 'utf8')).not.to.equal('kept')
    }
  })

  it('is not restored if it is missing, a folder, or no ZIP', async () => {
    writeFileSync(at('text.zip'), 'no ZIP')
    const restore = (file: string) => refusal(['restore', file, '--data', at('fresh')])
    expect(await restore(at('none.zip'))).to.equal(`galley: There is no file ${at('none.zip')}.\n`)
    const isFolder = `galley: ${at('folder')} is a folder: name a file.\n`
    expect(await restore(at('folder'))).to.equal(isFolder)
    const noZip = `galley: ${at('text.zip')}: is not a ZIP, or is damaged.\n`
    expect(await restore(at('text.zip'))).to.equal(noZip)
  })
})
