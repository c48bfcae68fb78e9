/**
 * What a working tree looked like when it was last compared: for each file its state on disk and
 * the blob it was equal to. Kept in a file beside the tree, replaced whole.
 */
import type { BigIntStats } from 'node:fs'
import { readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { replaceFile, temporaryName } from './durable.js'
import { hasCode, ioError } from './git-error.js'
import type { Oid } from './oid.js'
import type { Mode } from './tree.js'

/** A file as last seen: what was checked out, and the state it had. */
export interface CachedFile {
  /** Blob that was checked out here or found here and committed. */
  readonly oid: Oid
  readonly mode: Mode
  /** `size mtime ctime inode`, nanoseconds; empty if the state is not known. */
  readonly state: string
}

/** The cache in memory. */
export interface StatCache {
  readonly files: Map<string, CachedFile>
  /**
   * Nanoseconds, by the clock of the file system. A file last written before then cannot have been
   * written again unseen within the same tick of that clock; any other is compared by content.
   */
  trustedBefore: bigint
}

const VERSION = 1

/** State of a file as one text, equal only if nothing about it changed. */
export function stateOf(stats: BigIntStats): string {
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}

/** Reads the cache; an absent, damaged or older one is empty, which only costs a comparison. */
export async function readStatCache(path: string): Promise<StatCache> {
  const empty: StatCache = { files: new Map(), trustedBefore: 0n }
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return empty
    throw ioError(error, `Reading ${path}`)
  }
  return parseStatCache(text) ?? empty
}

function parseStatCache(text: string): StatCache | null {
  const [head = '', ...lines] = text.split('\n')
  const [version, trusted = '', count] = head.split(' ')
  if (version !== String(VERSION) || !/^\d+$/.test(trusted)) return null
  // The last line is empty in a file that was written whole.
  if (Number(count) !== lines.length - 1) return null
  const files = new Map<string, CachedFile>()
  for (const line of lines.slice(0, -1)) {
    const [mode, oid, state, path] = line.split('\t')
    if ((mode !== '100644' && mode !== '100755') || !oid || state === undefined || !path)
      return null
    files.set(decodeURIComponent(path), { mode, oid, state })
  }
  return { files, trustedBefore: BigInt(trusted) }
}

/** Writes the cache durably. */
export async function writeStatCache(path: string, cache: StatCache): Promise<void> {
  const lines = [`${VERSION} ${cache.trustedBefore} ${cache.files.size}`]
  for (const [name, { mode, oid, state }] of cache.files) {
    lines.push(`${mode}\t${oid}\t${state}\t${encodePath(name)}`)
  }
  await replaceFile(path, `${lines.join('\n')}\n`)
}

/** Only what would break the lines is escaped. */
function encodePath(path: string): string {
  return path.replace(/[%\t\n\r]/g, (character) => encodeURIComponent(character))
}

/** The file system's own time, in nanoseconds: that of a file made beside the cache just now. */
export async function fileSystemTime(path: string): Promise<bigint> {
  const probe = temporaryName(`${path}.probe_`)
  await writeFile(probe, '', { flag: 'wx' })
  try {
    return (await stat(probe, { bigint: true })).mtimeNs
  } finally {
    await unlink(probe)
  }
}
