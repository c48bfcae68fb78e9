/**
 * What a working tree looked like when it was last compared: for each file its state on disk and
 * the blob it was equal to. Kept in a file beside the tree: all files, then what changed since, one
 * line each; once in a while it is replaced whole.
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
  /** Lines that were added to the file since it was last written whole. */
  appended: number
}

const VERSION = 2

/** State of a file as one text, equal only if nothing about it changed. */
export function stateOf(stats: BigIntStats): string {
  return `${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}`
}

/** Reads the cache; an absent, damaged or older one is empty, which only costs a comparison. */
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

/** Reads in turns, since a site may have 100,000 files; null for a text that is damaged or older. */
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
    // A line that a crash cut off is as if its change had not been noted.
    else if (isTaken) later += 1
  })
  // The last line is empty in a file that was written whole.
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

/** Takes one line in; false for one that is not whole. */
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

/** So many lines may be added however few files there are. */
const FEW_LINES = 1000

/** Notes durably what has become of some files; costs as much as they are, however many others are there. */
export async function noteInStatCache(
  path: string,
  cache: StatCache,
  names: readonly string[],
): Promise<void> {
  if (cache.appended + names.length > FEW_LINES + cache.files.size) {
    return writeStatCache(path, cache)
  }
  // The line break in front ends what a crash may have cut off.
  const lines = names.map((name) => `\n${formatLine(name, cache.files.get(name))}`)
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
