/**
 * Room on the disk for deletions, which alone make a full disk usable again: each is a commit, which needs room itself.
 *
 * `disk.ts` leaves some free, but other programs write to the same disk. So a file holds this much; it is emptied when
 * something is to be deleted and there is no other room, and filled again when there is.
 */

import { randomBytes } from 'node:crypto'
import { stat, statfs, truncate, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ignore } from '../../system/durable.js'
import { freeSpace } from './disk.js'

/** With it, 400 files were deleted one after the other on a disk without a free byte. */
const HELD_BYTES = 4 * 1024 * 1024

export interface DeletionReserve {
  /** Takes the room if there is more than writes leave free. Does not fail. */
  keep(): Promise<void>
  /** To call before a deletion: gives the room up if there is less elsewhere. Does not fail. */
  release(): Promise<void>
  /** Takes no more; resolves when nothing is being written. */
  stop(): Promise<void>
}

interface DeletionReserveDependencies {
  /** The file, in the data folder. */
  readonly file: string
  readonly warn: (fields: object, message: string) => void
}

const bytesOfRandom = promisify(randomBytes)

export function createDeletionReserve({
  file,
  warn,
}: DeletionReserveDependencies): DeletionReserve {
  const folder = path.dirname(file)
  const held = () =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    )
  const fill = async (): Promise<void> => {
    try {
      if ((await held()) >= HELD_BYTES || (await freeSpace(folder)).bytes < HELD_BYTES) return
      // A file system may store what repeats in less.
      await writeFile(file, await bytesOfRandom(HELD_BYTES), { mode: 0o600 })
    } catch {
      await unlink(file).catch(ignore)
    }
  }
  let isOver = false
  let filling: Promise<void> = Promise.resolve()
  return {
    async keep() {
      if (!isOver) await (filling = filling.then(fill))
    },
    async stop() {
      isOver = true
      await filling
    },
    async release() {
      try {
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize >= HELD_BYTES || (await held()) === 0) return
        await truncate(file)
        warn({ file, bytes: HELD_BYTES }, 'the disk is full: room kept for deletions was given up')
      } catch {
        // The deletion says what is wrong with the disk.
      }
    },
  }
}
