import { chmod, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { objectWriter } from '../../../src/git/objects/object-store.js'
import { commitTo, expectSound, git, rejection, useRepositories } from '../fixture.js'

const pathOf = (gitDir: string, oid: string): string =>
  join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2))

describe('objectWriter', () => {
  const bench = useRepositories()

  for (const size of [0, 1, 65_536, 2_500_000]) {
    it(`writes ${size} bytes under the name that git gives them`, async () => {
      const repository = await bench.repository()
      const { gitDir } = repository
      const file = bench.folder('content')
      await writeFile(file, Buffer.alloc(size, 'x y\n'))
      const expected = await git(gitDir, 'hash-object', file)
      expect(await repository.writeBlob(Buffer.alloc(size, 'x y\n'))).to.equal(expected)
      expect(await git(gitDir, 'cat-file', '-s', expected)).to.equal(String(size))
      expect(await repository.writeBlob({ file })).to.equal(expected)
    })
  }

  it('leaves no temporary file behind', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const file = bench.folder('content')
    await writeFile(file, 'streamed')
    await repository.writeBlob({ file })
    await repository.writeBlob({ file })
    expect(await rejection(repository.writeBlob({ file: bench.folder('missing') }))).to.equal('io')
    const names = await readdir(join(gitDir, 'objects'), { recursive: true })
    expect(names.filter((name) => name.includes('tmp'))).to.deep.equal([])
  })

  it('updates the time of an existing object, so that a prune does not delete it', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const oid = await repository.writeBlob(Buffer.from('kept'))
    await utimes(pathOf(gitDir, oid), 1000, 1000)
    await repository.writeBlob(Buffer.from('kept'))
    await git(gitDir, 'prune', '--expire=1.hour.ago')
    expect(await git(gitDir, 'cat-file', '-p', oid)).to.equal('kept')
  })

  for (const [title, length] of [
    ['empty', 0],
    ['cut off', 12],
  ] as const) {
    it(`writes an object again that a crash left ${title}`, async () => {
      const repository = await bench.repository()
      const text = 'torn '.repeat(50)
      await commitTo(repository, { a: text })
      const oid = await git(repository.gitDir, 'rev-parse', 'main:a')
      const path = pathOf(repository.gitDir, oid)
      await chmod(path, 0o644)
      await truncate(path, length)
      // A writer that has not seen the object yet stands for the process after the crash.
      const batch = objectWriter(repository.gitDir).batch()
      expect(await batch.write('blob', Buffer.from(text))).to.equal(oid)
      await batch.finish()
      expect(await git(repository.gitDir, 'cat-file', '-p', oid)).to.equal(text)
      await expectSound(repository.gitDir)
    })
  }

  it('fails if the object cannot be written', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    // A file where the folder of the object should be made.
    await writeFile(join(gitDir, 'objects', '63'), '')
    bench.skipFsck()
    expect(await rejection(repository.writeBlob(Buffer.from('b')))).to.equal('io')
  })

  it('writes read-only objects', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    const { mode } = await stat(pathOf(gitDir, await repository.writeBlob(Buffer.from('x'))))
    expect(mode & 0o777).to.equal(0o444)
  })
})
