/**
 * Packs repositories, checks them and removes leftovers. Needs git's own programs.
 *
 * It never removes an object that is younger than two weeks, because a writer that runs at the same time may need it.
 */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expectGit, runGit } from './program/run.js'
import { ioError } from './program/git-error.js'
import { hasCode } from '../system/errno.js'
import { isOid } from './objects/oid.js'

/** Number and size of loose objects, and number of packs. */
interface StorageReport {
  readonly looseObjects: number
  readonly looseBytes: number
  readonly packs: number
  readonly packBytes: number
}

/** Counts files; takes some milliseconds for each thousand loose objects. */
export async function measureStorage(gitDir: string): Promise<StorageReport> {
  const objects = join(gitDir, 'objects')
  const report = { looseObjects: 0, looseBytes: 0, packs: 0, packBytes: 0 }
  for (const folder of await namesIn(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder.name)) continue
    for (const file of await namesIn(join(objects, folder.name))) {
      if (!isOid(folder.name + file.name)) continue
      report.looseObjects++
      report.looseBytes += await sizeOf(join(objects, folder.name, file.name))
    }
  }
  for (const file of await namesIn(join(objects, 'pack'))) {
    if (!file.name.endsWith('.pack')) continue
    report.packs++
    report.packBytes += await sizeOf(join(objects, 'pack', file.name))
  }
  return report
}

async function namesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw ioError(error, `Listing ${folder}`)
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    // A repack may have removed it meanwhile.
    if (hasCode(error, 'ENOENT')) return 0
    throw ioError(error, `Looking at ${path}`)
  }
}

/** True if there are many loose objects, many loose bytes, or many packs. */
export function needsRepack(report: StorageReport): boolean {
  return report.looseObjects > 6_000 || report.looseBytes > 64 * 1024 * 1024 || report.packs > 50
}

/** A generous limit: it reads every object, and nobody waits for it. */
const CPU_SECONDS = 6 * 60 * 60

const DELTA_OPTIONS = ['--window=10', '--depth=50']

/**
 * Packs all reachable objects into one pack, keeps others for two weeks, and writes the commit-graph, which makes
 * history by path fast. May run at the same time as readers and writers.
 *
 * @throws GitError `failed`, `aborted`
 */
export async function repack(gitDir: string, signal?: AbortSignal): Promise<void> {
  const options = { gitDir, cpuSeconds: CPU_SECONDS, ...(signal ? { signal } : {}) }
  // Unreachable objects become loose with the pack's age, as in git gc, and only then may expire.
  const args = ['repack', '-d', '-l', '-A', '--unpack-unreachable=2.weeks.ago', '-q']
  await expectGit({ ...options, args: [...args, ...DELTA_OPTIONS] })
  await expectGit({ ...options, args: ['prune', '--expire=2.weeks.ago'] })
  await expectGit({ ...options, args: ['pack-refs', '--all', '--prune'] })
  const graph = ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress']
  await expectGit({ ...options, args: graph })
}

/** Runs `git fsck`, which reads every object. @returns its findings, one per line; empty for an intact repository */
export async function fsck(gitDir: string, signal?: AbortSignal): Promise<string[]> {
  const args = ['fsck', '--full', '--strict', '--no-dangling', '--no-progress']
  const result = await runGit({
    gitDir,
    args,
    cpuSeconds: CPU_SECONDS,
    ...(signal ? { signal } : {}),
  })
  const lines = `${result.stdout.toString()}${result.stderr}`.split('\n')
  const found = lines.filter((line) => line !== '' && !line.startsWith('notice:'))
  if (found.length === 0 && result.status !== 0) found.push(`git fsck ended with ${result.status}.`)
  return found
}

/** A temporary file that a killed writer left behind. */
interface Leftover {
  /** Relative to the repository. */
  readonly path: string
  readonly kind: 'lock' | 'temporary'
  /** Seconds since it was last written to. */
  readonly age: number
}

const TEMPORARY = /^(tmp_|tmp_objdir-|incoming-|\.tmp-)|\.tmp_/

/**
 * @param now milliseconds since the Unix epoch
 * @param olderThan seconds, so that files of running writers are not found
 */
export async function findLeftovers(
  gitDir: string,
  options: { readonly now: number; readonly olderThan: number },
): Promise<Leftover[]> {
  const found: Leftover[] = []
  for (const path of await allPaths(gitDir, '')) {
    const kind = leftoverKind(path)
    if (kind === null) continue
    const age = Math.floor((options.now - (await modified(join(gitDir, path)))) / 1000)
    if (age >= options.olderThan) found.push({ path, kind, age })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function leftoverKind(path: string): Leftover['kind'] | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.endsWith('.lock')) return 'lock'
  return TEMPORARY.test(name) ? 'temporary' : null
}

async function allPaths(gitDir: string, folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const item of await namesIn(join(gitDir, folder))) {
    const path = folder === '' ? item.name : `${folder}/${item.name}`
    paths.push(path)
    if (item.isDirectory() && leftoverKind(path) === null) {
      paths.push(...(await allPaths(gitDir, path)))
    }
  }
  return paths
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Number.POSITIVE_INFINITY
    throw ioError(error, `Looking at ${path}`)
  }
}
