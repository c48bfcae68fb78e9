/**
 * Finds edits that were written to a file while it was replaced or removed. Who had opened the file before writes to
 * the old one, to which no name leads any more. So old files stay open until the update ends, and what was written to
 * them gets its name back: it is an edit on disk like any other then.
 */
import { read as readWithCallback } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hashObject } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { folderOfPath } from '../objects/paths.js'
import { inFolder, isUnwritten, letGo, stateOfHeld, statIn, writeIn } from './safe-fs.js'
import type { HeldFile, OpenFolder } from './safe-fs.js'
import { stateOf } from './stat-cache.js'
import type { CachedFile } from './stat-cache.js'

/** Names the second version of a file where two edits meet. @param oid blob of the second version */
export type NameCopy = (path: string, oid: Oid) => string

/** A file that was replaced or removed. */
interface OldFile {
  readonly path: string
  readonly held: HeldFile
  /** What it was when it was checked out. */
  readonly known: CachedFile | null
  /** State of the file that has its name now; null if there is none. */
  readonly now: string | null
}

interface LateEditsOptions {
  readonly root: string
  readonly nameCopy: NameCopy
  /** Called when the path has the edit again. */
  readonly onBack: (old: OldFile) => void
}

/** Watches old files. */
export interface LateEdits {
  /** Watches one more; the first is let go if there are many. */
  watch(old: OldFile): Promise<void>
  /** Looks at all once more and closes them, also after an error. */
  settle(): Promise<void>
}

const readPart = promisify(readWithCallback)

/** Most files that are held open. */
const MAX_HELD = 32
/** Who empties a file to write it anew is not done yet. */
const QUIET_MS = 100
const MAX_LOOKS = 20

/** Starts with no files. */
export function createLateEdits(options: LateEditsOptions): LateEdits {
  const held: OldFile[] = []
  let closing: Promise<unknown> = Promise.resolve()
  const lookAtLast = async (old: OldFile): Promise<void> => {
    try {
      const edit = await editOf(old)
      if (edit && (await putBack(options, old, edit))) options.onBack(old)
    } finally {
      // Takes up to 0.1 s on a busy disk: the next file need not wait for it.
      closing = Promise.all([closing, letGo(old.held)])
    }
  }
  return {
    async watch(old) {
      held.push(old)
      const first = held.length > MAX_HELD ? held.shift() : undefined
      if (first) await lookAtLast(first)
    },
    async settle() {
      const outcomes = await Promise.allSettled(held.splice(0).map(lookAtLast))
      await closing
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    },
  }
}

interface LateEdit {
  readonly data: Buffer
  readonly oid: Oid
  readonly executable: boolean
}

/** What was written to a file since it was opened; null if it has the content of the checkout. */
async function editOf({ held, known }: OldFile): Promise<LateEdit | null> {
  let last = stateOfHeld(held)
  if (isUnwritten(held.stats, last)) return null
  for (let looks = 0, before: BigIntStats = held.stats; looks < MAX_LOOKS; looks += 1) {
    if (isUnwritten(before, last)) break
    before = last
    await sleep(QUIET_MS)
    last = stateOfHeld(held)
  }
  const data = Buffer.alloc(Number(last.size))
  let length = 0
  for (let read = 1; read > 0 && length < data.length; length += read) {
    read = (await readPart(held.fd, data, length, data.length - length, length)).bytesRead
  }
  const edit = data.subarray(0, length)
  const oid = await hashObject('blob', edit)
  const executable = (last.mode & 0o100n) !== 0n
  const isKnown = known?.oid === oid && (known.mode === '100755') === executable
  return isKnown ? null : { data: edit, oid, executable }
}

/** @returns false if the path was edited again: then the edit is beside it, under another name */
async function putBack(
  { root, nameCopy }: LateEditsOptions,
  old: OldFile,
  edit: LateEdit,
): Promise<boolean> {
  const write = async (path: string, now: string | null): Promise<boolean> => {
    const folder = folderOfPath(path)
    const name = path.slice(folder.length && folder.length + 1)
    const isStill = async (open: OpenFolder) => {
      const stats = await statIn(open, name)
      return (stats && stateOf(stats)) === now
    }
    const done = await inFolder({ root, folder, create: true }, async (open) => {
      const { data, executable } = edit
      const written = await writeIn(open, {
        name,
        data,
        executable,
        mayReplace: () => isStill(open),
      })
      if (written?.old) await letGo(written.old)
      return written !== null
    })
    return done === true
  }
  if (await write(old.path, old.now)) return true
  await write(nameCopy(old.path, edit.oid), null)
  return false
}
