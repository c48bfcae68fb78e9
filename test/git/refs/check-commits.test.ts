/** Trees of commits are weighed before anything walks them. */

import { expect } from 'chai'
import { findOversized } from '../../../src/git/refs/check-commits.js'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import { listNewCommits, readNewCommits, REFUSED } from '../../../src/git/refs/new-commits.js'
import { createTreeScale } from '../../../src/git/objects/tree-scale.js'
import {
  bombTrees,
  commit,
  object,
  tree,
  writeLoose,
  type HostileObject,
} from '../../stories/hostile-objects.js'
import { commitTo, git, useRepositories, WHO } from '../fixture.js'

const LIMITS = { entries: 100, changes: 300 }

describe('trees of new commits', () => {
  const bench = useRepositories()

  const made = async (objects: readonly HostileObject[]) => {
    const repository = await bench.repository()
    for (const one of objects) await writeLoose(repository.gitDir, one)
    return repository
  }
  const counted = (reader: ObjectReader) => {
    const asked = { count: 0 }
    const start: ObjectReader['start'] = (oid, bytes) => {
      asked.count += 1
      return reader.start(oid, bytes)
    }
    return { asked, reader: { ...reader, start } }
  }

  it('counts ten thousand million files of a tree by reading eleven objects', async () => {
    bench.skipFsck()
    const { objects, root } = bombTrees(10, 10)
    const repository = await made(objects)
    const { asked, reader } = counted(repository.reader)
    const scale = createTreeScale(reader, { maxRead: 1000 })
    const { entries, height } = await scale.weigh(root.oid)
    expect(entries).to.equal(11_111_111_110)
    expect(height).to.equal(9)
    expect(asked.count).to.equal(10)
  })

  it('finds a commit that is too large even if the next one removes the files', async () => {
    bench.skipFsck()
    const { objects, root } = bombTrees(10, 10)
    const small = tree([{ mode: '100644', name: 'a.md', oid: object('blob', 'a').oid }])
    const first = commit(root.oid, null)
    const second = commit(small.oid, first.oid)
    const all = [...objects, object('blob', 'a'), small, first, second]
    const { gitDir, reader } = await made(all)
    const range = { tips: [second.oid], known: [], most: 100 }
    const commits = await listNewCommits({ gitDir }, range)
    expect(commits.map(({ oid }) => oid)).to.deep.equal([first.oid, second.oid])
    expect(await readNewCommits(reader, range)).to.deep.equal(commits)
    const problem = await findOversized(reader, commits, LIMITS)
    expect(problem?.commit).to.equal(first.oid)
    expect(problem?.reason).to.match(/holds 11,111,111,110 files and folders; at most 100/)
  })

  it('compares two bombs that differ in their innermost file only', async () => {
    bench.skipFsck()
    const [one, other] = [bombTrees(10, 10, 'one'), bombTrees(10, 10, 'other')]
    const { reader } = await made([...one.objects, ...other.objects])
    const scale = createTreeScale(reader, { maxRead: 1000 })
    const growth = await scale.compare(one.root.oid, other.root.oid)
    expect(growth.entries).to.equal(0)
    expect(growth.changes).to.equal(11_111_111_110)
  })

  it('counts the changes of all commits together', async () => {
    const { gitDir, reader, commits } = await history(bench, 40)
    expect(await findOversized(reader, commits, LIMITS)).to.equal(null)
    const problem = await findOversized(reader, commits, { entries: 100, changes: 60 })
    expect(problem?.reason).to.match(/change more than 60 files/)
    expect(problem?.commit).to.equal(commits[30]?.oid)
    expect(gitDir).to.not.equal('')
  })

  it('accepts a commit that only removes files from a tree that is too large', async () => {
    const { reader, commits } = await history(bench, 30)
    const repository = { reader }
    const last = commits.slice(-1)
    const tight = { entries: 5, changes: 300 }
    expect((await findOversized(repository.reader, last, tight))?.reason).to.include('holds 30')
    const removed = await removal(bench)
    expect(await findOversized(removed.reader, removed.commits, tight)).to.equal(null)
  })

  it('refuses folders that are too deep', async () => {
    bench.skipFsck()
    const { objects, root } = bombTrees(40, 1)
    const top = commit(root.oid, null)
    const { reader, gitDir } = await made([...objects, top])
    const commits = await listNewCommits({ gitDir }, { tips: [top.oid], known: [], most: 9 })
    expect((await findOversized(reader, commits, LIMITS))?.reason).to.include('deeper than 32')
  })

  it('does not treat refused commits as known', async () => {
    const repository = await bench.repository()
    const kept = await commitTo(repository, { 'a.md': 'a' })
    const refused = await commitTo(repository, { 'b.md': 'b' })
    const { gitDir } = repository
    await git(gitDir, 'update-ref', `${REFUSED}/${refused}`, refused)
    await git(gitDir, 'update-ref', 'refs/heads/main', kept)
    const range = { tips: [refused], known: 'refs' as const, most: 10 }
    const found = await listNewCommits({ gitDir }, range)
    expect(found.map(({ oid }) => oid)).to.deep.equal([refused])
  })
})

type Bench = ReturnType<typeof useRepositories>

/** A repository with a commit for each of some files. */
async function history(bench: Bench, count: number) {
  const repository = await bench.repository()
  for (let at = 0; at < count; at += 1) await commitTo(repository, { [`${at}.md`]: `${at}` })
  const tips = [(await repository.head()) ?? '']
  const { gitDir, reader } = repository
  const commits = await listNewCommits({ gitDir }, { tips, known: [], most: 1000 })
  return { gitDir, reader, commits }
}

async function removal(bench: Bench) {
  const repository = await bench.repository()
  const names = Array.from({ length: 30 }, (_, at) => `${at}.md`)
  const before = await commitTo(repository, Object.fromEntries(names.map((name) => [name, name])))
  const after = await repository.commit({
    parents: [before],
    base: before,
    message: 'Less',
    edits: new Map([['1.md', null]]),
    author: WHO,
    committer: WHO,
  })
  const { gitDir, reader } = repository
  const range = { tips: [after.commit ?? ''], known: [before], most: 10 }
  return { reader, commits: await listNewCommits({ gitDir }, range) }
}
