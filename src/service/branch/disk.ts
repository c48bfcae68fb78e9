/**
 * Protects writes from full and failing disks, and tells which names a disk can hold.
 *
 * After a failed fsync, the system may report success for the next one although the data is lost (src/git/README.md).
 * So nothing more is written to such a disk. The site can still be read; writing is possible again after a restart,
 * which checks what is on the disk.
 */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import { temporaryName } from '../../system/durable.js'
import { mapLimited } from '../../system/parallel.js'
import { createYielder } from '../../system/yielding.js'
import { onDisk, type Need, type SiteSpace } from '../space/site-space.js'

/** Space that stays free for deletions, the index and the records. */
const RESERVE_BYTES = 16 * 1024 * 1024
const RESERVE_FILES = 1000

/** What edits would write. */
interface EditSizes extends Need {
  /** Bytes of the new contents. */
  readonly contentBytes: number
  /** True if they only remove files. */
  readonly isRemoval: boolean
}

/** Bytes of a commit and of the folders on the way to a file. */
const COMMIT_BYTES = 16 * 1024

/** An import may have 100,000 files. */
const MEASURED_AT_ONCE = 16

/** Measures edits. A content is counted twice: in the repository, and in the working tree. */
export async function measureEdits(edits: ReadonlyMap<string, Edit>): Promise<EditSizes> {
  const contents = [...edits.values()].filter((edit) => edit !== null)
  const yieldIfDue = createYielder()
  const sizes = await mapLimited(contents, MEASURED_AT_ONCE, async (edit) => {
    await yieldIfDue()
    return sizeOf(edit)
  })
  const taken = sizes.reduce((sum, size) => sum + 2 * onDisk(size), 0)
  return {
    contentBytes: sizes.reduce((sum, size) => sum + size, 0),
    bytes: taken + COMMIT_BYTES,
    isReduction: contents.length < edits.size,
    isRemoval: contents.length === 0,
  }
}

interface Place {
  readonly siteId: string
  /** A folder on the file system. */
  readonly folder: string
  /** Not given if the site has no limit for these edits. */
  readonly space?: Pick<SiteSpace, 'refusal'> | undefined
  /** Makes room for deletions (`deletion-reserve.ts`); not given if none is kept. */
  readonly reserve?: { release(): Promise<void> } | undefined
}

/**
 * Refuses edits before the site's limit is reached or the disk is full, so that there is space for the work after the
 * commit. Edits that only remove files are never refused: they get the room that is kept for them.
 *
 * @throws GalleyError `insufficient_storage`
 */
export async function requireSpace(
  { siteId, folder, space, reserve }: Place,
  sizes: EditSizes,
): Promise<void> {
  if (sizes.isRemoval) return reserve?.release()
  const refusal = space?.refusal(siteId, sizes) ?? null
  if (refusal !== null) throw refusal
  const { bytes, files } = await freeSpace(folder)
  if (bytes >= sizes.contentBytes && files >= 0) return
  throw new GalleyError('insufficient_storage', 'The disk is nearly full; nothing was changed.')
}

/** What may be written to the file system of a folder before the reserve begins; negative once it has. */
export async function freeSpace(
  folder: string,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  return {
    bytes: bavail * bsize - RESERVE_BYTES,
    // File systems that create inodes on demand report none.
    files: files > 0 ? ffree - RESERVE_FILES : Number.POSITIVE_INFINITY,
  }
}

async function sizeOf(edit: NonNullable<Edit>): Promise<number> {
  if ('data' in edit) return edit.data.length
  return 'file' in edit ? (await stat(edit.file)).size : 0
}

/** Remembers sites whose disk has failed. */
interface FailedDisks {
  /** Runs work that writes to a site. @throws GalleyError `unavailable` once its disk has failed */
  guard<Result>(siteId: string, work: () => Promise<Result>): Promise<Result>
}

const RETRY_SECONDS = 60

export function createFailedDisks(): FailedDisks {
  const failed = new Set<string>()
  return {
    async guard(siteId, work) {
      if (failed.has(siteId)) {
        const message = 'The disk has failed: restart the server before you change this site again.'
        throw new GalleyError('unavailable', message, { retryAfter: RETRY_SECONDS })
      }
      try {
        return await work()
      } catch (error) {
        if (isFailedSync(error)) failed.add(siteId)
        throw error
      }
    },
  }
}

/** True if an error, or one of its causes, is a failed fsync. */
export function isFailedSync(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('syscall' in error && error.syscall === 'fsync') || isFailedSync(error.cause)
}

/** True if the file system of a folder ignores case, as those of macOS and Windows usually do. */
export function ignoresCase(folder: string): boolean {
  const name = temporaryName('.case-')
  const probe = path.join(folder, `${name}-a`)
  writeFileSync(probe, '')
  try {
    return existsSync(path.join(folder, `${name}-A`))
  } finally {
    rmSync(probe, { force: true })
  }
}
