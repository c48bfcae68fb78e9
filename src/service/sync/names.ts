/**
 * Finds free paths for files of the other side if their own paths are taken. Pure.
 *
 * @see src/http/README.md (Source)
 */

import { checkPath, foldPath, MAX_SEGMENT_BYTES } from '../../content/paths.js'
import { beginningOf } from '../../content/text-length.js'

/** The paths of a site, with their folders; allocated paths are added. */
export interface PathAllocator {
  /** The path itself if it is free, else a marked one: the segment that collides gets the mark. */
  allocate(path: string): string
  /** A free path for a second version of the file at `path`; always marked. */
  allocateBeside(path: string): string
}

interface TakenPath {
  readonly path: string
  readonly isFolder: boolean
}

interface Allocating {
  /** Such as `conflict-1a2b3c4`. */
  readonly mark: string
  /** True if names that are equal but for case collide, as on some disks. */
  readonly ignoresCase: boolean
}

export function createPathAllocator(
  paths: Iterable<string>,
  { mark, ignoresCase }: Allocating,
): PathAllocator {
  const keyOf = ignoresCase ? foldPath : (path: string) => path
  const taken = new Map<string, TakenPath>()
  const take = (path: string): string => {
    for (const prefix of prefixesOf(path)) {
      taken.set(keyOf(prefix), { path: prefix, isFolder: prefix !== path })
    }
    return path
  }
  for (const path of paths) take(path)
  /** Index of the segment that collides; null if the path is free. */
  const clashOf = (path: string): number | null => {
    const prefixes = prefixesOf(path)
    const clash = prefixes.findIndex((prefix, at) => {
      const found = taken.get(keyOf(prefix))
      if (found === undefined) return false
      const isLast = at === prefixes.length - 1
      return found.path !== prefix || isLast || !found.isFolder
    })
    return clash < 0 ? null : clash
  }
  const allocatePath = (path: string, isMarked: boolean): string => {
    const last = path.split('/').length - 1
    const at = isMarked ? last : clashOf(path)
    if (at === null) return take(path)
    for (let tries = 1; ; tries += 1) {
      const word = tries === 1 ? mark : `${mark}-${tries}`
      const candidate = markSegment(path, at, word)
      const clash = clashOf(candidate)
      if (clash === null) return take(candidate)
      // The new path collides at another segment.
      if (clash !== at) return allocatePath(candidate, false)
    }
  }
  return {
    allocate: (path) => allocatePath(path, false),
    allocateBeside: (path) => allocatePath(path, true),
  }
}

function prefixesOf(path: string): string[] {
  const segments = path.split('/')
  return segments.map((_segment, at) => segments.slice(0, at + 1).join('/'))
}

/** `a/post.md` at 1 becomes `a/post.conflict-1a2b3c4.md`; a folder gets its mark at the end. */
function markSegment(path: string, at: number, mark: string): string {
  const segments = path.split('/')
  const name = segments[at] ?? ''
  const dot = at === segments.length - 1 ? name.lastIndexOf('.') : -1
  const extension = dot > 0 ? name.slice(dot) : ''
  const room = MAX_SEGMENT_BYTES - Buffer.byteLength(`.${mark}${extension}`)
  const stem = room < 8 ? '' : beginningOf(name.slice(0, name.length - extension.length), room)
  segments[at] = room < 8 ? `${beginningOf(name, 64)}.${mark}` : `${stem}.${mark}${extension}`
  const marked = segments.join('/')
  // If the path would be too long, the second version goes to the root.
  return checkPath(marked) === null ? marked : `${mark}-${beginningOf(name, 100)}`
}
