import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { GitError } from '../../../src/git/program/git-error.js'
import { indexPack, inQuarantine } from '../../../src/git/remote/quarantine.js'
import { commitTo, useRepositories } from '../fixture.js'

const execute = promisify(execFile)

describe('indexPack', () => {
  const bench = useRepositories()

  async function failureOf(stream: () => AsyncGenerator<Uint8Array>): Promise<unknown> {
    const { gitDir } = await bench.repository()
    const limits = { maxBytes: 1e9, signal: new AbortController().signal }
    const pack = Object.assign(stream(), limits)
    const indexed = inQuarantine(gitDir, (quarantine) => indexPack(gitDir, quarantine, pack))
    return indexed.then(
      () => null,
      (error: unknown) => error,
    )
  }

  it('reports why git refuses a pack, even if git stops reading early', async () => {
    const error = await failureOf(async function* () {
      for (;;) yield Buffer.alloc(65_536, 'no pack ')
    })
    expect(error).to.be.instanceOf(GitError).with.property('code', 'refused')
    expect(String(error)).to.match(/git rejects the received objects/)
  })

  it('reports an error of the stream itself', async () => {
    const error = await failureOf(async function* () {
      yield Buffer.from('PACK')
      throw new Error('the line is cut')
    })
    expect(String(error)).to.equal('Error: the line is cut')
  })

  it('accepts a pack that git has accepted, even if the stream continues', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const commit = await commitTo(repository, { 'a.md': 'a' })
    const args = ['--git-dir', gitDir, 'pack-objects', '--stdout', '--revs', '-q']
    const packing = execute('git', args, { encoding: 'buffer' })
    packing.child.stdin?.end(`${commit}\n`)
    const { stdout } = await packing
    let goOn = (): void => undefined
    const later = new Promise<void>((resolve) => (goOn = resolve))
    const chunks = async function* () {
      yield stdout
      await later
    }
    const { signal } = new AbortController()
    const pack = Object.assign(chunks(), { maxBytes: 1_000_000, signal })
    const kept = await inQuarantine(gitDir, async (quarantine) => {
      await indexPack(gitDir, quarantine, pack)
      return readdir(join(quarantine.folder, 'pack'))
    })
    goOn()
    expect(kept.filter((name) => name.endsWith('.idx'))).to.have.length(1)
  })
})
