import { expect } from 'chai'
import type { Edit } from '../../../src/git/commit.js'
import type { Snapshot } from '../../../src/git/objects/snapshot.js'
import { checkPaths } from '../../../src/service/branch/new-paths.js'
import { useRepositories, WHO } from '../../git/fixture.js'

describe('Checking the paths of new files', () => {
  const bench = useRepositories()
  let snapshot: Snapshot
  /** Folders that were read for all their names, and such that were looked through for one. */
  let read: string[]
  let looked: string[]

  beforeEach(async () => {
    read = []
    looked = []
    const repository = await bench.repository()
    const edits = new Map<string, Edit>()
    for (let page = 0; page < 10; page += 1) {
      edits.set(`docs/${page}.md`, { data: Buffer.from(String(page)) })
    }
    edits.set('docs/Caf\u00e9.md', { data: Buffer.from('x') })
    edits.set('docs/sub/x.md', { data: Buffer.from('x') })
    const signatures = { author: WHO, committer: WHO, message: 'Fill\n' }
    const { commit } = await repository.commit({ parents: [], base: null, edits, ...signatures })
    const whole = repository.snapshot(commit)
    snapshot = {
      ...whole,
      names: (folder = '') => {
        read.push(folder)
        return whole.names(folder)
      },
      namesLike: (folder, alike) => {
        looked.push(folder)
        return whole.namesLike(folder, alike)
      },
    }
  })

  const check = async (paths: readonly string[], gone: readonly string[] = []) => {
    const files = new Map<string, Edit>(gone.map((path) => [path, null]))
    for (const path of paths) files.set(path, { data: Buffer.from('y') })
    return checkPaths(snapshot, files).then(
      () => 'fits',
      (error: Error) => error.message,
    )
  }
  const fresh = Array.from({ length: 100 }, (_, number) => `docs/new-${number}.md`)

  it('reads each folder once, however many files are added', async () => {
    expect(await check([...fresh, 'none/a.md', 'none/b.md'])).to.equal('fits')
    expect(read).to.deep.equal(['docs'])
    expect(looked.filter((folder) => folder === 'docs')).to.have.length(3)
    expect(looked.filter((folder) => folder === '')).to.have.length(2)
  })

  for (const [path, other] of [
    ['docs/CAF\u00c9.md', 'docs/Caf\u00e9.md'],
    ['DOCS/a.md', 'docs'],
    ['docs/0.md/a.md', 'docs/0.md'],
    ['docs/Sub/a.md', 'docs/sub'],
  ] as const) {
    it(`refuses ${path}, both as the first and as the last of many`, async () => {
      const message = `"${path}" cannot exist beside "${other}".`
      expect(await check([path])).to.equal(message)
      expect(await check([...fresh, path])).to.equal(message)
    })
  }

  it('refuses the path of a folder, and ignores files that are removed', async () => {
    expect(await check([...fresh, 'docs/sub'])).to.equal('"docs/sub" is a directory.')
    expect(await check([...fresh, 'docs/caf\u00e9.md'], ['docs/Caf\u00e9.md'])).to.equal('fits')
  })
})
