/** Detects that `main` of a repository has moved, for pushes directly on disk. */

import { statSync, type Stats } from 'node:fs'
import path from 'node:path'

const PLACES = ['refs/heads/main', 'packed-refs']

/**
 * A text that changes whenever a file that stores `main` is replaced.
 *
 * Synchronous: two stat calls take microseconds, as promises fifty times as long, and this is called several times
 * per second for every site.
 */
export function refSign(repository: string): string {
  return PLACES.map((place) => signOf(path.join(repository, place))).join(' ')
}

function signOf(file: string): string {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : '-'
}
