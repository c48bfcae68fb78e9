/** A site that is synced with a real git host: real repository, real index, real clones by real git. */

import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GalleyError } from '../../../src/errors.js'
import type { Edit } from '../../../src/git/commit.js'
import {
  createShared,
  initRepository,
  type GitShared,
  type Repository,
} from '../../../src/git/repository.js'
import type { RunnerJob } from '../../../src/jobs/job.js'
import type { JobKind } from '../../../src/model/job.js'
import { createAdvance, type Advance } from '../../../src/service/branch/advance.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createAuthorship } from '../../../src/service/branch/authorship.js'
import { createIndexing } from '../../../src/service/branch/indexing.js'
import { createLocks } from '../../../src/service/branch/locks.js'
import { createReadiness } from '../../../src/service/branch/readiness.js'
import { createIncomingCheck } from '../../../src/service/push/incoming-check.js'
import { createRepositories } from '../../../src/service/branch/repositories.js'
import { createSiteOptions } from '../../../src/service/sites/site-options.js'
import { createDecisions, type Decisions } from '../../../src/service/sync/decisions.js'
import { createLfsObjects } from '../../../src/service/sync/lfs-objects.js'
import { createSyncing, type Syncing } from '../../../src/service/sync/sync.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import type { SiteRecord } from '../../../src/model/site.js'
import type { Store } from '../../../src/store/database.js'
import { expect } from 'chai'
import { expectSound, git } from '../../git/fixture.js'
import type { GitHost, HostedRepository } from '../../git/remote/remote-host.js'
import { makeRole, makeSite, makeStore, makeUser } from '../../store/make-store.js'

export interface SyncBench {
  readonly siteId: string
  readonly store: Store
  readonly repository: Repository
  readonly hosted: HostedRepository
  readonly advance: Advance
  readonly syncing: Syncing
  readonly decisions: Decisions
  readonly shared: GitShared
  /** What the job said, in order. */
  readonly said: string[]
  readonly followed: string[]
  folder(name: string): string
  /** Where the site is synced to. */
  point(options: Readonly<Record<string, string>>): void
  /** Runs a sync; the message of its error, null where it ended well. */
  sync(signal?: AbortSignal): Promise<string | null>
  /** A change by the API. */
  write(files: Readonly<Record<string, string | Buffer | null>>): Promise<string>
  /** A change by a developer with a clone of the remote, pushed; the commit. */
  develop(
    files: Readonly<Record<string, string | Buffer | null>>,
    ...push: string[]
  ): Promise<string>
  /** Files of the site, as text. */
  files(): Promise<Record<string, string>>
  remoteTip(): Promise<string>
  remove(): Promise<void>
}

let seconds = 1_700_000_000

/** @param native whether git's own programs do their part, as where git is installed */
export async function makeSyncBench(host: GitHost, native = true): Promise<SyncBench> {
  const root = await mkdtemp(join(tmpdir(), 'galley-sync-'))
  const { store, remove } = makeStore()
  const shared = createShared()
  const folders = dataFolders(root)
  const siteOptions = createSiteOptions(createVault(Buffer.alloc(32, 7)))
  const hosted = await host.repository()
  const record = siteWith(siteOptions.seal(optionsOf(host, hosted.url)))
  store.records.users.create(makeUser(1), null)
  store.records.sites.create(record, makeRole(2, { siteId: record.id, userId: record.userId }))
  await mkdir(folders.site(record.id).root, { recursive: true })
  await initRepository(folders.site(record.id).repository)
  const repositories = createRepositories({ folders, shared, native })
  const repository = await repositories.get(record.id)
  const followed: string[] = []
  const now = () => (seconds += 1) * 1000
  const authorship = createAuthorship(createVault(Buffer.alloc(32, 7)))
  const limits = { fileBytes: 1e9, totalBytes: 1e9, files: 200_000, changes: 500_000 }
  const incoming = createIncomingCheck({
    limits,
    pool: shared.pool,
    limitReached: () => undefined,
  })
  const advance = createAdvance({
    checkHistory: (span) => incoming.checkHistory(span),
    folders,
    readiness: createReadiness(),
    warn: () => undefined,
    authorship,
    locks: createLocks(),
    repositories,
    indexing: createIndexing({
      index: store.index,
      entryIds: store.records.entryIds,
      authorship,
      now,
    }),
    indexedCommit: (siteId) => store.index.commitOf(siteId),
    followTree: (siteId) => void followed.push(siteId),
    now,
  })
  const decisions = createDecisions(store.records)
  const outgoing = { rules: { allow: ['127.0.0.0/8'] }, timeout: 6e4 }
  const patience = { attempts: 3, delay: 10 }
  const fetching = { folders, options: siteOptions, outgoing, patience, now }
  const syncing = createSyncing({
    lfs: createLfsObjects({ ...fetching, maxBytes: 1e6 }),
    incoming,
    records: store.records,
    index: store.index,
    repositories,
    advance,
    options: siteOptions,
    decisions,
    now,
    outgoing,
    patience,
    ignoresCase: false,
  })
  const said: string[] = []
  const bench: SyncBench = {
    siteId: record.id,
    store,
    repository,
    hosted,
    advance,
    syncing,
    decisions,
    shared,
    said,
    followed,
    folder: (name) => join(root, name),
    point: (options) => {
      const syncOptions = siteOptions.seal({
        ...optionsOf(host, hosted.url),
        ...options,
      })
      store.records.sites.update({
        ...record,
        syncOptions,
      })
    },
    sync: (signal = new AbortController().signal) =>
      messageOf(
        syncing.handler(syncJob(record.id), {
          signal,
          report: (text) => void said.push(text),
        }),
      ),
    async write(files) {
      const author = {
        name: 'Ada',
        email: 'ada@example.org',
      }
      let head = ''
      for (const isGone of [true, false]) {
        const part = Object.entries(files).filter(([, content]) => (content === null) === isGone)
        const edits = editsOf(Object.fromEntries(part))
        const edit = () =>
          Promise.resolve({
            files: edits,
            message: 'By the API',
          })
        head =
          (
            await advance.advance(record.id, {
              author,
              edit,
            })
          ).commit ?? ''
      }
      return head
    },
    develop: (files, ...push) =>
      develop(join(root, 'clone'), {
        hosted,
        files,
        push,
      }),
    async files() {
      const snapshot = repository.snapshot(await repository.head())
      const found: Record<string, string> = {}
      for await (const { path, mode } of snapshot.list()) {
        if (mode !== '160000') found[path] = (await snapshot.read(path)).toString()
      }
      return found
    },
    remoteTip: () => git(hosted.dir, 'rev-parse', 'refs/heads/main'),
    async remove() {
      await repositories.close()
      await shared.close()
      await remove()
      await rm(root, {
        recursive: true,
        force: true,
      })
    },
  }
  return bench
}

function optionsOf(host: GitHost, url: string): Record<string, string> {
  return { path: url, access_token: host.token, username: host.username, branch: 'main' }
}

function siteWith(syncOptions: Record<string, string>): SiteRecord {
  const user = makeUser(1)
  return makeSite(5, user.id, { sync: 'githost', syncOptions })
}

function editsOf(files: Readonly<Record<string, string | Buffer | null>>): Map<string, Edit> {
  const toEdit = (content: string | Buffer | null): Edit =>
    content === null ? null : { data: Buffer.from(content) }
  return new Map(Object.entries(files).map(([path, content]) => [path, toEdit(content)]))
}

export function syncJob(siteId: string): RunnerJob<JobKind> {
  return {
    id: 'job',
    siteId,
    kind: 'sync',
    state: 'running',
    userId: null,
    input: {},
    message: '',
    createdAt: 0,
    startedAt: 0,
    finishedAt: null,
    updatedAt: 0,
  }
}

/** The sentence of a GalleyError; anything else is thrown on. */
export async function messageOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof GalleyError) return error.message
    throw error
  }
}

interface Development {
  readonly hosted: HostedRepository
  readonly files: Readonly<Record<string, string | Buffer | null>>
  readonly push: readonly string[]
}

async function develop(work: string, { hosted, files, push }: Development): Promise<string> {
  await git('/', 'clone', '-q', hosted.dir, work).catch(() => undefined)
  if (!push.includes('--force')) {
    await git(work, 'pull', '-q', '--no-rebase', 'origin', 'main').catch(() => undefined)
  }
  await change(work, files)
  await git(work, 'push', '-q', 'origin', 'HEAD:main', ...push)
  return git(work, 'rev-parse', 'HEAD')
}

/** Changes files in a clone and commits them. */
export async function change(
  work: string,
  files: Readonly<Record<string, string | Buffer | null>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    if (content !== null) continue
    await unlink(join(work, path))
  }
  for (const [path, content] of Object.entries(files)) {
    if (content === null) continue
    await mkdir(dirname(join(work, path)), { recursive: true })
    await writeFile(join(work, path), content)
  }
  await git(work, 'add', '-A')
  await git(work, 'commit', '-q', '--allow-empty', '-m', 'By a developer')
}

/** Both sides, and the index, are at one commit. */
export async function expectEqualSides(bench: SyncBench): Promise<void> {
  const head = await bench.repository.head()
  expect(await bench.remoteTip()).to.equal(head)
  expect(bench.store.index.commitOf(bench.siteId)).to.equal(head)
}

/** Both repositories are whole; then nothing of the bench is left. */
export async function removeSound(bench: SyncBench): Promise<void> {
  await expectSound(bench.repository.gitDir)
  await expectSound(bench.hosted.dir)
  await bench.remove()
}
