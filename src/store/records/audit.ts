/** The audit log: rows that are only added, each chained to the one before by its hash. */

import { createHash } from 'node:crypto'
import {
  AUDIT_OUTCOMES,
  type AuditEntry,
  type AuditFilter,
  type AuditRow,
} from '../../model/audit.js'
import { inLightTransaction, inTransaction, type Connection } from '../connection.js'
import { createYielder, nextTurn } from '../../system/yielding.js'
import { nextPlace, type Page, type Window } from '../page.js'

export interface Audit {
  /**
   * Adds rows, in one transaction. They survive the end of the process at any moment; a power failure may undo the
   * last ones, never one before them.
   */
  append(entries: readonly AuditEntry[]): void
  /** Newest first. Looks through the log in turns: a filter may match few of very many rows. */
  list(filter: AuditFilter, window: Window): Promise<Page<AuditRow>>
  /** The same, all of it, read as it is taken. */
  all(filter: AuditFilter): AsyncIterable<AuditRow>
  /**
   * Removes rows older than a time, and the oldest of more than `most`. The hash of the last one that goes stays.
   *
   * @param at milliseconds since the Unix epoch
   */
  prune(at: number, most: number): void
  /** Where the chain breaks, in a sentence; null if it is whole. */
  broken(): string | null
}

interface StoredRow {
  readonly seq: number
  readonly at: number
  readonly user_id: string | null
  readonly email: string | null
  readonly token_id: string | null
  readonly address: string | null
  readonly operation: string
  readonly site_id: string | null
  readonly target: string | null
  readonly outcome: string
  readonly status: number | null
  readonly request_id: string | null
  readonly job_id: string | null
  readonly commit_oid: string | null
  readonly release_id: string | null
  readonly deployment: string | null
  readonly hash: string
}

/** The end of a chain. */
interface Link {
  readonly seq: number
  readonly hash: string
}

/** Rows that are read at a time to check the chain. */
const CHECKED_AT_ONCE = 1000
/** Rows that are looked at in a turn: a few milliseconds. */
const LOOKED_AT_ONCE = 10_000
/** Rows that are read in a turn. */
const READ_AT_ONCE = 500

export function createAudit(db: Connection): Audit {
  const sql = prepareStatements(db)
  const anchor = (): Link => sql.anchor.get() ?? { seq: 0, hash: '' }
  const append = inLightTransaction(db, (entries: readonly AuditEntry[]) => {
    let last = sql.last.get() ?? anchor()
    for (const entry of entries) {
      last = chained(last, entry)
      sql.insert.run({ ...entry, ...last })
    }
  })
  const prune = inTransaction(db, (at: number, most: number) => {
    const end = sql.last.get()
    if (!end) return
    const old = sql.lastBefore.get(at) ?? end.seq
    const gone = sql.row.get(Math.max(old, end.seq - most))
    if (!gone) return
    sql.setAnchor.run(gone)
    sql.remove.run(gone.seq)
  })
  return {
    append,
    prune,
    list: (filter, window) => list(db, filter, window),
    all: async function* (filter) {
      for (const span of spansOf(db, READ_AT_ONCE)) {
        yield* select(db, filter, { ...span, offset: 0, limit: READ_AT_ONCE })
        await nextTurn()
      }
    },
    broken: () => {
      let last = anchor()
      for (;;) {
        const rows = sql.from.all(last.seq, CHECKED_AT_ONCE)
        if (rows.length === 0) return null
        for (const row of rows) {
          // As it is stored, whatever that is.
          const expected = chained(last, { ...toRow(row), outcome: row.outcome })
          if (row.seq !== expected.seq) {
            return `rows ${expected.seq} to ${row.seq - 1} are missing`
          }
          if (row.hash !== expected.hash) {
            return `row ${row.seq} is not what was written, or the one before it is not`
          }
          last = expected
        }
      }
    },
  }
}

/** What the hash of a row is made of. */
type Chained = Omit<AuditEntry, 'outcome'> & { readonly outcome: string }

/** The link of the next row. */
function chained(last: Link, entry: Chained): Link {
  const seq = last.seq + 1
  const fields = [
    seq,
    entry.at,
    entry.userId,
    entry.email,
    entry.tokenId,
    entry.address,
    entry.operation,
    entry.siteId,
    entry.target,
    entry.outcome,
    entry.status,
    entry.requestId,
    entry.jobId,
    entry.commit,
    entry.releaseId,
    entry.deployment,
  ]
  const text = `${last.hash}\n${JSON.stringify(fields)}`
  return { seq, hash: createHash('sha256').update(text).digest('hex') }
}

interface Span {
  /** Rows with larger numbers. */
  readonly above: number
  /** Rows with smaller numbers. */
  readonly below: number
}

interface Part extends Span {
  readonly offset: number
  readonly limit: number
}

async function list(
  db: Connection,
  filter: AuditFilter,
  { after, offset, limit }: Window,
): Promise<Page<AuditRow>> {
  const from = after?.[0]
  const below = typeof from === 'number' ? from : Number.MAX_SAFE_INTEGER
  const rows: AuditRow[] = []
  let skipped = after ? 0 : offset
  let total = 0
  const yieldIfDue = createYielder()
  for (const span of spansOf(db, LOOKED_AT_ONCE)) {
    await yieldIfDue()
    const count = countIn(db, filter, span)
    total += count
    const lacking = limit + 1 - rows.length
    if (lacking > 0 && skipped < count) {
      const part = { above: span.above, below: Math.min(below, span.below) }
      rows.push(...select(db, filter, { ...part, offset: skipped, limit: lacking }))
    }
    skipped = Math.max(0, skipped - count)
  }
  const left = { offset: 0, rows: rows.slice(0, limit), total: rows.length }
  return { rows: left.rows, total, next: nextPlace(left, { placeOf: ({ seq }) => [seq] }) }
}

/** The numbers of all rows that are there now, newest first, in spans of up to so many. */
function* spansOf(db: Connection, size: number): Generator<Span> {
  const { first, last } = db
    .prepare<[], { first: number | null; last: number | null }>(
      'SELECT (SELECT min(seq) FROM audit) AS first, (SELECT max(seq) FROM audit) AS last',
    )
    .get() ?? { first: null, last: null }
  if (first === null || last === null) return
  for (let below = last + 1; below > first; below -= size) yield { above: below - size - 1, below }
}

function countIn(db: Connection, filter: AuditFilter, span: Span): number {
  const { where, values } = conditionsOf({ ...filter, ...span })
  const count = db.prepare<object, number>(`SELECT count(*) FROM audit ${where}`).pluck()
  return count.get(values) ?? 0
}

function select(db: Connection, filter: AuditFilter, { limit, offset, ...span }: Part): AuditRow[] {
  const { where, values } = conditionsOf({ ...filter, ...span })
  const query = `SELECT * FROM audit ${where} ORDER BY seq DESC LIMIT @limit OFFSET @offset`
  return db
    .prepare<object, StoredRow>(query)
    .all({ ...values, limit, offset })
    .map(toRow)
}

const CONDITIONS = {
  siteId: 'site_id = @siteId',
  userId: 'user_id = @userId',
  operation: 'operation = @operation',
  outcome: 'outcome = @outcome',
  from: 'at >= @from',
  to: 'at < @to',
  above: 'seq > @above',
  below: 'seq < @below',
} as const

function conditionsOf(filter: AuditFilter & Span) {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const all = Object.entries(CONDITIONS).flatMap(([name, condition]) =>
    given.some(([key]) => key === name) ? [condition] : [],
  )
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
  return { where, values: Object.fromEntries(given) }
}

function prepareStatements(db: Connection) {
  return {
    anchor: db.prepare<[], Link>('SELECT seq, hash FROM audit_anchor'),
    setAnchor: db.prepare<Link>('UPDATE audit_anchor SET seq = @seq, hash = @hash'),
    last: db.prepare<[], Link>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'),
    row: db.prepare<[number], Link>('SELECT seq, hash FROM audit WHERE seq = ?'),
    from: db.prepare<[number, number], StoredRow>(
      'SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
    // Times can go back when a clock is set: then rows stay a little longer.
    lastBefore: db
      .prepare<[number], number>('SELECT seq - 1 FROM audit WHERE at >= ? ORDER BY seq LIMIT 1')
      .pluck(),
    remove: db.prepare<[number]>('DELETE FROM audit WHERE seq <= ?'),
    insert: db.prepare(
      `INSERT INTO audit (seq, at, user_id, email, token_id, address, operation, site_id, target, outcome, status,
         request_id, job_id, commit_oid, release_id, deployment, hash)
       VALUES (@seq, @at, @userId, @email, @tokenId, @address, @operation, @siteId, @target, @outcome, @status,
         @requestId, @jobId, @commit, @releaseId, @deployment, @hash)`,
    ),
  }
}

function toRow(row: StoredRow): AuditRow {
  const outcome = AUDIT_OUTCOMES.find((name) => name === row.outcome)
  return {
    seq: row.seq,
    at: row.at,
    userId: row.user_id,
    email: row.email,
    tokenId: row.token_id,
    address: row.address,
    operation: row.operation,
    siteId: row.site_id,
    target: row.target,
    // Only a row that was changed by hand has another.
    outcome: outcome ?? 'failed',
    status: row.status,
    requestId: row.request_id,
    jobId: row.job_id,
    commit: row.commit_oid,
    releaseId: row.release_id,
    deployment: row.deployment,
    hash: row.hash,
  }
}
