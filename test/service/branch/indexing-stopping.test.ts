/** A site that is read in while the server stops. Real repository, real index, no clock. */

import { expect } from 'chai'
import { createVault } from '../../../src/service/accounts/vault.js'
import { createAuthorship } from '../../../src/service/branch/authorship.js'
import { createIndexing } from '../../../src/service/branch/indexing.js'
import { commitTo, useRepositories } from '../../git/fixture.js'
import { id, makeSite, makeStoreOf, type TemporaryStore } from '../../store/make-store.js'

const COMMITS = 12
const STOP_AT = 3

describe('indexing a site while the server stops', () => {
  const bench = useRepositories()
  const site = makeSite(1, id(1))
  let temporary: TemporaryStore
  beforeEach(() => {
    temporary = makeStoreOf(site)
  })
  afterEach(() => temporary.remove())

  it('stops at the next commit, and publishes no partial index', async () => {
    const repository = await bench.repository()
    for (let number = 0; number < COMMITS; number += 1) {
      await commitTo(repository, { [`${number}.md`]: `---\ntitle: ${number}\n---\n` })
    }
    const commit = (await repository.head()) ?? ''
    const { records, index } = temporary.store
    const authorship = createAuthorship(createVault(Buffer.alloc(32, 7)))
    let read = 0
    const indexing = createIndexing({
      index,
      entryIds: records.entryIds,
      now: () => 1_700_000_000_000,
      authorship: {
        keyOf: (of) => {
          read += 1
          if (read === STOP_AT) index.stop()
          return authorship.keyOf(of)
        },
      },
    })
    const error: unknown = await indexing
      .rebuild(site.id, repository, commit)
      .catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'stopping' })
    expect(read).to.equal(STOP_AT)
    expect(index.commitOf(site.id)).to.equal(null)
  })
})
