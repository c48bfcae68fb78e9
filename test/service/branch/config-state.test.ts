import { setImmediate as nextRound } from 'node:timers/promises'
import { expect } from 'chai'
import { onBranch, type Repository } from '../../../src/git/repository.js'
import { configAt, followCollections } from '../../../src/service/branch/config-state.js'
import type { AuthoredStep } from '../../../src/service/branch/authorship.js'
import { edits, useRepositories, WHO } from '../../git/fixture.js'

/** A commit that changes `_config.yml`; its id is the text of the file. */
function step(time: number, text: string): AuthoredStep {
  const author = { name: 'Ada', email: 'ada@example.org', time, timezone: '+0000' }
  const commit = { oid: text, tree: '', parents: [], author, committer: author, message: '' }
  return { commit, changes: [], authorKey: `author ${time}` }
}

describe('The configuration of a site', () => {
  const bench = useRepositories()

  it('is read once for all branches', async () => {
    const plain = await bench.repository()
    const commit = async (title: string) => {
      const files = edits({ '_config.yml': `title: ${title}\n` })
      const who = { author: WHO, committer: WHO, message: title }
      return (await plain.commit({ base: null, parents: [], edits: files, ...who })).commit
    }
    const [main, changed] = [await commit('Old'), await commit('New')]
    let reads = 0
    const repository: Repository = {
      ...plain,
      readBlob: (oid) => {
        reads += 1
        return plain.readBlob(oid)
      },
    }
    for (const round of ['first', 'second']) {
      for (const [at, title] of [
        [main, 'Old'],
        [changed, 'New'],
      ] as const) {
        const set = onBranch(repository, `refs/heads/sets/${round}`)
        expect((await configAt(set, at)).config.title).to.equal(title)
      }
    }
    expect((await configAt(repository, main)).config.title).to.equal('Old')
    expect(reads).to.equal(2)
  })
})

describe('followCollections', () => {
  it('reads one configuration at a time, of a push with thousands', async () => {
    const reads = { now: 0, most: 0 }
    const parts = {
      gitDir: '/sites/a/repository.git',
      reader: {},
      snapshot: (oid: string) => ({ entry: () => Promise.resolve({ oid, mode: '100644' }) }),
      readBlob: async (oid: string) => {
        reads.now += 1
        reads.most = Math.max(reads.most, reads.now)
        await nextRound()
        reads.now -= 1
        return Buffer.from(oid)
      },
    }
    const history = followCollections([])
    expect(history.isChanged).to.equal(false)
    const steps = Array.from({ length: 20 }, (_, at) => step(at, `title: x${at}\n`))
    await history.add(parts as unknown as Repository, steps)
    expect(history.isChanged).to.equal(true)
    expect(reads).to.deep.equal({ now: 0, most: 1 })
  })
})
