/**
 * Takes what is new out of a repository as packs, and makes a repository of such packs again, one after the other. A
 * pack may have objects as what differs from those of the packs before it: of a large folder, only the changed names.
 *
 * @see https://git-scm.com/docs/git-pack-objects
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from '../../system/durable.js'
import { isOid, type Oid } from '../objects/oid.js'
import { GitError } from '../program/git-error.js'
import { expectGit } from '../program/run.js'
import { startGit } from '../program/start.js'

/** Name and object of a ref. */
export type Ref = readonly [name: string, oid: Oid]

/** It reads every object of a large repository at its first time. */
const CPU_SECONDS = 60 * 60
/** `PACK`, a version and the number of objects. */
const HEADER_BYTES = 12

/** All refs, by name. */
export async function listRefs(gitDir: string, signal?: AbortSignal): Promise<Ref[]> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)']
  const lines = (await expectGit({ gitDir, args, ...(signal && { signal }) })).toString()
  return lines.split('\n').flatMap((line): Ref[] => {
    const [oid = '', name = ''] = line.split(' ')
    return isOid(oid) && name !== '' ? [[name, oid]] : []
  })
}

interface Wanted {
  readonly gitDir: string
  /** The pack has what can be reached from these, */
  readonly tips: readonly Oid[]
  /** and not what can be reached from those. Ones that are gone from the repository do not count. */
  readonly known: readonly Oid[]
  readonly signal: AbortSignal
}

/**
 * Streams a pack. Yields nothing if there is no new object.
 *
 * @throws GitError `failed` with git's message, `aborted`
 */
export async function* packNew({ gitDir, tips, known, signal }: Wanted): AsyncGenerator<Buffer> {
  const there = await onlyThere(gitDir, known, signal)
  const args = ['pack-objects', '--revs', '--stdout', '--thin', '--delta-base-offset', '-q']
  const program = await startGit({ gitDir, args, signal, cpuSeconds: CPU_SECONDS })
  try {
    program.input.end([...tips, ...there.map((oid) => `^${oid}`), ''].join('\n'))
    yield* unlessEmpty(program.output)
    const { status, stderr } = await program.ended
    if (status !== 0) throw new GitError('failed', `git pack-objects: ${stderr.trim()}`)
  } finally {
    program.kill()
    program.output.destroy()
  }
}

/** The pieces of a pack, unless it has no object. Reads to the end: a program whose output is closed before ends badly. */
export async function* unlessEmpty(pack: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0)
  let objects: number | null = null
  for await (const piece of pack) {
    if (objects !== null) {
      if (objects > 0) yield piece
      continue
    }
    header = Buffer.concat([header, piece])
    if (header.length < HEADER_BYTES) continue
    objects = header.readUInt32BE(8)
    if (objects > 0) yield header
  }
}

/** Those of the objects that the repository has. */
export async function onlyThere(
  gitDir: string,
  oids: readonly Oid[],
  signal: AbortSignal,
): Promise<Oid[]> {
  if (oids.length === 0) return []
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)']
  const lines = (await expectGit({ gitDir, args, signal }, `${oids.join('\n')}\n`)).toString()
  return lines.split('\n').flatMap((line) => {
    const [oid = '', type = ''] = line.split(' ')
    return isOid(oid) && type !== 'missing' ? [oid] : []
  })
}

/** Stores the objects of a pack in a repository that has all of the packs before. @throws GitError `failed` for a damaged one */
export async function takePack(gitDir: string, pack: AsyncIterable<Buffer>): Promise<void> {
  const args = ['index-pack', '--stdin', '--fix-thin']
  const program = await startGit({ gitDir, args, cpuSeconds: CPU_SECONDS })
  try {
    program.output.resume()
    await pipeline(pack, program.input)
    const { status, stderr } = await program.ended
    if (status !== 0) throw new GitError('failed', `git index-pack: ${stderr.trim()}`)
  } finally {
    program.kill()
  }
}

/** Writes all refs of a repository that has none. */
export async function writeRefs(gitDir: string, refs: readonly Ref[]): Promise<void> {
  const file = join(gitDir, 'packed-refs')
  const sorted = refs.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  await writeFile(file, sorted.map(([name, oid]) => `${oid} ${name}\n`).join(''))
  await syncPath(file)
}
