import { expect } from 'chai'
import { toldChanges } from '../../../src/service/content/differences.js'

type Repository = Parameters<typeof toldChanges>[0]
type Changes = Parameters<typeof toldChanges>[1]

/** A repository of which each file has a text of so many characters, in one line. */
function filled(characters: number) {
  let reads = 0
  const data = Buffer.alloc(characters, 'x')
  const readBlobStart = () => {
    reads += 1
    return Promise.resolve({ data, size: data.length })
  }
  return { repository: { readBlobStart } as unknown as Repository, reads: () => reads }
}

describe('the differences of many files', () => {
  it('have a limit together, after which files are no longer read', async () => {
    const { repository, reads } = filled(256 * 1024)
    const added = Array.from({ length: 1000 }, (_, at) => ({
      path: `${at}.txt`,
      before: null,
      after: { oid: String(at) },
    })) as unknown as Changes
    const told = await toldChanges(repository, added, () => true)
    expect(told).to.have.length(1000)
    expect(told.filter(({ diff }) => diff !== null)).to.have.length(32)
    expect(reads()).to.equal(32)
  })
})
