/**
 * Makes a push durable. git fsyncs the contents of objects and refs (`core.fsync=all`), but not the folders that
 * contain them.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapLimited } from '../../system/parallel.js'
import { syncPath } from '../../system/durable.js'
import { ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import type { PushQuestion } from './push-hook.js'

/** What a push may have written: its ref updates, and the folders of its objects below `objects/`. */
export interface PushTraces {
  readonly refs: readonly string[]
  readonly objectFolders: readonly string[]
}

const AT_ONCE = 16

/** Collects what a push will write, while its objects are in quarantine. */
export async function tracesOf(gitDir: string, question: PushQuestion): Promise<PushTraces> {
  const { updates, quarantine } = question
  const refs = updates.map(({ ref }) => ref)
  if (quarantine === null) return { refs, objectFolders: [] }
  const found = await readdir(join(gitDir, 'objects', quarantine), { withFileTypes: true })
  const folders = found.filter((item) => item.isDirectory()).map(({ name }) => name)
  return { refs, objectFolders: folders }
}

/**
 * Fsyncs the folders of a push: those of objects first, then those of refs. Parts that were not written cost nothing.
 *
 * @throws GitError `io`
 */
export async function syncPush(gitDir: string, traces: PushTraces): Promise<void> {
  const { refs, objectFolders } = traces
  const objects = join(gitDir, 'objects')
  const inside = objectFolders.map((name) => join(objects, name))
  await syncAll([...inside, ...(inside.length > 0 ? [objects] : [])])
  // A removed ref also disappears from `packed-refs`, which is in the repository folder.
  await syncAll([...new Set(refs.flatMap(foldersOf))].map((name) => join(gitDir, name)))
}

/** `refs/heads/a/b` is in `refs/heads/a`, which may itself be new. */
function foldersOf(ref: string): string[] {
  const parent = dirname(ref)
  return parent === '.' ? ['.'] : [parent, ...foldersOf(parent)]
}

async function syncAll(folders: readonly string[]): Promise<void> {
  await mapLimited(folders, AT_ONCE, async (folder) => {
    try {
      await syncPath(folder)
    } catch (error) {
      // Nothing was written, or git has removed the folder with its last ref.
      if (!hasCode(error, 'ENOENT')) throw ioError(error, `Making ${folder} durable`)
    }
  })
}
