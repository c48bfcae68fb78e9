import { expect } from 'chai'
import { GitError } from '../../../src/git/program/git-error.js'
import { indexPack, inQuarantine } from '../../../src/git/remote/quarantine.js'
import { useRepositories } from '../fixture.js'

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

  it('says why git refuses, though git reads no more while there is more to come', async () => {
    const error = await failureOf(async function* () {
      for (;;) yield Buffer.alloc(65_536, 'no pack ')
    })
    expect(error).to.be.instanceOf(GitError).with.property('code', 'refused')
    expect(String(error)).to.match(/git refuses what came/)
  })

  it('says what the stream itself failed with', async () => {
    const error = await failureOf(async function* () {
      yield Buffer.from('PACK')
      throw new Error('the line is cut')
    })
    expect(String(error)).to.equal('Error: the line is cut')
  })
})
