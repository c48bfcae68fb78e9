/**
 * Makes durable what git has taken by a push. git makes the contents of objects and refs durable
 * itself (`core.fsync=all`), but not their names: those stand in folders, which it never asks for.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapLimited } from '../../system/parallel.js'
import { syncPath } from '../../system/durable.js'
import { ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import type { PushQuestion } from './push-hook.js'

/** What a push may have written: its moves, and the folders of its objects, below `objects/`. */
export interface PushTraces {
  readonly refs: readonly string[]
  readonly objectFolders: readonly string[]
}

const AT_ONCE = 16

/** What a push is about to write, asked while its objects lie in quarantine. */
export async function tracesOf(gitDir: string, question: PushQuestion): Promise<PushTraces> {
  const { updates, quarantine } = question
  const refs = updates.map(({ ref }) => ref)
  if (quarantine === null) return { refs, objectFolders: [] }
  const found = await readdir(join(gitDir, 'objects', quarantine), { withFileTypes: true })
  const folders = found.filter((item) => item.isDirectory()).map(({ name }) => name)
  return { refs, objectFolders: folders }
}

/**
 * Makes the names of what was pushed durable: objects first, then refs. What a refused push did not
 * write costs nothing.
 *
 * @throws GitError `io`
 */
export async function syncPush(gitDir: string, traces: PushTraces): Promise<void> {
  const { refs, objectFolders } = traces
  const objects = join(gitDir, 'objects')
  const inside = objectFolders.map((name) => join(objects, name))
  await syncAll([...inside, ...(inside.length > 0 ? [objects] : [])])
  // A removed ref goes from `packed-refs`, too, which lies in the repository itself.
  await syncAll([...new Set(refs.flatMap(foldersOf))].map((name) => join(gitDir, name)))
}

/** `refs/heads/a/b` lies in `refs/heads/a`, which may be new in `refs/heads`, and so on. */
function foldersOf(ref: string): string[] {
  const parent = dirname(ref)
  return parent === '.' ? ['.'] : [parent, ...foldersOf(parent)]
}

async function syncAll(folders: readonly string[]): Promise<void> {
  await mapLimited(folders, AT_ONCE, async (folder) => {
    try {
      await syncPath(folder)
    } catch (error) {
      // Nothing was written there, or the last ref in it has gone with its folder.
      if (!hasCode(error, 'ENOENT')) throw ioError(error, `Making ${folder} durable`)
    }
  })
}
