/** Computes the path of a document or page. Pure. */

import { datedName, fileNameFor, numberedName } from '../../content/document.js'
import { readDatedName, impossibleDay } from '../../content/dated-names.js'
import { parseTime } from '../../content/dates.js'
import { checkPath } from '../../content/paths.js'
import { collectionFolder, type SiteConfig } from '../../content/site-config.js'
import { invalid } from '../../errors.js'
import type { Entry, Visibility } from '../../model/entry.js'
import type { TextInput } from './entry-edit.js'

interface Move {
  /** The current entry. */
  readonly entry: Entry
  /** The version that the client started from. */
  readonly base: Entry
  readonly input: TextInput
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly config: SiteConfig
}

/**
 * The path after a change: the given relative path, if any; out of `_drafts` if a draft becomes visible or hidden;
 * into it if a post becomes a draft.
 *
 * @throws GalleyError `validation_failed` for an invalid path, and for a post without a date in its name
 */
export function movedPath({ entry, base, input, now, config }: Move): string {
  const isMoved = input.path !== undefined && input.path !== base.relativePath
  if (isMoved) requireGood(input.path ?? '')
  const relative = isMoved ? withExtension(input.path ?? '') : entry.relativePath
  const folder = entry.path.slice(0, entry.path.length - entry.relativePath.length)
  const isReleased =
    entry.visibility === 'draft' && input.visibility !== undefined && input.visibility !== 'draft'
  if (isReleased) {
    const epochMs = timeOf(input.date, config.timezone) ?? entry.dateEpoch ?? now
    return folder.replace(/_drafts\/$/, '_posts/') + dated(relative, epochMs, config.timezone)
  }
  // A draft keeps the date in its name, so that it gets its old URL when it is visible again.
  const isDraft = (input.visibility ?? entry.visibility) === 'draft'
  if (isDraft && entry.visibility !== 'draft') {
    return folder.replace(/_posts\/$/, '_drafts/') + relative
  }
  if (isMoved && entry.collection === 'posts' && !isDraft) requireDated(relative)
  return folder + relative
}

function dated(relative: string, epochMs: number, zone: string): string {
  if (readDatedName(relative) && impossibleDay(relative) === null) return relative
  const slash = relative.lastIndexOf('/') + 1
  const name = datedName(relative.slice(slash), epochMs, zone)
  requireYear(name)
  return relative.slice(0, slash) + name
}

/** A date that needs more than four digits for its year would make a name that is no post's. */
function requireYear(name: string): void {
  if (readDatedName(name)) return
  throw invalid('date', "must be in the years 0000 to 9999, in the site's time zone")
}

function requireDated(relative: string): void {
  if (!readDatedName(relative))
    throw invalid('path', 'must begin with YYYY-MM-DD-, as the names of posts do')
  const reason = impossibleDay(relative)
  if (reason !== null) throw invalid('path', reason)
}

function withExtension(path: string): string {
  return /[^/.][^/]*\.[^/.]+$/.test(path) ? path : `${path}.md`
}

function timeOf(date: string | null | undefined, zone: string): number | null {
  return date === null || date === undefined ? null : parseTime(date, zone)
}

interface NewEntry {
  readonly input: TextInput & { readonly title: string }
  /** Null for pages. */
  readonly collection: string | null
  readonly visibility: Visibility
  readonly now: number
  readonly config: SiteConfig
}

/** Checked before any look-up, because each folder of a path is a tree to read. */
function requireGood(path: string): void {
  const reason = checkPath(path)
  if (reason !== null) throw invalid('path', reason)
}

/**
 * The path of a new file. `isGenerated` is true if the name was not given; then a taken one gets a number.
 *
 * @throws GalleyError `validation_failed` like `movedPath`
 */
export function newPath(place: NewEntry): { readonly path: string; readonly isGenerated: boolean } {
  const { input, collection, config } = place
  const folder = folderFor(place)
  if (input.path !== undefined) {
    requireGood(input.path)
    const relative = withExtension(input.path)
    if (collection === 'posts' && place.visibility !== 'draft') requireDated(relative)
    return { path: folder + relative, isGenerated: false }
  }
  const epochMs = timeOf(input.date, config.timezone) ?? place.now
  const isDated = collection === 'posts' && place.visibility !== 'draft'
  const named = { title: input.title, collection: isDated ? 'posts' : '', epochMs }
  const name = fileNameFor(named, config)
  if (isDated) requireYear(name)
  return { path: folder + name, isGenerated: true }
}

function folderFor({ collection, visibility, config }: NewEntry): string {
  if (collection === null) return ''
  if (visibility !== 'draft') return `${collectionFolder(config, collection)}/`
  return `${collectionFolder(config, collection).replace(/_posts$/, '_drafts')}/`
}

/** The first of `name`, `name-2`, `name-3` … that is free. */
export async function freePath(
  path: string,
  isTaken: (path: string) => Promise<boolean>,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : numberedName(path, number)
    if (!(await isTaken(candidate))) return candidate
  }
}
