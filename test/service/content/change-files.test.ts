import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { ChangeContext } from '../../../src/service/content/change.js'
import { fileChange } from '../../../src/service/content/change-files.js'
import { countBetweenTurns } from '../../turns.js'

const OID = 'a'.repeat(40)

/** A folder of so many files, of which the last can be run; `look` is called for each that is moved. */
function folderOf(count: number, look: () => void): ChangeContext {
  const paths = Array.from({ length: count }, (_, at) => `old/${at}.md`)
  const entries = paths.map((path, at) => ({
    get path() {
      look()
      return path
    },
    oid: OID,
    mode: at === count - 1 ? '100755' : '100644',
  }))
  const heads = paths.map((path, at) => ({ id: `id-${at}`, path, oid: OID }))
  return {
    parts: {
      index: { entryByPath: () => null, entriesBelow: async () => heads },
      repositories: {},
    },
    site: { id: 'site' },
    role: 'admin',
    snapshot: { entries: async () => entries },
    isTaken: async () => false,
  } as unknown as ChangeContext
}

describe('A folder of very many files that is moved', () => {
  const move = { action: 'move', type: 'file', path: 'old', to: 'new', input: {} } as const

  it('lets others have their turn, and reads no content', async () => {
    const count = 10_000
    const turns = countBetweenTurns()
    // Takes some time each, so that all together take more than one turn may.
    const look = () => {
      turns.count()
      createHash('sha256').update(Buffer.alloc(10_000)).digest()
    }
    const { files, hints } = await fileChange(folderOf(count, look), move)
    turns.stop()
    expect([files.size, hints?.length]).to.deep.equal([2 * count, count])
    expect(files.get('new/7.md')).to.deep.equal({ oid: OID, mode: '100644' })
    expect(files.get(`new/${count - 1}.md`)).to.deep.equal({ oid: OID, mode: '100755' })
    expect(turns.total()).to.be.at.least(count)
    expect(turns.most()).to.be.below(count / 2)
  })
})
