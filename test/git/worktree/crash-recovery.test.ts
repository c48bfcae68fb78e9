import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { isRest } from '../../../src/git/worktree/crash-recovery.js'
import { readFormerBlobs } from '../../../src/git/worktree/former-blobs.js'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, useRepositories } from '../fixture.js'

describe('isRest', () => {
  const content = randomBytes(10_000)
  const holed = Buffer.concat([
    content.subarray(0, 4096),
    Buffer.alloc(4096),
    content.subarray(8192),
  ])
  const other = Buffer.concat([content.subarray(0, 9_000), Buffer.from('edited')])
  const table: readonly (readonly [string, Buffer, boolean])[] = [
    ['nothing', Buffer.alloc(0), true],
    ['its beginning', content.subarray(0, 5_000), true],
    ['zeros for all of it', Buffer.alloc(10_000), true],
    ['zeros for a block', holed, true],
    ['more than it was', Buffer.concat([content, Buffer.from('x')]), false],
    ['another end', other, false],
    ['another text', Buffer.from('Something else.'), false],
  ]
  for (const [what, data, is] of table) {
    it(`${is ? 'knows' : 'does not take'} ${what}`, () => {
      expect(isRest(data, content)).to.equal(is)
    })
  }
})

describe('a working tree after a power cut', () => {
  const bench = useRepositories()
  const files = { 'a.txt': 'One.', 'b.txt': 'Two.', 'deep/c.txt': 'Three.', 'd.txt': 'Four.' }

  async function tree() {
    const repository = await bench.repository()
    const commit = await commitTo(repository, files)
    const root = bench.folder(`tree-${commit.slice(0, 6)}`)
    await mkdir(root, { recursive: true })
    const worktree = openWorktree({ root, cacheFile: `${root}.state`, reader: repository.reader })
    const snapshot = repository.snapshot(commit)
    await worktree.checkout(snapshot)
    return { root, worktree, snapshot }
  }

  it('restores lost files, and keeps edited ones', async () => {
    const { root, worktree, snapshot } = await tree()
    await truncate(join(root, 'a.txt'), 0)
    await rm(join(root, 'b.txt'))
    await rm(join(root, 'deep'), { recursive: true })
    await writeFile(join(root, 'd.txt'), 'Edited.')
    const lost = await worktree.recover(snapshot, Date.now() + 1000)
    expect(lost).to.deep.equal(['a.txt', 'b.txt', 'deep/c.txt'])
    await worktree.checkout(snapshot)
    expect(await readFile(join(root, 'a.txt'), 'utf8')).to.equal('One.')
    expect(await readFile(join(root, 'deep/c.txt'), 'utf8')).to.equal('Three.')
    const { changes } = await worktree.scan()
    expect(changes.map(({ path, kind }) => `${kind} ${path}`)).to.deep.equal(['changed d.txt'])
  })

  for (const [when, isSince] of [
    ['before', false],
    ['since', true],
  ] as const) {
    it(`knows by the times of folders what was removed ${when} the start`, async () => {
      const { root, worktree, snapshot } = await tree()
      const removeAll = async () => {
        await truncate(join(root, 'a.txt'), 0)
        await rm(join(root, 'b.txt'))
        await rm(join(root, 'deep'), { recursive: true })
      }
      await worktree.scan()
      if (!isSince) await removeAll()
      // Times on disk go by ticks of some milliseconds.
      await delay(50)
      const bootTime = Date.now()
      await delay(50)
      if (isSince) await removeAll()
      const lost = await worktree.recover(snapshot, bootTime)
      expect(lost).to.deep.equal(isSince ? [] : ['a.txt', 'b.txt', 'deep/c.txt'])
    })
  }

  it('removes files of commits before if their note is lost, but nothing that was edited', async () => {
    const repository = await bench.repository()
    const root = bench.folder('behind')
    const cacheFile = `${root}.state`
    // Each is opened after a cut, so it reads what is noted.
    const open = () => openWorktree({ root, cacheFile, reader: repository.reader })
    const content = randomBytes(10_000)
    const first = await commitTo(repository, { 'a.txt': 'First.', 'b.txt': 'Two.' })
    await open().checkout(repository.snapshot(first))
    const noted = await readFile(cacheFile)
    const second = await commitTo(repository, { 'a.txt': 'Second.', 'gone.bin': content })
    await open().checkout(repository.snapshot(second))
    const head = await commitTo(repository, { 'a.txt': 'Third.', 'gone.bin': null })
    await writeFile(cacheFile, noted)
    await truncate(join(root, 'gone.bin'), 4096)
    await writeFile(join(root, 'b.txt'), 'Edited.')
    await writeFile(join(root, 'own.txt'), 'Mine.')
    const snapshot = repository.snapshot(head)
    const former = await readFormerBlobs(repository.history({ from: null, to: head }))
    const worktree = open()
    const lost = await worktree.recover(snapshot, Date.now() + 1000, former)
    expect(lost).to.deep.equal(['a.txt', 'gone.bin'])
    await worktree.checkout(snapshot)
    expect(await readFile(join(root, 'a.txt'), 'utf8')).to.equal('Third.')
    const { changes } = await worktree.scan()
    expect(changes.map(({ path, kind }) => `${kind} ${path}`)).to.deep.equal([
      'changed b.txt',
      'added own.txt',
    ])
  })

  it('takes a file for edited if the newest note of it is there', async () => {
    const repository = await bench.repository()
    const root = bench.folder('noted')
    const open = () => openWorktree({ root, cacheFile: `${root}.state`, reader: repository.reader })
    await commitTo(repository, { 'a.txt': 'First.' })
    const head = await commitTo(repository, { 'a.txt': 'Second.' })
    const snapshot = repository.snapshot(head)
    await open().checkout(snapshot)
    await writeFile(join(root, 'a.txt'), 'First.')
    const former = await readFormerBlobs(repository.history({ from: null, to: head }))
    expect([...former.keys()]).to.deep.equal(['a.txt'])
    expect(await open().recover(snapshot, Date.now() + 1000, former)).to.deep.equal([])
    expect(await readFile(join(root, 'a.txt'), 'utf8')).to.equal('First.')
  })

  it('does not restore what was emptied or removed after the machine started', async () => {
    const { root, worktree, snapshot } = await tree()
    await truncate(join(root, 'a.txt'), 0)
    await rm(join(root, 'b.txt'))
    await rm(join(root, 'deep'), { recursive: true })
    expect(await worktree.recover(snapshot, Date.now() - 60_000)).to.deep.equal([])
    const { changes } = await worktree.scan()
    const found = changes.map(({ path, kind }) => `${kind} ${path}`)
    expect(found).to.deep.equal(['changed a.txt', 'deleted b.txt', 'deleted deep/c.txt'])
  })
})
