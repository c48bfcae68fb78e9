/**
 * Finds files of a release that are pointers of Git LFS: a few lines in place of the file that they name. Visitors
 * would get those lines instead of a picture.
 *
 * @see src/git/lfs/pointer.ts
 */

import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '../../builder/base/request.js'
import { GalleyError } from '../../errors.js'
import { isPointer, mayBePointer, parsePointer } from '../../git/lfs/pointer.js'
import { mapLimited } from '../../system/parallel.js'
import { LFS_REMEDY, type MissingReasons } from '../sync/lfs-objects.js'
import type { StoredRelease } from './release-reader.js'

const READ_AT_ONCE = 16
const MAX_NAMED = 5

type Readable = Pick<StoredRelease, 'manifest' | 'fileOf'>

interface PublishedPointer {
  readonly name: string
  /** Null for a pointer that can't be read. */
  readonly sha256: string | null
}

/** Sorted by name. */
export async function findPointers({ manifest, fileOf }: Readable): Promise<PublishedPointer[]> {
  const small = [...manifest].filter(([, { size }]) => mayBePointer(size))
  const found = await mapLimited(small, READ_AT_ONCE, async ([name]) => {
    const content = await readFile(fileOf(name))
    if (!isPointer(content)) return []
    return [{ name, sha256: parsePointer(content)?.sha256 ?? null }]
  })
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What a job says of each. */
export function pointerDiagnostics(
  pointers: readonly PublishedPointer[],
  severity: Diagnostic['severity'],
  reasons: MissingReasons,
): Diagnostic[] {
  return pointers.map(({ name, sha256 }) => {
    const reason = sha256 === null ? 'it has a form that is not known here' : reasons.get(sha256)
    const why = reason === undefined ? '' : `, and that could not be fetched: ${reason}`
    const message = `This is only a pointer of Git LFS: the file itself is not in the repository${why}. ${LFS_REMEDY}`
    return { severity, path: name, line: null, column: null, message }
  })
}

/** The error that stops a publication. */
export function pointersRefused(pointers: readonly PublishedPointer[]): GalleyError {
  const names = pointers.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = pointers.length > MAX_NAMED ? ` (and ${pointers.length - MAX_NAMED} more)` : ''
  const message = `Not published: only pointers of Git LFS are in the repository in place of ${names.join(', ')}${more}, and the files themselves could not be fetched. The diagnostics say why.`
  return new GalleyError('validation_failed', message)
}
