import { lstat, mkdir, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Edit } from '../../../src/git/commit.js'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import type { Repository } from '../../../src/git/repository.js'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import type { Worktree } from '../../../src/git/worktree/worktree.js'
import { countBetweenTurns } from '../../turns.js'
import { commitTo, useRepositories } from '../fixture.js'

const MANY = 700
const LONG = 'long '.repeat(50_000)

/** Of few contents, since each is made durable when it is committed. */
function manyFiles(): Record<string, string | Edit> {
  const files: Record<string, string | Edit> = { 'long.txt': LONG, empty: '' }
  for (let number = 0; number < MANY; number += 1) {
    files[`d${number % 3}/e/${number}.md`] = `text ${number % 7}`
  }
  files['d0/run'] = { data: Buffer.from('#!'), mode: '100755' }
  return files
}

describe('a working tree that gets many files at once', () => {
  const bench = useRepositories()
  let repository: Repository
  let root: string
  let at: (...names: string[]) => string
  const open = (reader: ObjectReader = repository.reader): Worktree =>
    openWorktree({ root, cacheFile: bench.folder('tree.state'), reader })
  const text = (...names: string[]): Promise<string> => readFile(at(...names), 'utf8')

  beforeEach(async () => {
    repository = await bench.repository()
    root = bench.folder('tree')
    at = (...names) => join(root, ...names)
    await commitTo(repository, manyFiles())
  })
  const checkout = async (tree: Worktree) =>
    tree.checkout(repository.snapshot(await repository.head()))

  it('has all of them, as they are, and nothing else', async () => {
    const tree = open()
    expect(await checkout(tree)).to.deep.equal({ kept: [], skipped: [] })
    const found = await readdir(root, { recursive: true, withFileTypes: true })
    expect(found.filter((entry) => entry.isFile())).to.have.length(MANY + 3)
    expect(await text('d1/e/1.md')).to.equal('text 1')
    expect(await text(`d${(MANY - 1) % 3}/e/${MANY - 1}.md`)).to.equal(`text ${(MANY - 1) % 7}`)
    expect([await text('long.txt'), await text('empty')]).to.deep.equal([LONG, ''])
    expect((await lstat(at('d0/run'))).mode & 0o111).to.not.equal(0)
    expect((await lstat(at('d1/e/1.md'))).mode & 0o111).to.equal(0)
    expect((await tree.scan()).changes).to.deep.equal([])
  })

  it('keeps existing files, and does not write through links', async () => {
    const outside = bench.folder('outside')
    await mkdir(outside)
    await writeFile(join(outside, '2.md'), 'outside')
    await mkdir(at('d0/e'), { recursive: true })
    await writeFile(at('d0/e/0.md'), 'mine')
    await writeFile(at('d0/e/3.md'), 'text 3')
    await symlink(join(outside, '2.md'), at('d0/e/6.md'))
    await mkdir(at('d0/e/9.md'))
    await mkdir(at('d2'))
    await symlink(outside, at('d2/e'))
    const tree = open()
    const { kept, skipped } = await checkout(tree)
    const mine = ['d0/e/0.md', 'd0/e/6.md', 'd0/e/9.md']
    expect(kept).to.deep.equal(mine.map((path) => ({ path, base: null })))
    expect(skipped.every((path) => path.startsWith('d2/e/'))).to.equal(true)
    expect(skipped).to.have.length(Math.floor(MANY / 3))
    expect(await text('d0/e/0.md')).to.equal('mine')
    expect(await readdir(outside)).to.deep.equal(['2.md'])
    expect(await readFile(join(outside, '2.md'), 'utf8')).to.equal('outside')
    expect((await readdir(at('d0/e'))).filter((name) => name.startsWith('.'))).to.deep.equal([])
    const { changes } = await tree.scan()
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).to.deep.equal(['added d0/e/0.md'])
  })

  it('reports files that were deleted there, along with many new ones', async () => {
    const tree = open()
    await tree.checkout(repository.snapshot(await commitTo(repository, { 'd0/e/0.md': 'new' })))
    await rm(at('d0/e/0.md'))
    const more = Object.fromEntries(
      Object.entries(manyFiles()).map(([path, content]) => [`more/${path}`, content]),
    )
    const before = await repository.head()
    const after = await commitTo(repository, { ...more, 'd0/e/0.md': 'newer' })
    const { kept } = await tree.update(await repository.diff(before, after))
    expect(kept.map(({ path }) => path)).to.deep.equal(['d0/e/0.md'])
    expect(await text('more/d1/e/1.md')).to.equal('text 1')
  })

  it('continues after a failure', async () => {
    let left = 300
    const failing: ObjectReader = {
      ...repository.reader,
      start: (oid, bytes) =>
        left-- > 0 ? repository.reader.start(oid, bytes) : Promise.reject(new Error('no more')),
      read: () => Promise.reject(new Error('no more')),
    }
    const error = await checkoutWith(failing)
    expect(error).to.equal('no more')
    const tree = open()
    expect(await checkout(tree)).to.deep.equal({ kept: [], skipped: [] })
    expect(await text('d1/e/1.md')).to.equal('text 1')
    expect((await tree.scan()).changes).to.deep.equal([])
  })
  async function checkoutWith(reader: ObjectReader): Promise<string> {
    return checkout(open(reader)).then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  }

  it('lets others have their turn while it removes files', async () => {
    const names = Array.from({ length: 4000 }, (_, number) => `all/${number}.md`)
    const files = (text: string | null) => Object.fromEntries(names.map((name) => [name, text]))
    const before = await commitTo(repository, files('text') as Record<string, string>)
    const turns = countBetweenTurns()
    // The tree asks it at each file.
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted: () => turns.count(),
    })
    const options = { root, cacheFile: bench.folder('tree.state'), reader: repository.reader }
    const plain = openWorktree(options)
    await checkout(plain)
    // So old that their times say that they are unchanged, and none needs to be read.
    for (const name of names) await utimes(at(name), 1, 1)
    await plain.scan()
    const none = await commitTo(repository, files(null) as Record<string, string>)
    const tree = openWorktree({ ...options, signal })
    await tree.update(await repository.diff(before, none))
    turns.stop()
    expect(turns.total()).to.be.at.least(names.length)
    expect(turns.most()).to.be.lessThan(names.length / 2)
    expect(await readdir(root)).to.not.include('all')
  })
})
