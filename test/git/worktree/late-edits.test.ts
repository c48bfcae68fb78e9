/** Edits that reach a file while the working tree replaces or removes it. */
import { open, readFile, readdir, readlink, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import type { Repository } from '../../../src/git/repository.js'
import { openWorktree } from '../../../src/git/worktree/worktree.js'
import type { Worktree } from '../../../src/git/worktree/worktree.js'
import { commitTo, useRepositories } from '../fixture.js'

/** More than are replaced at once: some are replaced before the last is read. */
const NAMES = Array.from({ length: 12 }, (_, number) => `f${number}.md`)
/** More than are held open at once. */
const MANY = Array.from({ length: 80 }, (_, number) => `f${number}.md`)

/** Files below a folder that this process has open; none where the system does not tell. */
async function openBelow(folder: string): Promise<string[]> {
  const open = await readdir('/proc/self/fd').catch(() => [])
  const paths = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(paths)).filter((path) => path.startsWith(folder))
}

describe('an edit that reaches a file while it is replaced', () => {
  const bench = useRepositories()
  let repository: Repository
  let root: string
  let tree: Worktree
  /** Called whenever the working tree reads a blob. */
  let onRead: () => Promise<void>
  let opened: FileHandle[]

  beforeEach(async () => {
    repository = await bench.repository()
    root = bench.folder('tree')
    onRead = async () => {}
    opened = []
    const { reader } = repository
    const watched: ObjectReader = {
      read: async (oid) => (await onRead(), reader.read(oid)),
      start: async (oid, bytes) => (await onRead(), reader.start(oid, bytes)),
      info: (oid) => reader.info(oid),
      close: () => reader.close(),
    }
    tree = openWorktree({ root, cacheFile: bench.folder('state'), reader: watched })
  })
  afterEach(async () => {
    for (const handle of opened) await handle.close()
  })

  const at = (name: string): string => join(root, name)
  const text = (name: string): Promise<string> => readFile(at(name), 'utf8')
  const all = (names: readonly string[], value: string | null): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<string, string>

  async function begin(names: readonly string[]): Promise<Map<string, FileHandle>> {
    const commit = await commitTo(repository, { ...all(names, 'old\n'), other: '1' })
    await tree.checkout(repository.snapshot(commit))
    const handles = new Map<string, FileHandle>()
    for (const name of names) {
      const handle = await open(at(name), 'a')
      opened.push(handle)
      handles.set(name, handle)
    }
    return handles
  }

  async function advance(files: Record<string, string>): ReturnType<Worktree['update']> {
    const before = await repository.head()
    return tree.update(await repository.diff(before, await commitTo(repository, files)))
  }

  /** Writes to the old files of those that are replaced by now, once each, in `onRead`. */
  function late(handles: Map<string, FileHandle>, also?: (name: string) => Promise<void>) {
    const edited = new Set<string>()
    onRead = async () => {
      for (const [name, handle] of handles) {
        const isOld = (await text(name).catch(() => '')) === 'old\n'
        // Several are read at once.
        if (isOld || edited.has(name)) continue
        edited.add(name)
        await handle.write('late\n')
        await also?.(name)
      }
    }
    return edited
  }

  for (const names of [NAMES, MANY]) {
    it(`is put back, and found by the next scan (${names.length} files)`, async () => {
      const edited = late(await begin(names))
      const old = await repository.snapshot(await repository.head()).entry(names[0] ?? '')
      const { kept } = await advance(all(names, 'new\n'))
      expect(edited.size).to.be.greaterThan(3)
      expect(kept.map(({ path }) => path)).to.deep.equal([...edited].sort())
      for (const name of names) {
        expect(await text(name)).to.equal(edited.has(name) ? 'old\nlate\n' : 'new\n')
      }
      const { changes } = await tree.scan()
      expect(changes.map(({ path }) => path).sort()).to.deep.equal([...edited].sort())
      for (const change of changes) expect(change.base).to.equal(old?.oid)
    })
  }

  it('is put back where the file was removed, with its folder', async () => {
    const handles = await begin(['d/e/f.md'])
    late(handles)
    const { kept } = await advance({ ...all(['d/e/f.md'], null), other: '2' })
    expect(kept.map(({ path }) => path)).to.deep.equal(['d/e/f.md'])
    expect(await text('d/e/f.md')).to.equal('old\nlate\n')
    expect((await tree.scan()).changes.map(({ kind, path }) => `${kind} ${path}`)).to.deep.equal([
      'changed d/e/f.md',
    ])
  })

  it('is kept beside the file if that was edited again', async () => {
    const handles = await begin(NAMES)
    const edited = late(handles, (name) => writeFile(at(name), 'again\n'))
    await advance(all(NAMES, 'new\n'))
    const copies = (await readdir(root)).filter((name) => name.includes('.conflict-'))
    expect(copies.map((name) => name.replace(/\.conflict-.*/, '')).sort()).to.deep.equal(
      [...edited].sort(),
    )
    expect(await text(copies[0] ?? '')).to.equal('old\nlate\n')
    const { changes } = await tree.scan()
    expect(changes.map(({ kind, path }) => `${kind} ${path}`).sort()).to.deep.equal(
      [...copies.map((name) => `added ${name}`), ...[...edited].map((n) => `changed ${n}`)].sort(),
    )
  })

  it('is not waited for after the update has failed, and no file stays open', async () => {
    const names = NAMES.map((name, at) => `d${at}/${name}`)
    await begin(names)
    for (const handle of opened.splice(0)) await handle.close()
    const others: Promise<void>[] = []
    let fail = (): void => {}
    const failed = new Promise<void>((resolve) => (fail = resolve))
    let isOver = false
    let late = 0
    onRead = async () => {
      if (others.length === 3) {
        fail()
        throw new Error('stopped')
      }
      const waiting = failed.then(() => delay(20))
      others.push(waiting)
      await waiting
      if (isOver) late += 1
    }
    const error: unknown = await advance(all(names, 'new\n')).catch((e: unknown) => e)
    isOver = true
    expect(error).to.have.property('message', 'stopped')
    await Promise.all(others)
    expect([others.length, late]).to.deep.equal([3, 0])
    expect(await openBelow(root)).to.deep.equal([])
  })

  it('keeps no file open if there is none', async () => {
    await begin(MANY)
    for (const handle of opened.splice(0)) await handle.close()
    await advance(all(MANY, 'new\n'))
    expect(await openBelow(root)).to.deep.equal([])
  })

  it('is none if the content is that of the checkout', async () => {
    const handles = await begin(NAMES)
    const now = new Date()
    onRead = async () => {
      for (const handle of handles.values()) await handle.utimes(now, now)
    }
    const { kept } = await advance(all(NAMES, 'new\n'))
    expect(kept).to.deep.equal([])
    for (const name of NAMES) expect(await text(name)).to.equal('new\n')
  })
})
