/**
 * Reads refs from loose files and `packed-refs`, and moves them with git's own lock files.
 *
 * `<ref>.lock` is created exclusively, as git does it, so Galley and git's programs exclude each other. The old value
 * is read again under the lock and compared before the rename. A ref is absent only if the error is ENOENT; every
 * other error is thrown.
 *
 * @see gitrepository-layout(5), git-pack-refs(1)
 */
import { open, readFile, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mapLimited } from '../../system/parallel.js'
import { forEachYielding } from '../../system/yielding.js'
import { ignore, makeFolder, removeIfThere, replaceFile, syncPath } from '../../system/durable.js'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { isOid } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'

/** Characters that git does not allow in ref names. */
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]/
const SYMBOLIC_DEPTH = 5
/** Refs read at the same time. */
const PARALLEL = 16
const LOCK_WAIT = 3000
const LOCK_RETRY = 15

/** A ref, and the object that it names. */
export interface Ref {
  readonly name: string
  readonly oid: Oid
}

/** One move of a ref. */
export interface RefUpdate {
  /** Full name below `refs/`. */
  readonly ref: string
  /** The current value; null if the ref must not exist. */
  readonly from: Oid | null
  /** The new value. The object must be durable already. */
  readonly to: Oid
  /** Milliseconds to wait for somebody else's lock; 3000 if left out. */
  readonly wait?: number | undefined
}

/** The removal of a ref. */
export type RefRemoval = Omit<RefUpdate, 'to' | 'from'> & { readonly from: Oid }

/**
 * The id that a ref (or `HEAD`) names, with symbolic refs followed; null if it does not exist.
 *
 * @throws GitError `io` or `corrupt`; never returns null for a ref that could not be read
 */
export async function readRef(gitDir: string, name: string, depth = 0): Promise<Oid | null> {
  checkReadable(name)
  if (depth > SYMBOLIC_DEPTH) throw new GitError('corrupt', `${name} is a ring of symbolic refs.`)
  const text = await readLoose(gitDir, name)
  if (text === null) return (await readPackedRefs(gitDir)).get(name) ?? null
  if (text.startsWith('ref:')) return readRef(gitDir, text.slice(4).trim(), depth + 1)
  if (!isOid(text)) throw new GitError('corrupt', `The ref ${name} holds no object name.`)
  return text
}

function checkReadable(name: string): void {
  if (name !== 'HEAD' && !isRefName(name)) {
    throw new GitError('invalid', `Not a ref name: ${JSON.stringify(name)}`)
  }
}

async function readLoose(gitDir: string, name: string): Promise<string | null> {
  try {
    return (await readFile(join(gitDir, name), 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw ioError(error, `Reading ${name}`)
  }
}

async function readPackedRefs(gitDir: string): Promise<Map<string, Oid>> {
  const text = (await readLoose(gitDir, 'packed-refs')) ?? ''
  const refs = new Map<string, Oid>()
  await forEachYielding(text.split('\n'), (line) => {
    const oid = line.slice(0, 40)
    if (isOid(oid) && line[40] === ' ') refs.set(line.slice(41).trim(), oid)
  })
  return refs
}

/** All refs below a prefix such as `refs/heads/`, sorted by name; loose ones win over packed. */
export async function listRefs(gitDir: string, prefix = 'refs/'): Promise<Ref[]> {
  const found = await readPackedRefs(gitDir)
  const loose = await mapLimited(await looseNames(gitDir, 'refs'), PARALLEL, async (name) => ({
    name,
    oid: await readRef(gitDir, name),
  }))
  for (const { name, oid } of loose) if (oid !== null) found.set(name, oid)
  return [...found]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, oid]) => ({ name, oid }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** How many refs of such names there are, whatever they name. */
export async function countRefs(
  gitDir: string,
  isCounted: (name: string) => boolean,
): Promise<number> {
  const packed = await readPackedRefs(gitDir)
  const names = new Set([...packed.keys(), ...(await looseNames(gitDir, 'refs'))])
  return [...names].filter(isCounted).length
}

async function looseNames(gitDir: string, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const item of await readFolder(join(gitDir, folder))) {
    const name = `${folder}/${item.name}`
    if (item.isDirectory()) names.push(...(await looseNames(gitDir, name)))
    else if (isRefName(name)) names.push(name)
  }
  return names
}

async function readFolder(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw ioError(error, `Listing ${path}`)
  }
}

/**
 * Moves a ref if it has the expected value. It is durable when this resolves.
 *
 * @throws GitError `conflict` (with `current`) if it has another value, `locked` if a foreign lock stays too long,
 *   `invalid` for a bad name, `io` if the outcome is not certain
 */
export async function updateRef(gitDir: string, update: RefUpdate): Promise<void> {
  if (!isRefName(update.ref) || !isOid(update.to)) {
    throw new GitError('invalid', `Not a ref update: ${JSON.stringify(update.ref)}`)
  }
  const path = join(gitDir, update.ref)
  const lock = `${path}.lock`
  try {
    await makeFolder(dirname(path))
    await takeLock(lock, `${update.to}\n`, update)
    await moveLocked(gitDir, update)
  } catch (error) {
    throw ioError(error, `Moving ${update.ref}`)
  }
}

/**
 * Removes a ref if it has the expected value. The loose file goes last: an older value in `packed-refs` would else be
 * seen in between. Both locks are held meanwhile, so that nobody packs the ref again.
 *
 * @throws GitError as `updateRef`
 */
export async function removeRef(gitDir: string, removal: RefRemoval): Promise<void> {
  const { ref, from } = removal
  if (!isRefName(ref)) throw new GitError('invalid', `Not a ref: ${JSON.stringify(ref)}`)
  const path = join(gitDir, ref)
  try {
    await makeFolder(dirname(path))
    await takeLock(`${path}.lock`, `${from}\n`, removal)
    try {
      await compare(gitDir, removal)
      await whilePacked(gitDir, removal, async () => {
        await removeIfThere(path)
        await syncPath(dirname(path))
      })
    } finally {
      await removeIfThere(`${path}.lock`)
    }
  } catch (error) {
    throw ioError(error, `Removing ${ref}`)
  }
}

/** Removes a ref from `packed-refs`, with the line after it that says what its tag names; then does other work. */
async function whilePacked(
  gitDir: string,
  { ref, wait }: RefRemoval,
  work: () => Promise<void>,
): Promise<void> {
  const path = join(gitDir, 'packed-refs')
  await takeLock(`${path}.lock`, '', { ref: 'packed-refs', wait })
  try {
    const lines = ((await readLoose(gitDir, 'packed-refs')) ?? '').split('\n')
    const at = lines.findIndex((line) => line.slice(41) === ref)
    if (at >= 0) {
      lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1)
      await replaceFile(path, `${lines.join('\n')}\n`)
    }
    await work()
  } finally {
    await removeIfThere(`${path}.lock`)
  }
}

/** Creates the lock file with the new value and makes it durable. Waits while somebody else has the lock. */
async function takeLock(
  lock: string,
  content: string,
  { ref, wait = LOCK_WAIT }: Pick<RefUpdate, 'ref' | 'wait'>,
): Promise<void> {
  const tries = Math.ceil(wait / LOCK_RETRY)
  for (let left = tries; ; left--) {
    try {
      return await writeLock(lock, content)
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error
      // git removes the folder when it packs the last ref in it.
      if (hasCode(error, 'ENOENT')) await makeFolder(dirname(lock))
      if (left <= 0) throw new GitError('locked', `Somebody holds ${ref}.lock.`)
      await delay(LOCK_RETRY)
    }
  }
}

async function writeLock(lock: string, content: string): Promise<void> {
  const handle = await open(lock, 'wx', 0o644)
  try {
    await handle.writeFile(content)
    await handle.sync()
    await handle.close()
  } catch (error) {
    await handle.close().catch(ignore)
    await removeIfThere(lock).catch(ignore)
    throw error
  }
}

async function moveLocked(gitDir: string, update: RefUpdate): Promise<void> {
  const path = join(gitDir, update.ref)
  try {
    await compare(gitDir, update)
    await rename(`${path}.lock`, path)
  } catch (error) {
    await removeIfThere(`${path}.lock`).catch(ignore)
    throw error
  }
  await syncPath(dirname(path))
}

async function compare(gitDir: string, update: Pick<RefUpdate, 'ref' | 'from'>): Promise<void> {
  const loose = await readLoose(gitDir, update.ref)
  if (loose?.startsWith('ref:')) throw new GitError('invalid', `${update.ref} is a symbolic ref.`)
  const current = await readRef(gitDir, update.ref)
  if (current !== update.from) {
    throw new GitError('conflict', `${update.ref} has moved.`, { current })
  }
  if (current === null) await refuseNesting(gitDir, update.ref)
}

/** Throws if a ref would have the name of a folder of refs, or the other way round; also for packed refs. */
async function refuseNesting(gitDir: string, ref: string): Promise<void> {
  for (const other of (await readPackedRefs(gitDir)).keys()) {
    if (other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`)) {
      throw new GitError('invalid', `${ref} stands in the way of ${other}.`)
    }
  }
}

/**
 * True for a full ref name below `refs/` that git accepts, and that no program mistakes for an option or for a path
 * outside the repository.
 *
 * @see git-check-ref-format(1)
 */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > 255 || FORBIDDEN.test(name)) return false
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  const parts = name.split('/')
  return parts.length >= 2 && parts.every(isRefPart)
}

function isRefPart(part: string): boolean {
  return part !== '' && part !== '@' && !/^[.-]/.test(part) && !/\.lock$/i.test(part)
}
