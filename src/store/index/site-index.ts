/**
 * The index: rows derived from the commits of sites. It can be deleted at any time and is made again
 * from git; each site's rows name the commit that they describe.
 *
 * Short reads and writes are synchronous. What can take long at 100,000 documents returns a promise,
 * and works in a thread of its own or in steps that let others have their turn.
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

/** One path that a commit touched. */
export interface PathChange {
  readonly path: string
  /** What it was called before, null when it was not renamed. */
  readonly oldPath: string | null
  /** oid of the content, null where the commit deleted it. */
  readonly blob: string | null
}

/** A commit and what it touched; its `seq` is given by the index. */
export interface CommitChanges {
  readonly commit: Omit<CommitFacts, 'seq'>
  readonly paths: readonly PathChange[]
}

/** What brings the index of a site from one commit to a later one. */
export interface SiteChanges {
  /** oid that the rows describe then. */
  readonly commit: string
  /** oid that they must describe now, null for a site that is not indexed. */
  readonly expected: string | null
  /** Null leaves the facts as they are. */
  readonly facts: SiteFacts | null
  /** Whole entries, new or changed; a renamed one is a removal and an upsert with the same id. */
  readonly upserts: readonly Entry[]
  readonly removes: readonly string[]
  /** Oldest first. */
  readonly commits: readonly CommitChanges[]
}

/** Fields by which lists can be ordered. `filename` is the whole path, `path` that in the collection. */
export const SORT_FIELDS = [...new Set([...ENTRY_SORTS, ...FILE_SORTS])]

export type SortField = (typeof SORT_FIELDS)[number]

/** Names as people sort them (`fold.ts`); nulls last in both directions, ties by path ascending. */
interface Sort {
  readonly field: SortField
  readonly direction: 'asc' | 'desc'
}

/** Which entries of a site. */
export interface EntryFilter {
  readonly siteId: string
  readonly kinds: readonly EntryKind[]
  /** Null for those in none; left out for all. */
  readonly collection?: string | null | undefined
  readonly visibility?: Visibility | undefined
  /** Without dots, case does not matter. */
  readonly extensions?: readonly string[] | undefined
  /** Given, what is not visible is left out unless one of these made it. */
  readonly ownerKeys?: readonly AuthorKey[] | undefined
  /** Of documents and pages: one that names it in `tags`. */
  readonly tag?: string | undefined
  /** As `tag`, in `categories`. */
  readonly category?: string | undefined
  /** Given, only what one of these made. */
  readonly createdBy?: readonly AuthorKey[] | undefined
  /** Given, only what is on the built site. */
  readonly isPublished?: true | undefined
  /** Days as `date` has them (`2026-11-20`), both included. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  /** Seconds since the Unix epoch: only what changed then or later. */
  readonly updatedSince?: number | undefined
  /** Words that must all be somewhere in title or path (of files: in the path). */
  readonly q?: string | undefined
}

/** A filter, an order and a part. */
export interface EntryQuery extends EntryFilter, Window {
  readonly sort: Sort
  /** Given, the part ends before its files have more bytes together; one row there is always. */
  readonly maxBytes?: number | undefined
  /** Id of the user whose turn it takes where many ask. */
  readonly asker?: string | undefined
}

/** An entry that was found by its words. */
export interface FoundEntry {
  readonly entry: Entry
  /** The part of its text that shows why, or its beginning. */
  readonly snippet: readonly SnippetPart[]
}

/** One level of the tree. */
interface DirectoryListing {
  /** Whole paths without a slash at the end, sorted. */
  readonly directories: readonly string[]
  /** Sorted by path. */
  readonly files: readonly EntryHead[]
}

/** How a history is read. */
export interface HistoryWindow extends Window {
  /** Goes on where the path was deleted and made anew; else the history begins there. */
  readonly throughDeletions?: boolean | undefined
}

/** A site that is indexed anew while readers still see its former rows. */
export interface Rebuild {
  /** Oldest first; callable again for more. */
  putCommits(commits: readonly CommitChanges[]): Promise<void>
  /** To be asked in between by whoever makes ready what is put. @throws StoreError `stopping` */
  goOn(): void
  /** Callable again for more. */
  putEntries(entries: readonly Entry[]): Promise<void>
  /**
   * Shows the new rows at once in place of the former, which are then cleared away.
   *
   * @throws StoreError `stale_index` when the site has moved on from `expected` meanwhile
   */
  finish(end: {
    readonly commit: string
    readonly expected: string | null
    readonly facts: SiteFacts
  }): Promise<void>
  /** Clears the new rows away. */
  abort(): Promise<void>
}

/** Every question to the index, and the ways to change it. */
export interface SiteIndex {
  /** Whether the file was missing, damaged or of another version and has been made anew. */
  readonly wasRebuilt: boolean

  /**
   * One transaction, which takes about 0.2 ms an entry: for more than some hundreds use a rebuild.
   *
   * @throws StoreError `stale_index` when the rows describe another commit than `expected`
   */
  applyChanges(siteId: string, changes: SiteChanges): void
  beginRebuild(siteId: string): Rebuild
  /** Clears away what an interrupted rebuild or delete left. */
  sweep(): Promise<void>
  /** Ends long work at its next step, in here and where it is made ready: a rebuild throws StoreError `stopping`, the rest is swept later. */
  stop(): void
  /** Hides the rows of a site at once and clears them away. */
  deleteSite(siteId: string): Promise<void>

  /** oid that a site's rows describe; null when it is not indexed. */
  commitOf(siteId: string): string | null
  siteFacts(siteId: string): SiteFacts | null
  /** Sites that are not indexed are left out. */
  siteFactsMany(siteIds: readonly string[]): Map<string, SiteFacts>

  entryById(id: string): Entry | null
  entryByPath(siteId: string, path: string): Entry | null
  /** Seconds since the Unix epoch of the commit that changed a path last; null where there is none. */
  changedAt(siteId: string, path: string): number | null
  /** All files in a directory and deeper, by path; `""` is the root. */
  entriesBelow(siteId: string, directory: string): Promise<EntryHead[]>
  /** `""` is the root; null when there is no such directory. */
  childrenOf(siteId: string, directory: string): Promise<DirectoryListing | null>
  listEntries(query: EntryQuery): Promise<Page<Entry>>
  /** Documents and pages of several sites by the words in title and text, best first. */
  searchTexts(query: TextSearch): Promise<Page<FoundEntry>>
  /** Who made the files of a site, each once. */
  creatorsOf(siteId: string): AuthorKey[]
  /**
   * Of the documents of the posts collection: sorted by code point, unique.
   *
   * @param ownerKeys of those that are visible or made by one of these; without it, of all
   */
  tags(siteId: string, ownerKeys?: readonly AuthorKey[]): Promise<string[]>
  /** As {@link tags}. */
  categories(siteId: string, ownerKeys?: readonly AuthorKey[]): Promise<string[]>

  /** Commits that touched a path, newest first, renames followed; of a deleted path, up to its deletion. */
  history(siteId: string, path: string, window: HistoryWindow): Page<Revision>
  /** The same for the last life of a path that ended in a deletion, though the path may be in use again. */
  historyOfDeleted(siteId: string, path: string, window: HistoryWindow): Page<Revision>
  /** What the file that is at `path` now was at a commit; null where it was not there. */
  revisionAt(siteId: string, path: string, commit: string): Revision | null
  /** The last `limit` commits of a site, newest first. */
  commits(siteId: string, window: Window): Page<CommitFacts>
  /** One of them; null where it is none. */
  commitAt(siteId: string, oid: string): CommitFacts | null

  /** Sites that are indexed, those with the fewest rows first. */
  indexedSites(): string[]
  /** All rows of a site in one order, for comparing two indexes. */
  dump(siteId: string): unknown
}
