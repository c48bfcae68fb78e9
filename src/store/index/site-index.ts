/**
 * The interface of the index: rows derived from the commits of sites. The index can be deleted at any time and is then
 * built again from git. The rows of each site name the commit that they describe.
 *
 * Short reads and writes are synchronous. Functions that can take long at 100,000 documents return a promise, and work
 * in a thread or in steps that yield to the event loop.
 *
 * @see CONTRIBUTING.md, src/http/README.md (Conventions)
 */

import type { AuthorKey, CommitFacts, Revision } from '../../model/commit.js'
import type { Entry, EntryKind, Visibility } from '../../model/entry.js'
import type { SiteFacts } from '../../model/site.js'
import { ENTRY_SORTS, FILE_SORTS } from '../../model/sort-fields.js'
import type { Page, Window } from '../page.js'
import type { TextSearch } from './text-search.js'
import type { SnippetPart } from './words.js'

/** An entry without its text. */
export type EntryHead = Omit<Entry, 'text'>

/** A text and its language. */
export interface Version {
  readonly entry: EntryHead
  readonly language: string
}

/** One path that a commit touched. */
export interface PathChange {
  readonly path: string
  /** Previous path of a renamed file; otherwise null. */
  readonly oldPath: string | null
  /** oid of the content; null if the commit deleted the file. */
  readonly blob: string | null
}

/** A commit and the paths that it touched. The index assigns its `seq`. */
export interface CommitChanges {
  readonly commit: Omit<CommitFacts, 'seq'>
  readonly paths: readonly PathChange[]
}

/** An update of the index of a site from one commit to a later one. */
export interface SiteChanges {
  /** oid that the rows describe afterwards. */
  readonly commit: string
  /** oid that they must describe before; null for a site that is not indexed. */
  readonly expected: string | null
  /** Null leaves the facts unchanged. */
  readonly facts: SiteFacts | null
  /** New and changed entries, complete. A rename is a removal and an upsert with the same id. */
  readonly upserts: readonly Entry[]
  readonly removes: readonly string[]
  /** Oldest first. */
  readonly commits: readonly CommitChanges[]
}

/** Fields by which lists can be sorted. `filename` is the whole path, `path` the one in the collection. */
export const SORT_FIELDS = [...new Set([...ENTRY_SORTS, ...FILE_SORTS])]

export type SortField = (typeof SORT_FIELDS)[number]

/** Names are sorted naturally (`fold.ts`), nulls last in both directions, ties by path ascending. */
interface Sort {
  readonly field: SortField
  readonly direction: 'asc' | 'desc'
}

/** Which entries of a site. */
export interface EntryFilter {
  readonly siteId: string
  readonly kinds: readonly EntryKind[]
  /** Null for entries outside collections; left out for all. */
  readonly collection?: string | null | undefined
  /** Only entries with one of these. */
  readonly visibilities?: readonly Visibility[] | undefined
  /** Without dots, in any case. */
  readonly extensions?: readonly string[] | undefined
  /** If given, entries that are not visible are left out, unless one of these created them. */
  readonly ownerKeys?: readonly AuthorKey[] | undefined
  /** Only documents and pages with this tag. */
  readonly tag?: string | undefined
  /** Only documents and pages in this language. */
  readonly language?: string | undefined
  /** Only documents and pages with this category. */
  readonly category?: string | undefined
  /** If given, only entries that one of these created. */
  readonly createdBy?: readonly AuthorKey[] | undefined
  /** If given, only entries with a URL on the built site. */
  readonly isPublished?: true | undefined
  /** Days in the zone of the site (`2026-11-20`), both included. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  /** Seconds since the Unix epoch: only entries that changed then or later. */
  readonly updatedSince?: number | undefined
  /** Words that must all occur in title or path (of files: in the path). */
  readonly q?: string | undefined
}

/** A filter, an order and a part of the list. */
export interface EntryQuery extends EntryFilter, Window {
  readonly sort: Sort
  /** If given, ends the part before the sum of file sizes exceeds it, but after at least one row. */
  readonly maxBytes?: number | undefined
  /** Called before rows are read, with the size of their files: with `maxBytes`, more than it if the part ends early. */
  readonly beforeRead?: ((bytes: number) => void) | undefined
  /** Id of the user who asks; users take turns if many queries wait. */
  readonly asker?: string | undefined
  /** Makes a signal that ends the wait; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
}

/** An entry that a text search found. */
export interface FoundEntry {
  /** Its body is left out (empty). */
  readonly entry: Entry
  /** The part of its text with the best matches, or its beginning. */
  readonly snippet: readonly SnippetPart[]
}

/** The direct children of a directory. */
interface DirectoryListing {
  /** Whole paths without a slash at the end, sorted. */
  readonly directories: readonly string[]
  /** Sorted by path. */
  readonly files: readonly EntryHead[]
}

/** Which part of a history. */
export interface HistoryWindow extends Window {
  /** Continues before deletions of the path; otherwise the history begins after the last one. */
  readonly throughDeletions?: boolean | undefined
  /** Number of a commit: only versions before it, from which `offset` counts. */
  readonly before?: number | undefined
  /** Called with the bytes so far before more are read. What it throws ends the list. */
  readonly beforeRead?: ((bytes: number) => void) | undefined
}

/** Builds the index of a site again, while readers still see its previous rows. */
export interface Rebuild {
  /** Oldest first; may be called several times. */
  putCommits(commits: readonly CommitChanges[]): Promise<void>
  /** Instead of `putCommits`: takes the history of another site as it is. Called once. */
  copyHistory(siteId: string): Promise<void>
  /** Lets the caller stop between its own steps. @throws StoreError `stopping` after `stop` */
  throwIfStopped(): void
  /** May be called several times. */
  putEntries(entries: readonly Entry[]): Promise<void>
  /**
   * Replaces the previous rows by the new ones in one step, then deletes the previous rows.
   *
   * @throws StoreError `stale_index` if the site is not at `expected` any more
   */
  finish(end: {
    readonly commit: string
    readonly expected: string | null
    readonly facts: SiteFacts
  }): Promise<void>
  /** Deletes the new rows. */
  abort(): Promise<void>
}

interface HiddenPaths {
  /** Paths of texts that are not visible or have expired, and of the files that are for Galley alone. */
  readonly texts: readonly string[]
  /** Paths of all files below a folder called `_drafts`. */
  readonly inDrafts: readonly string[]
  /** When the next text expires, in milliseconds since the Unix epoch; null for never. */
  readonly until: number | null
}

/** All queries of the index, and all changes. */
export interface SiteIndex {
  /** True if the file was missing, damaged or of another version, so that the index started empty. */
  readonly wasRebuilt: boolean

  /**
   * Updates the rows of a site in one transaction, which takes about 0.2 ms per entry. For more than some hundred
   * entries, use a rebuild.
   *
   * @throws StoreError `stale_index` if the rows do not describe `expected`
   */
  applyChanges(siteId: string, changes: SiteChanges): void
  beginRebuild(siteId: string): Rebuild
  /** Deletes rows that an interrupted rebuild or deletion left. */
  sweep(): Promise<void>
  /** Stops long work at its next step: rebuilds throw StoreError `stopping`, deletions are left to `sweep`. */
  stop(): void
  /** Hides the rows of a site at once, then deletes them. */
  deleteSite(siteId: string): Promise<void>

  /** oid that the rows of a site describe; null if it is not indexed. */
  commitOf(siteId: string): string | null
  siteFacts(siteId: string): SiteFacts | null
  /** By site id, without sites that are not indexed. */
  siteFactsMany(siteIds: readonly string[]): Map<string, SiteFacts>

  entryById(id: string): Entry | null
  entryByPath(siteId: string, path: string): Entry | null
  /** The texts that ask for redirects from some addresses (`TextFacts.redirects`), by path. */
  redirecting(siteId: string, addresses: readonly string[]): EntryHead[]
  /** Codes of the languages that texts have, sorted; at most some. */
  languages(siteId: string, most: number): string[]
  /** The texts that share one of some keys (`TextFacts.versionKeys`), by path; at most some. */
  versions(siteId: string, keys: readonly string[], most: number): Version[]
  /** What no build may have at a moment, in milliseconds since the Unix epoch. */
  hiddenPaths(siteId: string, now: number): HiddenPaths
  /**
   * The first moment after another at which a text appears or expires, in milliseconds since the Unix epoch; null for
   * none.
   */
  nextMoment(siteId: string, after: number): number | null
  /** Time of the last commit that changed a path, in seconds since the Unix epoch; null if there is none. */
  changedAt(siteId: string, path: string): number | null
  /** All files in a directory and below, sorted by path; `""` is the root. */
  entriesBelow(siteId: string, directory: string): Promise<EntryHead[]>
  /** `""` is the root; null if there is no such directory. */
  childrenOf(siteId: string, directory: string): Promise<DirectoryListing | null>
  listEntries(query: EntryQuery): Promise<Page<Entry>>
  /** Finds documents and pages of several sites by words in title and text, best matches first. */
  searchTexts(query: TextSearch): Promise<Page<FoundEntry>>
  /** Keys of everybody who created a file of the site, each once. */
  creatorsOf(siteId: string): AuthorKey[]
  /**
   * Tags of the posts, each once, sorted by code point.
   *
   * @param ownerKeys if given, only tags of posts that are visible or that one of these created
   */
  tags(siteId: string, ownerKeys?: readonly AuthorKey[]): Promise<string[]>
  /** As {@link tags}. */
  categories(siteId: string, ownerKeys?: readonly AuthorKey[]): Promise<string[]>

  /**
   * Commits that touched a file, newest first, through renames. For a deleted file, the first is its deletion. Only the
   * first rows of the window if all would take too much memory.
   */
  history(siteId: string, path: string, window: HistoryWindow): Promise<Page<Revision>>
  /** The history of the file that was last deleted at a path, even if there is a new file. */
  historyOfDeleted(siteId: string, path: string, window: HistoryWindow): Promise<Page<Revision>>
  /** The version that a commit of either history made, and the first one; null if it made none. */
  versionAt(
    siteId: string,
    path: string,
    which: { readonly commit: string; readonly isDeleted: boolean },
  ): Promise<{ readonly revision: Revision; readonly first: Revision } | null>
  /** Whether a content is one of the history. */
  hasVersion(siteId: string, path: string, blob: string): Promise<boolean>
  /** Commits of a site, newest first. */
  commits(siteId: string, window: Window): Page<CommitFacts>
  /** A commit by its oid; null if it is not one of the site's. */
  commitAt(siteId: string, oid: string): CommitFacts | null

  /** Ids of indexed sites, those with the fewest rows first. */
  indexedSites(): string[]
  /** All rows of a site as plain data in a fixed order, for comparing two indexes. */
  dump(siteId: string): unknown
}
