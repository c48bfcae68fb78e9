/** Moving `main` while others do, too. Real repository, real index. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  createShared,
  initRepository,
  MAIN,
  type GitShared,
  type Repository,
} from '../../../src/git/repository.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import { createAdvance, type Advance } from '../../../src/service/branch/advance.js'
import { createAuthorship } from '../../../src/service/branch/authorship.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createIndexing } from '../../../src/service/branch/indexing.js'
import { createLocks } from '../../../src/service/branch/locks.js'
import { createReadiness } from '../../../src/service/branch/readiness.js'
import { createRepositories } from '../../../src/service/branch/repositories.js'
import { id, makeSite, makeStoreOf, type TemporaryStore } from '../../store/make-store.js'

const AUTHOR = { name: 'Ada', email: 'ada@example.org' }
const TIME = 1_700_000_000

describe('advance', () => {
  const site = makeSite(1, id(1))
  let root = ''
  let temporary: TemporaryStore
  let shared: GitShared
  let advance: Advance
  let repository: Repository

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-advance-'))
    temporary = makeStoreOf(site)
    const { records, index } = temporary.store
    const folders = dataFolders(root)
    await mkdir(folders.site(site.id).root, { recursive: true })
    await initRepository(folders.site(site.id).repository)
    shared = createShared()
    const repositories = createRepositories({ folders, shared, native: true })
    const now = () => TIME * 1000
    const authorship = createAuthorship(createVault(Buffer.alloc(32, 7)))
    advance = createAdvance({
      checkHistory: () => Promise.resolve(null),
      folders,
      readiness: createReadiness(),
      warn: () => undefined,
      authorship,
      locks: createLocks(),
      repositories,
      indexing: createIndexing({ index, entryIds: records.entryIds, authorship, now }),
      indexedCommit: (siteId) => index.commitOf(siteId),
      followTree: () => undefined,
      now,
    })
    repository = await repositories.get(site.id)
    await write('start.txt')
  })

  after(async () => {
    await shared.close()
    await temporary.remove()
    await rm(root, { recursive: true })
  })

  const files = (name: string) => new Map([[name, { data: Buffer.from(name) }]])

  const write = (name: string, meanwhile: () => Promise<unknown> = async () => undefined) =>
    advance.advance(site.id, {
      author: AUTHOR,
      edit: async () => {
        await meanwhile()
        return { files: files(name), message: `Write ${name}` }
      },
    })

  /** A commit on top of `main`, which somebody makes on disk. */
  const commitOnDisk = async (name: string): Promise<string> => {
    const head = await repository.head()
    const who = { ...AUTHOR, time: TIME }
    const { commit } = await repository.commit({
      parents: head === null ? [] : [head],
      base: head,
      edits: files(name),
      author: who,
      committer: who,
      message: `Push ${name}`,
    })
    return commit
  }

  const pushOnDisk = async (name: string): Promise<void> => {
    const from = await repository.head()
    await repository.updateRef({ ref: MAIN, from, to: await commitOnDisk(name) })
  }

  const standing = async (): Promise<string[]> => {
    const entries = await repository.snapshot(await repository.head()).entries()
    return entries.map(({ path }) => path)
  }

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  it('repeats an edit on top of a push that came meanwhile', async () => {
    let runs = 0
    const { changed } = await write('edited.txt', async () => {
      if (runs === 0) await pushOnDisk('pushed.txt')
      runs += 1
    })
    expect([changed, runs]).to.deep.equal([true, 2])
    expect(await standing()).to.include.members(['edited.txt', 'pushed.txt', 'start.txt'])
    expect(temporary.store.index.commitOf(site.id)).to.equal(await repository.head())
  })

  it('gives up with an error if somebody pushes before each try', async () => {
    let runs = 0
    const failure = await failureOf(
      write('never.txt', () => {
        runs += 1
        return pushOnDisk(`again-${runs}.txt`)
      }),
    )
    expect(failure).to.include({ code: 'unavailable', retryAfter: 1 })
    expect(runs).to.equal(6)
    expect(await standing())
      .to.include('again-6.txt')
      .and.not.include('never.txt')
  })

  it('is unavailable while git’s lock file stays', async () => {
    const lock = join(repository.gitDir, `${MAIN}.lock`)
    const head = await repository.head()
    await writeFile(lock, '')
    try {
      const failure = await failureOf(write('locked.txt'))
      expect(failure).to.include({ code: 'unavailable', retryAfter: 1 })
    } finally {
      await rm(lock)
    }
    expect(await repository.head()).to.equal(head)
  })

  it('makes an adopted commit again if main was pushed to meanwhile', async () => {
    let runs = 0
    const { head } = await advance.adopt(site.id, async () => {
      runs += 1
      const made = await commitOnDisk(`adopted-${runs}.txt`)
      if (runs === 1) await pushOnDisk('between.txt')
      return { head: made }
    })
    expect(runs).to.equal(2)
    expect(await repository.head()).to.equal(head)
    expect(await standing()).to.include.members(['adopted-2.txt', 'between.txt'])
    expect(temporary.store.index.commitOf(site.id)).to.equal(head)
  })

  it('does not move main if an edit changes nothing', async () => {
    const head = await repository.head()
    expect(await write('start.txt')).to.deep.equal({ commit: head, changed: false })
    expect(await repository.head()).to.equal(head)
  })

  it('refuses paths outside the site and below a file', async () => {
    const head = await repository.head()
    expect(await failureOf(write('../out.txt'))).to.include({ code: 'validation_failed' })
    expect(await failureOf(write('start.txt/below.txt'))).to.include({ code: 'conflict' })
    expect(await repository.head()).to.equal(head)
  })
})
