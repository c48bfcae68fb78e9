/**
 * Reading objects: the interface that every reader fulfils (through git's process, through isomorphic-git,
 * and `object-cache.ts` above either).
 *
 * A reader throws `not_found` only for an object that is certainly absent.
 */
import { GitError } from '../program/git-error.js'
import { parseCommit } from './commit-object.js'
import type { Commit } from './commit-object.js'
import type { ObjectType, Oid } from './oid.js'

/** An object's type and content. The bytes are shared with the cache: never write into them. */
export interface GitObject {
  readonly type: ObjectType
  readonly data: Buffer
}

/** What is known of an object without its content. Size in bytes. */
export interface ObjectInfo {
  readonly type: ObjectType
  readonly size: number
}

/** The beginning of an object; `size` is that of the whole content. */
interface ObjectStart extends GitObject {
  readonly size: number
}

/** Reads the objects of one repository. */
export interface ObjectReader {
  /** @throws GitError `not_found`, `corrupt`, `io`, `too_large` */
  read(oid: Oid): Promise<GitObject>
  /** As `read`, but of the content at most its first bytes; however large, it needs no more memory. */
  start(oid: Oid, bytes: number): Promise<ObjectStart>
  /** As `read`, without the content. */
  info(oid: Oid): Promise<ObjectInfo>
  /** Lets go of processes and memory; a later read takes them again. */
  close(): Promise<void>
}

/** Content of an object that must be of one type. @throws GitError `corrupt` if it is another */
export async function readTyped(reader: ObjectReader, type: ObjectType, oid: Oid): Promise<Buffer> {
  const object = await reader.read(oid)
  requireType(object, type, oid)
  return object.data
}

/** @throws GitError `not_found`, `corrupt` if it is no commit */
export async function readCommit(reader: ObjectReader, oid: Oid): Promise<Commit> {
  return parseCommit(oid, await readTyped(reader, 'commit', oid))
}

/** First bytes of the content of a file. @throws GitError `corrupt` if it is something else */
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

/** The beginning of an object that is there as a whole. */
export function startOf({ type, data }: GitObject, bytes: number): ObjectStart {
  return { type, data: data.subarray(0, bytes), size: data.length }
}
