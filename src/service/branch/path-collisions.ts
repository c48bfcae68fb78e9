/** Names that can't stand beside each other. @see src/http/README.md (Source) */

import { foldPath } from '../../content/paths.js'
import { createTurns } from '../../system/turns.js'

/** Two paths that some file system takes for one. */
interface Collision {
  readonly path: string
  readonly other: string
}

interface Seen {
  readonly path: string
  readonly isFile: boolean
}

/**
 * The first two of some paths of which one is a file where the other has a folder, or that differ
 * in case only, their folders included; null when all can stand side by side.
 */
export async function findCollision(paths: Iterable<string>): Promise<Collision | null> {
  const seen = new Map<string, Seen>()
  const others = createTurns()
  for (const path of paths) {
    await others()
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const other = clash(seen, { path: path.slice(0, end), isFile: false })
      if (other !== null) return { path, other }
    }
    const other = clash(seen, { path, isFile: true })
    if (other !== null) return { path, other }
  }
  return null
}

function clash(seen: Map<string, Seen>, fresh: Seen): string | null {
  const folded = foldPath(fresh.path)
  const before = seen.get(folded)
  seen.set(folded, fresh)
  if (!before) return null
  const isSameFolder = !before.isFile && !fresh.isFile && before.path === fresh.path
  return isSameFolder ? null : before.path
}
