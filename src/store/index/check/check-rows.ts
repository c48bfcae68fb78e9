/** Checks the index: the rows of a site, and the tables as a whole. Only reads. */

import { isDamage, type Connection } from '../../connection.js'
import { GENERATION_SIZE } from '../schema.js'

const IN_RANGE = 'SELECT count(*) FROM entries NOT INDEXED WHERE row BETWEEN ? AND ?'

interface Live {
  readonly generation: number
  readonly siteId: string
}

/** The indexed sites, those with the fewest rows first. */
export function sitesBySize(db: Connection): Live[] {
  return db
    .prepare<[], Live>(
      `SELECT generation, site_id AS "siteId" FROM generations WHERE live = 1
       ORDER BY next_row + next_seq, site_id`,
    )
    .all()
}

/**
 * Describes the damage in the rows of a generation, null for none. Checks that each row can be read completely, and
 * that each SQL index has all of them.
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
    // To count the characters of a text, SQLite has to read all of it.
    ask('SELECT total(length(text) + length(body)) FROM texts WHERE row BETWEEN ? AND ?', range)
    ask('SELECT total(length(message)) FROM commits WHERE generation = ?', [generation])
    ask('SELECT total(length(path)) FROM commit_paths WHERE generation = ?', [generation])
    ask('SELECT total(length(term)) FROM terms WHERE generation = ?', [generation])
    ask('SELECT total(length(folded)) FROM entries WHERE row BETWEEN ? AND ?', range)
    const wanted = new Map<string, number | undefined>()
    for (const { name, condition } of entryIndexes(db)) {
      if (!wanted.has(condition)) wanted.set(condition, ask(IN_RANGE + condition, range))
      const inIndex = ask(
        `SELECT count(*) FROM entries INDEXED BY ${name} WHERE generation = ?${condition}`,
        [generation],
      )
      const all = wanted.get(condition)
      if (inIndex !== all) return `${name} has ${inIndex} rows of ${all}`
    }
    return null
  })
}

/** The first damage that SQLite finds in the tables, null for none. Reads the whole file. */
export function damageOfTables(db: Connection): string | null {
  return described(() => {
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
      .pluck()
      .all()
    for (const table of tables) {
      // This also checks the full-text tables.
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
  /** Part of a WHERE clause: the rows that it has; empty for all. */
  readonly condition: string
}

/** The SQL indexes of entries that begin with the generation. */
function entryIndexes(db: Connection): EntryIndex[] {
  return db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'entries'`,
    )
    .all()
    .filter(({ sql }) => sql.includes('(generation'))
    .map(({ name, sql }) => {
      // SQLite uses a partial index only where its own condition is asked for.
      const [, condition] = / WHERE (.+)$/.exec(sql) ?? []
      return { name, condition: condition === undefined ? '' : ` AND ${condition}` }
    })
}
