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

/** What is left for one answer. */
interface DiffBudget {
  /** Lines and bytes that may be compared. */
  lines: number
  bytes: number
  /** Bytes that may be read, also of files that turn out to have too many lines or to be no texts. */
  readBytes: number
}

/** Most files in one answer. */
const MAX_CHANGES = 1000
/** Limits for one answer and for one file. */
const MAX_LINES = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const MAX_READ_BYTES = 64 * 1024 * 1024
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
  return { lines: MAX_LINES, bytes: MAX_BYTES, readBytes: MAX_READ_BYTES }
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
  const oids = [before, after].filter((oid) => oid !== null)
  if (budget.lines <= 0 || !(await fits(repository, oids, budget))) return null
  const old = before === null ? NOTHING : await readText(repository, before, budget)
  if (old === null) return null
  const fresh = after === null ? NOTHING : await readText(repository, after, budget)
  if (fresh === null) return null
  const lines = countLines(old.text) + countLines(fresh.text)
  const bytes = old.bytes + fresh.bytes
  if (lines > budget.lines || lines > MAX_FILE_LINES || bytes > budget.bytes) return null
  budget.lines -= lines
  budget.bytes -= bytes
  return unifiedDiff(old.text, fresh.text)
}

/** False if the files are too long for what is left. Asks for their sizes only if little is left. */
async function fits(
  { reader }: Repository,
  oids: readonly Oid[],
  { bytes, readBytes }: DiffBudget,
): Promise<boolean> {
  const left = Math.min(bytes, readBytes)
  if (left <= 0) return false
  if (left >= MAX_FILE_BYTES * oids.length) return true
  let size = 0
  for (const oid of oids) size += (await reader.info(oid)).size
  return size <= left
}

interface FileText {
  readonly text: string
  readonly bytes: number
}

const NOTHING: FileText = { text: '', bytes: 0 }

/** Null if it is not a text, or too long. */
async function readText(
  repository: Repository,
  oid: string,
  budget: DiffBudget,
): Promise<FileText | null> {
  const { data, size } = await repository.readBlobStart(oid, MAX_FILE_BYTES)
  budget.readBytes -= data.length
  if (size > MAX_FILE_BYTES || data.includes(0)) return null
  return { text: data.toString('utf8'), bytes: size }
}

function countLines(text: string): number {
  return text.split('\n').length
}
