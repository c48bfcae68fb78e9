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
import {
  hasPrefixPhrase,
  parseWords,
  phraseExpressions,
  prefixPhrase,
  snippetOf,
  wordExpression,
  type SnippetPart,
  type WordQuery,
} from './words.js'

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

/**
 * Rows are ranked if they were found, and can be ranked, in this time; else the newest come first. Ranking reads each
 * word's places in all sites.
 */
const RANKING_MS = 300

interface Match {
  readonly row: number
  readonly updatedAt: number
}

type Scores = ReadonlyMap<number, number>

/** A search over one connection, which may be read-only. */
export function createTextSearch(
  db: Connection,
  time: QueryTime,
  rankingMs = RANKING_MS,
): (query: TextSearch) => FoundPage {
  const sql = prepareQueries(db)
  const find = createFinder(sql, time)
  const search = (query: TextSearch, words: WordQuery): FoundPage => {
    const scope = scopeOf(sql, query)
    if (scope === null) return { rows: [], total: 0 }
    const started = performance.now()
    const matches = find(words, scope)
    const left = started + rankingMs - performance.now()
    const { limit, offset } = query
    if (offset >= matches.length || limit === 0) return { rows: [], total: matches.length }
    const scores = scoresWithin(time, left, () => scoresOf(sql, time, { words, scope }))
    const some = matches.sort(bestFirst(scores)).slice(offset, offset + limit)
    const rows = some.map(({ row }) => {
      time.check()
      return { row, snippet: snippetOf(sql.body.get(row) ?? '', words) }
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
  const ranged = 'rowid BETWEEN CAST(@from AS INTEGER) AND CAST(@to AS INTEGER)'
  return {
    generations: db
      .prepare<[string], number>(
        `SELECT generation FROM generations
         WHERE live = 1 AND site_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck(),
    matches: db.prepare<[object], Match>(
      `SELECT e.row, e.updated_at AS updatedAt
       FROM words CROSS JOIN entries e ON e.row = words.rowid
       WHERE words MATCH @expression AND words.${ranged} AND in_time(words.rowid)
         AND (@collection IS NULL OR e.collection = @collection)
         AND (@kind IS NULL OR e.kind = @kind)
         AND (e.generation IN (SELECT value FROM json_each(@whole))
           OR (e.generation IN (SELECT value FROM json_each(@limited))
             AND (e.visibility = 'visible' OR e.owner_key IN (SELECT value FROM json_each(@keys)))))`,
    ),
    phrase: db
      .prepare<[string, number], number>('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?')
      .pluck(),
    scores: db.prepare<[object], { readonly row: number; readonly score: number }>(
      `SELECT rowid AS row, bm25(words, ${TITLE_WEIGHT}, 1) AS score FROM words
       WHERE words MATCH @expression AND ${ranged}`,
    ),
    title: db.prepare<[number], string | null>('SELECT title FROM entries WHERE row = ?').pluck(),
    body: db.prepare<[number], string>('SELECT body FROM texts WHERE row = ?').pluck(),
  }
}

/** Which rows may be found. */
type Scope = NonNullable<ReturnType<typeof scopeOf>>

/** Null if no site is ready. */
function scopeOf({ generations }: Queries, query: TextSearch) {
  const live = (siteIds: readonly string[]) => generations.all(JSON.stringify(siteIds))
  const [whole, limited] = [live(query.wholeSites), live(query.limitedSites)]
  const all = [...whole, ...limited]
  if (all.length === 0) return null
  return {
    whole: JSON.stringify(whole),
    limited: JSON.stringify(limited),
    keys: JSON.stringify(query.ownerKeys.map(emailKey)),
    collection: query.collection ?? null,
    kind: query.kind ?? null,
    ...rangeOf(all),
  }
}

/** Makes a function that finds all matches, in any order. */
function createFinder(sql: Queries, time: QueryTime) {
  return (words: WordQuery, scope: Scope): Match[] => {
    const phrases = phraseExpressions(words)
    const last = prefixPhrase(words)
    const isMatch = ({ row }: Match) => {
      time.check()
      if (!phrases.every((phrase) => sql.phrase.get(phrase, row) !== undefined)) return false
      if (last === null || hasPrefixPhrase(sql.title.get(row) ?? '', last)) return true
      return hasPrefixPhrase(sql.body.get(row) ?? '', last)
    }
    const matches: Match[] = []
    const expression = wordExpression(words)
    for (const match of sql.matches.iterate({ ...scope, expression })) {
      if (isMatch(match)) matches.push(match)
    }
    return matches
  }
}

/** Scores by row, the best the lowest; of more rows than match. */
function scoresOf(
  sql: Queries,
  time: QueryTime,
  { words, scope }: { readonly words: WordQuery; readonly scope: Scope },
): Scores {
  const scores = new Map<number, number>()
  const { from, to } = scope
  for (const { row, score } of sql.scores.iterate({
    expression: wordExpression(words),
    from,
    to,
  })) {
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
