/**
 * The interface for reading objects. There are two implementations (git's process, isomorphic-git), and a cache
 * around either.
 *
 * A reader throws `not_found` only if an object is certainly absent.
 */
import { GitError } from '../program/git-error.js'
import { parseCommit } from './commit-object.js'
import type { Commit } from './commit-object.js'
import { EMPTY_TREE } from './oid.js'
import type { ObjectType, Oid } from './oid.js'

/** Type and content of an object. The bytes are shared with the cache: never write into them. */
export interface GitObject {
  readonly type: ObjectType
  readonly data: Buffer
}

/** Type and size (in bytes) of an object. */
export interface ObjectInfo {
  readonly type: ObjectType
  readonly size: number
}

/** The first bytes of an object; `size` is that of the whole content. */
interface ObjectStart extends GitObject {
  readonly size: number
}

/** Reads the objects of one repository. */
export interface ObjectReader {
  /** @throws GitError `not_found`, `corrupt`, `io`, `too_large` */
  read(oid: Oid): Promise<GitObject>
  /** Like `read`, but returns at most the first `bytes` of the content, and needs no more memory than that. */
  start(oid: Oid, bytes: number): Promise<ObjectStart>
  /** Like `read`, without the content. */
  info(oid: Oid): Promise<ObjectInfo>
  /** Releases processes and memory; a later read starts them again. */
  close(): Promise<void>
}

/** The content of an object of a given type. @throws GitError `corrupt` if it has another type */
export async function readTyped(reader: ObjectReader, type: ObjectType, oid: Oid): Promise<Buffer> {
  const object = await reader.read(oid)
  requireType(object, type, oid)
  return object.data
}

/** The bytes of a tree; none for the empty one, which need not be stored. @throws as `readTyped` */
export async function treeBytes(reader: ObjectReader, tree: Oid): Promise<Buffer> {
  return tree === EMPTY_TREE ? Buffer.alloc(0) : readTyped(reader, 'tree', tree)
}

/** Bytes of a commit that are read: others would wait while a longer one is parsed. What follows is message. */
const MAX_COMMIT_BYTES = 4 * 1024 * 1024

/** A commit, without the end of a message of megabytes. @throws GitError `not_found`; `corrupt` if it is not a commit */
export async function readCommit(reader: Pick<ObjectReader, 'start'>, oid: Oid): Promise<Commit> {
  return parseCommit(oid, await readCommitBytes(reader, oid))
}

/** The beginning of a commit. @throws GitError `not_found`; `corrupt` if it is not a commit */
export async function readCommitBytes(
  reader: Pick<ObjectReader, 'start'>,
  oid: Oid,
): Promise<Buffer> {
  const object = await reader.start(oid, MAX_COMMIT_BYTES)
  requireType(object, 'commit', oid)
  return object.data
}

/** True if a commit is there. */
export async function hasCommit(reader: Pick<ObjectReader, 'info'>, oid: Oid): Promise<boolean> {
  try {
    return (await reader.info(oid)).type === 'commit'
  } catch (error) {
    if (error instanceof GitError && error.code === 'not_found') return false
    throw error
  }
}

/** The first bytes of a file's content. @throws GitError `corrupt` if it is not a file */
export async function readStart(
  reader: ObjectReader,
  oid: Oid,
  bytes: number,
): Promise<{ readonly data: Buffer; readonly size: number }> {
  const object = await reader.start(oid, bytes)
  requireType(object, 'blob', oid)
  return object
}

function requireType(object: GitObject, type: ObjectType, oid: Oid): void {
  if (object.type === type) return
  throw new GitError('corrupt', `${oid} is a ${object.type}, not a ${type}.`)
}

/** The first bytes of an object that is in memory. */
export function startOf({ type, data }: GitObject, bytes: number): ObjectStart {
  return { type, data: data.subarray(0, bytes), size: data.length }
}
