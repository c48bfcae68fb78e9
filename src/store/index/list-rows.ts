/**
 * Finds the row numbers of a page of a list, and the number of all matches. Runs in the search thread, or for cheap
 * queries in the main thread.
 *
 * There are two ways to read a page: walk through a sorted SQL index until the page is full, or collect and sort all
 * matches. The number of matches decides which reads fewer rows. It is cached by the commit of the site.
 */

import type { AuthorKey } from '../../model/commit.js'
import { emailKey } from '../../model/user.js'
import type { Connection } from '../connection.js'
import type { Place } from '../page.js'
import { queryWords, trigramExpression } from './fold.js'
import { isTextKind, shelfOf } from './rows.js'
import { GENERATION_SIZE, orderingOf, PLACE_CHARACTERS, type Ordering } from './schema.js'
import type { EntryFilter, EntryQuery } from './site-index.js'

/** Row numbers in order, and the number of all matches. */
export interface RowPage {
  readonly rows: readonly number[]
  readonly total: number
  /** Matches before these rows. */
  readonly offset: number
}

/** Lists over one connection, with a cache of totals. */
type ListRows = (query: EntryQuery) => RowPage

interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

interface Live {
  readonly generation: number
  readonly commit_oid: string
}

const REMEMBERED_TOTALS = 1000

/** Prepared statements; queries differ in their filters and orders. */
const REMEMBERED_STATEMENTS = 200

/** A lister over one connection, which may be read-only. */
export function createListRows(db: Connection): ListRows {
  const live = db.prepare<[string], Live>(
    'SELECT generation, commit_oid FROM generations WHERE site_id = ? AND live = 1',
  )
  const prepare = createStatements(db)
  const totals = new Map<string, number>()
  const totalOf = (key: string, count: () => number) => {
    const known = totals.get(key)
    if (known !== undefined) return known
    if (totals.size >= REMEMBERED_TOTALS) totals.clear()
    const total = count()
    totals.set(key, total)
    return total
  }
  // One transaction, so that total and page are of the same commit.
  return db.transaction((query: EntryQuery) => {
    const site = live.get(query.siteId)
    if (site === undefined) return { rows: [], total: 0, offset: 0 }
    const countOf = (some: Filter) =>
      totalOf(JSON.stringify([site.commit_oid, some]), () => count(prepare, some))
    const filter = filterOf(query, site.generation)
    const total = countOf(filter)
    const offset = offsetOf(query, filter, countOf)
    if (offset >= total || query.limit === 0) return { rows: [], total, offset }
    return {
      rows: pageOf(prepare, { ...query, offset }, { filter, total, countOf }),
      total,
      offset,
    }
  })
}

/** The number of matches up to the place where a part begins. */
function offsetOf(
  { after, offset, sort }: EntryQuery,
  filter: Filter,
  countOf: Known['countOf'],
): number {
  if (after === undefined) return offset
  if (after.length === 0) return 0
  const upTo = upToPlace(orderingOf(sort.field, sort.direction, familyOf(filter)), after)
  const { conditions } = filter
  const inTime = conditions.length > SHELF_CONDITIONS ? conditions : limitedInTime(conditions)
  return countOf({ ...filter, conditions: [...inTime, upTo] })
}

/** Matches rows at a place and before it; nulls come last. */
function upToPlace(
  { columns, direction }: Ordering,
  [value = null, path = null]: Place,
): Condition {
  const [column] = columns
  const order = direction === 'asc' ? '<' : '>'
  // As in `orderTerms`: only ties by name are sorted in the same direction.
  const pathOrder = column === 'path_key' ? `${order}=` : '<='
  const name = path ?? ''
  if (value === null) {
    return { sql: `(e.${column} IS NOT NULL OR e.path ${pathOrder} ?)`, values: [name] }
  }
  const whole = wholeValue(column, value, name)
  return {
    sql: `(e.${column} ${order} ${whole.sql} OR (e.${column} = ${whole.sql} AND e.path ${pathOrder} ?))`,
    values: [...whole.values, ...whole.values, name],
  }
}

/** A long text in a place was cut; the row has the whole one, if it is still there. */
function wholeValue(column: string, value: string | number, path: string | number): Condition {
  if (typeof value === 'number' || value.length < PLACE_CHARACTERS) {
    return { sql: '?', values: [value] }
  }
  return {
    sql: `coalesce((SELECT k.${column} FROM entries k WHERE k.generation = e.generation AND k.path = ?
            AND substr(k.${column}, 1, ${PLACE_CHARACTERS}) = ?), ?)`,
    values: [path, value, value],
  }
}

function familyOf({ isText }: Filter): 'text' | 'file' {
  return isText ? 'text' : 'file'
}

interface Filter {
  readonly conditions: readonly Condition[]
  /** The full-text condition, which matches all wanted rows and some others. */
  readonly match: Condition | null
  /** True if all rows are of one shelf, so that a sorted SQL index exists. */
  readonly isOneShelf: boolean
  readonly isText: boolean
}

/** What is known before a page is read. */
interface Known {
  readonly filter: Filter
  readonly total: number
  readonly countOf: (filter: Filter) => number
}

/** The number of conditions for site and shelf, which come first in a filter. */
const SHELF_CONDITIONS = 2

/** Not needed if an SQL index alone answers. First of the filters: the time counts for rows that they leave out, too. */
function limitedInTime(conditions: readonly Condition[]): Condition[] {
  const inTime = { sql: 'in_time(e.row)', values: [] }
  return [...conditions.slice(0, SHELF_CONDITIONS), inTime, ...conditions.slice(SHELF_CONDITIONS)]
}

function filterOf(query: EntryFilter, generation: number): Filter {
  const words = queryWords(query.q ?? '')
  const isOneShelf = query.kinds.length === 1 && isShelfKnown(query)
  const conditions = [
    { sql: 'e.generation = ?', values: [generation] },
    shelfCondition(query, isOneShelf),
    query.visibilities === undefined ? null : isIn('e.visibility', query.visibilities),
    extensionCondition(query.extensions),
    ownerCondition(query.ownerKeys),
    termCondition('tags', query.tag),
    termCondition('categories', query.category),
    languageCondition(query.language),
    query.createdBy === undefined ? null : isIn('e.owner_key', query.createdBy.map(emailKey)),
    query.isPublished === undefined ? null : { sql: 'e.url IS NOT NULL', values: [] },
    dayCondition('>=', query.dateFrom),
    dayCondition('<=', query.dateTo),
    query.updatedSince === undefined
      ? null
      : { sql: 'e.updated_at >= ?', values: [query.updatedSince] },
    ...words.map((word) => ({ sql: 'instr(e.folded, ?) > 0', values: [word] })),
  ].filter((condition) => condition !== null)
  return {
    conditions: conditions.length > SHELF_CONDITIONS ? limitedInTime(conditions) : conditions,
    match: matchCondition(words, generation),
    isOneShelf,
    isText: query.kinds.every(isTextKind),
  }
}

// Pages are always outside collections, so their shelf is known.
function isShelfKnown(query: EntryFilter): boolean {
  return query.collection !== undefined || query.kinds[0] === 'page'
}

function shelfCondition(query: EntryFilter, isOneShelf: boolean): Condition {
  const [kind] = query.kinds
  if (isOneShelf && kind !== undefined) {
    const isText = isTextKind(kind) ? 1 : 0
    const shelf = shelfOf(kind, query.collection ?? null)
    // A literal, because the sorted SQL indexes are partial.
    return { sql: `e.shelf = ? AND e.is_text = ${isText}`, values: [shelf] }
  }
  const kinds = isIn('e.kind', query.kinds)
  if (query.collection === undefined) return kinds
  if (query.collection === null) return { ...kinds, sql: `${kinds.sql} AND e.collection IS NULL` }
  return { sql: `${kinds.sql} AND e.collection = ?`, values: [...kinds.values, query.collection] }
}

function extensionCondition(extensions: readonly string[] | undefined): Condition | null {
  if (extensions === undefined) return null
  return isIn(
    'e.extension',
    extensions.map((extension) => extension.toLowerCase()),
  )
}

function ownerCondition(keys: readonly AuthorKey[] | undefined): Condition | null {
  if (keys === undefined) return null
  const owners = isIn('e.owner_key', keys.map(emailKey))
  return { sql: `(e.visibility = 'visible' OR ${owners.sql})`, values: owners.values }
}

/** Reads the texts, because the table `terms` has only the tags of posts. */
function termCondition(list: 'tags' | 'categories', term: string | undefined): Condition | null {
  if (term === undefined) return null
  return {
    sql: `EXISTS (SELECT 1 FROM texts x, json_each(x.text, '$.${list}') t
            WHERE x.row = e.row AND t.value = ?)`,
    values: [term],
  }
}

function languageCondition(language: string | undefined): Condition | null {
  if (language === undefined) return null
  return {
    sql: `EXISTS (SELECT 1 FROM terms l WHERE l.generation = e.generation AND l.taxonomy = 'language'
            AND l.term = ? AND l.row = e.row)`,
    values: [language],
  }
}

/** `date` is in the zone of its site, so its first characters are the day that users see. */
function dayCondition(order: '>=' | '<=', day: string | undefined): Condition | null {
  return day === undefined ? null : { sql: `substr(e.date, 1, 10) ${order} ?`, values: [day] }
}

function isIn(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }
}

function matchCondition(words: readonly string[], generation: number): Condition | null {
  const expression = trigramExpression(words)
  if (expression === null) return null
  const from = generation * GENERATION_SIZE
  return {
    sql: `search MATCH ? AND search.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`,
    values: [expression, from, from + GENERATION_SIZE - 1],
  }
}

/** Gives the prepared statement for an SQL text; its results are numbers. */
type Statements = (sql: string) => {
  get(...values: (string | number)[]): number | undefined
  all(...values: (string | number)[]): number[]
}

function createStatements(db: Connection): Statements {
  const known = new Map<string, ReturnType<Statements>>()
  return (sql) => {
    const before = known.get(sql)
    if (before !== undefined) return before
    if (known.size >= REMEMBERED_STATEMENTS) known.clear()
    const made = db.prepare<(string | number)[], number>(sql).pluck()
    known.set(sql, made)
    return made
  }
}

function count(prepare: Statements, filter: Filter): number {
  const { sql, values } = matching('count(*)', filter)
  return prepare(sql).get(...values) ?? 0
}

function pageOf(prepare: Statements, query: EntryQuery, known: Known): number[] {
  const { filter } = known
  const ordering = orderingOf(query.sort.field, query.sort.direction, familyOf(filter))
  const { sql, values } = isWalkBetter(query, known, ordering)
    ? walking(filter, ordering)
    : matching('e.row', filter, ` ORDER BY ${qualified(ordering)}`)
  return prepare(`${sql} LIMIT ? OFFSET ?`).all(...values, query.limit, query.offset)
}

// The walk reads until the page is full. Assumes that matches are spread evenly over the shelf.
function isWalkBetter(query: EntryQuery, known: Known, ordering: Ordering): boolean {
  const { filter, total, countOf } = known
  if (!filter.isOneShelf || ordering.index === '') return false
  if (filter.conditions.length === SHELF_CONDITIONS) return true
  const conditions = filter.conditions.slice(0, SHELF_CONDITIONS)
  const shelf = countOf({ ...filter, conditions, match: null })
  return ((query.offset + query.limit) * shelf) / total < total * SORT_COST
}

/** Cost of collecting and sorting a row, in rows of the walk. */
const SORT_COST = 4

function walking(filter: Filter, ordering: Ordering): Condition {
  const { sql, values } = joined(filter.conditions)
  return {
    sql: `SELECT e.row FROM entries e INDEXED BY ${ordering.index} WHERE ${sql} ORDER BY ${qualified(ordering)}`,
    values,
  }
}

function matching(columns: string, filter: Filter, order = ''): Condition {
  const conditions = joined(filter.conditions)
  if (filter.match === null) {
    return {
      sql: `SELECT ${columns} FROM entries e WHERE ${conditions.sql}${order}`,
      values: conditions.values,
    }
  }
  // CROSS JOIN, so that SQLite reads the full-text table first.
  const { sql, values } = joined([filter.match, ...filter.conditions])
  return {
    sql: `SELECT ${columns} FROM search CROSS JOIN entries e ON e.row = search.rowid WHERE ${sql}${order}`,
    values,
  }
}

function joined(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

function qualified(ordering: Ordering): string {
  return ordering.terms
    .split(', ')
    .map((term) => `e.${term}`)
    .join(', ')
}
