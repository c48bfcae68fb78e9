/** Signs that `main` of a repository has moved, for pushes straight to the repository on disk. */

import { statSync, type Stats } from 'node:fs'
import path from 'node:path'

const PLACES = ['refs/heads/main', 'packed-refs']

/**
 * A text that is another one whenever the files that say where `main` is were replaced.
 *
 * Synchronous, since two looks at what the kernel has in memory take microseconds, and as promises
 * fifty times as long; this is asked several times a second for every site.
 */
export function refSign(repository: string): string {
  return PLACES.map((place) => signOf(path.join(repository, place))).join(' ')
}

function signOf(file: string): string {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : '-'
}
