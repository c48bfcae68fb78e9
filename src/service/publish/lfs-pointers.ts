/**
 * Finds files of a release that are pointers of Git LFS: a few lines in place of the file that they name. Visitors
 * would get those lines instead of a picture.
 *
 * @see https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md (The Pointer)
 */

import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '../../builder/base/request.js'
import { GalleyError } from '../../errors.js'
import { mapLimited } from '../../system/parallel.js'
import type { StoredRelease } from './release-reader.js'

/** By the specification a pointer is smaller, and has at least these lines. */
const MAX_BYTES = 1024
const MIN_BYTES = 120
const READ_AT_ONCE = 16
const MAX_NAMED = 5

const POINTER = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n/

type Readable = Pick<StoredRelease, 'manifest' | 'fileOf'>

/** Names of the files, sorted. */
export async function findPointers({ manifest, fileOf }: Readable): Promise<string[]> {
  const small = [...manifest].filter(([, { size }]) => size >= MIN_BYTES && size < MAX_BYTES)
  const found = await mapLimited(small, READ_AT_ONCE, async ([name]) =>
    POINTER.test(await readFile(fileOf(name), 'latin1')) ? [name] : [],
  )
  return found.flat().sort()
}

/** What a job says of each. */
export function pointerDiagnostics(
  names: readonly string[],
  severity: Diagnostic['severity'],
): Diagnostic[] {
  return names.map((path) => ({
    severity,
    path,
    line: null,
    column: null,
    message:
      'This is only a pointer of Git LFS: the file itself is not in the repository. In a clone, run ' +
      '`git lfs fetch --all` and `git lfs migrate export --everything --include="*"`, and push.',
  }))
}

/** The error that stops a publication. */
export function pointersRefused(names: readonly string[]): GalleyError {
  const more = names.length > MAX_NAMED ? ` (and ${names.length - MAX_NAMED} more)` : ''
  const message = `Not published: only pointers of Git LFS are in the repository in place of ${names.slice(0, MAX_NAMED).join(', ')}${more}. Put the files themselves into the repository.`
  return new GalleyError('validation_failed', message)
}
