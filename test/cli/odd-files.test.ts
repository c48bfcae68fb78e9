/** Pipes and devices where a command expects a file: to open one could wait for ever. */

import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { galley, spawnGalley } from './galley.js'

describe('galley with pipes in place of files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-odd-'))
  const data = path.join(folder, 'data')
  const at = (...names: string[]) => path.join(folder, ...names)
  after(() => rmSync(folder, { recursive: true, force: true }))

  function pipe(...names: string[]): string {
    const file = at(...names)
    mkdirSync(path.dirname(file), { recursive: true })
    execFileSync('mkfifo', [file])
    return file
  }

  before(() => galley(['user', 'add', '--email', 'ada@example.org', '--admin', '--data', data]))

  it('build names a configuration that is a pipe', async () => {
    const config = pipe('configured', '_config.yml')
    const said = `galley: ${config} is a pipe or a device: name a regular file.\n`
    const failed = { code: 1, out: '', err: said }
    expect(await spawnGalley(['build'], { cwd: at('configured') })).to.deep.equal(failed)
    const args = ['build', '-s', at('configured'), '-d', at('out'), '--config', config]
    expect(await spawnGalley(args)).to.deep.equal(failed)
  })

  it('build does not find a pipe that is included', async () => {
    pipe('site', 'part.txt')
    pipe('site', '_sass', 'part.scss')
    writeFileSync(at('site', 'a.md'), '---\n---\n{% include_relative part.txt %}\n')
    const args = ['build', '-s', at('site'), '-d', at('out')]
    expect((await spawnGalley(args)).err).to.match(/^a\.md:3: error: .*'part\.txt'/m)
    writeFileSync(at('site', 'a.md'), 'A\n')
    writeFileSync(at('site', 'b.scss'), '---\n---\n@import "part";\n')
    expect((await spawnGalley(args)).err).to.match(/^b\.scss:3:\d+: error: .*Can't find/m)
  })

  it('build takes no pipe for what it remembered', async () => {
    pipe('cached', '.jekyll-cache', 'galley', 'a.cache')
    writeFileSync(at('cached', 'a.md'), 'A\n')
    const args = ['build', '-s', at('cached'), '-d', at('out')]
    expect((await spawnGalley(args)).code).to.equal(0)
  })

  it('backup and export do not replace a pipe', async () => {
    await galley(['site', 'create', '--domain', 'a.test', '--data', data])
    for (const command of [['backup'], ['site', 'export', 'a.test']]) {
      const file = pipe(`${command[0]}.zip`)
      const { code, err } = await galley([...command, file, '--data', data])
      expect({ code, err }).to.deep.equal({
        code: 1,
        err: `galley: ${file} is a pipe or a device: name a regular file.\n`,
      })
      expect(lstatSync(file).isFIFO()).to.equal(true)
    }
  })

  it('restore and import do not read a pipe', async () => {
    const file = pipe('given.zip')
    for (const args of [
      ['restore', file, '--data', at('fresh')],
      ['site', 'import', file, '--data', data],
    ]) {
      const { code, err } = await spawnGalley(args)
      expect({ code, err }).to.deep.equal({
        code: 1,
        err: `galley: ${file} is a pipe or a device: name a regular file.\n`,
      })
    }
  })

  it('settings in a pipe are an error', async () => {
    const file = pipe('settings', 'galley.yml')
    const { code, err } = await spawnGalley(['site', 'list', '--data', at('settings')])
    const said = `galley: ${file} is not a regular file: replace or remove it.\n`
    expect({ code, err }).to.deep.equal({ code: 1, err: said })
  })

  it('settings that a link leads to, but are not there, are an error', async () => {
    mkdirSync(at('linked'))
    symlinkSync('nowhere.yml', at('linked', 'galley.yml'))
    const { code, err } = await spawnGalley(['site', 'list', '--data', at('linked')])
    const said = `galley: ${at('linked', 'galley.yml')} leads to a file that is not there: make that one, or remove the link.\n`
    expect({ code, err }).to.deep.equal({ code: 1, err: said })
  })

  it('serve names a file of the data folder that is a pipe', async () => {
    const file = pipe('with-pipe', 'server.key')
    const { code, err } = await spawnGalley(['serve', '--data', at('with-pipe')])
    const said = `galley: ${file} is not a regular file: replace or remove it.\n`
    expect({ code, err }).to.deep.equal({ code: 1, err: said })
  })

  it('a server whose note is a pipe is not taken for running', async () => {
    pipe('noted', 'server.json')
    const { code, err } = await spawnGalley(['site', 'list', '--data', at('noted')])
    const said = `galley: ${at('noted')} is not a data folder of Galley (--data names one).\n`
    expect({ code, err }).to.deep.equal({ code: 1, err: said })
  })

  it('build says that its folder cannot be made in a file system that creates none', async () => {
    mkdirSync(at('plain'))
    for (const into of ['/proc/out', '/proc/a/b']) {
      const { code, err } = await spawnGalley(['build', '-s', at('plain'), '-d', into])
      expect(code).to.equal(1)
      expect(err).to.match(/^galley: The folder \/proc\/\w+ can't be made \(\w+\)\.\n$/)
    }
  })

  it('says that a data folder cannot be created in a file system that creates none', async () => {
    for (const [where, named] of [
      ['/proc', '/proc/sites'],
      ['/proc/a/b', '/proc/a/b'],
    ] as const) {
      const { code, err } = await spawnGalley(['serve', '--data', where])
      expect(code).to.equal(1)
      expect(err).to.match(
        new RegExp(`^galley: The folder ${named} can't be created \\(\\w+\\): name a data folder`),
      )
    }
  })
})
