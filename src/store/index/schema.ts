/**
 * Tables of the index. A change here takes a new version: indexes of other versions are made anew.
 *
 * A site's rows stand under a `generation`; the live one is shown, so that a rebuilt site's rows are
 * shown at once. Row numbers are `generation * 2^32 + n`: a site's rows lie together, and the search
 * table, which all sites share, is asked for one site by a range.
 */

/** Of the tables below, and of what `content/` makes of a file. */
export const INDEX_VERSION = 8

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

/** How one field orders rows: the terms of an index and of the ORDER BY that it answers. */
export interface Ordering {
  readonly index: string
  readonly terms: string
}

type Family = 'text' | 'file'

interface OrderedColumn {
  readonly field: string
  readonly column: string
  readonly families: readonly Family[]
}

const BOTH: readonly Family[] = ['text', 'file']

// Nulls last: SQLite puts them first, so ascending orders ask for them by an expression of its own.
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
 * The order by a field, null for a field that is none.
 *
 * `index` is the name of the index that gives the rows of one shelf in this order, if there is one
 * for the family.
 */
export function orderingOf(field: string, direction: 'asc' | 'desc', family: Family): Ordering {
  const found = COLUMNS.find((candidate) => candidate.field === field)
  if (found === undefined) throw new TypeError(`no order by ${field}`)
  const isIndexed = found.families.includes(family)
  // Names that are alike go on by their spelling, so that one index can be read both ways.
  const suffix = found.column === 'path_key' ? '' : `_${direction}`
  const index = isIndexed ? `order_${family}_${field}${suffix}` : ''
  return { index, terms: orderTerms(found.column, direction) }
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

/** Makes an empty index. */
export const INDEX_SCHEMA = `${TABLES}\n${orderIndexes().join('\n')}\nPRAGMA user_version = ${INDEX_VERSION};`
