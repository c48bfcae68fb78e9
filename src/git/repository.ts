/**
 * A bare git repository and the working tree beside it: the truth of a site.
 *
 * This folder knows nothing of sites. It writes objects and refs itself (durably, by git's own
 * protocols, so that git's programs may work on the same repository at the same time) and reads
 * them through `git cat-file` or, without git, through isomorphic-git. Objects come before the ref
 * that names them. Its neighbours are `errors` alone; only `service/` puts it together with others.
 *
 * `openRepository` gathers the pieces; each lives in the file named for it.
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
import { listRefs, readRef, updateRef } from './refs/refs.js'
import type { Ref, RefUpdate } from './refs/refs.js'
import { streamBlob, type ByteRange } from './objects/blob-stream.js'
import { openSnapshot } from './objects/snapshot.js'
import type { Snapshot } from './objects/snapshot.js'

/** The one branch that Galley moves. */
export const MAIN = 'refs/heads/main'

/** Processes and memory that the repositories of a server share. */
export interface GitShared {
  readonly pool: CatFilePool
  readonly cache: ObjectCache
  /** Ends all processes. */
  close(): Promise<void>
}

/** Makes what repositories share: at most 32 reading processes and 64 MB of objects by default. */
export function createShared(
  limits: { readonly processes?: number; readonly cacheBytes?: number } = {},
): GitShared {
  const pool = catFilePool(limits.processes ?? 32)
  const cache = createObjectCache(limits.cacheBytes ?? 64 * 1024 * 1024)
  return { pool, cache, close: () => pool.close() }
}

/** How a repository is opened. */
interface RepositoryOptions {
  /** Whether the machine has git (`detectGit`). Without it everything but the servers works. */
  readonly native: boolean
  /** Shared by all repositories of a server; one of its own if left out. */
  readonly shared?: GitShared
}

/** An open repository. Every function may run beside any other, here or in another process. */
export interface Repository {
  readonly gitDir: string
  readonly native: boolean
  readonly reader: CachedReader
  /** Oid of a ref, `refs/heads/main` if left out; null if it does not exist. */
  head(ref?: string): Promise<Oid | null>
  /** Moves a ref by compare-and-swap. @throws GitError `conflict`, `locked` */
  updateRef(update: RefUpdate): Promise<void>
  listRefs(prefix?: string): Promise<Ref[]>
  /** The files at a commit; null for none. */
  snapshot(commit: Oid | null): Snapshot
  readCommit(oid: Oid): Promise<Commit>
  /** Content of a file by its oid. */
  readBlob(oid: Oid): Promise<Buffer>
  /** Its first bytes, and the size of all of it. */
  readBlobStart(oid: Oid, bytes: number): Promise<{ readonly data: Buffer; readonly size: number }>
  /** A part of the content of a file of that size, as it is read; large ones in little memory. */
  streamBlob(blob: { readonly oid: Oid; readonly size: number }, range: ByteRange): Readable
  /** Writes a commit and what it needs; moves no ref. */
  commit(request: CommitRequest): Promise<MadeCommit>
  /** Writes a blob from bytes or, streamed, from a file. */
  writeBlob(content: Uint8Array | { readonly file: string }): Promise<Oid>
  /** Changes between two commits, renames paired, sorted by path; null stands for no files. */
  diff(from: Oid | null, to: Oid | null): Promise<Change[]>
  /** Commits of the line of first parents with their changes. */
  history(range: HistoryRange): AsyncIterable<HistoryStep>
  isAncestor(ancestor: Oid, of: Oid): Promise<boolean>
  /** Lets go of processes and memory. */
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
  // Without git a pack is read whole into memory, whatever is wanted of it.
  const store = { reader, writer, packsIn: native ? gitDir : null }
  return {
    gitDir,
    native,
    reader,
    head: (ref = MAIN) => readRef(gitDir, ref),
    updateRef: (update) => updateRef(gitDir, update),
    listRefs: (prefix) => listRefs(gitDir, prefix),
    snapshot: (commit) => openSnapshot({ gitDir, reader, native }, commit),
    readCommit: (oid) => readCommit(reader, oid),
    readBlob: (oid) => readTyped(reader, 'blob', oid),
    readBlobStart: (oid, bytes) => readStart(reader, oid, bytes),
    streamBlob: (blob, range) => streamBlob({ gitDir, reader, native }, blob, range),
    commit: (request) => makeCommit(store, request),
    writeBlob: (content) => writeBlob(store, content),
    diff: (from, to) => diffCommits(reader, from, to),
    history: (range) => readHistory({ gitDir, reader, native }, range),
    isAncestor: (ancestor, of) => isAncestor(reader, ancestor, of),
    close: () => reader.close(),
  }
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

/** The settings that every repository is made with. */
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
 * Makes an empty bare repository whose HEAD is `main`. It appears whole or not at all: it is built
 * beside its place and renamed.
 *
 * @throws GitError `conflict` if something is there already
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
