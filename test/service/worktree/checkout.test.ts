import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Edit } from '../../../src/git/commit.js'
import { findObject } from '../../../src/git/lfs/objects.js'
import { materialize } from '../../../src/service/worktree/checkout.js'
import { commitTo, useRepositories } from '../../git/fixture.js'
import { bringObject, pointerTo, sha256Of } from '../../servers/lfs.js'
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
    const request = { commit, folder, signal, boot: 'now', now: 0, changedAt }
    const first = await materialize(repository, request)
    expect(first).to.deep.include({ before: null, changed: null, until: null, missing: [] })
    expect(filesIn(folder)).to.deep.equal(files)
    expect(lstatSync(join(folder, '_posts/7.md')).mtimeMs).to.equal(1_500_000_000_000)
    const next = await commitTo(repository, { '_posts/7.md': 'Changed.', 'new.md': 'New.' })
    const after = await materialize(repository, { ...request, commit: next })
    expect([after.before, after.state === first.state]).to.deep.equal([first.state, false])
    expect(after.changed?.toSorted()).to.deep.equal(['_posts/7.md', 'new.md'])
    expect(filesIn(folder)).to.deep.equal({
      ...files,
      '_posts/7.md': 'Changed.',
      'new.md': 'New.',
    })
  })

  it('are the objects of Git LFS in place of their pointers, where these are here', async () => {
    const repository = await bench.repository()
    const bring = (content: Buffer) => bringObject(repository.gitDir, content)
    const [here, later, last] = ['here', 'later', 'last'].map((text) => Buffer.from(text))
    if (!here || !later || !last) throw new Error('none')
    await bring(here)
    const pointers = { 'a.png': pointerTo(here), 'b/b.png': pointerTo(later) }
    const odd = pointerTo(here).replace('oid', 'ext-0-x sha256:00\noid')
    const commit = await commitTo(repository, { ...manyFiles(), ...pointers, odd })
    const folder = join(bench.folder('checkout'), 'source')
    const changedAt = () => 1_500_000_000
    const request = { commit, folder, signal, boot: 'now', now: 0, changedAt }
    const missing = [{ path: 'b/b.png', sha256: sha256Of(later), size: later.length }]
    const expectFiles = (more: object) =>
      expect(filesIn(folder)).to.deep.equal({ ...manyFiles(), ...pointers, odd, ...more })
    const first = await materialize(repository, request)
    expect(first.missing).to.deep.equal(missing)
    expectFiles({ 'a.png': 'here' })
    // The objects themselves are not the build's to write to.
    writeFileSync(join(folder, 'a.png'), 'overwritten')
    expect(
      await readFile((await findObject(repository.gitDir, await bring(here))) ?? '', 'utf8'),
    ).to.equal('here')
    const { state } = first
    expect(await materialize(repository, request)).to.include({ state, before: state })
    // The first came without a commit, the second with one of other files.
    await bring(later)
    const second = await materialize(repository, request)
    expect(second).to.deep.include({ changed: ['b/b.png'], missing: [], before: state })
    expect(second.state, 'other files').not.to.equal(state)
    expectFiles({ 'a.png': 'overwritten', 'b/b.png': 'later' })
    expect(lstatSync(join(folder, 'b/b.png')).mtimeMs).to.equal(1_500_000_000_000)
    const next = await commitTo(repository, { 'a.png': pointerTo(last) })
    const changed = await materialize(repository, { ...request, commit: next })
    expect(changed.changed).to.deep.equal(['a.png'])
    expect(changed.missing.map(({ path }) => path)).to.deep.equal(['a.png'])
    expectFiles({ 'a.png': pointerTo(last), 'b/b.png': 'later' })
    await bring(last)
    const other = await commitTo(repository, { 'new.md': 'New.' })
    const both = await materialize(repository, { ...request, commit: other })
    expect(both.changed?.toSorted()).to.deep.equal(['a.png', 'new.md'])
    expect(both).to.deep.include({ missing: [], before: changed.state })
    expectFiles({ 'a.png': 'last', 'b/b.png': 'later', 'new.md': 'New.' })
    const whole = await materialize(repository, { ...request, commit: other, boot: 'again' })
    expect(whole).to.deep.include({ changed: null, missing: [] })
    expectFiles({ 'a.png': 'last', 'b/b.png': 'later', 'new.md': 'New.' })
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
    await materialize(repository, { commit, folder, signal, boot: 'now', now: 0, changedAt })
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
    const request = { commit, folder, boot: 'now', now: 0, changedAt }
    const broken = materialize(repository, { ...request, signal: ended.signal })
    const error: unknown = await broken.catch((reason: unknown) => reason)
    expect(error).to.have.property('message', 'The job was cancelled.')
    expect(await materialize(repository, { ...request, signal })).to.include({ before: null })
    expect(filesIn(folder)).to.deep.equal(manyFiles())
  })
})
