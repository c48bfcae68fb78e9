/**
 * Receives packs in a quarantine: a separate object folder. They move into the repository only when git has indexed
 * and checked every object, nothing is missing, and the caller's check accepts them.
 *
 * @see git-receive-pack(1), quarantine environment; src/git/README.md
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { catFilePool } from '../objects/cat-file.js'
import { printable } from '../objects/check-tree.js'
import { ignore, syncPath, temporaryName } from '../../system/durable.js'
import { GitError, ioError } from '../program/git-error.js'
import { runGit } from '../program/run.js'
import { startGit } from '../program/start.js'
import type { Oid } from '../objects/oid.js'
import type { ObjectReader } from '../objects/reader.js'

/** A temporary object folder with the repository as its alternate. */
export interface Quarantine {
  readonly folder: string
  /** Environment for git's programs. */
  readonly env: Readonly<Record<string, string>>
}

/** Runs work with a new quarantine, and removes it afterwards with everything that was not released. */
export async function inQuarantine<T>(
  gitDir: string,
  work: (quarantine: Quarantine) => Promise<T>,
): Promise<T> {
  const objects = join(gitDir, 'objects')
  // With this name, git's own prune removes old leftovers.
  const folder = join(objects, temporaryName('tmp_objdir-fetch-'))
  try {
    await mkdir(join(folder, 'pack'), { recursive: true })
    const env = { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects }
    return await work({ folder, env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface PackLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * Stores and indexes a pack in a quarantine. Every object is checked like in `git fsck --strict`.
 *
 * @throws GitError `refused` for a broken pack or objects that git considers hostile, `too_large`, or the error of
 *   the stream
 */
export async function indexPack(
  gitDir: string,
  quarantine: Quarantine,
  pack: AsyncIterable<Uint8Array> & PackLimits,
): Promise<void> {
  const { maxBytes, signal } = pack
  const args = ['index-pack', '--stdin', '--fix-thin', '--strict', '--threads=1']
  const program = await startGit({
    gitDir,
    args: [...args, `--max-input-size=${maxBytes}`],
    env: quarantine.env,
    signal,
  })
  program.output.resume()
  const source = remembering(pack)
  // If the program ends early, the pipe breaks: its own message is the reason, or it had all that it needs.
  await pipeline(Readable.from(source.chunks), program.input).catch(ignore)
  if (source.failure() !== undefined) program.kill()
  const { status, stderr } = await program.ended
  if (source.failure() !== undefined) throw source.failure()
  if (status !== 0) throw new GitError('refused', reasonOf(stderr))
}

/** Wraps a stream and remembers its own error, as opposed to one caused by the broken pipe. */
function remembering(stream: AsyncIterable<Uint8Array>) {
  let failure: unknown
  const chunks = async function* () {
    const iterator = stream[Symbol.asyncIterator]()
    const next = () =>
      iterator.next().catch((error: unknown) => {
        failure = error
        throw error
      })
    try {
      for (let item = await next(); item.done !== true; item = await next()) yield item.value
    } finally {
      await iterator.return?.()
    }
  }
  return { chunks: chunks(), failure: () => failure }
}

/** The most useful line: git's reason without its prefix. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const reason = lines.find((line) => /^(error|fatal): /.test(line)) ?? 'the objects are broken'
  return `git rejects the received objects (${printable(reason.replace(/^(error|fatal): /, ''))})`
}

/** True if everything that a commit needs exists, down to the last file. */
export async function isConnected(
  gitDir: string,
  commit: Oid,
  options: { readonly env?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<boolean> {
  const args = ['rev-list', '--objects', '--quiet', commit, '--not', '--all']
  const { status } = await runGit({ gitDir, args, ...options })
  return status === 0
}

/** Runs work with a reader for the quarantine and the repository. */
export async function readingQuarantine<T>(
  gitDir: string,
  quarantine: Quarantine,
  work: (reader: ObjectReader) => Promise<T>,
): Promise<T> {
  const pool = catFilePool(1)
  try {
    return await work(pool.reader(gitDir, { env: quarantine.env }))
  } finally {
    await pool.close()
  }
}

/** Moves the packs into the repository; durable when this resolves. The index moves last: it makes a pack visible. */
export async function release(gitDir: string, quarantine: Quarantine): Promise<void> {
  const [from, to] = [join(quarantine.folder, 'pack'), join(gitDir, 'objects', 'pack')]
  try {
    await mkdir(to, { recursive: true })
    const names = (await readdir(from)).filter((name) => /\.(pack|rev|idx)$/.test(name))
    for (const name of names) await syncPath(join(from, name))
    const last = (name: string): number => (name.endsWith('.idx') ? 1 : 0)
    for (const name of names.toSorted((a, b) => last(a) - last(b))) {
      await rename(join(from, name), join(to, name))
    }
    await syncPath(to)
  } catch (error) {
    throw ioError(error, 'Keeping what was fetched')
  }
}
