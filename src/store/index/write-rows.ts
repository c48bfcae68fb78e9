/** Writes and deletes the rows of a generation. Callers make the transaction. */

import type { Entry } from '../../model/entry.js'
import type { Connection } from '../connection.js'
import type { Generations } from './generations.js'
import { toParameters, type SearchedWords } from './rows.js'
import { GENERATION_SIZE } from './schema.js'
import type { CommitChanges } from './site-index.js'

/** All writes in a generation. */
export interface RowWriter {
  /** Inserts entries, and replaces those at the same paths. */
  putEntries(generation: number, entries: readonly Entry[]): void
  /** Ignores a missing path. */
  removeEntry(generation: number, path: string): void
  putCommit(generation: number, changes: CommitChanges): void
  /** As `putCommit`, in parts: inserts the commit without its paths and returns its number. */
  putCommitAlone(generation: number, commit: CommitChanges['commit']): number
  putPaths(generation: number, seq: number, paths: CommitChanges['paths']): void
  /** Makes a function that copies some of the history of a generation at each call; true as long as there is more. */
  copyHistory(from: number, to: number): () => boolean
  /** Deletes up to `limit` rows of a generation from each table. True if there were any. */
  clear(generation: number, limit: number): boolean
}

/** The collection with the tags and categories of a site. */
const TAXONOMY_COLLECTION = 'posts'

/** The writer over one connection; `contentTypeOf` gives the media type of a path. */
export function createRowWriter(
  db: Connection,
  generations: Generations,
  contentTypeOf: (path: string) => string,
): RowWriter {
  const sql = { ...prepareEntryWrites(db), ...prepareOtherWrites(db) }
  const removeRow = (row: number) => {
    sql.removeText.run(row)
    sql.removeTerms.run(row)
    sql.removeEntry.run(row)
  }
  const putRow = (generation: number, row: number, entry: Entry): Searched => {
    const { text, body, folded, words, ...facts } = toParameters(entry, contentTypeOf(entry.path))
    sql.putEntry.run({ ...facts, folded, row, generation })
    if (text !== null) sql.putText.run(row, text, body)
    for (const [taxonomy, term] of termsOf(entry)) sql.putTerm.run(generation, taxonomy, term, row)
    return { folded, words }
  }
  return {
    putEntries: (generation, entries) => {
      const takeRow = rowNumbers(generations, generation, entries.length)
      const searched = entries.map((entry) => {
        const known = sql.rowOf.get(generation, entry.path)
        if (known !== undefined) removeRow(known)
        const row = known ?? takeRow()
        return { row, known, ...putRow(generation, row, entry) }
      })
      // All together: after any other statement, the full-text table would write its pending data, word by word.
      for (const { row, known, folded } of searched) {
        if (known !== undefined) sql.removeSearch.run(row)
        sql.putSearch.run(row, folded)
      }
      for (const { row, known, words } of searched) {
        if (known !== undefined) sql.removeWords.run(row)
        if (words !== null) sql.putWords.run({ row, ...words })
      }
    },
    removeEntry: (generation, path) => {
      const row = sql.rowOf.get(generation, path)
      if (row === undefined) return
      removeRow(row)
      sql.removeSearch.run(row)
      sql.removeWords.run(row)
    },
    ...commitWriter(sql, generations),
    copyHistory: copying(db),
    clear: clearing(db),
  }
}

/** What the full-text tables store of an entry. */
interface Searched {
  readonly folded: string
  readonly words: SearchedWords | null
}

/** Gives new row numbers. The first call reserves all of them at once. */
function rowNumbers(generations: Generations, generation: number, count: number): () => number {
  let next: number | null = null
  return () => {
    next ??= generation * GENERATION_SIZE + generations.reserveRows(generation, count)
    return next++
  }
}

type Statements = ReturnType<typeof prepareOtherWrites>

function commitWriter(
  sql: Statements,
  generations: Generations,
): Pick<RowWriter, 'putCommit' | 'putCommitAlone' | 'putPaths'> {
  const putCommitAlone: RowWriter['putCommitAlone'] = (generation, commit) => {
    const seq = generations.reserveSeq(generation)
    sql.putCommit.run({ ...commit, generation, seq })
    return seq
  }
  const putPaths: RowWriter['putPaths'] = (generation, seq, paths) => {
    for (const change of paths) sql.putPath.run({ ...change, generation, seq })
    for (const { path, oldPath } of paths) {
      // A rename ends the history of the old path, as a deletion does. If the commit put another file there, that
      // file's row comes first or replaces this one.
      if (oldPath !== null && oldPath !== path) sql.putDeparture.run(generation, oldPath, seq)
    }
  }
  return {
    putCommitAlone,
    putPaths,
    putCommit: (generation, { commit, paths }) =>
      putPaths(generation, putCommitAlone(generation, commit), paths),
  }
}

function* termsOf(entry: Entry): Generator<[string, string]> {
  for (const address of entry.text?.redirects ?? []) yield ['redirect', address]
  if (entry.text !== null && entry.text.language !== null) yield ['language', entry.text.language]
  for (const key of entry.text?.versionKeys ?? []) yield ['version', key]
  if (entry.collection !== TAXONOMY_COLLECTION) return
  for (const tag of new Set(entry.text?.tags)) yield ['tag', tag]
  for (const category of new Set(entry.text?.categories)) yield ['category', category]
}

function prepareEntryWrites(db: Connection) {
  return {
    rowOf: db
      .prepare<[number, string], number>(
        'SELECT row FROM entries WHERE generation = ? AND path = ?',
      )
      .pluck(),
    putEntry: db.prepare(
      // Not OR REPLACE: to be able to undo a part of it, SQLite would write all pages of twenty indexes that the row
      // touches to a temporary file.
      `INSERT INTO entries VALUES (@row, @generation, @id, @path, @pathKey, @shelf, @isText, @kind, @oid,
         @size, @collection, @relativePath, @relativeKey, @title, @titleKey, @date, @dateEpoch, @visibility,
         @liveFrom, @liveUntil, @position, @url, @createdAt, @createdBy, @ownerKey, @updatedAt, @updatedBy, @directory,
         @basenameKey, @extension, @contentType, @folded)`,
    ),
    removeEntry: db.prepare('DELETE FROM entries WHERE row = ?'),
  }
}

function prepareOtherWrites(db: Connection) {
  return {
    putText: db.prepare('INSERT INTO texts (row, text, body) VALUES (?, ?, ?)'),
    removeText: db.prepare('DELETE FROM texts WHERE row = ?'),
    // Large numbers arrive as REAL, which a full-text table does not accept as row numbers.
    putSearch: db.prepare('INSERT INTO search (rowid, folded) VALUES (CAST(? AS INTEGER), ?)'),
    removeSearch: db.prepare('DELETE FROM search WHERE rowid = CAST(? AS INTEGER)'),
    putWords: db.prepare(
      'INSERT INTO words (rowid, title, text) VALUES (CAST(@row AS INTEGER), @title, @text)',
    ),
    removeWords: db.prepare('DELETE FROM words WHERE rowid = CAST(? AS INTEGER)'),
    putTerm: db.prepare('INSERT OR IGNORE INTO terms VALUES (?, ?, ?, ?)'),
    removeTerms: db.prepare('DELETE FROM terms WHERE row = ?'),
    putCommit: db.prepare(
      'INSERT INTO commits VALUES (@generation, @seq, @oid, @authorName, @authorEmail, @authorKey, @time, @message)',
    ),
    putPath: db.prepare(
      'INSERT OR REPLACE INTO commit_paths VALUES (@generation, @path, @seq, @oldPath, @blob)',
    ),
    putDeparture: db.prepare('INSERT OR IGNORE INTO commit_paths VALUES (?, ?, ?, NULL, NULL)'),
  }
}

/** Rows of a history per call. */
const COPIED_ROWS = 500

function copying(db: Connection): RowWriter['copyHistory'] {
  const commits = db.prepare<{ from: number; to: number; after: number; most: number }>(
    `INSERT INTO commits SELECT @to, seq, oid, author_name, author_email, author_key, time, message
     FROM commits WHERE generation = @from AND seq > @after AND seq <= @after + @most`,
  )
  const paths = db.prepare(
    `INSERT INTO commit_paths SELECT @to, path, seq, old_path, blob FROM commit_paths
     WHERE generation = @from AND (path, seq) > (@path, @seq) ORDER BY path, seq LIMIT @most`,
  )
  const last = db.prepare<[number], { readonly path: string; readonly seq: number }>(
    'SELECT path, seq FROM commit_paths WHERE generation = ? ORDER BY path DESC, seq DESC LIMIT 1',
  )
  const next = db.prepare(
    `UPDATE generations SET next_seq = (SELECT next_seq FROM generations WHERE generation = @from)
     WHERE generation = @to`,
  )
  return (from, to) => {
    let after = 0
    let isInCommits = true
    return () => {
      if (isInCommits) {
        const { changes } = commits.run({ from, to, after, most: COPIED_ROWS })
        after += COPIED_ROWS
        isInCommits = changes > 0
        if (!isInCommits) next.run({ from, to })
        return true
      }
      const place = last.get(to) ?? { path: '', seq: 0 }
      return paths.run({ from, to, ...place, most: COPIED_ROWS }).changes > 0
    }
  }
}

function clearing(db: Connection): RowWriter['clear'] {
  const range = (table: string, row: string) =>
    db.prepare(
      `DELETE FROM ${table} WHERE ${row} IN (
         SELECT row FROM entries WHERE row BETWEEN @from AND @to ORDER BY row LIMIT @limit)`,
    )
  // Entries last, because the other rows are found through them.
  const byRow = [
    range('search', 'rowid'),
    range('words', 'rowid'),
    range('texts', 'row'),
    range('terms', 'row'),
  ]
  const entries = range('entries', 'row')
  const commits = db.prepare(
    `DELETE FROM commits WHERE generation = @generation AND seq IN (
       SELECT seq FROM commits WHERE generation = @generation LIMIT @limit)`,
  )
  const paths = db.prepare(
    `DELETE FROM commit_paths WHERE generation = @generation AND (path, seq) IN (
       SELECT path, seq FROM commit_paths WHERE generation = @generation LIMIT @limit)`,
  )
  return (generation, limit) => {
    const from = generation * GENERATION_SIZE
    const rows = { from, to: from + GENERATION_SIZE - 1, limit }
    for (const statement of byRow) statement.run(rows)
    const below = { generation, limit }
    const removed = [entries.run(rows), commits.run(below), paths.run(below)]
    return removed.some(({ changes }) => changes > 0)
  }
}
