/** A file that somebody has deleted in the working tree is not put back behind their back. */

import { mkdir, unlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openWorktree } from '../../src/git/worktree.js'
import { commitTo, useRepositories } from './fixture.js'

describe('a file deleted in a working tree', () => {
  const bench = useRepositories()

  it('is handed back as an edit when the next commit changes it', async () => {
    const repository = await bench.repository()
    const root = bench.folder('tree')
    await mkdir(root)
    const { reader } = repository
    const tree = openWorktree({ root, cacheFile: bench.folder('state'), reader })
    const first = await commitTo(repository, { 'a.md': '1', 'b.md': '1' })
    await tree.checkout(repository.snapshot(first))
    await unlink(join(root, 'a.md'))
    const second = await commitTo(repository, { 'a.md': '2', 'b.md': '2' })
    const { kept } = await tree.update(await repository.diff(first, second))
    const base = (await repository.snapshot(first).entry('a.md'))?.oid
    expect(kept).to.deep.equal([{ path: 'a.md', base }])
    expect(existsSync(join(root, 'a.md'))).to.equal(false)
    const { changes } = await tree.scan()
    expect(changes.map(({ path, kind }) => `${kind} ${path}`)).to.deep.equal(['deleted a.md'])
  })
})
