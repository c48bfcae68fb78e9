import { expect } from 'chai'
import { toldChanges } from '../../../src/service/content/differences.js'

type Repository = Parameters<typeof toldChanges>[0]
type Changes = Parameters<typeof toldChanges>[1]

/** A repository of which each file has so many characters, all the same. */
function filled(characters: number, character = 'x') {
  let reads = 0
  const data = Buffer.alloc(characters, character)
  const readBlobStart = () => {
    reads += 1
    return Promise.resolve({ data, size: data.length })
  }
  const reader = { info: () => Promise.resolve({ type: 'blob', size: data.length }) }
  return { repository: { readBlobStart, reader } as unknown as Repository, reads: () => reads }
}

describe('the differences of many files', () => {
  it('have a limit together, after which files are no longer read', async () => {
    const added = Array.from({ length: 1000 }, (_, at) => ({
      path: `${at}.txt`,
      before: null,
      after: { oid: String(at) },
    })) as unknown as Changes
    const cases = [
      { size: 256 * 1024, character: 'x', compared: 32, read: 32 },
      // What is left at the end is too little for another file.
      { size: 100_000, character: 'x', compared: 83, read: 83 },
      { size: 256 * 1024, character: '\n', compared: 0, read: 256 },
      { size: 200_000, character: '\0', compared: 0, read: 335 },
    ]
    for (const { size, character, compared, read } of cases) {
      const { repository, reads } = filled(size, character)
      const told = await toldChanges(repository, added, () => true)
      expect(told).to.have.length(1000)
      expect(told.filter(({ diff }) => diff !== null)).to.have.length(compared)
      expect(reads()).to.equal(read)
    }
  })
})
