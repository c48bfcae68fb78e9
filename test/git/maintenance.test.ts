import { chmod, readdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  findLeftovers,
  fsck,
  measureStorage,
  needsRepack,
  repack,
} from '../../src/git/maintenance.js'
import { commitTo, git, useRepositories } from './fixture.js'

describe('maintenance', () => {
  const bench = useRepositories()

  it('packs loose objects, and keeps everything readable, and recent unreachable objects', async () => {
    const repository = await bench.repository()
    for (let n = 0; n < 5; n++) await commitTo(repository, { a: `${n}`, [`f${n}`]: 'x'.repeat(n) })
    const orphan = await repository.writeBlob(Buffer.from('not named yet'))
    const before = await measureStorage(repository.gitDir)
    expect(before.looseObjects).to.be.greaterThan(15)
    await repack(repository.gitDir)
    const after = await measureStorage(repository.gitDir)
    expect(after).to.include({ looseObjects: 1, packs: 1 })
    expect((await repository.readBlob(orphan)).toString()).to.equal('not named yet')
    expect(await readdir(join(repository.gitDir, 'objects', 'info'))).to.include('commit-graph')
    await commitTo(repository, { a: 'after' })
    expect(await fsck(repository.gitDir)).to.deep.equal([])
  })

  it('reports damaged objects', async () => {
    const repository = await bench.repository()
    bench.skipFsck()
    await commitTo(repository, { a: 'A'.repeat(99) })
    const oid = await git(repository.gitDir, 'rev-parse', 'main:a')
    const path = join(repository.gitDir, 'objects', oid.slice(0, 2), oid.slice(2))
    await chmod(path, 0o644)
    await truncate(path, 9)
    expect((await fsck(repository.gitDir)).join('\n')).to.include(oid)
  })

  it('finds only locks and temporary files whose writers have ended', async () => {
    const { gitDir } = await bench.repository()
    const now = Date.now()
    const old = new Date(now - 7_200_000)
    for (const name of [
      'refs/heads/main.lock',
      'packed-refs.lock',
      'objects/tmp_obj_1',
      'objects/pack/tmp_pack_1',
    ]) {
      await writeFile(join(gitDir, name), '')
      await utimes(join(gitDir, name), old, old)
    }
    await writeFile(join(gitDir, 'objects', 'tmp_obj_young'), '')
    expect(await findLeftovers(gitDir, { now, olderThan: 3600 })).to.deep.equal([
      { path: 'objects/pack/tmp_pack_1', kind: 'temporary', age: 7200 },
      { path: 'objects/tmp_obj_1', kind: 'temporary', age: 7200 },
      { path: 'packed-refs.lock', kind: 'lock', age: 7200 },
      { path: 'refs/heads/main.lock', kind: 'lock', age: 7200 },
    ])
    bench.skipFsck()
  })

  for (const [report, expected] of [
    [{ looseObjects: 10, looseBytes: 1000, packs: 1, packBytes: 9e9 }, false],
    [{ looseObjects: 9000, looseBytes: 1000, packs: 1, packBytes: 0 }, true],
    [{ looseObjects: 10, looseBytes: 1e8, packs: 1, packBytes: 0 }, true],
    [{ looseObjects: 10, looseBytes: 1000, packs: 90, packBytes: 0 }, true],
  ] as const) {
    it(`${expected ? 'asks for' : 'needs no'} repack at ${JSON.stringify(report)}`, () => {
      expect(needsRepack(report)).to.equal(expected)
    })
  }
})
