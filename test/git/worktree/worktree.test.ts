import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Repository } from '../../../src/git/repository.js'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import type { Worktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, rejection, useRepositories } from '../fixture.js'

interface Site {
  repository: Repository
  tree: Worktree
  root: string
  at: (path: string) => string
  advance: (files: Parameters<typeof commitTo>[1]) => ReturnType<Worktree['update']>
}

describe('openWorktree', () => {
  const bench = useRepositories()

  async function site(files: Parameters<typeof commitTo>[1]): Promise<Site> {
    const repository = await bench.repository()
    const root = bench.folder('tree')
    const options = { root, cacheFile: bench.folder('tree.state'), reader: repository.reader }
    const tree = openWorktree(options)
    await tree.checkout(repository.snapshot(await commitTo(repository, files)))
    return {
      repository,
      tree,
      root,
      at: (path) => join(root, path),
      async advance(edit) {
        const before = await repository.head()
        return tree.update(await repository.diff(before, await commitTo(repository, edit)))
      },
    }
  }
  const text = (path: string): Promise<string> => readFile(path, 'utf8')
  const kinds = async (tree: Worktree): Promise<string[]> =>
    (await tree.scan()).changes.map(({ kind, path }) => `${kind} ${path}`)

  it('puts a snapshot on disk, with executable bits', async () => {
    const run = { data: Buffer.from('#!'), mode: '100755' } as const
    const { at, tree } = await site({ 'a.md': 'A', 'd/e/f': 'F', 'd/run': run, 'ü b': 'x' })
    expect(await text(at('d/e/f'))).to.equal('F')
    expect(await text(at('ü b'))).to.equal('x')
    expect((await lstat(at('d/run'))).mode & 0o111).to.not.equal(0)
    expect((await lstat(at('a.md'))).mode & 0o111).to.equal(0)
    expect(await kinds(tree)).to.deep.equal([])
  })

  it('applies changes: new, changed, moved, removed, a file that becomes a folder and back', async () => {
    const { at, advance, tree, root } = await site({ a: '1', 'b/c': '2', 'd/e/f': '3', g: '4' })
    const applied = await advance({
      a: '9',
      'b/c': null,
      'h/c': '2',
      g: null,
      'g/x': '5',
      'd/e/f': null,
      d: '6',
    })
    expect(applied).to.deep.equal({ kept: [], skipped: [] })
    expect((await readdir(root)).sort()).to.deep.equal(['a', 'd', 'g', 'h'])
    expect(await Promise.all(['a', 'd', 'g/x', 'h/c'].map((path) => text(at(path))))).to.deep.equal(
      ['9', '6', '5', '2'],
    )
    expect(await kinds(tree)).to.deep.equal([])
  })

  it('reports what was changed on disk, until it is accepted', async () => {
    const { at, tree, repository } = await site({ a: '1', b: '2', 'c/d': '3' })
    await writeFile(at('a'), '9')
    await unlink(at('b'))
    await writeFile(at('c/new'), 'n')
    await chmod(at('c/d'), 0o755)
    const expected = ['changed a', 'deleted b', 'changed c/d', 'added c/new']
    expect(await kinds(tree)).to.deep.equal(expected)
    expect(await kinds(tree)).to.deep.equal(expected)
    const { changes } = await tree.scan()
    expect(changes[0]?.base).to.equal(
      (await repository.snapshot(await repository.head()).entry('a'))?.oid,
    )
    const commit = await commitTo(repository, {
      a: '9',
      b: null,
      'c/new': 'n',
      'c/d': { data: Buffer.from('3'), mode: '100755' },
    })
    const snapshot = repository.snapshot(commit)
    const entries = changes.map(async ({ path }) => ({ path, entry: await snapshot.entry(path) }))
    await tree.accept(await Promise.all(entries))
    expect(await kinds(tree)).to.deep.equal([])
  })

  it('never overwrites or removes what was changed on disk, and reports its base version', async () => {
    const { at, advance, repository } = await site({ a: '1', b: '2', c: '3' })
    const snapshot = repository.snapshot(await repository.head())
    await writeFile(at('a'), 'mine')
    await writeFile(at('b'), 'mine')
    await writeFile(at('new'), 'mine')
    const { kept } = await advance({ a: 'theirs', b: null, c: '4', new: 'theirs' })
    expect(kept).to.deep.equal([
      { path: 'a', base: (await snapshot.entry('a'))?.oid },
      { path: 'b', base: (await snapshot.entry('b'))?.oid },
      { path: 'new', base: null },
    ])
    expect(await Promise.all(['a', 'b', 'new', 'c'].map((path) => text(at(path))))).to.deep.equal([
      'mine',
      'mine',
      'mine',
      '4',
    ])
  })

  it('sees a change of the same length and time, right after it wrote the file', async () => {
    const { at, tree } = await site({ a: 'one' })
    const before = await lstat(at('a'))
    await writeFile(at('a'), 'two')
    await utimes(at('a'), before.atime, before.mtime)
    expect(await kinds(tree)).to.deep.equal(['changed a'])
  })

  it('adopts existing files, and keeps those that differ', async () => {
    const repository = await bench.repository()
    const root = bench.folder('tree')
    await mkdir(root)
    await writeFile(join(root, 'same'), 'same')
    await writeFile(join(root, 'other'), 'mine')
    const cacheFile = bench.folder('tree.state')
    const tree = openWorktree({ root, cacheFile, reader: repository.reader })
    const { kept } = await tree.checkout(
      repository.snapshot(await commitTo(repository, { same: 'same', other: 'x' })),
    )
    expect(kept).to.deep.equal([{ path: 'other', base: null }])
    expect(await kinds(tree)).to.deep.equal(['added other'])
  })

  for (const damage of [0, 60]) {
    it(`loses nothing when its own notes are cut to ${damage} bytes`, async () => {
      const { at, root, repository } = await site({ a: '1', b: '2' })
      await writeFile(at('b'), 'mine')
      const cacheFile = bench.folder('tree.state')
      await truncate(cacheFile, damage)
      const tree = openWorktree({ root, cacheFile, reader: repository.reader })
      await tree.checkout(repository.snapshot(await repository.head()))
      expect(await text(at('b'))).to.equal('mine')
      expect(await kinds(tree)).to.deep.equal(['added b'])
    })
  }

  it('ignores .git in every spelling and temporary files of editors', async () => {
    const { at, tree } = await site({ a: '1', 'kept~': 'tracked' })
    for (const folder of ['.git', '.GIT', 'git~1', '.git.']) {
      await mkdir(at(folder))
      await writeFile(at(join(folder, 'config')), 'x')
    }
    for (const name of [
      'a~',
      '.a.swp',
      '#a#',
      '.#a',
      '4913',
      '.DS_Store',
      '.goutputstream-X1',
      '~$a.doc',
    ]) {
      await writeFile(at(name), 'x')
    }
    await writeFile(at('.gitignore'), 'x')
    await writeFile(at('kept~'), 'y')
    expect(await kinds(tree)).to.deep.equal(['added .gitignore', 'changed kept~'])
  })

  it('does not report all files as deleted if the folder is missing', async () => {
    const { tree, root } = await site({ a: '1' })
    await rename(root, `${root}.away`)
    expect(await rejection(tree.scan())).to.equal('io')
  })

  it('writes through no symbolic link, at any depth, and reports none as a file', async () => {
    const { at, advance, tree } = await site({ 'd/e/f': '1', 'x/y': '2', z: '3' })
    const outside = bench.folder('outside')
    await mkdir(join(outside, 'e'), { recursive: true })
    await writeFile(join(outside, 'e', 'f'), 'outside')
    await writeFile(join(outside, 'y'), 'outside')
    await rm(at('d'), { recursive: true })
    await symlink(outside, at('d'))
    await rm(at('x/y'))
    await symlink(join(outside, 'y'), at('x/y'))
    await rm(at('z'))
    await symlink(join(outside, 'made'), at('z'))
    const { changes, skipped } = await tree.scan()
    expect([changes, skipped]).to.deep.equal([[], ['d', 'x/y', 'z']])
    const applied = await advance({ 'd/e/f': '9', 'd/new': '9', 'x/y': null, z: '9' })
    expect(applied.kept.map(({ path }) => path)).to.deep.equal(['x/y', 'z'])
    expect(applied.skipped).to.deep.equal(['d/e/f', 'd/new'])
    expect((await readdir(outside, { recursive: true })).sort()).to.deep.equal(['e', 'e/f', 'y'])
    expect(await text(join(outside, 'e', 'f'))).to.equal('outside')
    expect(await text(join(outside, 'y'))).to.equal('outside')
    expect(await tree.read('x/y')).to.equal(null)
    expect(await rejection(tree.read('d/e/f'))).to.equal('unsafe_path')
  })

  it('does not write links and submodules of the repository to disk', async () => {
    const { repository, tree, root } = await site({ a: '1' })
    const oid = await repository.writeBlob(Buffer.from('/etc/passwd'))
    const commit = await commitTo(repository, { link: { oid, mode: '120000' } })
    const applied = await tree.checkout(repository.snapshot(commit))
    expect(applied.skipped).to.deep.equal(['link'])
    expect(await readdir(root)).to.deep.equal(['a'])
  })

  it('postpones a file that is being written', async () => {
    const { at, tree } = await site({ a: '1' })
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) await writeFile(at('a'), 'x'.repeat(n % 5000))
    })()
    const scans = await Promise.all([tree.scan(), tree.scan(), tree.scan()])
    writing = false
    await writer
    for (const { changes, unsettled } of scans) {
      expect([...changes.map(({ path }) => path), ...unsettled]).to.satisfy((paths: string[]) =>
        paths.every((path) => path === 'a'),
      )
    }
    await writeFile(at('a'), 'settled')
    expect(await kinds(tree)).to.deep.equal(['changed a'])
  })
})
