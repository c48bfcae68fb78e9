/** A file that somebody has deleted in the working tree is not put back behind their back. */

import { mkdir, readdir, rm, unlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, useRepositories } from '../fixture.js'

describe('a file deleted in a working tree', () => {
  const bench = useRepositories()

  it('is reported as an edit when the next commit changes it', async () => {
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

  it('does not get its removed folder again', async () => {
    const repository = await bench.repository()
    const root = bench.folder('tree')
    await mkdir(root)
    const { reader } = repository
    const tree = openWorktree({ root, cacheFile: bench.folder('state'), reader })
    const first = await commitTo(repository, { 'd/a.md': '1', 'e/a.md': '1' })
    await tree.checkout(repository.snapshot(first))
    await rm(join(root, 'd'), { recursive: true })
    await rm(join(root, 'e'), { recursive: true })
    const second = await commitTo(repository, { 'd/a.md': '2', 'e/a.md': '2', 'e/new.md': 'new' })
    const { kept } = await tree.update(await repository.diff(first, second))
    expect(kept.map(({ path }) => path)).to.deep.equal(['d/a.md', 'e/a.md'])
    expect((await readdir(root, { recursive: true })).sort()).to.deep.equal(['e', 'e/new.md'])
  })
})
