import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { expectSound, git } from '../../git/fixture.js'
import { startProxy, useGitHost, type Proxy } from '../../git/remote/remote-host.js'
import { bombTrees, commit, writeLoose } from '../../stories/hostile-objects.js'
import { makeSyncBench, type SyncBench } from './bench.js'

describe('createSyncing, on a machine without git', () => {
  const host = useGitHost()
  let bench: SyncBench
  let proxy: Proxy | undefined
  beforeEach(async () => {
    bench = await makeSyncBench(host(), false)
  })
  afterEach(async () => {
    await proxy?.close()
    proxy = undefined
    await expectSound(bench.repository.gitDir)
    await bench.remove()
  })

  async function expectEqualSides(): Promise<void> {
    expect(await bench.remoteTip()).to.equal(await bench.repository.head())
    await expectSound(bench.hosted.dir)
  }

  it('pushes a site to an empty remote, and then what changed', async () => {
    await bench.write({ 'index.md': 'one', 'image.png': Buffer.alloc(300_000, 'png') })
    expect(await bench.sync()).to.equal(null)
    await expectEqualSides()
    await bench.write({ 'index.md': 'two', 'image.png': null })
    bench.said.length = 0
    expect(await bench.sync()).to.equal(null)
    await expectEqualSides()
    expect(bench.said.join()).to.match(/Sent \d\d\d bytes/)
  })

  it('takes over a remote, including its deltas', async () => {
    const text = (word: string) => `${word}\n${'a line that stays\n'.repeat(2000)}`
    await bench.develop({ 'long.md': text('one') })
    await bench.develop({ 'long.md': text('two'), 'folder/other.md': 'other' })
    await git(bench.hosted.dir, 'repack', '-adq', '--depth=50')
    expect(await bench.sync()).to.equal(null)
    expect(await bench.files()).to.deep.equal({
      'long.md': text('two'),
      'folder/other.md': 'other',
    })
    await bench.develop({ 'long.md': text('three') })
    expect(await bench.sync()).to.equal(null)
    expect((await bench.files())['long.md']).to.equal(text('three'))
    await expectEqualSides()
  })

  it('merges what both sides did', async () => {
    await bench.write({ 'a.md': 'a\n\n\nb\n' })
    await bench.sync()
    await bench.develop({ 'a.md': 'a\n\n\ntheirs\n', 'b.md': 'b' })
    await bench.write({ 'a.md': 'ours\n\n\nb\n', 'c.md': 'c' })
    expect(await bench.sync()).to.equal(null)
    expect(await bench.files()).to.deep.equal({
      'a.md': 'ours\n\n\ntheirs\n',
      'b.md': 'b',
      'c.md': 'c',
    })
    await expectEqualSides()
  })

  it('stays consistent wherever the connection is cut, and continues from there', async () => {
    await bench.write({ 'start.md': 'start' })
    proxy = await startProxy(host().port)
    bench.point({ path: bench.hosted.through(proxy.port) })
    let cuts = 0
    for (let budget = 150; budget < 4_000; budget += 700) {
      await bench.develop({ [`theirs/${budget}.md`]: `theirs ${budget}` })
      await bench.write({ [`ours/${budget}.md`]: `ours ${budget}` })
      proxy.budget = budget
      if ((await bench.sync()) !== null) cuts += 1
      await expectSound(bench.repository.gitDir)
      proxy.budget = Number.POSITIVE_INFINITY
      expect(await bench.sync()).to.equal(null)
      await expectEqualSides()
    }
    expect(cuts).to.be.greaterThan(2)
  })

  it('refuses names that mean .git on some file systems, and leaves the site as it was', async () => {
    const before = await bench.write({ 'a.md': 'a' })
    await bench.sync()
    const hosted = bench.hosted.dir
    const oid = Buffer.from(await git(hosted, 'rev-parse', 'main:a.md'), 'hex')
    for (const name of ['.GIT', '..', 'a/b', 'git~1']) {
      const tree = bench.folder('tree')
      await writeFile(tree, Buffer.concat([Buffer.from(`100644 ${name}\0`), oid]))
      const root = await git(hosted, 'hash-object', '-t', 'tree', '-w', '--literally', tree)
      const commit = await git(hosted, 'commit-tree', '-p', before, '-m', 'Hostile', root)
      await git(hosted, 'update-ref', 'refs/heads/main', commit)
      expect(await bench.sync(), name).to.match(/^Could not sync with http/)
      expect(await bench.repository.head()).to.equal(before)
    }
  })

  it('refuses a kilobyte that holds a million files, and leaves the site as it was', async () => {
    const before = await bench.write({ 'a.md': 'a' })
    await bench.sync()
    const { objects, root } = bombTrees(6, 10)
    const bomb = commit(root.oid, before)
    for (const made of [...objects, bomb]) await writeLoose(bench.hosted.dir, made)
    await git(bench.hosted.dir, 'update-ref', 'refs/heads/main', bomb.oid)
    const error = await bench.sync()
    expect(error).to.match(/^Could not sync with http/)
    expect(error).to.include('1,111,110 files and folders; at most 200,000')
    expect(await bench.repository.head()).to.equal(before)
    expect(await bench.files()).to.deep.equal({ 'a.md': 'a' })
    await git(bench.hosted.dir, 'update-ref', 'refs/heads/main', before)
  })
})
