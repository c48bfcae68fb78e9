import { readdir } from 'node:fs/promises'
import { expect } from 'chai'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import type { Repository } from '../../../src/git/repository.js'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, useRepositories } from '../fixture.js'

const FOLDERS = 3
/** Steps that are under way at once: folders, and files in each. */
const AT_ONCE = 4 * 4

describe('a working tree that is stopped', () => {
  const bench = useRepositories()
  let repository: Repository
  let root: string

  const fill = async (count: number): Promise<void> => {
    repository = await bench.repository()
    root = bench.folder('tree')
    const names = Array.from({ length: count }, (_, number) => `d${number % FOLDERS}/${number}.md`)
    await commitTo(repository, Object.fromEntries(names.map((name) => [name, 'text'])))
  }
  const open = (reader: ObjectReader, signal?: AbortSignal) =>
    openWorktree({ root, cacheFile: bench.folder('tree.state'), reader, ...(signal && { signal }) })
  const onDisk = async (): Promise<number> => {
    const found = await readdir(root, { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).length
  }
  /** Stops the tree at the so manieth text that it reads; gives how many it read at the end. */
  const stopAt = async (most: number): Promise<number> => {
    const stopping = new AbortController()
    let reads = 0
    const note = (): void => {
      reads += 1
      if (reads === most) stopping.abort()
    }
    const { reader } = repository
    const head = await repository.head()
    const counting: ObjectReader = {
      read: (oid) => (note(), reader.read(oid)),
      start: (oid, bytes) => (note(), reader.start(oid, bytes)),
      info: (oid) => reader.info(oid),
      close: () => reader.close(),
    }
    const tree = open(counting, stopping.signal)
    const error: unknown = await tree.checkout(repository.snapshot(head)).catch((e: unknown) => e)
    expect(error).to.equal(stopping.signal.reason)
    return reads
  }
  const goesOn = async (count: number): Promise<void> => {
    const tree = open(repository.reader)
    const head = await repository.head()
    expect(await tree.checkout(repository.snapshot(head))).to.deep.equal({ kept: [], skipped: [] })
    expect(await onDisk()).to.equal(count)
    expect((await tree.scan()).changes).to.deep.equal([])
  }

  it('ends at its next file, and continues from there', async () => {
    await fill(300)
    expect(await stopAt(20)).to.be.lessThan(20 + AT_ONCE)
    expect(await onDisk()).to.be.lessThan(20 + AT_ONCE)
    await goesOn(300)
  })

  it('starts no further batch of new files', async () => {
    await fill(1500)
    expect(await stopAt(1)).to.be.lessThan(1500)
    expect(await onDisk()).to.be.lessThan(1500)
    await goesOn(1500)
  })

  it('stops comparing, and reports nothing as deleted', async () => {
    await fill(50)
    await goesOn(50)
    const stopping = new AbortController()
    const tree = open(repository.reader, stopping.signal)
    const scan = tree.scan().catch((e: unknown) => e)
    stopping.abort()
    expect(await scan).to.equal(stopping.signal.reason)
    await goesOn(50)
  })
})
