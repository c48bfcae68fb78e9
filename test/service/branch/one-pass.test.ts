/** What one write reads: each thing once, and handed on. Real repository, real index, no clock. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createShared, initRepository, type GitShared } from '../../../src/git/repository.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import { createAdvance, type Advance } from '../../../src/service/branch/advance.js'
import { createAuthorship } from '../../../src/service/branch/authorship.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createIndexing } from '../../../src/service/branch/indexing.js'
import { createLocks } from '../../../src/service/branch/locks.js'
import { createReadiness } from '../../../src/service/branch/readiness.js'
import { createRepositories } from '../../../src/service/branch/repositories.js'
import { edit } from '../../../src/service/content/editable-entries.js'
import { callsOf } from '../../calls.js'
import { id, makeSite, makeStoreOf, type TemporaryStore } from '../../store/make-store.js'

const AUTHOR = { name: 'Ada', email: 'ada@example.org' }
const PATH = '_posts/2020-01-01-one.md'
const textOf = (title: string) => `---\ntitle: ${title}\ntags: [a, b] # kept\n---\nBody.\n`

describe('one write', () => {
  const site = makeSite(1, id(1))
  const count = { refs: 0, repositories: 0, asked: 0, indexed: 0 }
  let root = ''
  let temporary: TemporaryStore
  let shared: GitShared
  let advance: Advance

  /** Counts what goes to git's own process. */
  const counting = (plain: GitShared): GitShared => ({
    ...plain,
    pool: {
      ...plain.pool,
      reader: (gitDir) => {
        const reader = plain.pool.reader(gitDir)
        const asking = <Arguments extends unknown[], Result>(
          work: (...given: Arguments) => Result,
        ) => {
          return (...given: Arguments): Result => {
            count.asked += 1
            return work(...given)
          }
        }
        return {
          read: asking((oid) => reader.read(oid)),
          start: asking((oid, bytes) => reader.start(oid, bytes)),
          info: asking((oid) => reader.info(oid)),
          close: () => reader.close(),
        }
      },
    },
  })

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-one-pass-'))
    temporary = makeStoreOf(site)
    const { records, index } = temporary.store
    const folders = dataFolders(root)
    await mkdir(folders.site(site.id).root, { recursive: true })
    await initRepository(folders.site(site.id).repository)
    shared = counting(createShared())
    const repositories = createRepositories({ folders, shared, native: true })
    const now = () => 1_700_000_000_000
    const authorship = createAuthorship(createVault(Buffer.alloc(32, 7)))
    const indexing = createIndexing({ index, entryIds: records.entryIds, authorship, now })
    advance = createAdvance({
      checkHistory: () => Promise.resolve(null),
      folders,
      readiness: createReadiness(),
      warn: () => undefined,
      authorship,
      locks: createLocks(),
      repositories: {
        ...repositories,
        get: async (siteId) => {
          count.repositories += 1
          const repository = await repositories.get(siteId)
          return {
            ...repository,
            head: (ref) => {
              count.refs += 1
              return repository.head(ref)
            },
          }
        },
      },
      indexing,
      indexedCommit: (siteId) => {
        count.indexed += 1
        return index.commitOf(siteId)
      },
      followTree: () => undefined,
      now,
    })
  })

  after(async () => {
    await shared.close()
    await temporary.remove()
    await rm(root, { recursive: true })
  })

  const write = (title: string) =>
    advance.advance(site.id, {
      author: AUTHOR,
      edit: () =>
        Promise.resolve({
          files: new Map([[PATH, { data: Buffer.from(textOf(title)) }]]),
          message: title,
        }),
    })

  it('reads the ref and the index once, and asks no git process for what it wrote', async () => {
    for (const title of ['One', 'Two']) await write(title)
    Object.assign(count, { refs: 0, repositories: 0, asked: 0, indexed: 0 })
    const { changed } = await write('Three')
    expect(changed).to.equal(true)
    expect(temporary.store.index.entryByPath(site.id, PATH)?.title).to.equal('Three')
    // The ref once more under its lock, by the compare-and-swap.
    expect(count).to.deep.equal({ refs: 1, repositories: 1, asked: 0, indexed: 1 })
  })

  it('asks no git process for a hundred files that it wrote as one commit', async () => {
    Object.assign(count, { asked: 0 })
    const paths = Array.from({ length: 100 }, (_, number) => `_posts/2021-01-01-p${number}.md`)
    const { changed } = await advance.advance(site.id, {
      author: AUTHOR,
      edit: () =>
        Promise.resolve({
          files: new Map(paths.map((path) => [path, { data: Buffer.from(textOf(path)) }])),
          message: 'A hundred',
        }),
    })
    expect(changed).to.equal(true)
    for (const path of paths) {
      expect(temporary.store.index.entryByPath(site.id, path)?.title).to.equal(path)
    }
    expect(count.asked).to.equal(0)
  })

  it('parses its new commit once, and only opens the trees of others', async () => {
    const calls = await callsOf('/src/git/', () => write('Five'))
    expect(calls('parseCommit')).to.equal(1)
    expect(calls('openSnapshot')).to.equal(2)
  })

  it('parses the current text once, and the new one once', async () => {
    const entry = temporary.store.index.entryByPath(site.id, PATH)
    if (!entry) throw new Error('the entry is not there')
    const before = textOf('Five')
    let text = ''
    const calls = await callsOf('/src/content/', async () => {
      text = await edit(before, { entry, base: entry, input: { title: 'Four' } })
    })
    expect(text).to.equal(textOf('Four'))
    expect(calls('splitFrontMatter')).to.equal(1)
    expect(calls('readFrontMatter')).to.equal(1)
    expect(calls('parseYaml')).to.equal(2)
  })
})
