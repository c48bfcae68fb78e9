import { expect } from 'chai'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { release, tmpdir } from 'node:os'
import path from 'node:path'
import { syncAll, syncTree } from '../../src/system/durable.js'
import { syncFileSystem, reportsFailures } from '../../src/system/file-system-sync.js'

describe('making a file system durable', () => {
  let folder: string
  const searched = process.env['PATH']

  before(function () {
    // Elsewhere each file is made durable by itself.
    if (!reportsFailures(process.platform, release())) this.skip()
  })

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-sync-'))
  })

  afterEach(() => {
    process.env['PATH'] = searched
    rmSync(folder, { recursive: true })
  })

  /** A program of this name, before all others. */
  function putBefore(script: string): void {
    const bin = path.join(folder, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(path.join(bin, 'sync'), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(bin, 'sync'), 0o755)
    process.env['PATH'] = `${bin}:${searched}`
  }

  function makeFiles(count: number): string[] {
    const tree = path.join(folder, 'tree')
    mkdirSync(tree)
    const files = Array.from({ length: count }, (_, at) => path.join(tree, `${at}.html`))
    for (const file of files) writeFileSync(file, 'x')
    return files
  }

  it('is used if the system reports what could not be written', () => {
    const versions = ['5.7.19', '5.8.0-rc1', '5.10.0-28-amd64', '6.1.0', '4.19.0', 'odd']
    expect(versions.map((version) => reportsFailures('linux', version))).to.deep.equal([
      false,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(reportsFailures('darwin', '23.1.0')).to.equal(false)
  })

  it('is done once for a large tree, and not for a small one', async () => {
    putBefore(`echo "$@" >> '${folder}/asked'`)
    const files = makeFiles(400)
    await syncAll(files.slice(0, 20))
    expect(() => readFileSync(path.join(folder, 'asked'))).to.throw('ENOENT')
    await syncTree(path.join(folder, 'tree'))
    expect(readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n')).to.have.length(1)
  })

  it('fails if something could not be written', async () => {
    putBefore('echo "sync: error syncing: Input/output error" >&2; exit 1')
    const failure = await syncAll(makeFiles(400)).catch((error: unknown) => error)
    expect(failure).to.be.an('error').with.property('message').that.includes('Input/output error')
  })

  it('is replaced by fsync of each file if the program or its option is missing', async () => {
    const files = makeFiles(400)
    putBefore('echo "sync: invalid option -- f" >&2; exit 1')
    expect(await syncFileSystem(folder)).to.equal(false)
    await syncAll(files)
    // Then each file is looked at, so one that is not there is missed.
    const failure = await syncAll([...files, 'gone']).catch((error: unknown) => error)
    expect(failure).to.have.property('code', 'ENOENT')
    const bare = path.join(folder, 'bare')
    mkdirSync(bare)
    process.env['PATH'] = bare
    expect(await syncFileSystem(folder)).to.equal(false)
    symlinkSync('/usr/bin/env', path.join(bare, 'env'))
    expect(await syncFileSystem(folder)).to.equal(false)
  })
})
