/**
 * Finds the rows that match a text search. Runs in the search thread, with a time limit.
 *
 * For a prefix, FTS5 joins the places of all words that begin with it, in the texts of all sites and in one step that
 * can't be ended. If these are too many, the texts that the user may see are read instead, and if they are too long,
 * the last word of the search counts as a whole word.
 */

import { MAX_PREFIX_PLACES, MAX_PREFIX_READ_BYTES } from '../../model/limits.js'
import { createTemporary, type Connection } from '../connection.js'
import type { QueryTime } from '../query-time.js'
import {
  hasPrefixPhrase,
  phraseExpressions,
  prefixOf,
  prefixPhrase,
  wholeWordExpression,
  wordExpression,
  type WordQuery,
} from './words.js'

/** A row that matches. */
export interface Match {
  readonly row: number
  readonly updatedAt: number
  /** Bytes of the file. */
  readonly size: number
}

/** Which rows may be found. Lists are JSON. */
export interface Scope {
  /** Generations: all, those of which every row may be found, and the others. */
  readonly all: string
  readonly whole: string
  readonly limited: string
  /** Owners whose rows may be found in the limited generations, whatever their visibility. */
  readonly keys: string
  readonly collection: string | null
  readonly kind: string | null
  /** All rows are between these numbers. */
  readonly from: number
  readonly to: number
}

/** All matches, in any order. */
interface Matches {
  readonly matches: Match[]
  /** What was searched for: the last word may be a whole word now. */
  readonly found: WordQuery
  /** An FTS5 expression to rank them by. Rows that do not match it come last. */
  readonly ranking: string
}

export const PREFIX_LIMITS = { places: MAX_PREFIX_PLACES, readBytes: MAX_PREFIX_READ_BYTES }

/** Makes a function that finds all matches, over a connection that may be read-only. */
export function createMatches(
  db: Connection,
  time: QueryTime,
  limits: typeof PREFIX_LIMITS,
): (words: WordQuery, scope: Scope) => Matches {
  const sql = prepareQueries(db)
  const isFrequent = (prefix: string) =>
    sql.places.get(prefix, `${prefix}\u{10ffff}`, limits.places) === limits.places
  const lookUp = (words: WordQuery, scope: Scope): Match[] => {
    const phrase = prefixPhrase(words)
    const last = phrase === null || phrase.length === 1 ? null : phrase
    const isMatch = createMatcher(sql, time, { phrases: phraseExpressions(words), last })
    const expression = wordExpression(words)
    const matches: Match[] = []
    for (const match of sql.matches.iterate({ ...scope, expression })) {
      if (isMatch(match.row)) matches.push(match)
    }
    return matches
  }
  /** Null if the texts are too long. */
  const read = (words: WordQuery, scope: Scope): Match[] | null => {
    const open = { phrases: phraseExpressions(words), last: prefixPhrase(words) }
    const isMatch = createMatcher(sql, time, open)
    const expression = wholeWordExpression(words)
    const candidates =
      expression === null ? sql.texts.iterate(scope) : sql.matches.iterate({ ...scope, expression })
    const matches: Match[] = []
    let bytes = 0
    for (const match of candidates) {
      bytes += Math.max(match.size, MIN_TEXT_BYTES)
      if (bytes > limits.readBytes) return null
      if (isMatch(match.row)) matches.push(match)
    }
    return matches
  }
  return (words, scope) => {
    const prefix = prefixOf(words)
    if (prefix === null || !isFrequent(prefix)) {
      return { matches: lookUp(words, scope), found: words, ranking: wordExpression(words) }
    }
    const whole: WordQuery = { ...words, isLastWhole: true }
    const ranking = wordExpression(whole)
    const matches = read(words, scope)
    if (matches !== null) return { matches, found: words, ranking }
    return { matches: lookUp(whole, scope), found: whole, ranking }
  }
}

/** Finding a short text takes as long as reading this many bytes. */
const MIN_TEXT_BYTES = 512

type Queries = ReturnType<typeof prepareQueries>

function prepareQueries(db: Connection) {
  createTemporary(
    db,
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.word_places USING fts5vocab(main, words, instance)`,
  )
  const wanted = `in_time(e.row)
    AND (@collection IS NULL OR e.collection = @collection)
    AND (@kind IS NULL OR e.kind = @kind)
    AND (e.generation IN (SELECT value FROM json_each(@whole))
      OR (e.generation IN (SELECT value FROM json_each(@limited))
        AND (e.visibility = 'visible' OR e.owner_key IN (SELECT value FROM json_each(@keys)))))`
  const columns = 'e.row, e.updated_at AS updatedAt, e.size'
  return {
    places: db
      .prepare<[string, string, number], number>(
        `SELECT count(*) FROM
           (SELECT 1 FROM temp.word_places WHERE term >= ? AND term < ? LIMIT ?)`,
      )
      .pluck(),
    matches: db.prepare<[object], Match>(
      `SELECT ${columns} FROM words CROSS JOIN entries e ON e.row = words.rowid
       WHERE words MATCH @expression
         AND words.rowid BETWEEN CAST(@from AS INTEGER) AND CAST(@to AS INTEGER) AND ${wanted}`,
    ),
    texts: db.prepare<[object], Match>(
      `SELECT ${columns} FROM entries e
       WHERE e.generation IN (SELECT value FROM json_each(@all)) AND e.is_text = 1 AND ${wanted}`,
    ),
    phrase: db
      .prepare<[string, number], number>('SELECT 1 FROM words WHERE words MATCH ? AND rowid = ?')
      .pluck(),
    title: db.prepare<[number], string | null>('SELECT title FROM entries WHERE row = ?').pluck(),
    body: db.prepare<[number], string>('SELECT body FROM texts WHERE row = ?').pluck(),
  }
}

/** What the words that are looked up leave open. */
interface Open {
  readonly phrases: readonly string[]
  /** The last phrase, if its prefix has to be found by reading. */
  readonly last: readonly string[] | null
}

/** Makes a function that examines a row. */
function createMatcher(sql: Queries, time: QueryTime, { phrases, last }: Open) {
  return (row: number): boolean => {
    time.check()
    if (!phrases.every((phrase) => sql.phrase.get(phrase, row) !== undefined)) return false
    if (last === null || hasPrefixPhrase(sql.title.get(row) ?? '', last)) return true
    return hasPrefixPhrase(sql.body.get(row) ?? '', last)
  }
}
