/**
 * Searches documents and pages of one or many sites by words, best matches first. Runs in the search thread
 * (`search.ts`), with a time limit.
 *
 * The query for matches has the permissions as a condition. Rows and their number come from it, so that neither reveals
 * more than the user may see.
 */

import type { AuthorKey } from '../../model/commit.js'
import { emailKey } from '../../model/user.js'
import type { Connection } from '../connection.js'
import type { Window } from '../page.js'
import { GENERATION_SIZE } from './schema.js'
import { QueryTimeOver, type QueryTime } from '../query-time.js'
import { createMatches, PREFIX_LIMITS, type Match, type Scope } from './text-matches.js'
import { parseWords, snippetOf, type SnippetPart, type WordQuery } from './words.js'

/** What is searched for, and where. */
export interface TextSearch extends Window {
  /**
   * Words that must all occur; the last one may be the beginning of a word (`text-matches.ts` has limits). Nothing in
   * it is syntax.
   */
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
  /** Makes a signal that ends the wait; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
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

/**
 * Rows are ranked if they were found, and can be ranked, in this time; else the newest come first. Ranking reads each
 * word's places in all sites.
 */
const RANKING_MS = 300

type Scores = ReadonlyMap<number, number>

/** Limits of one search. */
const LIMITS = { rankingMs: RANKING_MS, ...PREFIX_LIMITS }

/** A search over one connection, which may be read-only. */
export function createTextSearch(
  db: Connection,
  time: QueryTime,
  limits: Partial<typeof LIMITS> = {},
): (query: TextSearch) => FoundPage {
  const { rankingMs, ...prefixLimits } = { ...LIMITS, ...limits }
  const sql = prepareQueries(db)
  const find = createMatches(db, time, prefixLimits)
  const search = (query: TextSearch, words: WordQuery): FoundPage => {
    const scope = scopeOf(sql, query)
    if (scope === null) return { rows: [], total: 0 }
    const started = performance.now()
    const { matches, found, ranking } = find(words, scope)
    const left = started + rankingMs - performance.now()
    const { limit, offset } = query
    if (offset >= matches.length || limit === 0) return { rows: [], total: matches.length }
    const scores = scoresWithin(time, left, () => scoresOf(sql, time, { ranking, scope }))
    const some = matches.sort(bestFirst(scores)).slice(offset, offset + limit)
    const rows = some.map(({ row }) => {
      time.check()
      return { row, snippet: snippetOf(sql.body.get(row) ?? '', found) }
    })
    return { rows, total: matches.length }
  }
  // One transaction, so that rows, number and snippets are of the same commit.
  const once = db.transaction(search)
  return (query) => {
    const words = parseWords(query.q)
    return words === null ? { rows: [], total: 0 } : once(query, words)
  }
}

type Queries = ReturnType<typeof prepareQueries>

function prepareQueries(db: Connection) {
  return {
    generations: db
      .prepare<[string], number>(
        `SELECT generation FROM generations
         WHERE live = 1 AND site_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck(),
    scores: db.prepare<[object], { readonly row: number; readonly score: number }>(
      `SELECT rowid AS row, bm25(words, ${TITLE_WEIGHT}, 1) AS score FROM words
       WHERE words MATCH @ranking AND rowid BETWEEN CAST(@from AS INTEGER) AND CAST(@to AS INTEGER)`,
    ),
    body: db.prepare<[number], string>('SELECT body FROM texts WHERE row = ?').pluck(),
  }
}

/** Null if no site is ready. */
function scopeOf({ generations }: Queries, query: TextSearch): Scope | null {
  const live = (siteIds: readonly string[]) => generations.all(JSON.stringify(siteIds))
  const [whole, limited] = [live(query.wholeSites), live(query.limitedSites)]
  const all = [...whole, ...limited]
  if (all.length === 0) return null
  return {
    all: JSON.stringify(all),
    whole: JSON.stringify(whole),
    limited: JSON.stringify(limited),
    keys: JSON.stringify(query.ownerKeys.map(emailKey)),
    collection: query.collection ?? null,
    kind: query.kind ?? null,
    ...rangeOf(all),
  }
}

/** Scores by row, the best the lowest; of more rows than match. */
function scoresOf(
  sql: Queries,
  time: QueryTime,
  { ranking, scope }: { readonly ranking: string; readonly scope: Scope },
): Scores {
  const scores = new Map<number, number>()
  const { from, to } = scope
  for (const { row, score } of sql.scores.iterate({ ranking, from, to })) {
    time.check()
    scores.set(row, score)
  }
  return scores
}

/** No scores if the time is over. */
function scoresWithin(time: QueryTime, milliseconds: number, run: () => Scores): Scores {
  const none = new Map<number, number>()
  try {
    return time.limited(milliseconds, () => {
      // The first score alone takes long if the words are everywhere.
      time.check()
      return run()
    })
  } catch (error) {
    if (error instanceof QueryTimeOver) return none
    throw error
  }
}

function bestFirst(scores: Scores): (a: Match, b: Match) => number {
  const scoreOf = ({ row }: Match) => scores.get(row) ?? 0
  return (a, b) => scoreOf(a) - scoreOf(b) || b.updatedAt - a.updatedAt || a.row - b.row
}

/** The range of row numbers of these generations. For a single site, it has no rows of other sites. */
function rangeOf(generations: readonly number[]): { readonly from: number; readonly to: number } {
  const first = generations.reduce((least, generation) => Math.min(least, generation))
  const last = generations.reduce((most, generation) => Math.max(most, generation))
  return { from: first * GENERATION_SIZE, to: (last + 1) * GENERATION_SIZE - 1 }
}
