import { setImmediate as nextRound } from 'node:timers/promises'
import { expect } from 'chai'
import type { Repository } from '../../../src/git/repository.js'
import { followCollections } from '../../../src/service/branch/config-state.js'
import type { AuthoredStep } from '../../../src/service/branch/authorship.js'

/** A commit that changes `_config.yml`; its id is the text of the file. */
function step(time: number, text: string): AuthoredStep {
  const author = { name: 'Ada', email: 'ada@example.org', time, timezone: '+0000' }
  const commit = { oid: text, tree: '', parents: [], author, committer: author, message: '' }
  return { commit, changes: [], authorKey: `author ${time}` }
}

describe('followCollections', () => {
  it('reads one configuration at a time, of a push with thousands', async () => {
    const reads = { now: 0, most: 0 }
    const parts = {
      gitDir: '/sites/a/repository.git',
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
