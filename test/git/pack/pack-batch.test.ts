import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Edit } from '../../../src/git/commit.js'
import { packBatch } from '../../../src/git/pack/pack-batch.js'
import { formatPackIndex } from '../../../src/git/pack/pack-index.js'
import type { Repository } from '../../../src/git/repository.js'
import { forEachParallel } from '../../../src/system/parallel.js'
import { countBetweenTurns } from '../../turns.js'
import { expectSound, git, rejection, useRepositories, WHO } from '../fixture.js'

describe('A commit of many files', () => {
  const bench = useRepositories()

  function commit(repository: Repository, more: ReadonlyMap<string, Edit> = new Map()) {
    const edits = new Map<string, Edit>(more)
    for (let page = 0; page < 300; page += 1) {
      const text = `${page % 100} ${'word '.repeat(page)}`
      edits.set(`folder/${page % 7}/${page}.md`, { data: Buffer.from(text) })
    }
    const signatures = { author: WHO, committer: WHO, message: 'Many\n' }
    return repository.commit({ parents: [], base: null, edits, ...signatures })
  }

  const filesOf = (repository: Repository) =>
    readdir(join(repository.gitDir, 'objects'), { recursive: true, withFileTypes: true }).then(
      (found) => found.filter((entry) => entry.isFile()).map(({ name }) => name),
    )

  it('lets others have their turn while thousands of small objects are packed', async () => {
    const folder = bench.folder('turns')
    await mkdir(folder)
    const refused = () => Promise.reject(new Error('There is no large file'))
    const done = () => Promise.resolve()
    const loose = { write: refused, writeFile: refused, finish: done, settle: done }
    const batch = packBatch(folder, loose)
    const turns = countBetweenTurns()
    await forEachParallel(Array.from({ length: 6000 }).keys(), 16, async (number) => {
      await batch.write('blob', Buffer.from(`Page ${number}`))
      turns.count()
    })
    turns.stop()
    await batch.finish()
    expect(turns.most()).to.be.below(turns.total() / 3)
  })

  it('is one pack that git accepts, except for large files', async () => {
    const repository = await bench.repository()
    const [small, large] = [bench.folder('small'), bench.folder('large')]
    await writeFile(small, 'small')
    await writeFile(large, Buffer.alloc(3_000_000, 'large'))
    const files = new Map<string, Edit>([
      ['small', { file: small }],
      ['same', { file: small }],
      ['large', { file: large }],
      ['empty', { data: Buffer.alloc(0) }],
    ])
    const made = await commit(repository, files)
    const names = await filesOf(repository)
    expect(names.map((name) => name.replace(/.*\.|.{38}/, '')).toSorted()).to.deep.equal([
      '',
      'idx',
      'pack',
    ])
    await repository.updateRef({ ref: 'refs/heads/main', from: null, to: made.commit })
    await expectSound(repository.gitDir)
    const packs = join(repository.gitDir, 'objects', 'pack')
    const pack = (await readdir(packs)).find((name) => name.endsWith('.idx')) ?? ''
    await git(repository.gitDir, 'verify-pack', join(packs, pack))
    expect(await git(repository.gitDir, 'show', 'main:folder/1/99.md')).to.match(/^99 (word ){99}/)
    expect(await git(repository.gitDir, 'show', 'main:same')).to.equal('small')
    expect(await git(repository.gitDir, 'cat-file', '-s', 'main:large')).to.equal('3000000')
    expect((await repository.snapshot(made.commit).entries()).length).to.equal(304)
  })

  it('is one from 40 new files on', async () => {
    for (const [files, packs] of [
      [39, 0],
      [40, 1],
    ] as const) {
      const repository = await bench.repository()
      const edits = new Map<string, Edit>()
      for (let page = 0; page < files; page += 1) {
        edits.set(`${page}.md`, { data: Buffer.from(`Page ${page}`) })
      }
      const signatures = { author: WHO, committer: WHO, message: 'Some\n' }
      await repository.commit({ parents: [], base: null, edits, ...signatures })
      const names = await filesOf(repository)
      expect(names.filter((name) => name.endsWith('.pack'))).to.have.length(packs)
    }
  })

  it('is seen by a reader that was open before', async () => {
    const repository = await bench.repository()
    expect(await rejection(repository.readBlob('1'.repeat(40)))).to.equal('not_found')
    const { commit: head } = await commit(repository)
    const entry = await repository.snapshot(head).entry('folder/1/8.md')
    const blob = await repository.readBlob(entry?.oid ?? '')
    expect(blob.toString()).to.equal(`8 ${'word '.repeat(8)}`)
  })

  it('leaves nothing behind when a file cannot be read', async () => {
    const repository = await bench.repository()
    const missing = new Map<string, Edit>([['x', { file: bench.folder('missing') }]])
    expect(await rejection(commit(repository, missing))).to.equal('io')
    expect(await filesOf(repository)).to.deep.equal([])
  })

  it('has the same oid if it is written object by object, without git', async () => {
    const [packed, loose] = [await bench.repository(), await bench.repository({ native: false })]
    const made = [await commit(packed), await commit(loose)]
    expect(made[0]).to.deep.equal(made[1])
    expect((await filesOf(loose)).filter((name) => name.startsWith('pack-'))).to.deep.equal([])
  })
})

describe('formatPackIndex', () => {
  it('supports offsets beyond two gigabytes', async () => {
    const places = [12, 2 ** 31 - 1, 2 ** 31, 2 ** 40]
    const objects = places.map((offset, place) => ({
      oid: `${'f'.repeat(39)}${place}`,
      crc: place,
      offset,
    }))
    const index = await formatPackIndex(objects.toReversed(), Buffer.alloc(20))
    const shown = execFileSync('git', ['show-index'], { input: index, encoding: 'utf8' })
    expect(shown.trim().split('\n')).to.deep.equal(
      objects.map(({ oid, offset, crc }) => `${offset} ${oid} (0000000${crc})`),
    )
  })

  it('lets other work run while it sorts the objects of an import', async () => {
    const objects = Array.from({ length: 60_000 }, (_, place) => ({
      oid: createHash('sha1').update(String(place)).digest('hex'),
      crc: place,
      offset: 12 + place,
    }))
    let isWritten = false
    let rounds = 0
    const count = () => {
      rounds += 1
      if (!isWritten) setImmediate(count)
    }
    setImmediate(count)
    const index = await formatPackIndex(objects, Buffer.alloc(20))
    isWritten = true
    expect(rounds).to.be.greaterThan(3)
    const shown = execFileSync('git', ['show-index'], {
      input: index,
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    })
    const oids = shown
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[1])
    expect(oids).to.deep.equal(objects.map(({ oid }) => oid).toSorted())
  })
})
