import { mkdir, open, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { GitError } from '../../../src/git/program/git-error.js'
import { isRefName, listRefs, readRef, removeRef, updateRef } from '../../../src/git/refs/refs.js'
import { commitTo, git, rejection, useRepositories } from '../fixture.js'

const MAIN = 'refs/heads/main'

describe('refs', () => {
  const bench = useRepositories()

  it('reads loose, packed and symbolic refs, and null for none', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    expect(await readRef(gitDir, 'HEAD')).to.equal(null)
    const oid = await commitTo(repository, { a: '1' })
    expect(await readRef(gitDir, 'HEAD')).to.equal(oid)
    await git(gitDir, 'tag', '-a', '-m', 'x', 'v1')
    await git(gitDir, 'pack-refs', '--all')
    expect(await readRef(gitDir, MAIN)).to.equal(oid)
    expect(await readRef(gitDir, 'refs/heads/none')).to.equal(null)
    const next = await commitTo(repository, { a: '2' })
    expect(await listRefs(gitDir)).to.deep.equal([
      { name: MAIN, oid: next },
      { name: 'refs/tags/v1', oid: await git(gitDir, 'rev-parse', 'refs/tags/v1') },
    ])
  })

  it('moves a ref only from where it is expected, also when it is packed', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const first = await commitTo(repository, { a: '1' })
    const second = await commitTo(repository, { a: '2' })
    await git(gitDir, 'pack-refs', '--all')
    for (const from of [first, null]) {
      const error = await updateRef(gitDir, { ref: MAIN, from, to: first }).catch((e: unknown) => e)
      expect(error).to.be.instanceOf(GitError).and.include({ code: 'conflict', current: second })
    }
    await updateRef(gitDir, { ref: MAIN, from: second, to: first })
    expect(await git(gitDir, 'rev-parse', 'main')).to.equal(first)
  })

  it('removes a ref only from where it is expected, also when it is packed', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const first = await commitTo(repository, { a: '1' })
    await git(gitDir, 'tag', '-a', '-m', 'x', 'v1')
    const tag = await git(gitDir, 'rev-parse', 'v1')
    const ref = 'refs/heads/sets/one'
    await updateRef(gitDir, { ref, from: null, to: first })
    await git(gitDir, 'pack-refs', '--all')
    const second = await commitTo(repository, { a: '2' })
    expect(await rejection(removeRef(gitDir, { ref, from: second }))).to.equal('conflict')
    // Loose, over a packed value that must not come back.
    await updateRef(gitDir, { ref, from: first, to: second })
    await removeRef(gitDir, { ref, from: second })
    expect(await readRef(gitDir, ref)).to.equal(null)
    expect(await rejection(removeRef(gitDir, { ref, from: second }))).to.equal('conflict')
    await removeRef(gitDir, { ref: 'refs/tags/v1', from: tag })
    expect(await git(gitDir, 'for-each-ref', '--format=%(refname)')).to.equal(MAIN)
    expect(await git(gitDir, 'rev-parse', 'main')).to.equal(second)
    await updateRef(gitDir, { ref, from: null, to: first })
    for (const lock of ['packed-refs.lock', `${ref}.lock`]) {
      await (await open(join(gitDir, lock), 'wx')).close()
      expect(await rejection(removeRef(gitDir, { ref, from: first, wait: 40 }))).to.equal('locked')
      await unlink(join(gitDir, lock))
    }
    expect(await git(gitDir, 'rev-parse', ref)).to.equal(first)
  })

  it('waits for a lock that git holds, and gives up in bounded time', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const oid = await commitTo(repository, { a: '1' })
    const lock = join(gitDir, `${MAIN}.lock`)
    await (await open(lock, 'wx')).close()
    const update = { ref: MAIN, from: oid, to: oid }
    expect(await rejection(updateRef(gitDir, { ...update, wait: 40 }))).to.equal('locked')
    expect(await readFile(lock, 'utf8')).to.equal('')
    const waiting = updateRef(gitDir, update)
    await unlink(lock)
    await waiting
  })

  it('excludes git’s own programs while it holds the lock', async () => {
    const repository = await bench.repository()
    const oid = await commitTo(repository, { a: '1' })
    const lock = join(repository.gitDir, `${MAIN}.lock`)
    await (await open(lock, 'wx')).close()
    expect(await rejection(git(repository.gitDir, 'update-ref', MAIN, oid))).to.equal('128')
    await rm(lock)
  })

  it('never takes a failure to read for absence', async () => {
    const { gitDir } = await bench.repository()
    bench.skipFsck()
    const path = join(gitDir, MAIN)
    await symlink('main', path)
    expect(await rejection(readRef(gitDir, MAIN))).to.equal('io')
    const update = { ref: MAIN, from: null, to: '1'.repeat(40) }
    expect(await rejection(updateRef(gitDir, update))).to.equal('io')
    await unlink(path)
    await writeFile(path, '')
    expect(await rejection(readRef(gitDir, MAIN))).to.equal('corrupt')
    await unlink(path)
    await mkdir(join(gitDir, 'packed-refs'))
    expect(await rejection(readRef(gitDir, MAIN))).to.equal('io')
  })

  it('releases the lock after every refusal', async () => {
    const repository = await bench.repository()
    const oid = await commitTo(repository, { a: '1' })
    const update = { ref: MAIN, from: null, to: oid }
    expect(await rejection(updateRef(repository.gitDir, update))).to.equal('conflict')
    await commitTo(repository, { a: '2' })
  })

  it('refuses a ref below another, even if that is packed', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const to = await commitTo(repository, { a: '1' })
    await git(gitDir, 'pack-refs', '--all')
    const update = { ref: `${MAIN}/x`, from: null, to }
    expect(await rejection(updateRef(gitDir, update))).to.equal('invalid')
    await rm(join(gitDir, `${MAIN}`), { recursive: true, force: true })
  })

  const names: [string, boolean][] = [
    [MAIN, true],
    ['refs/heads/a/b-c_d.e', true],
    ['refs/heads/ü', true],
    ['refs/tags/v1.0', true],
    ['main', false],
    ['HEAD', false],
    ['refs/heads/', false],
    ['refs/heads/../x', false],
    ['refs/heads/a..b', false],
    ['refs/heads/.a', false],
    ['refs/heads/a.lock', false],
    ['refs/heads/a.lock/b', false],
    ['refs/heads/a b', false],
    ['refs/heads/a~1', false],
    ['refs/heads/a^', false],
    ['refs/heads/a:b', false],
    ['refs/heads/a?', false],
    ['refs/heads/a*', false],
    ['refs/heads/a[', false],
    ['refs/heads/a\\b', false],
    ['refs/heads/a@{1}', false],
    ['refs/heads/-x', false],
    ['refs/heads/a.', false],
    ['refs/heads//a', false],
    ['refs/heads/a\n', false],
    ['refs/heads/a\x7f', false],
    ['--upload-pack=x', false],
    ['refs/../../x', false],
  ]
  for (const [name, valid] of names) {
    it(`${valid ? 'accepts' : 'refuses'} the name ${JSON.stringify(name)}`, () => {
      expect(isRefName(name)).to.equal(valid)
    })
  }

  it('accepts no name that git refuses', async () => {
    for (const [name] of names.filter(([name]) => isRefName(name))) {
      await git('/', 'check-ref-format', name)
    }
  })
})
