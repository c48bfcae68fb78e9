import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { dataFolders } from '../../../src/service/branch/folders.js'
import {
  createReleases,
  type Releases,
  type StoredRelease,
} from '../../../src/service/publish/releases.js'
import {
  id,
  makeRole,
  makeSite,
  makeStore,
  makeUser,
  type TemporaryStore,
} from '../../store/make-store.js'

const [USER, ROLE] = [1, 11]
const SITE = id(10)

describe('Releases of previews', () => {
  let root: string
  let opened: TemporaryStore
  let releases: Releases
  let ids = 0

  const folders = () => dataFolders(root)
  const newId = () => `id${String(++ids).padStart(4, '0')}`
  /** As a server that starts: nothing is in memory. */
  const restart = () => {
    const { records } = opened.store
    releases = createReleases({ folders: folders(), records, now: () => ids, newId, keep: () => 2 })
  }
  const built = (files: Readonly<Record<string, string>>): string => {
    const folder = path.join(root, `built${ids++}`)
    mkdirSync(folder)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    return folder
  }
  const facts = { kind: 'preview', commit: 'c0', userId: null, address: '' } as const
  const whole = async (files: Readonly<Record<string, string>>): Promise<StoredRelease> => {
    const release = await releases.store(SITE, { ...facts, folder: built(files) })
    await releases.point(SITE, 'preview', release.id)
    await releases.prune(SITE, 'preview')
    return release
  }
  const change = async (
    files: Readonly<Record<string, string>>,
    removed: readonly string[] = [],
  ): Promise<StoredRelease> => {
    const previous = await releases.current(SITE, 'preview')
    if (previous === null) throw new Error('there is no preview')
    const folder = built(files)
    const release = await releases.storeChanges(SITE, { ...facts, folder, previous, removed })
    await releases.point(SITE, 'preview', release.id)
    await releases.prune(SITE, 'preview')
    return release
  }
  /** Everything that is served, read as the host reads it. */
  const served = async (): Promise<Record<string, string> | null> => {
    const release = await releases.current(SITE, 'preview')
    if (release === null) return null
    const texts: Record<string, string> = {}
    for (const [name, { sha256, size }] of release.manifest) {
      const bytes = readFileSync(release.fileOf(name))
      expect(createHash('sha256').update(bytes).digest('hex')).to.equal(sha256)
      expect(bytes.length).to.equal(size)
      expect(release.manifest.get(name)).to.deep.equal({ sha256, size })
      texts[name] = bytes.toString()
    }
    expect(release.manifest.size).to.equal(Object.keys(texts).length)
    const [row] = await releases.list(SITE, 'preview')
    const bytes = Object.values(texts).join('').length
    expect(row).to.include({ files: release.manifest.size, bytes })
    return texts
  }

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'galley-releases-'))
    mkdirSync(folders().site(SITE).releases, { recursive: true })
    opened = makeStore()
    const { records } = opened.store
    records.users.create(makeUser(USER), null)
    records.sites.create(makeSite(10, id(USER)), makeRole(ROLE, { siteId: SITE, userId: id(USER) }))
    restart()
  })
  afterEach(async () => {
    await opened.remove()
    rmSync(root, { recursive: true })
  })

  it('hold a base and the differences from it', async () => {
    await whole({ 'a.html': 'a', 'b/c.html': 'c', 'd.html': 'd' })
    await change({ 'a.html': 'A', 'n.html': 'n' })
    expect(await served()).to.deep.equal({
      'a.html': 'A',
      'b/c.html': 'c',
      'd.html': 'd',
      'n.html': 'n',
    })
    await change({ 'b/c.html': 'C' }, ['d.html', 'n.html'])
    expect(await served()).to.deep.equal({ 'a.html': 'A', 'b/c.html': 'C' })
    await change({ 'd.html': 'again' }, ['a.html'])
    restart()
    expect(await served()).to.deep.equal({ 'b/c.html': 'C', 'd.html': 'again' })
  })

  it('can replace a folder by a file, and a file by a folder', async () => {
    await whole({ 'a/b.html': 'b', c: 'c' })
    await change({ a: 'file', 'c/d.html': 'd' }, ['a/b.html', 'c'])
    expect(await served()).to.deep.equal({ a: 'file', 'c/d.html': 'd' })
  })

  it('remove files that no release needs', async () => {
    const base = await whole({ 'a.html': 'a', 'b.html': 'b' })
    for (let round = 0; round < 6; round++) {
      await change({ 'a.html': `a${round}`, 'b.html': `b${round % 3}` })
    }
    const folder = folders().site(SITE).releases
    expect(readdirSync(folder)).to.have.length(3)
    // Two releases of two files each.
    expect(readdirSync(path.join(folder, base.id, 'changed'))).to.have.length(4)
    const fresh = await whole({ 'a.html': 'x' })
    await whole({ 'a.html': 'y' })
    expect(readdirSync(folder)).to.have.length(2).and.include(fresh.id)
    expect(await served()).to.deep.equal({ 'a.html': 'y' })
  })

  it('become whole releases when many files differ', async () => {
    const many = (text: string) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}/p.html`, `${text} ${i}`]))
    await whole({ ...many('a'), 'kept.html': 'kept' })
    await change({ '1/p.html': 'one' })
    const release = await change(many('b'), ['kept.html'])
    expect(release.changes).to.equal(null)
    expect(await served()).to.deep.equal(many('b'))
    await change({ '2/p.html': 'two' })
    restart()
    expect(await served()).to.deep.equal({ ...many('b'), '2/p.html': 'two' })
  })

  describe('after a crash that lost bytes', () => {
    const fileOf = async (name: string) => {
      const release = await releases.current(SITE, 'preview')
      return release?.fileOf(name) ?? ''
    }

    beforeEach(async () => {
      await whole({ 'a.html': 'some text', 'b.html': 'more text' })
      await change({ 'a.html': 'other text' })
    })

    it('are served if no file is damaged', async () => {
      restart()
      expect(await served()).to.deep.equal({ 'a.html': 'other text', 'b.html': 'more text' })
    })

    const damages: Readonly<Record<string, () => Promise<void>>> = {
      'a changed file is empty': async () => truncateSync(await fileOf('a.html')),
      'a changed file is missing': async () => rmSync(await fileOf('a.html')),
      'a file of the base is empty': async () => truncateSync(await fileOf('b.html')),
      'the list of changes is empty': async () => {
        const release = await releases.current(SITE, 'preview')
        const folder = path.join(folders().site(SITE).releases, release?.id ?? '')
        truncateSync(path.join(folder, 'changes.json'))
      },
      'the manifest of the base is empty': async () => {
        const release = await releases.current(SITE, 'preview')
        const folder = path.join(folders().site(SITE).releases, release?.base.id ?? '')
        truncateSync(path.join(folder, 'manifest.json'))
      },
    }
    for (const [what, damage] of Object.entries(damages)) {
      it(`are not served if ${what}, and can be made again`, async () => {
        await damage()
        restart()
        expect(await releases.current(SITE, 'preview')).to.equal(null)
        expect(existsSync(folders().site(SITE).preview)).to.equal(false)
        await whole({ 'a.html': 'anew' })
        await whole({ 'a.html': 'anew' })
        expect(await served()).to.deep.equal({ 'a.html': 'anew' })
        expect(readdirSync(folders().site(SITE).releases)).to.have.length(2)
      })
    }
  })
})
