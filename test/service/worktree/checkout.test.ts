import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Edit } from '../../../src/git/commit.js'
import { materialize } from '../../../src/service/worktree/checkout.js'
import { commitTo, useRepositories } from '../../git/fixture.js'
import { countBetweenTurns } from '../../turns.js'

/** More than are written one by one. */
const MANY = 700

/** Many files in several folders, one of them longer than a batch takes. */
function manyFiles(): Record<string, string> {
  const files: Record<string, string> = { 'long.txt': 'long '.repeat(50_000), 'a/b/c/deep.md': '' }
  for (let number = 0; number < MANY; number += 1) files[`_posts/${number}.md`] = `Post ${number}.`
  return files
}

function filesIn(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

describe('the files of a snapshot in a folder', () => {
  const bench = useRepositories()
  const signal = new AbortController().signal

  it('are those of the commit, many of them, with their times', async () => {
    const repository = await bench.repository()
    const files = manyFiles()
    const link: Edit = { data: Buffer.from('long.txt'), mode: '120000' }
    const conflict = { 'about.conflict-1a2b3c4d.md': 'theirs' }
    const commit = await commitTo(repository, { ...files, ...conflict, link })
    const folder = join(bench.folder('checkout'), 'source')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'left.md'), 'of a build that was killed')
    const changedAt = (path: string) => (path === '_posts/7.md' ? 1_500_000_000 : null)
    const request = { commit, folder, signal, boot: 'now', changedAt }
    expect(await materialize(repository, request)).to.deep.equal({ before: null, changed: null })
    expect(filesIn(folder)).to.deep.equal(files)
    expect(lstatSync(join(folder, '_posts/7.md')).mtimeMs).to.equal(1_500_000_000_000)
    const next = await commitTo(repository, { '_posts/7.md': 'Changed.', 'new.md': 'New.' })
    const after = await materialize(repository, { ...request, commit: next })
    expect(after.changed?.toSorted()).to.deep.equal(['_posts/7.md', 'new.md'])
    expect(filesIn(folder)).to.deep.equal({
      ...files,
      '_posts/7.md': 'Changed.',
      'new.md': 'New.',
    })
  })

  it('are written in turns, however many they are', async () => {
    const repository = await bench.repository()
    const commit = await commitTo(repository, manyFiles())
    const folder = join(bench.folder('checkout'), 'source')
    // Asking for a time takes so long that no turn can hold them all.
    const counter = countBetweenTurns()
    const changedAt = () => {
      const end = performance.now() + 0.2
      while (performance.now() < end);
      counter.count()
      return null
    }
    await materialize(repository, { commit, folder, signal, boot: 'now', changedAt })
    counter.stop()
    expect(counter.total()).to.be.at.least(MANY)
    expect(counter.most(), 'asked without a turn for others').to.be.below(MANY / 2)
  })

  it('are written again if writing them was interrupted', async () => {
    const repository = await bench.repository()
    const commit = await commitTo(repository, manyFiles())
    const folder = join(bench.folder('checkout'), 'source')
    const ended = new AbortController()
    let asked = 0
    const changedAt = () => {
      asked += 1
      if (asked === MANY) ended.abort(new Error('The job was cancelled.'))
      return null
    }
    const request = { commit, folder, boot: 'now', changedAt }
    const broken = materialize(repository, { ...request, signal: ended.signal })
    const error: unknown = await broken.catch((reason: unknown) => reason)
    expect(error).to.have.property('message', 'The job was cancelled.')
    expect(await materialize(repository, { ...request, signal })).to.include({ before: null })
    expect(filesIn(folder)).to.deep.equal(manyFiles())
  })
})
