/**
 * Stores the state of a working tree when it was last compared: for each file its state on disk, and the blob that it
 * was equal to. The cache is a file beside the tree: all files, then one line for each later change. From time to
 * time it is rewritten.
 */
import { constants } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { open, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { replaceFile, temporaryName } from '../../system/durable.js'
import { ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { forEachYielding } from '../../system/yielding.js'
import type { Oid } from '../objects/oid.js'
import type { Mode } from '../objects/tree.js'

/** A file at the last comparison: its blob and its state. */
export interface CachedFile {
  /** The blob that was checked out here, or committed from here. */
  readonly oid: Oid
  readonly mode: Mode
  /** `size mtime ctime inode`, times in nanoseconds; empty if unknown. */
  readonly state: string
}

/** The cache in memory. */
export interface StatCache {
  readonly files: Map<string, CachedFile>
  /**
   * Nanoseconds, by the clock of the file system. If a file was last written before this time, a later write changes
   * its timestamp. Other files are compared by content.
   */
  trustedBefore: bigint
  /** Lines that were appended since the file was last rewritten. */
  appended: number
}

const VERSION = 2

/** The state of a file as text; equal only if nothing has changed. */
export function stateOf(stats: BigIntStats): string {
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}

/**
 * Reads the cache. If it is missing, damaged or of an older version, it is empty; that only takes a comparison of all
 * files.
 */
export async function readStatCache(path: string): Promise<StatCache> {
  const empty: StatCache = { files: new Map(), trustedBefore: 0n, appended: 0 }
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return empty
    throw ioError(error, `Reading ${path}`)
  }
  return (await parseStatCache(text)) ?? empty
}

/**
 * Parses a cache, with yields to the event loop (a site may have 100,000 files); null if it is damaged or of an older
 * version.
 */
export async function parseStatCache(text: string): Promise<StatCache | null> {
  const lines = linesOf(text)
  const [version, trusted = '', count] = String(lines.next().value ?? '').split(' ')
  if (version !== String(VERSION) || !/^\d+$/.test(trusted)) return null
  const size = Number(count)
  const files = new Map<string, CachedFile>()
  let [read, later, isWhole] = [0, 0, true]
  await forEachYielding(lines, (line) => {
    const isTaken = readLine(files, line)
    read += 1
    if (read <= size) isWhole &&= isTaken
    // An incomplete line after a crash is ignored.
    else if (isTaken) later += 1
  })
  // In a complete file, the last line is empty.
  if (!isWhole || !(read > size)) return null
  return { files, trustedBefore: BigInt(trusted), appended: later }
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at <= text.length;) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    yield text.slice(at, end)
    at = end + 1
  }
}

const END = '.'
const GONE = '-'

/** Parses one line. @returns false if it is incomplete */
function readLine(files: Map<string, CachedFile>, line: string): boolean {
  const [mode, oid, state, path, end] = line.split('\t')
  if (!oid || state === undefined || !path || end !== END) return false
  if (mode === GONE) files.delete(decodeURIComponent(path))
  else if (mode !== '100644' && mode !== '100755') return false
  else files.set(decodeURIComponent(path), { mode, oid, state })
  return true
}

function formatLine(name: string, file: CachedFile | undefined): string {
  const { mode, oid, state } = file ?? { mode: GONE, oid: GONE, state: '' }
  return `${mode}\t${oid}\t${state}\t${encodePath(name)}\t${END}`
}

/** Writes the cache durably. */
export async function writeStatCache(path: string, cache: StatCache): Promise<void> {
  const lines: string[] = []
  await forEachYielding(cache.files, ([name, file]) => void lines.push(formatLine(name, file)))
  const head = `${VERSION} ${cache.trustedBefore} ${lines.length}`
  await replaceFile(path, `${[head, ...lines].join('\n')}\n`)
  cache.appended = 0
}

/** This many lines may be appended, even for few files. */
const FEW_LINES = 1000

/** Appends the new states of some files, durably. The cost depends only on their number. */
export async function noteInStatCache(
  path: string,
  cache: StatCache,
  names: readonly string[],
): Promise<void> {
  if (cache.appended + names.length > FEW_LINES + cache.files.size) {
    return writeStatCache(path, cache)
  }
  // The line break at the beginning ends a line that a crash may have cut off.
  const lines: string[] = []
  await forEachYielding(names, (name) => {
    lines.push(`\n${formatLine(name, cache.files.get(name))}`)
  })
  try {
    await append(path, lines.join(''))
    cache.appended += lines.length
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await writeStatCache(path, cache)
  }
}

async function append(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Escapes only the characters that would break the format. */
function encodePath(path: string): string {
  return path.replace(/[%\t\n\r]/g, (character) => encodeURIComponent(character))
}

/** The current time of the file system in nanoseconds, from a new file beside the cache. */
export async function fileSystemTime(path: string): Promise<bigint> {
  const probe = temporaryName(`${path}.probe_`)
  await writeFile(probe, '', { flag: 'wx' })
  try {
    return (await stat(probe, { bigint: true })).mtimeNs
  } finally {
    await unlink(probe)
  }
}
