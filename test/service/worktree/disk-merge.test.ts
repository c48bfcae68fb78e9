/** What becomes of an edit on disk where `main` has moved on: over a real repository. */

import { expect } from 'chai'
import { mergeText } from '../../../src/content/merge.js'
import { hashObject } from '../../../src/git/objects/oid.js'
import { judgeEdit, type Verdict } from '../../../src/service/worktree/disk-merge.js'
import { useRepositories } from '../../git/fixture.js'

const BASE = '---\ntitle: One\ntags: [a]\n---\nFirst\n\nMiddle\n\nLast\n'
/** Without its front matter. */
const BARE = 'First\n\nMiddle\n\nLast\n'

describe('an edit on disk of a file that has changed on main, too', () => {
  const bench = useRepositories()

  const judge = async (base: string, main: string, disk: string): Promise<Verdict> => {
    const repository = await bench.repository()
    const [before, current] = [Buffer.from(base), Buffer.from(main)]
    const data = Buffer.from(disk)
    const mode = '100644'
    const edit = {
      path: 'a.md',
      kind: 'changed' as const,
      base: await repository.writeBlob(before),
      oid: await hashObject('blob', data),
      mode,
      data,
    } as const
    const entry = { path: 'a.md', oid: await repository.writeBlob(current), mode } as const
    return judgeEdit(repository, edit, entry)
  }
  const merge = (text: string) => ({ kind: 'merge', text })

  it('is merged by field if both have front matter, even for adjacent lines', async () => {
    const [main, disk] = [BASE.replace('One', 'Two'), BASE.replace('[a]', '[b]')]
    const both = main.replace('[a]', '[b]')
    expect(mergeText(BASE, main, disk).text).to.equal(null)
    expect(await judge(BASE, main, disk)).to.deep.equal(merge(both))
  })

  it('is merged by lines if one side removed the front matter', async () => {
    const changed = BASE.replace('Last', 'End')
    // As documents the fences would stay, with nothing between them.
    expect(await judge(BASE, changed, BARE)).to.deep.equal(merge(BARE.replace('Last', 'End')))
    expect(await judge(BASE, BARE, changed)).to.deep.equal(merge(BARE.replace('Last', 'End')))
  })

  it('is kept as a second file if one side removed the front matter that the other changed', async () => {
    const changed = BASE.replace('One', 'Two')
    expect(await judge(BASE, changed, BARE)).to.have.property('kind', 'keep-both')
    expect(await judge(BASE, BARE, changed)).to.have.property('kind', 'keep-both')
  })

  it('is merged by lines if there is no front matter', async () => {
    const verdict = await judge(BARE, BARE.replace('First', '1'), BARE.replace('Last', '9'))
    expect(verdict).to.deep.equal(merge('1\n\nMiddle\n\n9\n'))
  })
})
