import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { expectSound, git } from '../../git/fixture.js'
import { startProxy, useGitHost } from '../../git/remote/remote-host.js'
import type { Fault, Proxy } from '../../git/remote/remote-host.js'
import { bombTrees, commit, object, tree, writeLoose } from '../../stories/hostile-objects.js'
import { change, expectEqualSides, makeSyncBench, removeSound, type SyncBench } from './bench.js'

describe('createSyncing, with a remote that fails', () => {
  const host = useGitHost()
  let bench: SyncBench
  let proxy: Proxy | undefined
  beforeEach(async () => {
    bench = await makeSyncBench(host())
  })
  afterEach(async () => {
    await proxy?.close()
    proxy = undefined
    await removeSound(bench)
  })

  async function through(fault: Fault): Promise<void> {
    proxy = await startProxy(host().port)
    proxy.fault = fault
    bench.point({ path: bench.hosted.through(proxy.port) })
  }

  it('recognizes that a push succeeded although its answer was lost', async () => {
    await bench.write({ 'a.md': 'a' })
    await through('lose-push-answer')
    expect(await bench.sync()).to.equal(null)
    await expectEqualSides(bench)
  })

  it('merges and pushes again when somebody else is faster', async () => {
    await bench.write({ 'a.md': 'a' })
    await bench.sync()
    await bench.write({ 'b.md': 'ours' })
    const hook = join(bench.hosted.dir, 'hooks', 'pre-receive')
    const work = bench.folder('fast')
    await git('/', 'clone', '-q', bench.hosted.dir, work)
    await change(work, { 'c.md': 'theirs' })
    await git(work, 'push', '-q', 'origin', 'HEAD:refs/heads/faster')
    // While our push is on its way the branch moves, once.
    const script = `#!/bin/sh\nunset GIT_QUARANTINE_PATH\n[ -e moved ] || git update-ref refs/heads/main refs/heads/faster\ntouch moved\n`
    await writeFile(hook, script, { mode: 0o755 })
    expect(await bench.sync()).to.equal(null)
    expect(await bench.files()).to.deep.equal({ 'a.md': 'a', 'b.md': 'ours', 'c.md': 'theirs' })
    await expectEqualSides(bench)
  })

  it('stays consistent wherever the connection is cut, and continues from there', async () => {
    await bench.write({ 'start.md': 'start' })
    await through('pass')
    let cuts = 0
    for (let budget = 150; budget < 5_000; budget += 350) {
      await bench.develop({ [`theirs/${budget}.md`]: `theirs ${budget}` })
      await bench.write({ [`ours/${budget}.md`]: `ours ${budget}` })
      if (proxy) proxy.budget = budget
      if ((await bench.sync()) !== null) cuts += 1
      await expectSound(bench.repository.gitDir)
      if (proxy) proxy.budget = Number.POSITIVE_INFINITY
      expect(await bench.sync()).to.equal(null)
      await expectEqualSides(bench)
    }
    const files = Object.keys(await bench.files())
    expect(cuts).to.be.greaterThan(5)
    expect(files).to.have.length(1 + 2 * 14)
  })

  it('ends at once when it is cancelled while the server is frozen', async () => {
    await bench.write({ 'a.md': 'a' })
    await through('freeze')
    const cancel = new AbortController()
    const ended = bench.sync(cancel.signal).then(
      () => 'well',
      () => 'cancelled',
    )
    setTimeout(() => cancel.abort(), 50)
    expect(await ended).to.equal('cancelled')
  })

  it('tries again after an error that may pass', async () => {
    await bench.write({ 'a.md': 'a' })
    await through('cut-fetch')
    await bench.develop({ 'b.md': 'b'.repeat(3000) })
    const taken = proxy
    const ended = bench.sync()
    const timer = setInterval(() => {
      if (taken && taken.connections >= 2) taken.fault = 'pass'
    }, 1)
    expect(await ended).to.equal(null)
    clearInterval(timer)
    await expectEqualSides(bench)
  })

  it('does not repeat a request with a wrong token, and never shows it', async () => {
    await bench.write({ 'a.md': 'a' })
    proxy = await startProxy(host().port)
    bench.point({ path: bench.hosted.through(proxy.port), access_token: 'wrong-token-1' })
    const error = await bench.sync()
    expect(error).to.match(/^Could not sync with http:.*: the access token was refused\.$/)
    expect(error).not.to.contain('wrong-token-1')
    expect(proxy.connections).to.equal(1)
  })

  it('reports that it may not push, and keeps what it fetched', async () => {
    await bench.develop({ 'a.md': 'a' })
    await bench.sync()
    await git(bench.hosted.dir, 'config', 'http.receivepack', 'false')
    await bench.develop({ 'b.md': 'theirs' })
    await bench.write({ 'c.md': 'ours' })
    expect(await bench.sync()).to.contain('does not allow this')
    expect(await bench.files()).to.deep.equal({ 'a.md': 'a', 'b.md': 'theirs', 'c.md': 'ours' })
    await git(bench.hosted.dir, 'config', '--unset', 'http.receivepack')
    expect(await bench.sync()).to.equal(null)
    await expectEqualSides(bench)
  })

  it('takes names that differ in case only', async () => {
    await bench.write({ 'a.md': 'a' })
    await bench.sync()
    await bench.develop({ 'README.md': 'one', 'readme.md': 'two' })
    expect(await bench.sync()).to.equal(null)
    expect(await bench.files()).to.include({ 'README.md': 'one', 'readme.md': 'two' })
    await expectEqualSides(bench)
  })

  it('refuses names that mean .git on some file systems, and leaves the site as it was', async () => {
    const before = await bench.write({ 'a.md': 'a' })
    await bench.sync()
    const hosted = bench.hosted.dir
    const oid = await git(hosted, 'rev-parse', 'main:a.md')
    const tree = bench.folder('tree')
    const name = Buffer.from('100644 .GIT\0')
    await writeFile(tree, Buffer.concat([name, Buffer.from(oid, 'hex')]))
    const root = await git(hosted, 'hash-object', '-t', 'tree', '-w', '--literally', tree)
    const commit = await git(hosted, 'commit-tree', '-p', 'main', '-m', 'Hostile', root)
    await git(hosted, 'update-ref', 'refs/heads/main', commit)
    expect(await bench.sync()).to.match(
      /^Could not sync with http.*git rejects the received objects.*\.git/,
    )
    expect(await bench.repository.head()).to.equal(before)
    await git(hosted, 'update-ref', 'refs/heads/main', before)
    await git(hosted, 'prune', '--expire=now')
  })

  for (const isLast of [true, false]) {
    const title = isLast ? 'its last commit' : 'its history, which removes them again'
    it(`refuses a kilobyte that holds a million files in ${title}, and leaves the site as it was`, async () => {
      const before = await bench.write({ 'a.md': 'a' })
      await bench.sync()
      const hosted = bench.hosted.dir
      const { objects, root } = bombTrees(6, 10)
      const bomb = commit(root.oid, before)
      const file = object('blob', 'b')
      const small = tree([{ mode: '100644', name: 'b.md', oid: file.oid }])
      const top = commit(small.oid, bomb.oid)
      for (const made of [...objects, bomb, file, small, top]) await writeLoose(hosted, made)
      await git(hosted, 'update-ref', 'refs/heads/main', (isLast ? bomb : top).oid)
      const error = await bench.sync()
      expect(error).to.match(/^Could not sync with http/)
      expect(error).to.include(`Commit ${bomb.oid.slice(0, 12)}`)
      expect(error).to.include('1,111,110 files and folders; at most 200,000')
      expect(await bench.repository.head()).to.equal(before)
      expect(bench.store.index.commitOf(bench.siteId)).to.equal(before)
      expect(await bench.files()).to.deep.equal({ 'a.md': 'a' })
      // Without them, the next sync goes on.
      await git(hosted, 'update-ref', 'refs/heads/main', before)
      await bench.write({ 'c.md': 'c' })
      expect(await bench.sync()).to.equal(null)
      await expectEqualSides(bench)
    })
  }

  it('refuses an address in a private network unless it is allowed', async () => {
    await bench.write({ 'a.md': 'a' })
    bench.point({ path: 'http://10.0.0.1/r.git' })
    expect(await bench.sync()).to.match(/10\.0\.0\.1/)
  })
})
