/**
 * Reads objects through isomorphic-git, for machines without git.
 *
 * isomorphic-git treats every failure to read a file as a missing file. Therefore it gets a file system that notes
 * each real error; a noted error is thrown instead of isomorphic-git's own.
 */
import { promises as fs } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { EMPTY_TREE, isObjectType, isOid } from './oid.js'
import type { Oid } from './oid.js'
import { startOf } from './reader.js'
import type { GitObject, ObjectReader } from './reader.js'

/** isomorphic-git loads a whole pack into memory, more than once. */
const PACK_MAX = 256 * 1024 * 1024
const IDLE = 30_000

/** A reader of a bare repository that needs no git program. */
export function isomorphicReader(gitDir: string): ObjectReader {
  let cache = {}
  let packs = ''
  let idle: NodeJS.Timeout | undefined
  const forget = (): void => {
    cache = {}
  }
  const read = async (oid: Oid): Promise<GitObject> => {
    if (!isOid(oid)) throw new GitError('invalid', `Not an object name: ${JSON.stringify(oid)}`)
    if (oid === EMPTY_TREE) return { type: 'tree', data: Buffer.alloc(0) }
    const now = await packState(gitDir)
    // Otherwise packs that a repack removed would stay in the cache.
    if (now !== packs) forget()
    packs = now
    clearTimeout(idle)
    idle = setTimeout(forget, IDLE).unref()
    return readObject(gitDir, oid, cache)
  }
  return {
    read,
    start: async (oid, bytes) => startOf(await read(oid), bytes),
    async info(oid) {
      const { type, data } = await read(oid)
      return { type, size: data.length }
    },
    async close() {
      clearTimeout(idle)
      forget()
    },
  }
}

async function packState(gitDir: string): Promise<string> {
  try {
    const { mtimeNs } = await stat(join(gitDir, 'objects', 'pack'), { bigint: true })
    return String(mtimeNs)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw ioError(error, 'Reading the folder of packs')
  }
}

async function readObject(gitdir: string, oid: Oid, cache: object): Promise<GitObject> {
  const noted: unknown[] = []
  try {
    const options = { fs: strictFs(noted), gitdir, oid, cache, format: 'content' } as const
    const result = await git.readObject(options)
    if (noted.length > 0) throw ioError(noted[0], `Reading ${oid}`)
    return contentOf(oid, result)
  } catch (error) {
    if (noted.length > 0) throw ioError(noted[0], `Reading ${oid}`)
    if (error instanceof GitError) throw error
    if (hasCode(error, 'NotFoundError')) {
      throw new GitError('not_found', `There is no object ${oid}.`, { cause: error })
    }
    throw new GitError('corrupt', `${oid} cannot be read.`, { cause: error })
  }
}

function contentOf(oid: Oid, result: { type?: string; object: unknown }): GitObject {
  const { type, object } = result
  if (type === undefined || !isObjectType(type) || !(object instanceof Uint8Array)) {
    throw new GitError('corrupt', `${oid} is no object.`)
  }
  return { type, data: Buffer.from(object.buffer, object.byteOffset, object.byteLength) }
}

function strictFs(noted: unknown[]) {
  const note = (error: unknown): never => {
    // isomorphic-git also calls without a path, to see whether promises come back.
    const real = error instanceof GitError || (error instanceof Error && 'errno' in error)
    if (real && !hasCode(error, 'ENOENT')) noted.push(error)
    throw error
  }
  const readFile = async (path: string, options?: { encoding?: BufferEncoding }) => {
    if (typeof path === 'string' && path.endsWith('.pack')) await refuseLargePack(path)
    return fs.readFile(path, options)
  }
  const refuseWrite = async (): Promise<never> => {
    throw new GitError('invalid', 'The reader does not write.')
  }
  return {
    promises: {
      readFile: (path: string, options?: { encoding?: BufferEncoding }) =>
        readFile(path, options).catch(note),
      readdir: (path: string) => fs.readdir(path).catch(note),
      stat: (path: string) => fs.stat(path).catch(note),
      lstat: (path: string) => fs.lstat(path).catch(note),
      readlink: (path: string) => fs.readlink(path).catch(note),
      writeFile: refuseWrite,
      mkdir: refuseWrite,
      rmdir: refuseWrite,
      unlink: refuseWrite,
      symlink: refuseWrite,
    },
  }
}

async function refuseLargePack(path: string): Promise<void> {
  const { size } = await fs.stat(path)
  if (size > PACK_MAX) {
    throw new GitError('too_large', 'A pack over 256 MB can only be read where git is installed.')
  }
}
