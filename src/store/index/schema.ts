/**
 * The tables of the index. A change here needs a new version: indexes of other versions are built again.
 *
 * The rows of a site belong to a `generation`. Readers see the live one, so that a rebuild replaces all rows of a site
 * in one step. Row numbers are `generation * 2^32 + n`: so the rows of a site are one range, also in the search tables,
 * which all sites share.
 */

/** Version of the tables below, and of what `content/` derives from a file. */
export const INDEX_VERSION = 16

/** Rows that one generation can have. */
export const GENERATION_SIZE = 2 ** 32

const TABLES = `
CREATE TABLE generations (
  generation INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id TEXT NOT NULL,
  live INTEGER NOT NULL,
  commit_oid TEXT,
  facts TEXT,
  next_row INTEGER NOT NULL DEFAULT 1,
  next_seq INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX generations_live ON generations (site_id) WHERE live = 1;

CREATE TABLE entries (
  row INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,
  id TEXT NOT NULL,
  path TEXT NOT NULL,
  path_key TEXT NOT NULL,
  shelf TEXT NOT NULL,
  is_text INTEGER NOT NULL,
  kind TEXT NOT NULL,
  oid TEXT NOT NULL,
  size INTEGER NOT NULL,
  collection TEXT,
  relative_path TEXT NOT NULL,
  relative_key TEXT NOT NULL,
  title TEXT,
  title_key TEXT,
  date TEXT,
  date_epoch INTEGER,
  visibility TEXT NOT NULL,
  live_from INTEGER,
  live_until INTEGER,
  position REAL,
  url TEXT,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  owner_key TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT,
  directory TEXT NOT NULL,
  basename_key TEXT NOT NULL,
  extension TEXT NOT NULL,
  content_type TEXT NOT NULL,
  folded TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_path ON entries (generation, path);
CREATE INDEX entries_id ON entries (id);
CREATE INDEX entries_directory ON entries (generation, directory, path);
CREATE INDEX entries_live_from ON entries (generation, live_from) WHERE live_from IS NOT NULL;
CREATE INDEX entries_live_until ON entries (generation, live_until, path) WHERE live_until IS NOT NULL;
CREATE INDEX entries_facets ON entries (generation, shelf, visibility, extension, owner_key);

CREATE TABLE texts (row INTEGER PRIMARY KEY, text TEXT NOT NULL, body TEXT NOT NULL) STRICT;

CREATE VIRTUAL TABLE search USING fts5 (
  folded, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE VIRTUAL TABLE words USING fts5 (
  title, text, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

CREATE TABLE terms (
  generation INTEGER NOT NULL,
  taxonomy TEXT NOT NULL,
  term TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (generation, taxonomy, term, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX terms_row ON terms (row);

CREATE TABLE commits (
  generation INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  oid TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_email TEXT NOT NULL,
  author_key TEXT NOT NULL,
  time INTEGER NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (generation, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX commits_oid ON commits (generation, oid);

CREATE TABLE commit_paths (
  generation INTEGER NOT NULL,
  path TEXT NOT NULL,
  seq INTEGER NOT NULL,
  old_path TEXT,
  blob TEXT,
  PRIMARY KEY (generation, path, seq)
) STRICT, WITHOUT ROWID;
`

/** The full-text tables. */
export const TEXT_TABLES = ['search', 'words'] as const

/** Parts of a full-text table of similar size that are merged into one: with fewer, each word is written more often. */
const MERGED_PARTS = 8

/** Parts of similar size that a commit merges itself: many more than there are while merges in turns keep up. */
const MAX_PARTS = 64

/** Leaves merging to `upkeep/merges.ts`. */
function textSettings(): string[] {
  return TEXT_TABLES.map(
    (table) => `INSERT INTO ${table} (${table}, rank)
      VALUES ('automerge', 0), ('usermerge', ${MERGED_PARTS}), ('crisismerge', ${MAX_PARTS});`,
  )
}

/** Longest text to sort by in a place: cursors repeat it. */
export const PLACE_CHARACTERS = 200

/** How to sort rows by a field: the terms of ORDER BY, and an SQL index with the same terms. */
export interface Ordering {
  readonly index: string
  readonly terms: string
  /** The columns of the terms, each once. */
  readonly columns: readonly [string, 'path']
  readonly direction: 'asc' | 'desc'
}

type Family = 'text' | 'file'

interface OrderedColumn {
  readonly field: string
  readonly column: string
  readonly families: readonly Family[]
}

const BOTH: readonly Family[] = ['text', 'file']

// Nulls come last. SQLite puts them first in ascending order, which therefore needs an extra term.
const COLUMNS: readonly OrderedColumn[] = [
  { field: 'title', column: 'title_key', families: ['text'] },
  { field: 'date', column: 'date_epoch', families: ['text'] },
  { field: 'path', column: 'relative_key', families: ['text'] },
  { field: 'filename', column: 'path_key', families: BOTH },
  { field: 'visibility', column: 'visibility', families: ['text'] },
  { field: 'position', column: 'position', families: ['text'] },
  { field: 'created_at', column: 'created_at', families: BOTH },
  { field: 'updated_at', column: 'updated_at', families: BOTH },
  { field: 'basename', column: 'basename_key', families: ['file'] },
  { field: 'content_type', column: 'content_type', families: ['file'] },
  { field: 'filesize', column: 'size', families: ['file'] },
]

const NULLABLE: ReadonlySet<string> = new Set(['title_key', 'date_epoch', 'position'])

/**
 * How to sort by a field. `index` is the SQL index that has the rows of one shelf in this order; empty if the family
 * has none.
 *
 * @throws TypeError for an unknown field
 */
export function orderingOf(field: string, direction: 'asc' | 'desc', family: Family): Ordering {
  const found = COLUMNS.find((candidate) => candidate.field === field)
  if (found === undefined) throw new TypeError(`no order by ${field}`)
  const isIndexed = found.families.includes(family)
  // Ties by name are sorted by path in the same direction, so that one index serves both directions.
  const suffix = found.column === 'path_key' ? '' : `_${direction}`
  const index = isIndexed ? `order_${family}_${field}${suffix}` : ''
  const terms = orderTerms(found.column, direction)
  return { index, terms, columns: [found.column, 'path'], direction }
}

function orderTerms(column: string, direction: 'asc' | 'desc'): string {
  if (column === 'path_key') return `path_key ${direction}, path ${direction}`
  if (direction === 'desc') return `${column} DESC, path`
  return NULLABLE.has(column) ? `${column} IS NULL, ${column}, path` : `${column}, path`
}

function orderIndexes(): string[] {
  return COLUMNS.flatMap(({ field, families }) =>
    families.flatMap((family) =>
      (['asc', 'desc'] as const).map((direction) => {
        const { index, terms } = orderingOf(field, direction, family)
        return `CREATE INDEX IF NOT EXISTS ${index} ON entries (generation, shelf, ${terms}) WHERE is_text = ${family === 'text' ? 1 : 0};`
      }),
    ),
  )
}

/** SQL that creates an empty index. */
export const INDEX_SCHEMA = `${TABLES}\n${[...textSettings(), ...orderIndexes()].join('\n')}\nPRAGMA user_version = ${INDEX_VERSION};`
