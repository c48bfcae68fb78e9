import { expect } from 'chai'
import { commitTo, git, rejection, useRepositories } from '../fixture.js'

describe('Snapshot', () => {
  const bench = useRepositories()
  const files = { 'a.md': 'A', 'd/x': 'X', 'd/e/y': 'YY', 'd.z': 'Z', '*[q]?': 'Q', 'ü\nn': 'U' }

  for (const native of [true, false]) {
    describe(native ? 'with git' : 'without git', () => {
      it('lists entries in git’s order, with sizes on request', async () => {
        const repository = await bench.repository({ native })
        const snapshot = repository.snapshot(await commitTo(repository, files))
        const paths = (await snapshot.entries()).map(({ path }) => path)
        const expected = (
          await git(repository.gitDir, 'ls-tree', '-rz', '--name-only', 'main')
        ).split('\0')
        expect(paths).to.deep.equal(expected.filter((path) => path !== ''))
        expect(await snapshot.entries('d/e', { sizes: true })).to.deep.equal([
          { path: 'd/e/y', mode: '100644', oid: (await snapshot.entry('d/e/y'))?.oid, size: 2 },
        ])
      })

      it('lists a folder, with or without a slash, a file and nothing', async () => {
        const repository = await bench.repository({ native })
        const snapshot = repository.snapshot(await commitTo(repository, files))
        const list = async (prefix: string): Promise<string[]> =>
          (await snapshot.entries(prefix)).map(({ path }) => path)
        expect(await list('d')).to.deep.equal(['d/e/y', 'd/x'])
        expect(await list('d/')).to.deep.equal(['d/e/y', 'd/x'])
        expect(await list('*[q]?')).to.deep.equal(['*[q]?'])
        expect(await list('nothing')).to.deep.equal([])
      })

      it('reads files and children, and tells a folder from a file', async () => {
        const repository = await bench.repository({ native })
        const snapshot = repository.snapshot(await commitTo(repository, files))
        expect((await snapshot.read('d/e/y')).toString()).to.equal('YY')
        expect(await snapshot.entry('d')).to.equal(null)
        expect(await snapshot.entry('a.md/x')).to.equal(null)
        expect((await snapshot.children('d'))?.map(({ path, mode }) => [path, mode])).to.deep.equal(
          [
            ['d/e', '040000'],
            ['d/x', '100644'],
          ],
        )
        expect(await snapshot.children('a.md')).to.equal(null)
        expect(await rejection(snapshot.read('d'))).to.equal('not_found')
      })

      it('is empty if there is no commit', async () => {
        const snapshot = (await bench.repository({ native })).snapshot(null)
        expect(await snapshot.entries()).to.deep.equal([])
        expect(await snapshot.entry('a')).to.equal(null)
        expect(await snapshot.children()).to.equal(null)
      })

      it('reads what was written after it was opened, also when git has packed the rest', async () => {
        const repository = await bench.repository({ native })
        const first = await commitTo(repository, files)
        await repository.snapshot(first).read('a.md')
        await git(repository.gitDir, 'repack', '-adq')
        await git(repository.gitDir, 'prune-packed')
        await repository.close()
        const second = await commitTo(repository, { 'a.md': 'B' })
        expect((await repository.snapshot(second).read('a.md')).toString()).to.equal('B')
        expect((await repository.snapshot(first).read('d/x')).toString()).to.equal('X')
      })
    })
  }
})
