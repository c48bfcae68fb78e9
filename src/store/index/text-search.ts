/**
 * Searches documents and pages of one or many sites by words, best matches first. Runs in the search thread
 * (`search.ts`).
 *
 * The query for rows and the query for their number both have the permissions as a condition, so that neither reveals
 * more than the user may see.
 */

import type { AuthorKey } from '../../model/commit.js'
import { emailKey } from '../../model/user.js'
import type { Connection } from '../connection.js'
import type { Window } from '../page.js'
import { GENERATION_SIZE } from './schema.js'
import { parseWords, snippetOf, wordExpression, type SnippetPart, type WordQuery } from './words.js'

/** What is searched for, and where. */
export interface TextSearch extends Window {
  /** Words that must all occur; the last one may be the beginning of a word. Nothing in it is syntax. */
  readonly q: string
  /** Sites of which the user may see everything. */
  readonly wholeSites: readonly string[]
  /** Sites of which the user may see only entries that are visible or created by one of `ownerKeys`. */
  readonly limitedSites: readonly string[]
  readonly ownerKeys: readonly AuthorKey[]
  /** Label of a collection: only its documents. */
  readonly collection?: string | undefined
  readonly kind?: 'document' | 'page' | undefined
  /** Id of the user who asks; users take turns if many queries wait. */
  readonly asker?: string | undefined
}

/** A row that was found. */
interface FoundRow {
  readonly row: number
  readonly snippet: readonly SnippetPart[]
}

/** Rows, best first, and the number of all matches. */
export interface FoundPage {
  readonly rows: readonly FoundRow[]
  readonly total: number
}

/** A match in the title counts as much as ten in the text. */
const TITLE_WEIGHT = 10

const MATCHING = `FROM words CROSS JOIN entries e ON e.row = words.rowid
  WHERE words MATCH @expression
    AND words.rowid BETWEEN CAST(@from AS INTEGER) AND CAST(@to AS INTEGER)
    AND (@collection IS NULL OR e.collection = @collection)
    AND (@kind IS NULL OR e.kind = @kind)
    AND (e.generation IN (SELECT value FROM json_each(@whole))
      OR (e.generation IN (SELECT value FROM json_each(@limited))
        AND (e.visibility = 'visible' OR e.owner_key IN (SELECT value FROM json_each(@keys)))))`

/** A search over one connection, which may be read-only. */
export function createTextSearch(db: Connection): (query: TextSearch) => FoundPage {
  const generations = db
    .prepare<[string], number>(
      `SELECT generation FROM generations
       WHERE live = 1 AND site_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const count = db.prepare<[object], number>(`SELECT count(*) ${MATCHING}`).pluck()
  const page = db
    .prepare<[object], number>(
      `SELECT e.row ${MATCHING}
       ORDER BY bm25(words, ${TITLE_WEIGHT}, 1), e.updated_at DESC, e.row LIMIT @limit OFFSET @offset`,
    )
    .pluck()
  const body = db.prepare<[number], string>('SELECT body FROM texts WHERE row = ?').pluck()
  const search = (query: TextSearch, words: WordQuery): FoundPage => {
    const live = (siteIds: readonly string[]) => generations.all(JSON.stringify(siteIds))
    const [whole, limited] = [live(query.wholeSites), live(query.limitedSites)]
    const all = [...whole, ...limited]
    if (all.length === 0) return { rows: [], total: 0 }
    const values = {
      expression: wordExpression(words),
      whole: JSON.stringify(whole),
      limited: JSON.stringify(limited),
      keys: JSON.stringify(query.ownerKeys.map(emailKey)),
      collection: query.collection ?? null,
      kind: query.kind ?? null,
      ...rangeOf(all),
    }
    const total = count.get(values) ?? 0
    const { limit, offset } = query
    if (offset >= total || limit === 0) return { rows: [], total }
    const rows = page.all({ ...values, limit, offset })
    const found = (row: number) => ({ row, snippet: snippetOf(body.get(row) ?? '', words) })
    return { rows: rows.map(found), total }
  }
  // One transaction, so that rows, number and snippets are of the same commit.
  const once = db.transaction(search)
  return (query) => {
    const words = parseWords(query.q)
    return words === null ? { rows: [], total: 0 } : once(query, words)
  }
}

/** The range of row numbers of these generations. For a single site, it has no rows of other sites. */
function rangeOf(generations: readonly number[]): { readonly from: number; readonly to: number } {
  const first = generations.reduce((least, generation) => Math.min(least, generation))
  const last = generations.reduce((most, generation) => Math.max(most, generation))
  return { from: first * GENERATION_SIZE, to: (last + 1) * GENERATION_SIZE - 1 }
}
