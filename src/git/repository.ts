/**
 * A bare git repository: the source of truth of a site.
 *
 * This folder knows nothing of sites. It writes objects and refs itself, durably and with git's own protocols, so
 * git's programs may work on the same repository at the same time. It reads objects through `git cat-file`, or
 * without git through isomorphic-git. Objects are written before the ref that names them.
 *
 * `openRepository` combines the parts; each is in the file with its name.
 */
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { rename } from 'node:fs/promises'
import { isAncestor } from './refs/ancestry.js'
import { catFilePool } from './objects/cat-file.js'
import type { CatFilePool } from './objects/cat-file.js'
import { makeCommit, writeBlob } from './commit.js'
import type { CommitRequest, MadeCommit } from './commit.js'
import type { Commit } from './objects/commit-object.js'
import { diffCommits } from './diff/diff.js'
import type { Change } from './diff/diff.js'
import { ignore, makeFolder, replaceFile, syncPath, temporaryName } from '../system/durable.js'
import { GitError, ioError } from './program/git-error.js'
import { hasCode } from '../system/errno.js'
import { readHistory } from './diff/history.js'
import type { HistoryRange, HistoryStep } from './diff/history.js'
import { isomorphicReader } from './objects/iso-reader.js'
import { objectWriter } from './objects/object-store.js'
import type { Oid } from './objects/oid.js'
import { cachedReader, createObjectCache } from './objects/object-cache.js'
import { readCommit, readStart, readTyped } from './objects/reader.js'
import type { CachedReader, ObjectCache } from './objects/object-cache.js'
import { listRefs, readRef, removeRef, updateRef } from './refs/refs.js'
import type { Ref, RefRemoval, RefUpdate } from './refs/refs.js'
import { streamBlob, type BlobReader, type ByteRange } from './objects/blob-stream.js'
import { openSnapshot } from './objects/snapshot.js'
import type { Snapshot } from './objects/snapshot.js'

/** The branch that is published. */
export const MAIN = 'refs/heads/main'

/** Processes and cache that the repositories of a server share. */
export interface GitShared {
  readonly pool: CatFilePool
  readonly cache: ObjectCache
  /** Ends all processes. */
  close(): Promise<void>
}

/** Creates what repositories share: by default at most 32 reading processes and 64 MB of objects. */
export function createShared(
  limits: { readonly processes?: number; readonly cacheBytes?: number } = {},
): GitShared {
  const pool = catFilePool(limits.processes ?? 32)
  const cache = createObjectCache(limits.cacheBytes ?? 64 * 1024 * 1024)
  return { pool, cache, close: () => pool.close() }
}

/** How a repository is opened. */
interface RepositoryOptions {
  /** True if git is installed (`detectGit`). Without it, everything but the git server works. */
  readonly native: boolean
  /** Shared with other repositories; a separate one if left out. */
  readonly shared?: GitShared
}

/** An open repository. All functions may run at the same time, here and in other processes. */
export interface Repository {
  readonly gitDir: string
  readonly native: boolean
  readonly reader: CachedReader
  /** The branch that `head` means and that changes go to: `refs/heads/main`, but for {@link onBranch}. */
  readonly branch: string
  /** The commit of a ref, its `branch` if left out; null if it does not exist. */
  head(ref?: string): Promise<Oid | null>
  /** Moves a ref by compare-and-swap. @throws GitError `conflict`, `locked` */
  updateRef(update: RefUpdate): Promise<void>
  /** Removes a ref by compare-and-swap. @throws GitError `conflict`, `locked` */
  removeRef(removal: RefRemoval): Promise<void>
  listRefs(prefix?: string): Promise<Ref[]>
  /** The files at a commit; for null, no files. */
  snapshot(commit: Oid | null): Snapshot
  readCommit(oid: Oid): Promise<Commit>
  /** Content of a blob. */
  readBlob(oid: Oid): Promise<Buffer>
  /** The first bytes of a blob, and its size. */
  readBlobStart(oid: Oid, bytes: number): Promise<{ readonly data: Buffer; readonly size: number }>
  /** Streams a range of a blob; a large one takes little memory. */
  streamBlob(
    blob: { readonly oid: Oid; readonly size: number },
    range: ByteRange,
    reader?: BlobReader,
  ): Readable
  /** Writes a commit and the objects that it needs. Moves no ref. */
  commit(request: CommitRequest): Promise<MadeCommit>
  /** Writes a blob from bytes or, streamed, from a file. */
  writeBlob(content: Uint8Array | { readonly file: string }): Promise<Oid>
  /** Changes between two commits, renames paired, sorted by path; null stands for no files. */
  diff(from: Oid | null, to: Oid | null): Promise<Change[]>
  /** Commits of the first-parent history, with their changes. */
  history(range: HistoryRange): AsyncIterable<HistoryStep>
  isAncestor(ancestor: Oid, of: Oid): Promise<boolean>
  /** Releases processes and memory. */
  close(): Promise<void>
}

/** Opens a bare repository. @throws GitError `not_found` if there is none; `invalid` for SHA-256 */
export async function openRepository(
  gitDir: string,
  options: RepositoryOptions,
): Promise<Repository> {
  await checkRepository(gitDir)
  const { native } = options
  const shared = options.shared ?? createShared()
  const plain = native ? shared.pool.reader(gitDir) : isomorphicReader(gitDir)
  const reader = cachedReader(plain, { cache: shared.cache, space: gitDir })
  const writer = objectWriter(gitDir)
  // Without git, a pack is always read into memory as a whole.
  const store = { reader, writer, packsIn: native ? gitDir : null }
  return {
    gitDir,
    native,
    reader,
    branch: MAIN,
    head: (ref = MAIN) => readRef(gitDir, ref),
    updateRef: (update) => updateRef(gitDir, update),
    removeRef: (removal) => removeRef(gitDir, removal),
    listRefs: (prefix) => listRefs(gitDir, prefix),
    snapshot: (commit) => openSnapshot({ gitDir, reader, native }, commit),
    readCommit: (oid) => readCommit(reader, oid),
    readBlob: (oid) => readTyped(reader, 'blob', oid),
    readBlobStart: (oid, bytes) => readStart(reader, oid, bytes),
    streamBlob: (blob, range, by) =>
      streamBlob({ gitDir, reader, native }, { blob, range, reader: by }),
    commit: (request) => makeCommit(store, request),
    writeBlob: (content) => writeBlob(store, content),
    diff: (from, to) => diffCommits(reader, from, to),
    history: (range) => readHistory({ gitDir, reader, native }, range),
    isAncestor: (ancestor, of) => isAncestor(reader, ancestor, of),
    close: () => reader.close(),
  }
}

/** The same repository, at another branch. */
export function onBranch(repository: Repository, branch: string): Repository {
  return { ...repository, branch, head: (ref = branch) => repository.head(ref) }
}

async function checkRepository(gitDir: string): Promise<void> {
  try {
    await readFile(join(gitDir, 'HEAD'))
    const config = await readFile(join(gitDir, 'config'), 'utf8')
    if (/objectformat\s*=\s*sha256/i.test(config)) {
      throw new GitError('invalid', 'Repositories with SHA-256 names are not supported.')
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new GitError('not_found', `No repository in ${gitDir}.`)
    throw ioError(error, `Opening ${gitDir}`)
  }
}

/** The `config` file of every repository. */
export const REPOSITORY_CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
\tfsync = all
[receive]
\tfsckObjects = true
\tautogc = false
[gc]
\tauto = 0
`

/**
 * Creates an empty bare repository whose HEAD is `main`. It is built under another name and renamed, so it is never
 * incomplete.
 *
 * @throws GitError `conflict` if something exists already
 */
export async function initRepository(gitDir: string): Promise<void> {
  const building = join(dirname(gitDir), temporaryName(`.${basename(gitDir)}.new_`))
  try {
    for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) {
      await makeFolder(join(building, folder))
    }
    await replaceFile(join(building, 'config'), REPOSITORY_CONFIG)
    await replaceFile(join(building, 'HEAD'), `ref: ${MAIN}\n`)
    await rename(building, gitDir)
    await syncPath(dirname(gitDir))
  } catch (error) {
    await rm(building, { recursive: true, force: true }).catch(ignore)
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) {
      throw new GitError('conflict', `${gitDir} exists already.`, { cause: error })
    }
    throw ioError(error, `Creating ${gitDir}`)
  }
}
