import { chmod, readdir, symlink, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { catFilePool } from '../../../src/git/objects/cat-file.js'
import type { CatFilePool } from '../../../src/git/objects/cat-file.js'
import { isomorphicReader } from '../../../src/git/objects/iso-reader.js'
import { createObjectCache } from '../../../src/git/objects/object-cache.js'
import { hasCommit, type ObjectReader } from '../../../src/git/objects/reader.js'
import { commitTo, git, rejection, useRepositories } from '../fixture.js'

const looseOf = (gitDir: string, oid: string): string =>
  join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2))

for (const kind of ['cat-file', 'isomorphic-git'] as const) {
  describe(`ObjectReader over ${kind}`, () => {
    const bench = useRepositories()
    let pool: CatFilePool
    beforeEach(() => {
      pool = catFilePool(2)
    })
    afterEach(() => pool.close())
    const readerOf = (gitDir: string): ObjectReader =>
      kind === 'cat-file' ? pool.reader(gitDir) : isomorphicReader(gitDir)

    it('reads every type, loose and packed', async () => {
      const repository = await bench.repository()
      const { gitDir } = repository
      const commit = await commitTo(repository, { a: 'A', 'b/c': Buffer.from([0, 10, 255, 10]) })
      await git(gitDir, 'tag', '-a', '-m', 'x', 'v1')
      const reader = readerOf(gitDir)
      for (const state of ['loose', 'packed']) {
        if (state === 'packed') await git(gitDir, 'repack', '-adq')
        for (const [name, type] of [
          [commit, 'commit'],
          ['main^{tree}', 'tree'],
          ['main:b/c', 'blob'],
          ['v1', 'tag'],
        ] as const) {
          const oid = await git(gitDir, 'rev-parse', name)
          expect((await reader.read(oid)).type, state).to.equal(type)
          const size = Number(await git(gitDir, 'cat-file', '-s', oid))
          expect(await reader.info(oid), state).to.deep.equal({ type, size })
        }
      }
      const blob = await git(gitDir, 'rev-parse', 'main:b/c')
      expect([...(await reader.read(blob)).data]).to.deep.equal([0, 10, 255, 10])
    })

    it('reads many objects at once, each correctly', async () => {
      const repository = await bench.repository()
      const texts = Array.from({ length: 120 }, (_, n) => `${n}\n`.repeat(n * 40))
      await commitTo(repository, Object.fromEntries(texts.map((text, n) => [`f${n}`, text])))
      const entries = await repository.snapshot(await repository.head()).entries()
      const reader = readerOf(repository.gitDir)
      const found = await Promise.all(
        entries.map(async ({ path, oid }) => [path, (await reader.read(oid)).data.toString()]),
      )
      expect(Object.fromEntries(found)).to.deep.equal(
        Object.fromEntries(texts.map((text, n) => [`f${n}`, text])),
      )
    })

    it('reads the beginnings of objects, among whole ones', async () => {
      const repository = await bench.repository()
      const texts = [0, 1, 99, 100, 101, 5000, 70_000, 3_000_000].map((size) => 'x'.repeat(size))
      await commitTo(
        repository,
        Object.fromEntries(texts.map((text, n) => [`f${n}`, `${n}${text}`])),
      )
      const entries = await repository.snapshot(await repository.head()).entries()
      const reader = readerOf(repository.gitDir)
      const found = await Promise.all(
        entries.flatMap(({ oid }) => [
          reader.start(oid, 100).then(({ data, size }) => [data.toString(), size]),
          reader.start(oid, 0).then(({ data, size }) => [data.toString(), size]),
          reader.start(oid, 100_000).then(({ data, size }) => [data.toString(), size]),
          reader.info(oid).then(({ size }) => ['', size]),
          reader.read(oid).then(({ data }) => [data.toString(), data.length]),
        ]),
      )
      const wanted = texts.flatMap((text, n) => {
        const whole = `${n}${text}`
        const parts = [whole.slice(0, 100), '', whole.slice(0, 100_000), '', whole]
        return parts.map((part) => [part, whole.length])
      })
      expect(found).to.deep.equal(wanted)
      expect(await rejection(reader.start('1'.repeat(40), 9))).to.equal('not_found')
    })

    it('sees objects that other processes write, pack and prune', async () => {
      const repository = await bench.repository()
      const reader = readerOf(repository.gitDir)
      for (const text of ['1', '2', '3']) {
        await commitTo(repository, { a: text })
        const oid = await git(repository.gitDir, 'rev-parse', 'main:a')
        expect((await reader.read(oid)).data.toString()).to.equal(text)
        await git(repository.gitDir, 'gc', '-q', '--prune=now')
      }
      expect(await git(repository.gitDir, 'rev-parse', 'main~2:a')).to.satisfy((oid: string) =>
        reader.read(oid),
      )
    })

    it('reports a missing object, and continues', async () => {
      const repository = await bench.repository()
      await commitTo(repository, { a: 'A' })
      const reader = readerOf(repository.gitDir)
      const oid = await git(repository.gitDir, 'rev-parse', 'main:a')
      const answers = [reader.read('1'.repeat(40)), reader.read(oid), reader.info('2'.repeat(40))]
      const settled = await Promise.allSettled(answers)
      expect(settled.map(({ status }) => status)).to.deep.equal([
        'rejected',
        'fulfilled',
        'rejected',
      ])
      expect(await rejection(reader.read('3'.repeat(40)))).to.equal('not_found')
    })

    it('knows which commits are there', async () => {
      const repository = await bench.repository()
      bench.skipFsck()
      const commit = await commitTo(repository, { a: 'A' })
      const reader = readerOf(repository.gitDir)
      const blob = await git(repository.gitDir, 'rev-parse', 'main:a')
      expect(await hasCommit(reader, commit)).to.equal(true)
      expect(await hasCommit(reader, blob)).to.equal(false)
      expect(await hasCommit(reader, '1'.repeat(40))).to.equal(false)
      await chmod(looseOf(repository.gitDir, commit), 0o644)
      await truncate(looseOf(repository.gitDir, commit), 3)
      expect(await rejection(hasCommit(readerOf(repository.gitDir), commit))).to.equal('corrupt')
    })

    for (const name of [
      '',
      'HEAD',
      'main',
      'a'.repeat(39),
      `${'a'.repeat(40)}\ninfo HEAD`,
      '--batch-all-objects',
    ]) {
      it(`refuses the name ${JSON.stringify(name)}`, async () => {
        const { gitDir } = await bench.repository()
        expect(await rejection(readerOf(gitDir).read(name))).to.equal('invalid')
      })
    }

    it('never reports a damaged or unreadable object as missing', async () => {
      const repository = await bench.repository()
      bench.skipFsck()
      await commitTo(repository, { a: 'A'.repeat(500), b: 'B', c: 'C' })
      const [torn, empty, ring] = await Promise.all(
        ['a', 'b', 'c'].map((path) => git(repository.gitDir, 'rev-parse', `main:${path}`)),
      )
      for (const [oid, length] of [
        [torn, 12],
        [empty, 0],
      ] as const) {
        await chmod(looseOf(repository.gitDir, oid ?? ''), 0o644)
        await truncate(looseOf(repository.gitDir, oid ?? ''), length)
      }
      await unlink(looseOf(repository.gitDir, ring ?? ''))
      await symlink('ring', looseOf(repository.gitDir, ring ?? ''))
      await symlink(
        (ring ?? '').slice(2),
        join(looseOf(repository.gitDir, ring ?? ''), '..', 'ring'),
      )
      const reader = readerOf(repository.gitDir)
      for (const oid of [torn, empty, ring]) {
        expect(await rejection(reader.read(oid ?? '')), oid).to.be.oneOf(['corrupt', 'io'])
      }
    })

    it('never reports an object in a damaged pack as missing', async () => {
      const repository = await bench.repository()
      bench.skipFsck()
      await commitTo(repository, { a: 'A'.repeat(500) })
      const oid = await git(repository.gitDir, 'rev-parse', 'main:a')
      await git(repository.gitDir, 'repack', '-adq')
      const packs = join(repository.gitDir, 'objects', 'pack')
      const pack = (await readdir(packs)).find((file) => file.endsWith('.pack')) ?? ''
      await chmod(join(packs, pack), 0o644)
      await truncate(join(packs, pack), 40)
      expect(await rejection(readerOf(repository.gitDir).read(oid))).to.be.oneOf(['corrupt', 'io'])
    })

    it('reads again after it was closed', async () => {
      const repository = await bench.repository()
      const oid = await commitTo(repository, { a: 'A' })
      const reader = readerOf(repository.gitDir)
      await reader.read(oid)
      await reader.close()
      expect((await reader.read(oid)).type).to.equal('commit')
    })

    it('ignores replace refs that were pushed', async () => {
      const repository = await bench.repository()
      await commitTo(repository, { a: 'true', b: 'false' })
      const [a, b] = await Promise.all(
        ['a', 'b'].map((p) => git(repository.gitDir, 'rev-parse', `main:${p}`)),
      )
      await git(repository.gitDir, 'replace', a ?? '', b ?? '')
      expect((await readerOf(repository.gitDir).read(a ?? '')).data.toString()).to.equal('true')
    })
  })
}

describe('catFilePool', () => {
  const bench = useRepositories()

  it('serves more repositories than it keeps processes', async () => {
    const pool = catFilePool(2)
    const repositories = await Promise.all([1, 2, 3, 4, 5].map(() => bench.repository()))
    const heads: string[] = []
    for (const [n, repository] of repositories.entries())
      heads.push(await commitTo(repository, { a: String(n) }))
    const readers = repositories.map(({ gitDir }) => pool.reader(gitDir))
    for (let round = 0; round < 3; round++) {
      const types = await Promise.all(
        readers.map(async (reader, n) => (await reader.read(heads[n] ?? '')).type),
      )
      expect(types).to.deep.equal(heads.map(() => 'commit'))
    }
    await pool.close()
  })
})

describe('createObjectCache', () => {
  it('evicts the least recently used when it is full, and never keeps too large objects', () => {
    const cache = createObjectCache(16_000)
    const blob = (size: number) => ({ type: 'blob', data: Buffer.alloc(size) }) as const
    for (let n = 0; n < 8; n++) cache.set(`k${n}`, blob(1500))
    expect(cache.get('k0')).to.not.equal(undefined)
    cache.set('k8', blob(1500))
    cache.set('k9', blob(1500))
    expect(cache.get('k0')).to.not.equal(undefined)
    expect(cache.get('k1')).to.equal(undefined)
    cache.set('large', blob(3000))
    expect(cache.get('large')).to.equal(undefined)
    cache.forget('k')
    expect(cache.get('k9')).to.equal(undefined)
  })
})
