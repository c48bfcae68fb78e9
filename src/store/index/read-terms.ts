/** Reads the table `terms`: tags, categories, languages, and what leads from one text to others. */

import type { AuthorKey } from '../../model/commit.js'
import { emailKey } from '../../model/user.js'
import { createYielder } from '../../system/yielding.js'
import type { Connection } from '../connection.js'
import { HEAD_COLUMNS, toHead, type HeadRow } from './rows.js'
import type { SiteIndex } from './site-index.js'

export type TermReads = Pick<
  SiteIndex,
  'tags' | 'categories' | 'redirecting' | 'languages' | 'versions'
>

const LANGUAGE = 'language'

/** Rows per turn of the event loop. */
const STEP = 500

export function createTermReads(db: Connection): TermReads {
  const sql = prepareTermQueries(db)
  return {
    tags: (siteId, ownerKeys) => termsOf(sql, { siteId, ownerKeys, taxonomy: 'tag' }),
    categories: (siteId, ownerKeys) => termsOf(sql, { siteId, ownerKeys, taxonomy: 'category' }),
    redirecting: (siteId, addresses) =>
      sql.redirecting.all(siteId, JSON.stringify(addresses)).map(toHead),
    languages: (siteId, most) => {
      const languages: string[] = []
      let code = sql.nextTerm.get(siteId, LANGUAGE, '')
      while (typeof code === 'string' && languages.length < most) {
        languages.push(code)
        code = sql.nextTerm.get(siteId, LANGUAGE, code)
      }
      return languages
    },
    versions: (siteId, keys, most) =>
      sql.versions
        .all(siteId, JSON.stringify(keys), most)
        .map((row) => ({ entry: toHead(row), language: row.language })),
  }
}

function prepareTermQueries(db: Connection) {
  return {
    versions: db.prepare<[string, string, number], HeadRow & { readonly language: string }>(
      `SELECT DISTINCT ${HEAD_COLUMNS}, l.term AS language
       FROM generations g CROSS JOIN terms t ON t.generation = g.generation
       CROSS JOIN entries e ON e.row = t.row
       CROSS JOIN terms l ON l.row = e.row AND l.taxonomy = '${LANGUAGE}'
       WHERE g.site_id = ? AND g.live = 1 AND t.taxonomy = 'version'
         AND t.term IN (SELECT value FROM json_each(?))
       ORDER BY e.path LIMIT ?`,
    ),
    redirecting: db.prepare<[string, string], HeadRow>(
      `SELECT DISTINCT ${HEAD_COLUMNS} FROM generations g CROSS JOIN terms t ON t.generation = g.generation
       CROSS JOIN entries e ON e.row = t.row
       WHERE g.site_id = ? AND g.live = 1 AND t.taxonomy = 'redirect'
         AND t.term IN (SELECT value FROM json_each(?))
       ORDER BY e.path`,
    ),
    nextTerm: db
      .prepare<[string, string, string], string | null>(
        `SELECT min(t.term) FROM generations g CROSS JOIN terms t ON t.generation = g.generation
         WHERE g.site_id = ? AND g.live = 1 AND t.taxonomy = ? AND t.term > ?`,
      )
      .pluck(),
    termRows: db.prepare<[string, string, string, string, number, number], TermRow>(
      `SELECT t.term, t.row,
         e.visibility = 'visible' OR e.owner_key IN (SELECT value FROM json_each(?)) AS seen
       FROM generations g CROSS JOIN terms t ON t.generation = g.generation
       CROSS JOIN entries e ON e.row = t.row
       WHERE g.site_id = ? AND g.live = 1 AND t.taxonomy = ? AND (t.term, t.row) > (?, ?)
       ORDER BY t.term, t.row LIMIT ?`,
    ),
  }
}

type TermQueries = ReturnType<typeof prepareTermQueries>

interface TermQuery {
  readonly siteId: string
  readonly taxonomy: string
  /** If given, only terms of entries that are visible or created by these. */
  readonly ownerKeys: readonly AuthorKey[] | undefined
}

/** A term of one entry; `seen` is 1 if the user may see the entry. */
interface TermRow {
  readonly term: string
  readonly row: number
  readonly seen: number
}

/** Tags or categories of a site, sorted. Yields to the event loop. */
async function termsOf(sql: TermQueries, query: TermQuery): Promise<string[]> {
  return query.ownerKeys === undefined
    ? allTerms(sql, query)
    : seenTerms(sql, query, JSON.stringify(query.ownerKeys.map(emailKey)))
}

async function allTerms(
  sql: TermQueries,
  { siteId, taxonomy }: Omit<TermQuery, 'ownerKeys'>,
): Promise<string[]> {
  const terms: string[] = []
  const yieldIfDue = createYielder()
  let term = sql.nextTerm.get(siteId, taxonomy, '')
  while (term !== undefined && term !== null) {
    terms.push(term)
    await yieldIfDue()
    term = sql.nextTerm.get(siteId, taxonomy, term)
  }
  return terms
}

/** Greater than any row number. */
const AFTER_ALL_ROWS = Number.MAX_SAFE_INTEGER

async function seenTerms(
  sql: TermQueries,
  { siteId, taxonomy }: TermQuery,
  keys: string,
): Promise<string[]> {
  const terms = new Set<string>()
  const yieldIfDue = createYielder()
  let after = { term: '', row: AFTER_ALL_ROWS }
  for (;;) {
    const rows = sql.termRows.all(keys, siteId, taxonomy, after.term, after.row, STEP)
    for (const { term, seen } of rows) if (seen === 1) terms.add(term)
    const last = rows.at(-1)
    if (last === undefined || rows.length < STEP) return [...terms]
    // Skips the other entries with a term that was found already.
    after = terms.has(last.term) ? { term: last.term, row: AFTER_ALL_ROWS } : last
    await yieldIfDue()
  }
}
