import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, useRepositories } from '../fixture.js'

describe('A temporary file that a killed server left in a working tree', () => {
  const bench = useRepositories()

  it('is removed by the next scan, and nothing else is', async () => {
    const repository = await bench.repository()
    const root = bench.folder('tree')
    const options = { root, cacheFile: bench.folder('state'), reader: repository.reader }
    const tree = openWorktree(options)
    const kept = `.galley-tmp-1_${'b'.repeat(16)}`
    await tree.checkout(
      repository.snapshot(await commitTo(repository, { 'd/a': '1', [kept]: '2' })),
    )
    const ours = `.galley-tmp-${process.pid}_${'c'.repeat(16)}`
    const old = `.galley-tmp-${process.pid}_${'d'.repeat(16)}`
    const dead = `.galley-tmp-${process.pid + 1}_${'e'.repeat(16)}`
    const named = '.galley-tmp-of-somebody'
    const folder = `.galley-tmp-2_${'f'.repeat(16)}`
    for (const name of [ours, old, dead, named, join('d', dead)]) {
      await writeFile(join(root, name), 'half')
    }
    await mkdir(join(root, folder))
    await utimes(join(root, old), 1_000_000_000, 1_000_000_000)
    const { changes } = await tree.scan()
    expect((await readdir(root)).sort()).to.deep.equal([kept, folder, ours, named, 'd'].sort())
    expect(await readdir(join(root, 'd'))).to.deep.equal(['a'])
    expect(changes.filter(({ kind }) => kind !== 'deleted')).to.deep.equal([])
  })
})
