import { expect } from 'chai'
import type { HistoryRange, HistoryStep } from '../../../src/git/diff/history.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, edits, git, rejection, useRepositories, WHO } from '../fixture.js'

const collect = async (repository: Repository, range: HistoryRange): Promise<HistoryStep[]> => {
  const steps: HistoryStep[] = []
  for await (const step of repository.history(range)) steps.push(step)
  return steps
}

const TEXT = 'a line\nanother line\na third line\n'

for (const native of [true, false]) {
  describe(`readHistory ${native ? 'with' : 'without'} git`, () => {
    const bench = useRepositories()

    it('walks the first parents with the changes of each commit, including renames', async () => {
      const repository = await bench.repository({ native })
      const first = await commitTo(repository, { 'a.md': TEXT, 'b\n.md': 'x' }, 'One\n\nbody')
      await commitTo(repository, { 'a.md': null, 'd/é.md': `${TEXT}more\n` }, 'Two')
      await commitTo(repository, {}, 'Nothing')
      const to = await commitTo(repository, {
        'b\n.md': { data: Buffer.from('x'), mode: '100755' },
      })
      const steps = await collect(repository, { from: null, to, oldestFirst: true })
      expect(
        steps.map(({ changes }) => changes.map(({ path, renamedFrom }) => [path, renamedFrom])),
      ).to.deep.equal([
        [
          ['a.md', undefined],
          ['b\n.md', undefined],
        ],
        [['d/é.md', 'a.md']],
        [],
        [['b\n.md', undefined]],
      ])
      expect(steps[0]?.commit).to.deep.include({ oid: first, message: 'One\n\nbody\n' })
      expect(steps[0]?.commit.author).to.deep.equal({ ...WHO, offset: 0 })
      const newest = await collect(repository, { from: null, to })
      expect(newest.map(({ commit }) => commit.oid)).to.deep.equal(
        steps.map(({ commit }) => commit.oid).reverse(),
      )
      expect(newest[0]?.changes).to.deep.equal(steps.at(-1)?.changes)
    })

    it('shows a merge by its changes to its first parent, and stops at known commits', async () => {
      const repository = await bench.repository({ native })
      const from = await commitTo(repository, { a: '1' })
      const who = { author: WHO, committer: WHO, message: 'm' }
      const side = await repository.commit({
        parents: [from],
        base: from,
        edits: edits({ s: '2' }),
        ...who,
      })
      const next = await commitTo(repository, { a: '3' })
      const merge = await repository.commit({
        parents: [next, side.commit],
        base: next,
        edits: edits({ s: '2' }),
        ...who,
      })
      const steps = await collect(repository, { from, to: merge.commit, oldestFirst: true })
      expect(steps.map(({ commit }) => commit.oid)).to.deep.equal([next, merge.commit])
      expect(steps[1]?.changes.map(({ path }) => path)).to.deep.equal(['s'])
      const off = { from: side.commit, to: merge.commit }
      expect(await rejection(collect(repository, off))).to.equal('unrelated')
      expect(await rejection(collect(repository, { ...off, oldestFirst: true }))).to.equal(
        'unrelated',
      )
      expect(await repository.isAncestor(side.commit, merge.commit)).to.equal(true)
      expect(await repository.isAncestor(next, side.commit)).to.equal(false)
      expect(await collect(repository, { from, to: from })).to.deep.equal([])
    })

    it('reads commits of native git', async () => {
      const repository = await bench.repository({ native })
      const work = bench.folder('work')
      await git(bench.folder('.'), 'clone', '-q', repository.gitDir, work)
      await git(
        work,
        'commit',
        '-q',
        '--allow-empty',
        '-m',
        'Subject',
        '-m',
        'Body',
        '--date=2024-05-01T10:00:00+0200',
      )
      await git(work, 'push', '-q', 'origin', 'HEAD:main')
      const head = await repository.head()
      const commit = await repository.readCommit(head ?? '')
      expect(commit.author).to.deep.equal({
        name: 'Native',
        email: 'native@example.org',
        time: 1714550400,
        offset: 120,
      })
      expect(commit.message).to.equal('Subject\n\nBody\n')
    })
  })
}
