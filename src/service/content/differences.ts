/** Computes diffs of files, within limits per answer. */

import { unifiedDiff } from '../../content/unified-diff.js'
import type { Change } from '../../git/diff/diff.js'
import type { Oid } from '../../git/objects/oid.js'
import type { Repository } from '../../git/repository.js'

/** The change of a file between two commits. */
export interface FileChange {
  readonly path: string
  /** The old path; null if it was not renamed. */
  readonly from: string | null
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Hunks of a unified diff; null if it is not a text, too long, or not visible to the user. */
  readonly diff: string | null
}

/** Lines and characters that may still be compared for one answer. */
interface DiffBudget {
  lines: number
  characters: number
}

/** Most files in one answer. */
const MAX_CHANGES = 1000
/** Limits for one answer and for one file. */
const MAX_LINES = 20_000
const MAX_CHARACTERS = 8 * 1024 * 1024
const MAX_FILE_LINES = 3000
const MAX_FILE_BYTES = 256 * 1024

/** The first changes, each with its diff if its path may be shown. */
export async function toldChanges(
  repository: Repository,
  all: readonly Change[],
  isShown: (path: string) => boolean,
): Promise<FileChange[]> {
  const budget = newBudget()
  const changes: FileChange[] = []
  for (const change of all.slice(0, MAX_CHANGES)) {
    const { path, before, after, renamedFrom: from = null } = change
    const sides = { before: before?.oid ?? null, after: after?.oid ?? null }
    const diff = isShown(path) ? await blobDifference(repository, sides, budget) : null
    changes.push({ path, from, status: statusOf(change), diff })
  }
  return changes
}

/** The limit for one answer. */
export function newBudget(): DiffBudget {
  return { lines: MAX_LINES, characters: MAX_CHARACTERS }
}

function statusOf({ before, after, renamedFrom }: Change): FileChange['status'] {
  if (before === null) return 'added'
  if (after === null) return 'deleted'
  return renamedFrom === undefined ? 'modified' : 'renamed'
}

interface Sides {
  /** Null if there was no file, or is none now. */
  readonly before: Oid | null
  readonly after: Oid | null
}

/** The hunks between two contents, empty if they are equal; null if one is not a text or too long. */
export async function blobDifference(
  repository: Repository,
  { before, after }: Sides,
  budget: DiffBudget,
): Promise<string | null> {
  if (budget.lines <= 0 || budget.characters <= 0) return null
  const old = before === null ? '' : await textAt(repository, before)
  const fresh = after === null ? '' : await textAt(repository, after)
  if (old === null || fresh === null) return null
  const lines = countLines(old) + countLines(fresh)
  const characters = old.length + fresh.length
  if (lines > budget.lines || lines > MAX_FILE_LINES || characters > budget.characters) return null
  budget.lines -= lines
  budget.characters -= characters
  return unifiedDiff(old, fresh)
}

/** Null if it is not a text, or too long. */
async function textAt(repository: Repository, oid: string): Promise<string | null> {
  const { data, size } = await repository.readBlobStart(oid, MAX_FILE_BYTES)
  return size > MAX_FILE_BYTES || data.includes(0) ? null : data.toString('utf8')
}

function countLines(text: string): number {
  return text.split('\n').length
}
