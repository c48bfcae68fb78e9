import Database from 'better-sqlite3'
import { expect } from 'chai'
import type { AuditEntry, AuditFilter } from '../../../src/model/audit.js'
import type { Window } from '../../../src/store/page.js'
import { migrate } from '../../../src/store/migrations/migrate.js'
import { RECORDS_MIGRATIONS } from '../../../src/store/migrations/records-migrations.js'
import { createAudit } from '../../../src/store/records/audit.js'

const ENTRY: AuditEntry = {
  at: 0,
  userId: null,
  email: null,
  tokenId: null,
  address: null,
  operation: 'updateSite',
  siteId: null,
  target: null,
  outcome: 'done',
  status: 200,
  requestId: null,
  jobId: null,
  commit: null,
  releaseId: null,
  deployment: null,
}

function open(times: readonly number[]) {
  const db = new Database(':memory:')
  migrate(db, RECORDS_MIGRATIONS)
  const audit = createAudit(db)
  audit.append(times.map((at) => ({ ...ENTRY, at })))
  const seqs = async () =>
    (await audit.list({}, { limit: 100, offset: 0 })).rows.map(({ seq }) => seq)
  return { db, audit, seqs }
}

describe('records: the audit log', () => {
  it('is one chain, however its rows were added', async () => {
    const together = open([1, 2, 3])
    const apart = open([1])
    for (const at of [2, 3]) apart.audit.append([{ ...ENTRY, at }])
    const hashes = async ({ audit }: typeof apart) =>
      (await audit.list({}, { limit: 9, offset: 0 })).rows.map(({ hash }) => hash)
    expect(await hashes(together)).to.deep.equal(await hashes(apart))
    expect(new Set(await hashes(apart)).size).to.equal(3)
    expect(apart.audit.broken()).to.equal(null)
  })

  it('goes from its old end, and stays a chain', async () => {
    const { audit, seqs } = open([1, 2, 3, 4, 5])
    audit.prune(3, 100)
    expect(await seqs()).to.deep.equal([5, 4, 3])
    expect(audit.broken()).to.equal(null)
    audit.prune(0, 2)
    expect(await seqs()).to.deep.equal([5, 4])
    audit.prune(100, 100)
    expect(await seqs()).to.deep.equal([])
    audit.append([{ ...ENTRY, at: 6 }])
    expect(await seqs()).to.deep.equal([6])
    expect(audit.broken()).to.equal(null)
  })

  it('is looked through in turns, whatever few rows are asked for', async () => {
    const MANY = 25_000
    const { audit } = open(Array.from({ length: MANY }, (_, at) => at))
    for (let at = 0; at < 3; at += 1) audit.append([{ ...ENTRY, at: MANY, operation: 'rare' }])
    audit.prune(100, MANY)
    const seqsOf = async (filter: AuditFilter, window: Window) => {
      const { rows, total, next } = await audit.list(filter, window)
      return { seqs: rows.map(({ seq }) => seq), total, next }
    }
    let rounds = 0
    let isOver = false
    const count = () => {
      rounds += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const rare = await seqsOf({ operation: 'rare' }, { limit: 2, offset: 0 })
    const all: number[] = []
    for await (const { seq } of audit.all({ operation: 'updateSite' })) all.push(seq)
    isOver = true
    expect(rare).to.deep.equal({ seqs: [MANY + 3, MANY + 2], total: 3, next: [MANY + 2] })
    expect(all).to.deep.equal(Array.from({ length: MANY - 100 }, (_, at) => MANY - at))
    expect(rounds).to.be.greaterThan(all.length / 500)
    const end = { seqs: [103, 102, 101], total: MANY - 97, next: null }
    expect(await seqsOf({}, { limit: 10, offset: MANY - 100 })).to.deep.equal(end)
    expect(await seqsOf({}, { limit: 10, offset: 0, after: [104] })).to.deep.equal(end)
    const middle = await seqsOf({ operation: 'updateSite' }, { limit: 2, offset: 9_999 })
    expect(middle.seqs).to.deep.equal([MANY - 9_999, MANY - 10_000])
  })

  it('notices any value that was changed, and rows that are gone from its beginning', () => {
    const values = ['at = 9', "operation = 'x'", "outcome = 'other'", "hash = 'x'", 'status = NULL']
    for (const value of values) {
      const { db, audit } = open([1, 2, 3])
      db.exec(`DROP TRIGGER audit_is_final; UPDATE audit SET ${value} WHERE seq = 2`)
      expect(audit.broken(), value).to.include('row 2 ')
    }
    const { db, audit } = open([1, 2, 3])
    db.exec('DROP TRIGGER audit_is_kept; DELETE FROM audit WHERE seq = 1')
    expect(audit.broken()).to.equal('rows 1 to 1 are missing')
    db.exec("UPDATE audit_anchor SET seq = 1, hash = 'x'")
    expect(audit.broken()).to.include('row 2 ')
  })
})
