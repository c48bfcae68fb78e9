/** Looks the index through: the rows of one site, and the tables as a whole. Reads only. */

import { isDamage, type Connection } from '../connection.js'
import { GENERATION_SIZE } from './schema.js'

const IN_RANGE = 'SELECT count(*) FROM entries NOT INDEXED WHERE row BETWEEN ? AND ?'

interface Live {
  readonly generation: number
  readonly siteId: string
}

/** The sites that have rows, those with the fewest first. */
export function sitesBySize(db: Connection): Live[] {
  return db
    .prepare<[], Live>(
      `SELECT generation, site_id AS "siteId" FROM generations WHERE live = 1
       ORDER BY next_row + next_seq, site_id`,
    )
    .all()
}

/**
 * What is wrong with the rows of a generation, null for nothing: whether each can be read whole, and each
 * order of them has as many.
 */
export function damageOfRows(db: Connection, generation: number): string | null {
  return described(() => {
    const from = generation * GENERATION_SIZE
    const range = [from, from + GENERATION_SIZE - 1]
    const ask = (sql: string, values: readonly number[]) =>
      db
        .prepare<number[], number>(sql)
        .pluck()
        .get(...values)
    // The length of a text is counted, for which all of it is read.
    ask('SELECT total(length(text) + length(body)) FROM texts WHERE row BETWEEN ? AND ?', range)
    ask('SELECT total(length(message)) FROM commits WHERE generation = ?', [generation])
    ask('SELECT total(length(path)) FROM commit_paths WHERE generation = ?', [generation])
    ask('SELECT total(length(term)) FROM terms WHERE generation = ?', [generation])
    ask('SELECT total(length(folded)) FROM entries WHERE row BETWEEN ? AND ?', range)
    const texts = ask(`${IN_RANGE} AND is_text = 1`, range) ?? 0
    const all = ask(IN_RANGE, range) ?? 0
    const wanted = { texts, files: all - texts, all }
    for (const { name, holds, condition } of entryIndexes(db)) {
      const inIndex = ask(
        `SELECT count(*) FROM entries INDEXED BY ${name} WHERE generation = ?${condition}`,
        [generation],
      )
      if (inIndex !== wanted[holds]) return `${name} has ${inIndex} rows of ${wanted[holds]}`
    }
    return null
  })
}

/** What SQLite finds wrong with the file's tables, null for nothing. Reads all of it. */
export function damageOfTables(db: Connection): string | null {
  return described(() => {
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
      .pluck()
      .all()
    for (const table of tables) {
      // The full-text tables look through themselves here, too.
      const found = String(db.pragma(`quick_check('${table}')`, { simple: true }))
      if (found !== 'ok') return `${table}: ${found}`
    }
    return null
  })
}

function described(look: () => string | null): string | null {
  try {
    return look()
  } catch (error) {
    if (isDamage(error)) return error.message
    throw error
  }
}

interface EntryIndex {
  readonly name: string
  readonly holds: 'texts' | 'files' | 'all'
  /** Spelled out, since most are partial. */
  readonly condition: string
}

/** Those that begin with the generation. */
function entryIndexes(db: Connection): EntryIndex[] {
  return db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'entries'`,
    )
    .all()
    .filter(({ sql }) => sql.includes('(generation'))
    .map(({ name, sql }) => {
      const [, isText] = /WHERE is_text = ([01])/.exec(sql) ?? []
      if (isText === undefined) return { name, holds: 'all', condition: '' }
      return {
        name,
        holds: isText === '1' ? 'texts' : 'files',
        condition: ` AND is_text = ${isText}`,
      }
    })
}
