/** Generations: each site has one live generation of rows, which readers see. Others are being built or deleted. */

import type { SiteFacts } from '../../model/site.js'
import type { Connection } from '../connection.js'
import { StoreError } from '../store-error.js'

/** Rows of a site that were built together. */
interface Generation {
  readonly generation: number
  readonly commit: string | null
  readonly next_row: number
  readonly next_seq: number
}

/** Operations on generations. */
export interface Generations {
  findLive(siteId: string): Generation | null
  /** Creates a generation; readers see it only if `isLive`. Returns its number. */
  create(siteId: string, isLive: boolean): number
  siteFacts(siteId: string): SiteFacts | null
  siteFactsMany(siteIds: readonly string[]): Map<string, SiteFacts>
  /** Stores what the rows describe. Null leaves the facts unchanged. */
  setState(generation: number, commit: string, facts: SiteFacts | null): void
  /** Makes a generation the live one of its site. */
  show(siteId: string, generation: number): void
  /** Leaves the site without a live generation. */
  hide(siteId: string): void
  /** All generations that are not live. */
  listHidden(): number[]
  /** The generations of a site that are not live. */
  listHiddenOf(siteId: string): number[]
  remove(generation: number): void
  /** Reserves `count` row numbers within the generation. Returns the first. */
  reserveRows(generation: number, count: number): number
  /** Reserves the next number for a commit, from 1. */
  reserveSeq(generation: number): number
}

/** The generations over one connection. */
export function createGenerations(db: Connection): Generations {
  const sql = { ...prepareQueries(db), ...prepareWrites(db) }
  return {
    findLive: (siteId) => sql.live.get(siteId) ?? null,
    create: (siteId, isLive) => Number(sql.insert.run(siteId, isLive ? 1 : 0).lastInsertRowid),
    siteFacts: (siteId) => {
      const json = sql.facts.get(siteId)
      return json === undefined || json === null ? null : parseFacts(json)
    },
    siteFactsMany: (siteIds) =>
      new Map(
        sql.factsMany
          .all(JSON.stringify(siteIds))
          .map((row) => [row.site_id, parseFacts(row.facts)]),
      ),
    setState: (generation, commit, facts) => {
      sql.setState.run(commit, facts === null ? null : JSON.stringify(facts), generation)
    },
    show: (siteId, generation) => {
      sql.hide.run(siteId)
      sql.show.run(generation)
    },
    hide: (siteId) => {
      sql.hide.run(siteId)
    },
    listHidden: () => sql.hidden.all(),
    listHiddenOf: (siteId) => sql.hiddenOf.all(siteId),
    remove: (generation) => {
      sql.remove.run(generation)
    },
    reserveRows: (generation, count) => sql.reserveRows.get(count, generation, count) ?? 0,
    reserveSeq: (generation) => sql.reserveSeq.get(generation) ?? 0,
  }
}

// Only `setState` writes this column, so it always has this type.
function parseFacts(json: string): SiteFacts {
  const facts: SiteFacts = JSON.parse(json)
  return facts
}

/** @throws StoreError `stale_index` if the rows describe another commit than expected */
export function refuseStale(found: string | null, expected: string | null): void {
  if (found === expected) return
  const message = `the index is at ${found ?? 'no commit'}, not at ${expected ?? 'none'}`
  throw new StoreError('stale_index', message)
}

function prepareQueries(db: Connection) {
  return {
    live: db.prepare<[string], Generation>(
      `SELECT generation, commit_oid AS "commit", next_row, next_seq FROM generations
       WHERE site_id = ? AND live = 1`,
    ),
    facts: db
      .prepare<[string], string | null>(
        'SELECT facts FROM generations WHERE site_id = ? AND live = 1',
      )
      .pluck(),
    factsMany: db.prepare<[string], { readonly site_id: string; readonly facts: string }>(
      `SELECT site_id, facts FROM generations
       WHERE live = 1 AND facts IS NOT NULL AND site_id IN (SELECT value FROM json_each(?))`,
    ),
    hidden: db.prepare<[], number>('SELECT generation FROM generations WHERE live = 0').pluck(),
    hiddenOf: db
      .prepare<[string], number>(
        'SELECT generation FROM generations WHERE live = 0 AND site_id = ?',
      )
      .pluck(),
  }
}

function prepareWrites(db: Connection) {
  return {
    insert: db.prepare('INSERT INTO generations (site_id, live) VALUES (?, ?)'),
    setState: db.prepare(
      'UPDATE generations SET commit_oid = ?, facts = coalesce(?, facts) WHERE generation = ?',
    ),
    show: db.prepare('UPDATE generations SET live = 1 WHERE generation = ?'),
    hide: db.prepare('UPDATE generations SET live = 0 WHERE site_id = ? AND live = 1'),
    remove: db.prepare('DELETE FROM generations WHERE generation = ?'),
    reserveRows: db
      .prepare<[number, number, number], number>(
        'UPDATE generations SET next_row = next_row + ? WHERE generation = ? RETURNING next_row - ?',
      )
      .pluck(),
    reserveSeq: db
      .prepare<[number], number>(
        'UPDATE generations SET next_seq = next_seq + 1 WHERE generation = ? RETURNING next_seq - 1',
      )
      .pluck(),
  }
}
