import { expect } from 'chai'
import type { Choice } from '../../../src/service/sync/decisions.js'
import { git } from '../../git/fixture.js'
import { useGitHost } from '../../git/remote/remote-host.js'
import {
  change,
  expectEqualSides,
  makeSyncBench,
  removeSound,
  syncJob,
  type SyncBench,
} from './bench.js'

const POST = '---\ntitle: One\ntags: [a]\n---\nFirst line\n\nMiddle\n\nLast line\n'

describe('createSyncing', () => {
  const host = useGitHost()
  let bench: SyncBench
  beforeEach(async () => {
    bench = await makeSyncBench(host())
  })
  afterEach(() => removeSound(bench))

  describe('without a conflict', () => {
    it('has nothing to do if both sides are empty', async () => {
      expect(await bench.sync()).to.equal(null)
      expect(await bench.repository.head()).to.equal(null)
    })

    it('pushes a site to an empty remote', async () => {
      await bench.write({ 'index.md': POST })
      expect(await bench.sync()).to.equal(null)
      await expectEqualSides(bench)
    })

    it('takes over a remote into an empty site', async () => {
      await bench.develop({ 'index.md': POST })
      expect(await bench.sync()).to.equal(null)
      expect(await bench.files()).to.deep.equal({ 'index.md': POST })
      await expectEqualSides(bench)
      expect(bench.followed).to.deep.equal([bench.siteId])
    })

    it('fast-forwards the side that is behind, without a merge', async () => {
      await bench.write({ 'index.md': POST })
      await bench.sync()
      const theirs = await bench.develop({ 'a.md': 'a' })
      await bench.sync()
      expect(await bench.repository.head()).to.equal(theirs)
      const ours = await bench.write({ 'b.md': 'b' })
      await bench.sync()
      expect(await bench.remoteTip()).to.equal(ours)
    })

    it('merges front matter by key and the body by lines', async () => {
      await bench.write({ 'index.md': POST })
      await bench.sync()
      await bench.write({ 'index.md': POST.replace('One', 'Two').replace('Last', 'Final') })
      await bench.develop({ 'index.md': POST.replace('[a]', '[a, b]').replace('First', '1st') })
      expect(await bench.sync()).to.equal(null)
      const merged = '---\ntitle: Two\ntags: [a, b]\n---\n1st line\n\nMiddle\n\nFinal line\n'
      expect(await bench.files()).to.deep.equal({ 'index.md': merged })
      await expectEqualSides(bench)
    })

    it('merges changes of different files into one commit with both parents', async () => {
      await bench.write({ 'a.md': 'a', 'b.md': 'b' })
      await bench.sync()
      const ours = await bench.write({ 'a.md': 'ours' })
      const theirs = await bench.develop({ 'b.md': 'theirs', 'c.md': 'new' })
      await bench.sync()
      const head = (await bench.repository.head()) ?? ''
      expect((await bench.repository.readCommit(head)).parents).to.deep.equal([ours, theirs])
      const files = { 'a.md': 'ours', 'b.md': 'theirs', 'c.md': 'new' }
      expect(await bench.files()).to.deep.equal(files)
    })

    it('keeps the names of both sides that are equal but for case, and warns', async () => {
      await bench.write({ 'a.md': 'a' })
      await bench.sync()
      bench.store.records.jobs.create(syncJob(bench.siteId))
      const ours = { 'About.md': 'ours', 'Docs/a.md': 'a' }
      const theirs = { 'about.md': 'theirs', 'docs/b.md': 'b', 'I/x.png': 'X', 'i/x.png': 'x' }
      await bench.write(ours)
      await bench.develop(theirs)
      expect(await bench.sync()).to.equal(null)
      expect(await bench.files()).to.deep.equal({ 'a.md': 'a', ...ours, ...theirs })
      const said = bench.store.records.jobs.diagnosticsOf('job')
      expect(said.map(({ path, message }) => `${path}: ${message.split('.', 1)[0]}`)).to.include(
        'about.md: Differs from About',
      )
      await expectEqualSides(bench)
    })

    it('follows a rename of one side with the change of the other, both ways', async () => {
      const long = (word: string) => `${word}\n${'A line that stays.\n'.repeat(20)}end\n`
      await bench.write({ 'a.md': long('a'), 'b.md': long('b') })
      await bench.sync()
      await bench.write({ 'a.md': null, 'docs/a.md': long('a'), 'b.md': long('changed here') })
      const theirs = { 'b.md': null, 'docs/b.md': long('b'), 'a.md': long('changed there') }
      await bench.develop(theirs)
      expect(await bench.sync()).to.equal(null)
      const files = { 'docs/a.md': long('changed there'), 'docs/b.md': long('changed here') }
      expect(await bench.files()).to.deep.equal(files)
    })

    it('removes what the other side removed', async () => {
      await bench.write({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' })
      await bench.sync()
      await bench.write({ 'a.md': null })
      await bench.develop({ 'b.md': null, 'a.md': null })
      expect(await bench.sync()).to.equal(null)
      expect(await bench.files()).to.deep.equal({ 'c.md': 'c' })
    })

    it('picks one merge base of a criss-cross merge', async () => {
      await bench.write({ 'a.md': POST })
      await bench.sync()
      const ours = await bench.write({ 'a.md': POST.replace('First', 'Our first') })
      const theirs = await bench.develop({ 'a.md': POST.replace('Last', 'Their last') })
      // Both merge the other's commit by themselves.
      const work = bench.folder('clone')
      await git(work, 'fetch', '-q', bench.repository.gitDir, 'main')
      await git(work, 'merge', '-q', '-m', 'Theirs', ours)
      await git(work, 'push', '-q', 'origin', 'HEAD:main')
      const other = bench.folder('other')
      await git('/', 'clone', '-q', bench.repository.gitDir, other)
      await git(other, 'fetch', '-q', bench.hosted.dir, 'main')
      await git(other, 'merge', '-q', '-m', 'Ours', theirs)
      await git(other, 'push', '-q', 'origin', 'HEAD:main')
      await bench.write({ 'b.md': 'ours' })
      await bench.develop({ 'c.md': 'theirs' })
      expect(await bench.sync()).to.equal(null)
      const both = POST.replace('First', 'Our first').replace('Last', 'Their last')
      expect(await bench.files()).to.deep.equal({ 'a.md': both, 'b.md': 'ours', 'c.md': 'theirs' })
      await expectEqualSides(bench)
    })

    it('says whether there is something to push', async () => {
      expect(await bench.syncing.isAhead(bench.siteId)).to.equal(false)
      await bench.write({ 'a.md': 'a' })
      expect(await bench.syncing.isAhead(bench.siteId)).to.equal(true)
      await bench.sync()
      expect(await bench.syncing.isAhead(bench.siteId)).to.equal(false)
    })
  })

  describe('with a remote that lost commits', () => {
    /** Both sides have `a.md`, then `secret.md`, which a developer purges; a write came here meanwhile. */
    async function purged(): Promise<{ first: string; secret: string; ours: string }> {
      const first = await bench.write({ 'a.md': POST })
      await bench.sync()
      const secret = await bench.develop({ 'secret.md': 'a password\n' })
      await bench.sync()
      const ours = await bench.write({ 'c.md': 'ours\n' })
      const work = bench.folder('clone')
      await git(work, 'reset', '-q', '--hard', first)
      await change(work, { 'd.md': 'came instead\n' })
      await git(work, 'push', '-q', '--force', 'origin', 'HEAD:main')
      return { first, secret, ours }
    }
    const choose = (choice: Choice) => {
      const decision = bench.decisions.find(bench.siteId)
      if (decision === null) throw new Error('The sync waits for no decision.')
      bench.decisions.keep(bench.siteId, { ...decision, choice })
    }

    it('stops, asks again and again, and brings nothing back', async () => {
      const { ours, secret } = await purged()
      const theirs = await bench.remoteTip()
      for (let time = 1; time <= 2; time += 1) {
        expect(await bench.sync()).to.match(/history of main was rewritten.*Nothing was changed/)
        expect(await bench.remoteTip()).to.equal(theirs)
        expect(await bench.repository.head()).to.equal(ours)
        const { last, choice } = bench.decisions.find(bench.siteId) ?? {}
        expect({ last, choice }).to.deep.equal({ last: secret, choice: null })
      }
    })

    it('takes theirs', async () => {
      await purged()
      await bench.sync()
      choose('theirs')
      expect(await bench.sync()).to.equal(null)
      expect(await bench.files()).to.deep.equal({ 'a.md': POST, 'd.md': 'came instead\n' })
      expect(await bench.remoteTip()).to.equal(await bench.repository.head())
      expect(bench.store.index.entryByPath(bench.siteId, 'secret.md')).to.equal(null)
      expect(bench.decisions.find(bench.siteId)).to.equal(null)
      await expectEqualSides(bench)
    })

    it('takes theirs and keeps ours on a branch, which is not pushed', async () => {
      const { ours } = await purged()
      await bench.sync()
      choose('copy')
      expect(await bench.sync()).to.equal(null)
      const name = `before-sync-${ours.slice(0, 7)}`
      expect(await bench.repository.head(`refs/heads/${name}`)).to.equal(ours)
      expect(bench.said.join('\n')).to.contain(name)
      expect(await git(bench.hosted.dir, 'branch', '--list', name)).to.equal('')
      expect(Object.keys(await bench.files())).to.deep.equal(['a.md', 'd.md'])
      await bench.write({ 'later.md': 'x' })
      expect(await bench.sync()).to.equal(null)
    })

    it('pushes ours', async () => {
      const { ours } = await purged()
      await bench.sync()
      choose('ours')
      expect(await bench.sync()).to.equal(null)
      expect(await bench.remoteTip()).to.equal(ours)
      await expectEqualSides(bench)
    })

    it('asks again if the remote has moved since the choice', async () => {
      const { ours } = await purged()
      await bench.sync()
      choose('ours')
      await bench.develop({ 'e.md': 'even later\n' })
      expect(await bench.sync()).to.match(/was rewritten/)
      expect(await bench.repository.head()).to.equal(ours)
    })

    it('goes on by itself once the remote has its commits again', async () => {
      const { secret } = await purged()
      await bench.sync()
      await git(bench.hosted.dir, 'update-ref', 'refs/heads/main', secret)
      expect(await bench.sync()).to.equal(null)
      expect(bench.decisions.find(bench.siteId)).to.equal(null)
      await expectEqualSides(bench)
    })

    it('asks, too, if its branch was put back', async () => {
      const { first } = await purged()
      await git(bench.hosted.dir, 'update-ref', 'refs/heads/main', first)
      expect(await bench.sync()).to.match(/was rewritten/)
      expect(await bench.remoteTip()).to.equal(first)
    })

    it('asks if the branch is gone or renamed, and names the others', async () => {
      const head = await bench.write({ 'a.md': POST })
      await bench.sync()
      await git(bench.hosted.dir, 'branch', 'aside', head)
      await git(bench.hosted.dir, 'branch', '-m', 'main', 'trunk')
      expect(await bench.sync()).to.match(/main is gone from the remote; there are aside, trunk\./)
      expect(await git(bench.hosted.dir, 'branch', '--list', 'main')).to.equal('')
      expect(bench.decisions.find(bench.siteId)?.branches).to.deep.equal(['aside', 'trunk'])
      choose('ours')
      expect(await bench.sync()).to.equal(null)
      expect(await bench.remoteTip()).to.equal(head)
    })

    it('asks if the settings follow another branch, which lost the same commits', async () => {
      await purged()
      await git(bench.hosted.dir, 'branch', '-m', 'main', 'trunk')
      expect(await bench.sync()).to.match(/main is gone/)
      bench.point({ branch: 'trunk' })
      expect(await bench.sync()).to.match(/history of trunk was rewritten/)
    })
  })

  it('unifies equal files of an unrelated history, which was never synced', async () => {
    await bench.write({ 'a.md': 'same\n', 'b.md': 'ours\n' })
    const theirs = await bench.develop({ 'a.md': 'same\n', 'b.md': 'theirs\n', 'c.md': 'new\n' })
    expect(await bench.sync()).to.contain('b.md')
    expect(await bench.files()).to.deep.equal({
      'a.md': 'same\n',
      'b.md': 'ours\n',
      [`b.conflict-${theirs.slice(0, 7)}.md`]: 'theirs\n',
      'c.md': 'new\n',
    })
    await expectEqualSides(bench)
  })
})
