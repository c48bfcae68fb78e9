/**
 * Decides what to do with an edit on disk if the API, a push or a sync has changed the same file since the checkout.
 * Nothing is lost: both sides are merged, or both are kept.
 *
 * @see src/git/README.md
 */

import { isUtf8 } from 'node:buffer'
import { MAX_SEGMENT_BYTES } from '../../content/paths.js'
import { beginningOf } from '../../content/text-length.js'
import type { Repository } from '../../git/repository.js'
import type { DiskChange } from '../../git/worktree/scan.js'
import type { Entry } from '../../git/objects/snapshot.js'
import { mergedFile, ownWork } from '../branch/long-yaml/long-yaml.js'

/** A change on disk with its content; null for a deleted file. */
export interface DiskEdit extends DiskChange {
  readonly data: Buffer | null
}

/** The decision about an edit. */
export type Verdict =
  /** `main` is already equal. */
  | { readonly kind: 'same' }
  /** The edit is committed. */
  | { readonly kind: 'take' }
  | { readonly kind: 'merge'; readonly text: string }
  /** The file was deleted on disk and changed on `main`: it is restored. */
  | { readonly kind: 'bring-back' }
  /** `main` stays, and the version on disk is added under another name. */
  | { readonly kind: 'keep-both'; readonly copy: string }

/** Decides by the last checkout (`base`), the version on disk, and that of `main` (`current`). */
export async function judgeEdit(
  repository: Repository,
  edit: DiskEdit,
  current: Entry | null,
): Promise<Verdict> {
  const isUntouched = (current?.oid ?? null) === edit.base
  if (edit.data === null) return deletion(current, isUntouched)
  if (current?.oid === edit.oid && current.mode === edit.mode) return { kind: 'same' }
  if (isUntouched || current === null || current.oid === edit.oid) return { kind: 'take' }
  const text = isFile(current) ? await mergeSides(repository, edit, current.oid) : null
  if (text === null) return { kind: 'keep-both', copy: copyName(edit.path, edit.oid ?? '') }
  return { kind: 'merge', text }
}

function deletion(current: Entry | null, isUntouched: boolean): Verdict {
  if (current === null) return { kind: 'same' }
  return isUntouched ? { kind: 'take' } : { kind: 'bring-back' }
}

function isFile({ mode }: Entry): boolean {
  return mode === '100644' || mode === '100755'
}

async function mergeSides(
  repository: Repository,
  edit: DiskEdit,
  current: string,
): Promise<string | null> {
  const base = edit.base === null ? Buffer.alloc(0) : await repository.readBlob(edit.base)
  const sides = [base, await repository.readBlob(current), edit.data ?? Buffer.alloc(0)]
  if (!sides.every(isText)) return null
  const [old = '', ours = '', theirs = ''] = sides.map((side) => side.toString('utf8'))
  return mergedFile({ base: old, ours, theirs }, ownWork(repository))
}

function isText(data: Buffer): boolean {
  return isUtf8(data) && !data.includes(0)
}

/** `_posts/a.md` -> `_posts/a.conflict-1a2b3c4d.md`; the same content always gets the same name. */
export function copyName(path: string, oid: string): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const end = `.conflict-${oid.slice(0, 8)}${extension}`
  const room = MAX_SEGMENT_BYTES - Buffer.byteLength(end)
  const stem = beginningOf(dot > 0 ? name.slice(0, dot) : name, room)
  return path.slice(0, slash) + stem + end
}
